/**
 * A client of the openfirma API for browsers and Node: search, companies, officers.
 * @module
 */
import { OpenFirmaAnswerError, OpenFirmaCursorError, OpenFirmaError } from './errors.ts';
import { Requests, type Fetch, type Wait } from './requests.ts';
import type { Company, CompanyEnvelope, OfficerPage, Operations, SearchPage } from './types.ts';

export * from './errors.ts';
export type { Fetch, Wait } from './requests.ts';
export type * from './types.ts';

/** The most companies that a page can hold: a walk needs the fewest requests with it. */
const PAGE_COMPANIES_MAX = 25;

/** How a client reaches the service. */
export interface OpenFirmaOptions {
  /** Public address of the API, `http` or `https`; the paths of the API are appended to it. */
  baseUrl: string;
  /** What sends requests. Default: the global `fetch`. */
  fetch?: Fetch | undefined;
  /** How often one request is sent again after a wait that the service asked for. Default 5; 0 never. */
  maxRetries?: number | undefined;
  /** How many seconds one request waits in all, at most; where more is asked for, the error is thrown at once. Default 60. */
  maxWaitSeconds?: number | undefined;
  /** Told of every wait when it begins, for a countdown. */
  onWait?: ((wait: Wait) => void) | undefined;
}

/** What every call takes. */
export interface CallOptions {
  /** Gives up the call, also amid a wait; it then rejects with the reason of the signal. */
  signal?: AbortSignal | undefined;
}

/** What is searched, and which page. */
export type SearchOptions = Operations['searchCompanies']['query'] & CallOptions;

/** What is searched, and how far. */
export interface WalkOptions extends Omit<SearchOptions, 'cursor'> {
  /** Companies asked for in one request, 1 to 25. Default 25. */
  limit?: number | undefined;
  /** The most companies that the walk gives. Default: all. */
  max?: number | undefined;
}

type Path = Operations[keyof Operations]['path'];

/**
 * A client of the company registry API, for browsers and Node. It keeps nothing: whether an answer may be used again is left to
 * the HTTP cache of the browser.
 *
 * Every call rejects with an {@linkcode OpenFirmaError} where the service answers with a problem, an `OpenFirmaNetworkError`
 * where no answer comes, an `OpenFirmaAnswerError` where what comes is none, and the reason of the signal where it is given up.
 */
export class OpenFirma {
  readonly #baseUrl: string;
  readonly #requests: Requests;

  /** Throws a TypeError where `baseUrl` is no http or https address, or has a query or fragment. */
  constructor({ baseUrl, fetch, maxRetries = 5, maxWaitSeconds = 60, onWait }: OpenFirmaOptions) {
    if (!URL.canParse(baseUrl) || !/^https?:[^?#]+$/i.test(baseUrl))
      throw new TypeError(`"baseUrl" must be an http or https address without query and fragment, got "${baseUrl}"`);
    this.#baseUrl = baseUrl.replace(/\/+$/, '');
    this.#requests = new Requests({
      // Looked up when it is used, so that what replaces the global one later is used too.
      fetch: fetch ?? ((url, init) => globalThis.fetch(url, init)),
      maxRetries,
      maxWaitSeconds,
      onWait,
    });
  }

  /** One page of the companies whose name or business ID begins with `q`, in registry name order. */
  async search({ q, country, limit, cursor, signal }: SearchOptions): Promise<SearchPage> {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries({ q, country, limit, cursor }))
      if (value !== undefined) query.set(name, String(value));
    return await this.#get('/v1/search', `?${query}`, isPage('list'), signal);
  }

  /** All companies that a search finds, each once, asked for page by page as they are taken. */
  async *companies(options: WalkOptions): AsyncGenerator<Company, void, undefined> {
    for await (const page of this.pages(options)) yield* page.data;
  }

  /**
   * The pages of a search, asked for as they are taken, each with its attribution. Throws an {@linkcode OpenFirmaCursorError}
   * where the walk cannot go on because it took too long or the data changed.
   */
  async *pages({
    max = Infinity,
    limit = PAGE_COMPANIES_MAX,
    ...search
  }: WalkOptions): AsyncGenerator<SearchPage, void, undefined> {
    let given = 0;
    let cursor: string | undefined;
    while (given < max) {
      const page: SearchPage = await this.#pageAt({ ...search, limit: Math.min(limit, max - given), cursor }, given);
      yield page;
      given += page.data.length;
      if (page.next_cursor === null) return;
      cursor = page.next_cursor;
    }
  }

  /** A page of a walk that has given so many companies. */
  async #pageAt(options: SearchOptions, given: number): Promise<SearchPage> {
    const { cursor } = options;
    try {
      const page = await this.search(options);
      // Something in between that overlooks the query would be walked through forever.
      if (page.next_cursor === null || page.next_cursor !== cursor) return page;
      throw new OpenFirmaAnswerError(this.#baseUrl, 200, `the next_cursor that was sent: ${page.next_cursor}`);
    } catch (error) {
      // Everything else that was sent has been accepted with the first page.
      const isCursor = cursor !== undefined && error instanceof OpenFirmaError && error.code === 'invalid_request';
      throw isCursor ? new OpenFirmaCursorError(error.problem, given) : error;
    }
  }

  /** A company by its permanent ID. */
  async company(id: string, { signal }: CallOptions = {}): Promise<CompanyEnvelope> {
    return await this.#get(`/v1/companies/${encodeURIComponent(id)}`, '', isEnvelope, signal);
  }

  /** The current officers of a company. */
  async officers(id: string, { signal }: CallOptions = {}): Promise<OfficerPage> {
    const path = `/v1/companies/${encodeURIComponent(id)}/officers` as const;
    return await this.#get(path, '', isPage('company_officer_list'), signal);
  }

  #get<T>(path: Path, query: string, isAnswer: (body: unknown) => boolean, signal?: AbortSignal): Promise<T> {
    return this.#requests.get(this.#baseUrl + path + query, isAnswer, signal);
  }
}

/** Tells an answer of the service from that of something else; its fields are the service's promise. */
function isPage(object: SearchPage['object'] | OfficerPage['object']): (body: unknown) => boolean {
  return (body) => {
    const page = (body ?? {}) as Partial<SearchPage | OfficerPage>;
    return page.object === object && Array.isArray(page.data);
  };
}

function isEnvelope(body: unknown): boolean {
  return ((body ?? {}) as Partial<CompanyEnvelope>).data?.object === 'company';
}
