import { isId } from './company-id.ts';
import { OpenFirmaAnswerError, OpenFirmaError } from './errors.ts';
import { collapseWhiteSpace, foldTyped } from './folding.ts';
import type { UnlistedCompany } from './form/unlisted.ts';
import { OpenFirma } from './openfirma.ts';
import type { CompanyDetails, DetailsSearchPage, DetailsSearchResult, SimilarCompanies } from './details-types.ts';
import type { Company, CompanyEnvelope, CompanyIdentifier, SearchPage } from './types.ts';

interface Found {
  kind: 'found';
  companies: readonly DetailsSearchResult[];
  hasMore: boolean;
  attribution: string;
  isSimilar?: true;
}

/** The state of the search for the typed text. */
export type LookupState =
  | { kind: 'idle' }
  /** The text is shorter than the service accepts. `isPaused` after the pause at which a longer text is searched. */
  | { kind: 'short'; isPaused: boolean }
  /** The response is pending. `companies` are from the previous response; their names begin with the text. */
  | { kind: 'searching'; companies: readonly DetailsSearchResult[] }
  /** `isSimilar` if the search found nothing, and the companies are those of similar names. */
  | Found
  /** Rate limited: the request is sent again after this many seconds. */
  | { kind: 'waiting'; seconds: number }
  | { kind: 'failed'; error: unknown };

/** Returns why the user may need to use the typed text instead of a listed company; undefined while this is not known. */
export function toReason(state: LookupState): UnlistedCompany['reason'] | undefined {
  if (state.kind === 'found') return state.isSimilar || state.companies.length === 0 ? 'no_match' : 'none_chosen';
  if (state.kind === 'short' && state.isPaused) return 'too_short';
  return state.kind === 'failed' ? 'search_failed' : undefined;
}

const QUERY_CHARS_MIN = 3;
/** Maximum number of companies in a page of the API. */
const COMPANIES_MAX = 25;
/** Timeout of a call. It is longer than any call with its waits for the rate limit (60 seconds), unless the service hangs. */
const REQUEST_MS_MAX = 90_000;
/** The debounce as a multiple of the average interval between keys; docs/decisions/site.md has the measurement. */
const DEBOUNCE_KEYS = 2;
const DEBOUNCE_MS_MIN = 250;
const DEBOUNCE_MS_MAX = 900;
/** Weight of the newest interval in the moving average of intervals between keys. */
const PACE_WEIGHT = 0.3;
/** Maximum time that a request to fill a form waits for the rate limit. */
const FILL_WAIT_SECONDS_MAX = 10;

/** Timeout of a request for similar names, which delays the message that nothing was found. */
const SIMILAR_MS_MAX = 3000;

/** The addresses of services without details, so that the page requests details only once; and of those without a match index. */
const WITHOUT_DETAILS = new Set<string>();
const WITHOUT_SIMILAR = new Set<string>();

/** The text, the country and the service address of a search. */
interface Search {
  readonly baseUrl: string;
  readonly country: string;
  readonly query: string;
}

/** The result of a request with its search. */
type Result = Search & Found;

/** Finds companies for a text that changes while requests are pending. Only states of the latest text are reported. */
export class Lookup {
  readonly #baseUrl: () => string;
  readonly #onState: (state: LookupState) => void;
  #client: { baseUrl: string; api: OpenFirma } | undefined;
  #previous: Result | undefined;
  /** Moving average of the intervals between keys, in milliseconds. */
  #paceMs = 0;
  #lastKeyMs = 0;
  #call = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `baseUrl` returns the public address of the API; `onState` is called with every new state. */
  constructor(baseUrl: () => string, onState: (state: LookupState) => void) {
    this.#baseUrl = baseUrl;
    this.#onState = onState;
  }

