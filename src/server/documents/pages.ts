import { PositionGone, type Backend, type Eventually } from '../../backend/index.ts';
import { SEARCH_LIMITS, type Company, type Officer, type RefusedSearch } from '../../contract/index.ts';
import { codePointCount, collapseWhiteSpace, countryFilter, foldName, type DataFacts } from '../../model/index.ts';
import { dateOf, dayOf, secondOf, type Clock } from '../clock.ts';
import type { ServiceConfig, Site, SiteDocument } from '../config.ts';
import type { Dependencies } from '../dependencies.ts';
import { fieldLines } from '../header-template.ts';
import type { Context } from '../http.ts';
import type { Cursors } from '../operations/cursor.ts';
import { readCompanyId, readSearchParameters } from '../operations/parameters.ts';
import { ProblemError, invalidParameter, notFound } from '../problems/problem-error.ts';
import type { ResponseWriter } from '../response-writer.ts';
import type { Compression } from './compression.ts';
import { Representations } from './documents.ts';

/** Pages that show data may be used for as long as the answers of the API. */
const CACHE_CONTROL = 'public, max-age=60';

/** Longer than the names of companies, short enough to be folded in no time. */
const FOLDED_CHARS_MAX = 200;

/** The most companies of the same name that the page of one shows. */
const NAMESAKES_MAX = 10;

/** Longer than any question about the documentation. */
const DOCS_QUERY_CHARS_MAX = 100;

/** The pages of the site that show data: a company, and search results. They show what the API answers, and are rate limited. */
export class Pages {
  readonly #backend: Backend;
  readonly #config: ServiceConfig;
  readonly #clock: Clock;
  readonly #writer: ResponseWriter;
  readonly #cursors: Cursors;
  readonly #compression: Compression;
  readonly #site: Site;

  constructor({ backend, config, clock, writer, cursors, compression }: Dependencies, site: Site) {
    this.#backend = backend;
    this.#config = config;
    this.#clock = clock;
    this.#writer = writer;
    this.#cursors = cursors;
    this.#compression = compression;
    this.#site = site;
  }

