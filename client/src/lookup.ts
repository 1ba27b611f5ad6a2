import { narrowed } from './narrowing.ts';
import { OpenFirma } from './openfirma.ts';
import type { Company, CompanyEnvelope, SearchPage } from './types.ts';

/** What is known of what somebody types. */
export type LookupState =
  | { kind: 'idle' }
  /** Too little is typed. */
  | { kind: 'short' }
  /** An answer is on its way; `companies` are certain to be in it. */
  | { kind: 'searching'; companies: readonly Company[] }
  | { kind: 'found'; companies: readonly Company[]; hasMore: boolean; attribution: string }
  /** The service is asked again after so many seconds, by itself. */
  | { kind: 'waiting'; seconds: number }
  | { kind: 'failed'; error: unknown };

const QUERY_CHARS_MIN = 3;
/** The most that the service gives at once: the sooner an answer is complete, the fewer are asked for. */
const COMPANIES_MAX = 25;
/** How long somebody must stop typing before the service is asked. */
const PAUSE_MS = 150;
/** How long an answer may be narrowed, which is as long as the service lets a browser keep it. */
const ANSWER_MS_MAX = 60_000;

/** Finds companies for a text that changes while it is asked. Only what belongs to the last text is ever told. */
export class Lookup {
  readonly #baseUrl: () => string;
  readonly #tell: (state: LookupState) => void;
  #client: { baseUrl: string; api: OpenFirma } | undefined;
  #answer: { baseUrl: string; country: string; page: SearchPage; atMs: number } | undefined;
  #call = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `baseUrl` gives the public address of the API; `tell` hears of every new state. */
  constructor(baseUrl: () => string, tell: (state: LookupState) => void) {
    this.#baseUrl = baseUrl;
    this.#tell = tell;
  }

  /** Gives up what is asked. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#call.abort();
    this.#call = new AbortController();
  }

  /** Finds the companies of a country, or of `all`, that a text finds. */
  find(text: string, country: string, pauseMs = PAUSE_MS): void {
    this.stop();
    const query = text
      .normalize('NFC')
      .replace(/\p{White_Space}+/gu, ' ')
      .replace(/^ | $/g, '');
    // The service counts code points, as Array.from does.
    if (Array.from(query).length < QUERY_CHARS_MIN) {
      this.#tell({ kind: query === '' ? 'idle' : 'short' });
      return;
    }
    const page = this.#pageOf(country);
    const { companies, isWhole } = page ? narrowed(page, query) : { companies: [], isWhole: false };
    if (page && isWhole) {
      this.#tell({ kind: 'found', companies, hasMore: false, attribution: page.attribution });
      return;
    }
    this.#tell({ kind: 'searching', companies });
    const { signal } = this.#call;
    this.#timer = setTimeout(() => void this.#ask(query, country, signal), pauseMs);
  }

  /** A company by its ID; undefined where the call was given up. Rejects as the client does. */
  async company(id: string): Promise<CompanyEnvelope | undefined> {
    this.stop();
    const { signal } = this.#call;
    try {
      return await this.#api().company(id, { signal });
    } catch (error) {
      if (signal.aborted) return undefined;
      throw error;
    }
  }

  #pageOf(country: string): SearchPage | undefined {
    const answer = this.#answer;
    const isUsable =
      answer?.country === country && answer.baseUrl === this.#baseUrl() && Date.now() - answer.atMs < ANSWER_MS_MAX;
    return isUsable ? answer.page : undefined;
  }

  async #ask(query: string, country: string, signal: AbortSignal): Promise<void> {
    try {
      const baseUrl = this.#baseUrl();
      const page = await this.#api().search({ q: query, country, limit: COMPANIES_MAX, signal });
      if (signal.aborted) return;
      this.#answer = { baseUrl, country, page, atMs: Date.now() };
      const { data, attribution, next_cursor: next } = page;
      this.#tell({ kind: 'found', companies: data, hasMore: next !== null, attribution });
    } catch (error) {
      if (!signal.aborted) this.#tell({ kind: 'failed', error });
    }
  }

  #api(): OpenFirma {
    const baseUrl = this.#baseUrl();
    if (this.#client?.baseUrl !== baseUrl) {
      const onWait = ({ seconds }: { seconds: number }): void => this.#tell({ kind: 'waiting', seconds });
      this.#client = { baseUrl, api: new OpenFirma({ baseUrl, onWait }) };
    }
    return this.#client.api;
  }
}
