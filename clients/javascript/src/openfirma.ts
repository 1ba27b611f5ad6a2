/**
 * A client of the openfirma API for browsers and Node: search, companies, officers, details.
 * @module
 */
import { OpenFirmaAnswerError, OpenFirmaCursorError, OpenFirmaError } from './errors.ts';
import { Requests, type Fetch, type Wait } from './requests.ts';
import type { CompanyDetailsEnvelope, DetailsSearchPage, SimilarCompanies } from './details-types.ts';
import type { Company, CompanyEnvelope, OfficerPage, SearchPage } from './types.ts';

export * from './errors.ts';
export type { Fetch, Wait } from './requests.ts';
export type * from './details-types.ts';
export type * from './types.ts';

/** Maximum number of companies in a page of the API. */
const PAGE_COMPANIES_MAX = 25;

/** Options of a client. */
export interface OpenFirmaOptions {
  /** Public address of the API, `http` or `https`; the paths of the API are appended to it. */
  baseUrl: string;
  /** Sends the requests. Default: the global `fetch`. */
  fetch?: Fetch | undefined;
  /** Maximum retries of one request after a 429 or 503 with `Retry-After`. Default 5; 0 means never. */
  maxRetries?: number | undefined;
  /** Total seconds that one request may wait. If the service asks for more, the error is thrown at once. Default 60. */
  maxWaitSeconds?: number | undefined;
  /** Called at the start of every wait, for example to show a countdown. */
  onWait?: ((wait: Wait) => void) | undefined;
}

/** Options of every call. */
export interface CallOptions {
  /** Cancels the call, also during a wait; it then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
}

/** Parameters of a search for similar names. */
export interface SimilarOptions extends CallOptions {
  /** The text to search for, 3 to 64 characters. */
  q: string;
  /** ISO 3166-1 alpha-2, or `all`. Default: every country. */
  country?: string | undefined;
}

/** Parameters of a search. */
export interface SearchOptions extends SimilarOptions {
  /** The start of a company name or of a business ID, 3 to 64 characters. */
  q: string;
  /** Results per page, 1 to 25. Default 10. */
  limit?: number | undefined;
  /** The `next_cursor` of the previous page of the same `q` and `country`. Cursors expire; then start again from the first page. */
  cursor?: string | undefined;
}

/** Parameters of a search over several pages. */
export interface WalkOptions extends Omit<SearchOptions, 'cursor'> {
  /** Companies per page, 1 to 25. Default 25. */
  limit?: number | undefined;
  /** Maximum total number of companies. Default: all. */
  max?: number | undefined;
}

/**
 * A client of the company registry API, for browsers and Node. It caches nothing itself; the browser's HTTP cache applies.
 *
 * Every call rejects with an {@linkcode OpenFirmaError} if the service responds with a problem document, with an
 * `OpenFirmaNetworkError` if no response arrives, with an `OpenFirmaAnswerError` if the response is not from the API,
 * with a TypeError for a country that does not exist, and with the signal's reason if it is cancelled.
 */
export class OpenFirma {
  readonly #baseUrl: string;
  readonly #requests: Requests;

  /** Throws a TypeError if `baseUrl` is not an http or https address, or has a query or a fragment. */
  constructor({ baseUrl, fetch, maxRetries = 5, maxWaitSeconds = 60, onWait }: OpenFirmaOptions) {
    if (!URL.canParse(baseUrl) || !/^https?:[^?#]+$/i.test(baseUrl))
      throw new TypeError(`"baseUrl" must be an http or https address without query and fragment, got "${baseUrl}"`);
    this.#baseUrl = baseUrl.replace(/\/+$/, '');
    this.#requests = new Requests({
      // Read at every call, so that a later replacement of the global fetch takes effect.
      fetch: fetch ?? ((url, init) => globalThis.fetch(url, init)),
      maxRetries,
      maxWaitSeconds,
      onWait,
    });
  }

  /** Returns one page of the companies whose name or business ID begins with `q`, in registry name order. */
  async search(options: SearchOptions): Promise<SearchPage> {
    return await this.#get('/v1/search', formatQuery(options), isPage('list'), options.signal);
  }

  /** Searches as `search` does, in the same order and with the same cursors. Each company has its number, country, state and locality. */
  async searchWithDetails(options: SearchOptions): Promise<DetailsSearchPage> {
    return await this.#get('/details/v1/search', formatQuery(options), isPage('list'), options.signal);
  }

