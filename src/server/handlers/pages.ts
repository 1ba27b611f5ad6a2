import type { Backend, Eventually } from '../../backend/index.ts';
import {
  SEARCH_LIMITS,
  type Company,
  type CompanyEnvelope,
  type OfficerPage,
  type RefusedSearch,
  type SearchPage,
  type Site,
  type SiteDocument,
} from '../../contract/index.ts';
import { codePointCount, collapseWhiteSpace, countryFilter, foldName, type DataFacts } from '../../model/index.ts';
import {
  SEARCH_PARAMETERS,
  findCompany,
  invalidParameter,
  parseList,
  parseResult,
  problemOf,
  readQuery,
  type Operations,
} from '../../operations/index.ts';
import type { Dependencies } from '../dependencies.ts';
import { fieldLines } from '../header-template.ts';
import type { Context } from '../http.ts';
import type { ResponseWriter } from '../response-writer.ts';
import type { Compression } from './compression.ts';
import { Representations } from './documents.ts';

/** Pages that show data may be used for as long as the responses of the API. */
const CACHE_CONTROL = 'public, max-age=60';

/** Longer than company names, short enough to fold quickly. */
const FOLDED_CHARS_MAX = 200;

/** Maximum companies of the same name on the page of a company. */
const NAMESAKES_MAX = 10;

/** Maximum characters of a search in the documentation. */
const DOCS_QUERY_CHARS_MAX = 100;

/** The pages of the site that show data: a company, and search results. They show what the operations return, and are rate limited. */
export class Pages {
  readonly #backend: Backend;
  readonly #operations: Operations;
  readonly #writer: ResponseWriter;
  readonly #compression: Compression;
  readonly #site: Site;

  constructor({ backend, operations, writer, compression }: Dependencies, site: Site) {
    this.#backend = backend;
    this.#operations = operations;
    this.#writer = writer;
    this.#compression = compression;
    this.#site = site;
  }

  /** The page of a company: the company, its current officers, its successors, and other companies of its name. */
  async company(context: Context, companyId: string | undefined): Promise<void> {
    const { data: company } = await parseResult<CompanyEnvelope>(this.#operations.company(companyId));
    const officers = await parseResult<OfficerPage>(this.#operations.officers(companyId));
    const successors = await this.#companiesOf(company.lifecycle.successor_ids ?? []);
    const namesakes = await this.#namesakesOf(company);
    const view = {
      company,
      officers: officers.data,
      hasMoreOfficers: officers.has_more,
      successors,
      namesakes: namesakes.slice(0, NAMESAKES_MAX),
      hasMoreNamesakes: namesakes.length > NAMESAKES_MAX,
    };
    await this.#send(context, (data) => this.#site.companyPage(view, data));
  }

  /** The page of a search, which works without scripts; without a query, the empty form. */
  async search(context: Context): Promise<void> {
    const form = formOf(context);
    if ((form.get('q') ?? '').trim() === '') {
      await this.#send(context, (data) => this.#site.searchPage({ country: countryIn(form) }, data));
      return;
    }
    try {
      await this.#results(context);
    } catch (error) {
      const problem = problemOf(error);
      if (problem?.code !== 'invalid_request') throw error;
      const page = await this.#site.searchPage(refusedSearch(form, problem.message), await this.#backend.facts());
      this.#writer.document(context, 400, page, fieldLines(['Cache-Control', 'no-store']));
    }
  }

  async #results(context: Context): Promise<void> {
    const given = readQuery(context.request.url ?? '', SEARCH_PARAMETERS);
    const page = await parseResult<SearchPage>(this.#operations.search(given));
    const view = {
      query: page.query,
      country: page.countries[0],
      companies: await this.#companiesOf(page.data.map(({ id }) => id)),
      nextCursor: page.next_cursor ?? undefined,
      isFirst: given.cursor === undefined,
      counts: await this.#backend.counts?.(page.query),
    };
    await this.#send(context, (data) => this.#site.searchPage(view, data));
  }

  /** Companies with their identifiers, without those that have been restricted since their ids were found. */
  async #companiesOf(ids: readonly string[]): Promise<Company[]> {
    const companies = await Promise.all(ids.map((id) => findCompany(this.#backend, id)));
    return companies
      .filter((company) => company !== undefined)
      .filter(({ lifecycle }) => lifecycle.status !== 'restricted');
  }

  /** Other companies whose name folds to the same text, at most one more than a page shows. */
  async #namesakesOf({ id, name, lifecycle }: Company): Promise<Company[]> {
    if (name === undefined) return [];
    // Results are in name order, so the companies of this name come before those with longer names.
    const query = Array.from(collapseWhiteSpace(name)).slice(0, SEARCH_LIMITS.queryCharsMax).join('');
    const { json } = await this.#backend.search({ query, limit: SEARCH_LIMITS.limitMax });
    const folded = foldName(name);
    const others = parseList<Company>(json).filter(
      (other) => foldName(other.name ?? '') === folded && ![id, lifecycle.canonical_id].includes(other.id),
    );
    return await this.#companiesOf(others.slice(0, NAMESAKES_MAX + 1).map((other) => other.id));
  }

  /** How a text folds. */
  folding(context: Context): Eventually<void> {
    const text = readText(context, 'text', FOLDED_CHARS_MAX);
    return this.#send(context, (data) => this.#site.foldingPage(text, data));
  }

  /** A search over the pages for developers. */
  docsSearch(context: Context): Eventually<void> {
    const query = readText(context, 'q', DOCS_QUERY_CHARS_MAX) ?? '';
    return this.#send(context, (data) => this.#site.docsSearchPage(query.trim(), data));
  }

  async #send(context: Context, make: (data: DataFacts) => Promise<SiteDocument>): Promise<void> {
    const page = await make(await this.#backend.facts());
    const document = { ...page, cacheControl: CACHE_CONTROL };
    await new Representations(document, this.#compression).send(this.#writer, context);
  }
}

/** The query parameters of a request, as a form sends them. */
function formOf({ request }: Context): URLSearchParams {
  return new URLSearchParams((request.url ?? '').split('?', 2)[1]);
}

/** The search as it was sent, and the reason of the refusal. */
function refusedSearch(form: URLSearchParams, detail: string): RefusedSearch {
  const query = form.get('q') ?? '';
  const count = codePointCount(collapseWhiteSpace(query));
  const { queryCharsMin, queryCharsMax } = SEARCH_LIMITS;
  const reason =
    count < queryCharsMin ? 'short' : count > queryCharsMax ? 'long' : form.has('cursor') ? 'cursor' : 'other';
  return { query, country: countryIn(form), reason, detail };
}

/** The country in the form, valid or not; undefined for all countries. */
function countryIn(form: URLSearchParams): string | undefined {
  const country = form.get('country')?.toUpperCase();
  const known = country === undefined ? undefined : (countryFilter(country) ?? country);
  return known === 'all' ? undefined : known;
}

/** A text in the form; undefined where it is missing. */
function readText(context: Context, name: string, charsMax: number): string | undefined {
  const text = formOf(context).get(name) ?? undefined;
  if (text !== undefined && codePointCount(text) > charsMax)
    throw invalidParameter(name, `must hold at most ${charsMax} characters`, text);
  return text;
}
