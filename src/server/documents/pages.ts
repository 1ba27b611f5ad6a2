import { eventually, type Backend, type Eventually } from '../../backend/index.ts';
import type { Company, Officer } from '../../contract/index.ts';
import { codePointCount, type DataFacts } from '../../model/index.ts';
import { dateOf, dayOf, secondOf, type Clock } from '../clock.ts';
import type { ServiceConfig, Site, SiteDocument } from '../config.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Context } from '../http.ts';
import type { Cursors } from '../operations/cursor.ts';
import { readCompanyId, readSearchParameters } from '../operations/parameters.ts';
import { invalidParameter, notFound } from '../problems/problem-error.ts';
import type { ResponseWriter } from '../response-writer.ts';
import type { Compression } from './compression.ts';
import { Representations } from './documents.ts';

/** Pages that show data may be used for as long as the answers of the API. */
const CACHE_CONTROL = 'public, max-age=60';

/** Longer than the names of companies, short enough to be folded in no time. */
const FOLDED_CHARS_MAX = 200;

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

  /** The page of a company with its current officers. */
  company(context: Context, companyId: string | undefined): Eventually<void> {
    const id = readCompanyId(companyId);
    const today = dateOf(dayOf(this.#clock));
    return eventually(this.#backend.company(id), (result) => {
      if (result === undefined) throw notFound(id);
      const company = JSON.parse(Buffer.from(result.json).toString()) as Company;
      return eventually(this.#backend.officers({ id, limit: this.#config.officersMax, today }), (list) => {
        if (list === undefined) throw notFound(id);
        const officers = listOf<Officer>(list.json);
        return this.#send(context, (data) =>
          this.#site.companyPage({ company, officers, hasMoreOfficers: list.hasMore }, data),
        );
      });
    });
  }

  /** The page of a search, which works without scripts: the empty form where nothing is asked for. */
  search(context: Context): Eventually<void> {
    const target = context.request.url ?? '';
    if (!target.includes('?')) return this.#send(context, (data) => this.#site.searchPage(undefined, data));
    const parameters = readSearchParameters(target);
    const { query, country, limit, cursor } = parameters;
    const now = secondOf(this.#clock);
    const after = cursor === undefined ? undefined : this.#cursors.open(cursor, parameters, now).position;
    return eventually(this.#backend.search({ query, country, limit, after }), ({ json, next }) => {
      const nextCursor = next === undefined ? undefined : this.#cursors.issue(next, parameters, now);
      const companies = listOf<Company>(json);
      return this.#send(context, (data) => this.#site.searchPage({ query, country, companies, nextCursor }, data));
    });
  }

  /** How a text folds, which any form can ask for. */
  folding(context: Context): Eventually<void> {
    const [, query] = (context.request.url ?? '').split('?', 2);
    const text = new URLSearchParams(query).get('text') ?? undefined;
    if (text !== undefined && codePointCount(text) > FOLDED_CHARS_MAX)
      throw invalidParameter('text', `must hold at most ${FOLDED_CHARS_MAX} characters`, text);
    return this.#send(context, (data) => this.#site.foldingPage(text, data));
  }

  async #send(context: Context, make: (data: DataFacts) => Eventually<SiteDocument>): Promise<void> {
    const page = await make(await this.#backend.facts());
    const document = { ...page, cacheControl: CACHE_CONTROL };
    await new Representations(document, this.#compression).send(this.#writer, context);
  }
}

function listOf<T>(json: Uint8Array): T[] {
  return JSON.parse(`[${Buffer.from(json).toString()}]`) as T[];
}