  /** Returns the companies whose name is similar to `q`, the most similar first. Rejects with `not_found` if the data has no match index. */
  async similar(options: SimilarOptions): Promise<SimilarCompanies> {
    return await this.#get('/details/v1/similar', formatQuery(options), isPage('similar_list'), options.signal);
  }

  /** Iterates all companies that a search finds, each once. The next page is requested when the iteration reaches it. */
  async *companies(options: WalkOptions): AsyncGenerator<Company, void, undefined> {
    for await (const page of this.pages(options)) yield* page.data;
  }

  /**
   * Iterates the pages of a search, each with its attribution. A page is requested when the iteration reaches it. Throws an
   * {@linkcode OpenFirmaCursorError} if the cursor has expired or its data is gone.
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

  /** Returns the next page. `given` is the number of companies on earlier pages. */
  async #pageAt(options: SearchOptions, given: number): Promise<SearchPage> {
    const { cursor } = options;
    try {
      const page = await this.search(options);
      // A proxy that ignores the query string would make this loop endless.
      if (page.next_cursor === null || page.next_cursor !== cursor) return page;
      throw new OpenFirmaAnswerError(this.#baseUrl, 200, `the next_cursor that was sent: ${page.next_cursor}`);
    } catch (error) {
      // The first page was accepted, so only the cursor can be invalid.
      const isCursor = cursor !== undefined && error instanceof OpenFirmaError && error.code === 'invalid_request';
      throw isCursor ? new OpenFirmaCursorError(error.problem, given) : error;
    }
  }

  /** Returns a company by its permanent ID. */
  async company(id: string, { signal }: CallOptions = {}): Promise<CompanyEnvelope> {
    return await this.#get(`/v1/companies/${encodeURIComponent(id)}`, '', isEnvelope('company'), signal);
  }

  /** Returns state, dates, address, names and register page of a company, each with its source. */
  async details(id: string, { signal }: CallOptions = {}): Promise<CompanyDetailsEnvelope> {
    return await this.#get(
      `/details/v1/companies/${encodeURIComponent(id)}`,
      '',
      isEnvelope('company_details'),
      signal,
    );
  }

  /** Returns the current officers of a company. */
  async officers(id: string, { signal }: CallOptions = {}): Promise<OfficerPage> {
    return await this.#get(
      `/v1/companies/${encodeURIComponent(id)}/officers`,
      '',
      isPage('company_officer_list'),
      signal,
    );
  }

  /** Returns in words why the list of the officers of a company is empty. */
  async whyNoOfficers(id: string, options: CallOptions = {}): Promise<string> {
    const { data } = await this.company(id, options);
    return NO_OFFICERS[data.lifecycle.status] ?? 'no register in the data publishes current officers of this company';
  }

  #get<T>(path: string, query: string, isExpected: (body: unknown) => boolean, signal?: AbortSignal): Promise<T> {
    return this.#requests.get(this.#baseUrl + path + query, isExpected, signal);
  }
}

const NO_OFFICERS: Readonly<Partial<Record<Company['lifecycle']['status'], string>>> = {
  split: 'the company was split: its successors have the officers',
  tombstoned: 'no register lists this company any more',
  restricted: 'the values of this company are withheld',
};

/**
 * Throws a TypeError for two letters that are not of a country: the service finds nothing there, and does not say why. `EL` is Greece for
 * the service, and unknown to `Intl`.
 */
function checkCountry(country: string): void {
  const code = country.toUpperCase();
  if (!/^[A-Z]{2}$/.test(code) || code === 'EL') return;
  if (new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }).of(code) === undefined)
    throw new TypeError(`No country has the code "${country}"`);
}

function formatQuery({ q, country, limit, cursor }: SearchOptions): string {
  if (country !== undefined) checkCountry(country);
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ q, country, limit, cursor }))
    if (value !== undefined) query.set(name, String(value));
  return `?${query}`;
}

/** Returns a function that distinguishes responses of the API from others, such as those of a proxy. It does not check fields. */
function isPage(object: (SearchPage | OfficerPage | SimilarCompanies)['object']): (body: unknown) => boolean {
  return (body) => {
    const page = (body ?? {}) as Partial<SearchPage | OfficerPage | SimilarCompanies>;
    return page.object === object && Array.isArray(page.data);
  };
}

function isEnvelope(object: (CompanyEnvelope | CompanyDetailsEnvelope)['data']['object']): (body: unknown) => boolean {
  return (body) => ((body ?? {}) as Partial<CompanyEnvelope | CompanyDetailsEnvelope>).data?.object === object;
}
