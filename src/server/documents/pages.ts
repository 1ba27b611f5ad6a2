import type { Backend, Eventually } from '../../backend/index.ts';
import type { Company, Officer } from '../../contract/index.ts';
import { codePointCount } from '../../model/index.ts';
import type { Answers, Exchange } from '../response-writer.ts';
import type { Clock } from '../clock.ts';
import type { ServiceConfig, Site, SiteDocument } from '../config.ts';
import type { CursorContent, Cursors } from '../operations/cursor.ts';
import { Representations } from './documents.ts';
import { dateOf, dayOf, eventually, notFound, type OperationParts } from '../operations/operations.ts';
import { readCompanyId, readSearchParameters, refused } from '../operations/parameters.ts';
import { questionText } from '../operations/search-key.ts';

/** What a page of the site shows of the data may be used for as long as the answers of the API. */
const CACHE_CONTROL = 'public, max-age=60';

/** Longer than the names of companies, short enough to be folded in no time. */
const FOLDED_CHARS_MAX = 200;

/** The pages of the site that show data: a company, and what a search finds. They say what the API says, and cost an allowance. */
export class Pages {
  readonly #backend: Backend;
  readonly #config: ServiceConfig;
  readonly #clock: Clock;
  readonly #answers: Answers;
  readonly #cursors: Cursors;
  readonly #site: Site;

  constructor({ backend, config, clock, answers, cursors }: OperationParts, site: Site) {
    this.#backend = backend;
    this.#config = config;
    this.#clock = clock;
    this.#answers = answers;
    this.#cursors = cursors;
    this.#site = site;
  }

  /** The page of a company with its current officers. */
  company(exchange: Exchange, companyId: string | undefined): Eventually<void> {
    const id = readCompanyId(companyId);
    const today = dateOf(dayOf(this.#clock));
    return eventually(this.#backend.company(id), (json) => {
      if (json === undefined) throw notFound(id);
      const company = JSON.parse(Buffer.from(json).toString()) as Company;
      return eventually(this.#backend.officers({ id, limit: this.#config.officersMax, today }), (slice) => {
        if (slice === undefined) throw notFound(id);
        const officers = listOf<Officer>(slice.json);
        return this.#send(exchange, this.#site.companyPage({ company, officers, hasMoreOfficers: slice.hasMore }));
      });
    });
  }

  /** The page of a search, which works without scripts: the empty form where nothing is asked for. */
  search(exchange: Exchange): Eventually<void> {
    const target = exchange.request.url ?? '';
    if (!target.includes('?')) return this.#send(exchange, this.#site.searchPage(undefined));
    const { query, country, limit, cursor } = readSearchParameters(target);
    const question = questionText({ query, country });
    const nowSecond = Math.floor(this.#clock.wallMs() / 1000);
    const place: Partial<CursorContent> = cursor === undefined ? {} : this.#cursors.open(cursor, question, nowSecond);
    const request = { query, country, limit, after: place.position, generation: place.generation };
    return eventually(this.#backend.search(request), ({ json, next, generation }) => {
      const nextCursor =
        next === undefined ? undefined : this.#cursors.seal({ generation, position: next }, question, nowSecond);
      return this.#send(
        exchange,
        this.#site.searchPage({ query, country, companies: listOf<Company>(json), nextCursor }),
      );
    });
  }

  /** How a text folds, which any form can ask for. */
  folding(exchange: Exchange): Eventually<void> {
    const [, query] = (exchange.request.url ?? '').split('?', 2);
    const text = new URLSearchParams(query).get('text') ?? undefined;
    if (text !== undefined && codePointCount(text) > FOLDED_CHARS_MAX)
      throw refused('text', `must hold at most ${FOLDED_CHARS_MAX} characters`, text);
    return this.#send(exchange, this.#site.foldingPage(text));
  }

  async #send(exchange: Exchange, page: Eventually<SiteDocument>): Promise<void> {
    await new Representations({ ...(await page), cacheControl: CACHE_CONTROL }).send(this.#answers, exchange);
  }
}

function listOf<T>(json: Uint8Array): T[] {
  return JSON.parse(`[${Buffer.from(json).toString()}]`) as T[];
}