  /** The page of a company: the company, its current officers, what it continues as, and others of its name. */
  async company(context: Context, companyId: string | undefined): Promise<void> {
    const id = readCompanyId(companyId);
    const company = await this.#companyOf(id);
    const today = dateOf(dayOf(this.#clock));
    const list = await this.#backend.officers({ id, limit: this.#config.officersMax, today });
    if (company === undefined || list === undefined) throw notFound(id);
    const successors = await this.#companiesOf(company.lifecycle.successor_ids ?? []);
    const namesakes = await this.#namesakesOf(company);
    const view = {
      company,
      officers: listOf<Officer>(list.json),
      hasMoreOfficers: list.hasMore,
      successors,
      namesakes: namesakes.slice(0, NAMESAKES_MAX),
      hasMoreNamesakes: namesakes.length > NAMESAKES_MAX,
    };
    await this.#send(context, (data) => this.#site.companyPage(view, data));
  }

  /** The page of a search, which works without scripts: the empty form where nothing is asked for. */
  async search(context: Context): Promise<void> {
    const asked = askedIn(context);
    if ((asked.get('q') ?? '').trim() === '') {
      await this.#send(context, (data) => this.#site.searchPage({ country: countryIn(asked) }, data));
      return;
    }
    try {
      await this.#results(context);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      const refused = refusedSearch(asked, error);
      const page = await this.#site.searchPage(refused, await this.#backend.facts());
      this.#writer.document(context, 400, page, fieldLines(['Cache-Control', 'no-store']));
    }
  }

  async #results(context: Context): Promise<void> {
    const parameters = readSearchParameters(context.request.url ?? '');
    const { query, country, limit, cursor } = parameters;
    const now = secondOf(this.#clock);
    const after = cursor === undefined ? undefined : this.#cursors.open(cursor, parameters, now).position;
    const { json, next } = await this.#backend.search({ query, country, limit, after });
    const nextCursor = next === undefined ? undefined : this.#cursors.issue(next, parameters, now);
    const companies = await this.#companiesOf(listOf<Company>(json).map(({ id }) => id));
    const counts = await this.#backend.counts?.(query);
    const view = { query, country, companies, nextCursor, isFirst: cursor === undefined, counts };
    await this.#send(context, (data) => this.#site.searchPage(view, data));
  }

  async #companyOf(id: string): Promise<Company | undefined> {
    const result = await this.#backend.company(id);
    return result && (JSON.parse(Buffer.from(result.json).toString()) as Company);
  }

  /** Companies with their identifiers. One that was restricted since its id was found is left out. */
  async #companiesOf(ids: readonly string[]): Promise<Company[]> {
    const companies = await Promise.all(ids.map(async (id) => await this.#companyOf(id)));
    return companies
      .filter((company) => company !== undefined)
      .filter(({ lifecycle }) => lifecycle.status !== 'restricted');
  }

  /** Other companies whose name is spelled alike, at most one more than a page shows. */
  async #namesakesOf({ id, name, lifecycle }: Company): Promise<Company[]> {
    if (name === undefined) return [];
    // Sorted by name, the companies of one name come before those whose name is longer.
    const query = Array.from(collapseWhiteSpace(name)).slice(0, SEARCH_LIMITS.queryCharsMax).join('');
    const { json } = await this.#backend.search({ query, limit: SEARCH_LIMITS.limitMax });
    const folded = foldName(name);
    const others = listOf<Company>(json).filter(
      (other) => foldName(other.name ?? '') === folded && ![id, lifecycle.canonical_id].includes(other.id),
    );
    return await this.#companiesOf(others.slice(0, NAMESAKES_MAX + 1).map((other) => other.id));
  }

  /** How a text folds, which any form can ask for. */
  folding(context: Context): Eventually<void> {
    const text = readText(context, 'text', FOLDED_CHARS_MAX);
    return this.#send(context, (data) => this.#site.foldingPage(text, data));
  }

  /** A search over the pages for developers. */
  docsSearch(context: Context): Eventually<void> {
    const query = readText(context, 'q', DOCS_QUERY_CHARS_MAX) ?? '';
    return this.#send(context, (data) => this.#site.docsSearchPage(query.trim(), data));
  }

  async #send(context: Context, make: (data: DataFacts) => Eventually<SiteDocument>): Promise<void> {
    const page = await make(await this.#backend.facts());
    const document = { ...page, cacheControl: CACHE_CONTROL };
    await new Representations(document, this.#compression).send(this.#writer, context);
  }
}

/** The query of a request, as a form sends it. */
function askedIn({ request }: Context): URLSearchParams {
  return new URLSearchParams((request.url ?? '').split('?', 2)[1]);
}

/** Whether somebody asked for what cannot be: then the page says so beside the form. */
function isRefusal(error: unknown): error is Error {
  return error instanceof PositionGone || (error instanceof ProblemError && error.code === 'invalid_request');
}

/** What was asked for, and the kind of the fault. */
function refusedSearch(asked: URLSearchParams, error: Error): RefusedSearch {
  const query = asked.get('q') ?? '';
  const count = codePointCount(collapseWhiteSpace(query));
  const { queryCharsMin, queryCharsMax } = SEARCH_LIMITS;
  const reason =
    count < queryCharsMin ? 'short' : count > queryCharsMax ? 'long' : asked.has('cursor') ? 'cursor' : 'other';
  return { query, country: countryIn(asked), reason, detail: error.message };
}

/** The country that was asked for, as it was; undefined for all. */
function countryIn(asked: URLSearchParams): string | undefined {
  const country = asked.get('country')?.toUpperCase();
  const known = country === undefined ? undefined : (countryFilter(country) ?? country);
  return known === 'all' ? undefined : known;
}

/** A text that a form sends; undefined where there is none. */
function readText(context: Context, name: string, charsMax: number): string | undefined {
  const text = askedIn(context).get(name) ?? undefined;
  if (text !== undefined && codePointCount(text) > charsMax)
    throw invalidParameter(name, `must hold at most ${charsMax} characters`, text);
  return text;
}

function listOf<T>(json: Uint8Array): T[] {
  return JSON.parse(`[${Buffer.from(json).toString()}]`) as T[];
}
