import { isId } from './company-id.ts';
import { collapseWhiteSpace } from './folding.ts';
import { OpenFirma } from './openfirma.ts';
import type { Company, CompanyEnvelope, CompanyIdentifier } from './types.ts';

/** The state of the search for the typed text. */
export type LookupState =
  | { kind: 'idle' }
  /** The text is shorter than the service accepts. */
  | { kind: 'short' }
  /** The response is pending; `companies` are those of the previous response whose name begins with the text. */
  | { kind: 'searching'; companies: readonly Company[] }
  | { kind: 'found'; companies: readonly Company[]; hasMore: boolean; attribution: string }
  /** Rate limited: the request is sent again after this many seconds. */
  | { kind: 'waiting'; seconds: number }
  | { kind: 'failed'; error: unknown };

const QUERY_CHARS_MIN = 3;
/** The largest page that the API returns. */
const COMPANIES_MAX = 25;
/** Longer than a call with all its waits for the rate limit (60 seconds) takes, unless the service hangs. */
const REQUEST_MS_MAX = 90_000;
/** Debounce: a request is sent this long after the last key. docs/decisions/site.md has the measurement. */
const DEBOUNCE_MS = 200;

/** Finds companies for a text that changes while requests are pending. Only states of the latest text are reported. */
export class Lookup {
  readonly #baseUrl: () => string;
  readonly #onState: (state: LookupState) => void;
  #client: { baseUrl: string; api: OpenFirma } | undefined;
  #previous: { baseUrl: string; country: string; companies: readonly Company[] } | undefined;
  #call = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `baseUrl` returns the public address of the API; `onState` is called with every new state. */
  constructor(baseUrl: () => string, onState: (state: LookupState) => void) {
    this.#baseUrl = baseUrl;
    this.#onState = onState;
  }

  /** Cancels the current request. */
  cancel(): void {
    clearTimeout(this.#timer);
    this.#call.abort();
    this.#call = new AbortController();
  }

  /** Searches for a text in a country (ISO 3166-1 alpha-2, or `all`), `debounceMs` from now. */
  find(text: string, country: string, debounceMs = DEBOUNCE_MS): void {
    this.cancel();
    const query = collapseWhiteSpace(text);
    // The service counts code points, as Array.from does.
    if (Array.from(query).length < QUERY_CHARS_MIN) {
      this.#onState({ kind: query === '' ? 'idle' : 'short' });
      return;
    }
    this.#onState({ kind: 'searching', companies: this.#previousMatches(query, country) });
    const { signal } = this.#call;
    this.#timer = setTimeout(() => void this.#search(query, country, signal), debounceMs);
  }

  /** A company by its ID; undefined if the call was cancelled. Rejects as {@linkcode OpenFirma} does. */
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
   * The strongest identifier of a listed company, which search results do not carry; undefined if it has none. Rejects as
   * {@linkcode OpenFirma} does, but without retries: the list is complete without it.
   */
  async identifier(id: string): Promise<CompanyIdentifier | undefined> {
    const { data } = await new OpenFirma({ baseUrl: this.#baseUrl(), maxRetries: 0 }).company(id);
    const [identifier] = Array.isArray(data.identifiers) ? data.identifiers : [];
    return isText(identifier?.value) && isOptionalText(identifier.country_scope) ? identifier : undefined;
  }

  /** Keeps the list from flickering at every key. The service folds accents and punctuation too, so it may find more. */
  #previousMatches(query: string, country: string): readonly Company[] {
    const previous = this.#previous;
    if (previous?.country !== country || previous.baseUrl !== this.#baseUrl()) return [];
    return previous.companies.filter(({ name = '' }) => name.toLowerCase().startsWith(query.toLowerCase()));
  }

  async #search(query: string, country: string, signal: AbortSignal): Promise<void> {
    try {
      const baseUrl = this.#baseUrl();
      const page = await this.#api().search({ q: query, country, limit: COMPANIES_MAX, signal: withDeadline(signal) });
      if (signal.aborted) return;
      const { next_cursor: next } = page;
      const companies = page.data.slice(0, COMPANIES_MAX).filter((company) => isCompany(company));
      const attribution = shownText(page.attribution);
      this.#previous = { baseUrl, country, companies };
      this.#onState({ kind: 'found', companies, hasMore: next !== null, attribution });
    } catch (error) {
      if (!signal.aborted) this.#onState({ kind: 'failed', error });
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

function withDeadline(signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(REQUEST_MS_MAX)]);
}

/** The longest text of a company that the service stores, in characters. */
const TEXT_CHARS_MAX = 4000;

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= TEXT_CHARS_MAX;
}

function isOptionalText(value: unknown): boolean {
  return value === undefined || isText(value);
}

/** Whether a value of a response is a company whose shown fields are texts. `base-url` may name another service. */
export function isCompany(value: unknown): value is Company {
  const company = (value ?? {}) as Partial<Company>;
  const shown = [company.name, company.country_code, company.legal_form, company.company_status];
  return isId(company.id) && shown.every(isOptionalText);
}

/** A text of a response, shortened to the length that can be shown; an empty text for any other value. */
export function shownText(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, TEXT_CHARS_MAX) : '';
}