  cancel(): void {
    clearTimeout(this.#timer);
    this.#call.abort();
    this.#call = new AbortController();
  }

  /** Searches for a text in a country (ISO 3166-1 alpha-2, or `all`), `debounceMs` from now. */
  find(text: string, country: string, debounceMs = this.#debounceMs()): void {
    this.cancel();
    const query = collapseWhiteSpace(text);
    // The service counts code points, as Array.from does.
    if (Array.from(query).length < QUERY_CHARS_MIN) {
      this.#onState(query === '' ? { kind: 'idle' } : { kind: 'short', isPaused: false });
      if (query !== '') this.#timer = setTimeout(() => this.#onState({ kind: 'short', isPaused: true }), debounceMs);
      return;
    }
    this.#onState({ kind: 'searching', companies: this.#previousMatches(query, country) });
    const { signal } = this.#call;
    this.#timer = setTimeout(() => void this.#search(query, country, signal), debounceMs);
  }

  /** Returns a company by its ID; undefined if the call was cancelled. Rejects as {@linkcode OpenFirma} does. */
  async company(id: string): Promise<CompanyEnvelope | undefined> {
    this.cancel();
    const { signal } = this.#call;
    try {
      const found = await this.#api().company(id, { signal: withDeadline(signal) });
      if (!isCompany(found.data)) throw new Error(`The response about "${id}" is not a company`);
      return { ...found, attribution: shownText(found.attribution) };
    } catch (error) {
      if (signal.aborted) return undefined;
      throw error;
    }
  }

  /**
   * Returns the strongest identifier of a listed company, which search results do not contain; undefined if it has none. Rejects as
   * {@linkcode OpenFirma} does, but without retries, because the list does not need it.
   */
  async identifier(id: string): Promise<CompanyIdentifier | undefined> {
    const { data } = await new OpenFirma({ baseUrl: this.#baseUrl(), maxRetries: 0 }).company(id);
    const [identifier] = Array.isArray(data.identifiers) ? data.identifiers : [];
    return isText(identifier?.value) && isOptionalText(identifier.country_scope) ? identifier : undefined;
  }

  /** Returns a company with its details, which are absent if the service has none. Rejects as {@linkcode OpenFirma} does. */
  async companyWithDetails(id: string, signal: AbortSignal): Promise<{ company: Company; details?: CompanyDetails }> {
    const baseUrl = this.#baseUrl();
    const api = new OpenFirma({ baseUrl, maxWaitSeconds: FILL_WAIT_SECONDS_MAX });
    const call = { signal: withDeadline(signal) };
    const [{ data: company }, details] = await Promise.all([
      api.company(id, call),
      ifThere(WITHOUT_DETAILS, baseUrl, () => api.details(id, call)),
    ]);
    return details === undefined ? { company } : { company, details: details.data };
  }

  /** Returns the debounce. It is longer for slow typists, who pause longer between two keys. */
  #debounceMs(): number {
    const now = performance.now();
    const intervalMs = Math.min(now - this.#lastKeyMs, DEBOUNCE_MS_MAX);
    this.#lastKeyMs = now;
    this.#paceMs += (intervalMs - this.#paceMs) * PACE_WEIGHT;
    return Math.min(DEBOUNCE_MS_MAX, Math.max(DEBOUNCE_MS_MIN, this.#paceMs * DEBOUNCE_KEYS));
  }

  /** Returns matches of the previous result, so that the list does not flicker. The service folds more, and so may find more. */
  #previousMatches(query: string, country: string): readonly DetailsSearchResult[] {
    const previous = this.#previous;
    if (previous?.country !== country || previous.baseUrl !== this.#baseUrl()) return [];
    return previous.companies.filter(({ name = '' }) => name.toLowerCase().startsWith(query.toLowerCase()));
  }

  async #search(query: string, country: string, signal: AbortSignal): Promise<void> {
    try {
      const search = { baseUrl: this.#baseUrl(), country, query };
      const previous = this.#previous;
      const isKnown = previous !== undefined && isSame(previous, search);
      const result = isKnown ? previous : await this.#request(search, signal);
      if (signal.aborted) return;
      this.#previous = result;
      const isEmpty = result.companies.length === 0 && !result.hasMore;
      const similar = isEmpty ? await this.#findSimilar(search, signal) : undefined;
      if (!signal.aborted) this.#onState(similar?.companies.length ? similar : result);
    } catch (error) {
      if (!signal.aborted) this.#onState({ kind: 'failed', error });
    }
  }

  async #request(search: Search, signal: AbortSignal): Promise<Result> {
    const api = this.#api();
    const options = { q: search.query, country: search.country, limit: COMPANIES_MAX, signal: withDeadline(signal) };
    const page: SearchPage | DetailsSearchPage =
      (await ifThere(WITHOUT_DETAILS, search.baseUrl, () => api.searchWithDetails(options))) ??
      (await api.search(options));
    return { ...search, ...toFound(page, page.next_cursor !== null) };
  }

  /** Returns the companies of similar names, perhaps none; undefined if the service cannot find them now. */
  async #findSimilar({ baseUrl, query: q, country }: Search, signal: AbortSignal): Promise<Found | undefined> {
    if (WITHOUT_DETAILS.has(baseUrl) || !IS_NAME.test(q)) return undefined;
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(SIMILAR_MS_MAX)]);
    const api = new OpenFirma({ baseUrl, maxRetries: 0 });
    try {
      const page = await ifThere(WITHOUT_SIMILAR, baseUrl, () => api.similar({ q, country, signal: deadline }));
      return page && { ...toFound(page), isSimilar: true };
    } catch {
      // A suggestion is dispensable: the list then says that nothing was found.
      return undefined;
    }
  }

  #api(): OpenFirma {
    const baseUrl = this.#baseUrl();
    if (this.#client?.baseUrl !== baseUrl) {
      const onWait = ({ seconds }: { seconds: number }): void => this.#onState({ kind: 'waiting', seconds });
      this.#client = { baseUrl, api: new OpenFirma({ baseUrl, onWait }) };
    }
    return this.#client.api;
  }
}

function toFound({ data, attribution }: SearchPage | SimilarCompanies, hasMore = false): Found {
  const companies = data.slice(0, COMPANIES_MAX).filter((company) => isCompany(company));
  return { kind: 'found', companies, hasMore, attribution: shownText(attribution) };
}

/** Returns the response of a service that has a resource; undefined for a service `without`, to which no such request is sent again. */
async function ifThere<T>(without: Set<string>, baseUrl: string, request: () => Promise<T>): Promise<T | undefined> {
  if (without.has(baseUrl)) return undefined;
  try {
    return await request();
  } catch (error) {
    const isMissing = error instanceof OpenFirmaError || error instanceof OpenFirmaAnswerError;
    if (!isMissing || error.status !== 404) throw error;
    without.add(baseUrl);
    return undefined;
  }
}

/** A text with three letters may be a misspelt name; others are numbers. */
const IS_NAME = /(?:\p{L}\P{L}*){3}/u;

/** A text with this many digits may be a number as invoices print it, which finds companies that its beginning does not. */
const WITH_A_NUMBER = /(?:\d\D*){7}/;

/**
 * Whether the service would return the same companies again. A longer text matches a subset of the companies of its beginning, so a
 * complete result stays valid while all its names begin with the longer text. docs/folding.md has the rule.
 */
function isSame(previous: Result, { baseUrl, country, query }: Search): boolean {
  if (previous.baseUrl !== baseUrl || previous.country !== country) return false;
  if (previous.query === query) return true;
  const folded = foldTyped(query);
  if (folded === undefined || previous.hasMore || !query.startsWith(previous.query)) return false;
  if (WITH_A_NUMBER.test(query)) return false;
  // A text of only punctuation finds nothing, but a longer text that begins with it may find companies.
  if (foldTyped(previous.query) === '') return false;
  return previous.companies.every(({ name = '' }) => foldTyped(name)?.startsWith(folded));
}

function withDeadline(signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(REQUEST_MS_MAX)]);
}

/** Maximum length of a text of a company in the service, in characters. */
const TEXT_CHARS_MAX = 4000;

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= TEXT_CHARS_MAX;
}

function isOptionalText(value: unknown): boolean {
  return value === undefined || isText(value);
}

/** Whether a value of a response is a company whose shown fields are texts. `base-url` may name another service. */
export function isCompany(value: unknown): value is DetailsSearchResult {
  const { id, number, ...company } = (value ?? {}) as Partial<DetailsSearchResult>;
  const shown = ['name', 'country_code', 'legal_form', 'company_status', 'country', 'state', 'locality'] as const;
  return isId(id) && isOptionalText(number?.value) && shown.every((field) => isOptionalText(company[field]));
}

/** Returns a text of a response, shortened to a length that can be shown; an empty text for other values. */
export function shownText(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, TEXT_CHARS_MAX) : '';
}
