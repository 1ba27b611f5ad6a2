import { SEARCH_LIMITS, attributionText } from '../../src/contract/index.ts';
import {
  backoffMs,
  codePointCount,
  isCompanyId,
  toErrorMessage,
  type DataFacts,
  type DetailsRecord,
} from '../../src/model/index.ts';
import {
  PositionGone,
  SWAP_DEFAULTS,
  type CompanyResult,
  type DetailsResult,
  type OfficersRequest,
  type OfficersResult,
  type Refreshable,
  type SearchRequest,
  type SearchResult,
} from '../../src/backend/index.ts';
import type { BackendUse } from '../../src/extra/index.ts';
import { parseUpstreamAddress } from './address.ts';
import { loadAnswers, type Answers, type ReadPage } from './answers.ts';
import { openConnections, type UpstreamConnections, type UpstreamOptions } from './connections.ts';
import { parseCode, violation, type Reply } from './faults.ts';
import type { UpstreamConfig } from './settings.ts';

const DEFAULTS: UpstreamOptions = {
  ...SWAP_DEFAULTS,
  connectionsMax: 64,
  deadlineMs: 5000,
  token: undefined,
  onInFlight: () => undefined,
  onFault: () => undefined,
  onAttribution: () => undefined,
};

/**
 * The id of no company. It makes the cheapest request for a service, and any valid response shows that the service implements the contract.
 */
const UNUSED_ID = 'co_00000000000000000000000000';
/** The delays between attempts to reach a service that has never responded. */
const PAUSES = { firstMs: 1000, maxMs: 10_000 };
/** How long it counts as known whether the service has details, in milliseconds. */
const DETAILS_KNOWN_MS = 60_000;
const NO_PAGE: ReadPage = { json: Buffer.of(), cursor: undefined, lastId: undefined };
/** Separates the parts of a position: the id of the last company before it (empty before the first one), and the cursor of the service. */
const SEPARATOR = '.';

/** Opens a backend; connects on first use. @throws {InputError} if the address is malformed */
export function openUpstreamBackend(address: string, options: Partial<UpstreamOptions> = {}): UpstreamBackend {
  return new UpstreamBackend(address, { ...DEFAULTS, ...options });
}

/** Returns the options of a service: its settings, its metrics and its log. */
export function optionsFor({ config, metrics, log }: BackendUse<UpstreamConfig>): Partial<UpstreamOptions> {
  return {
    connectionsMax: config.UPSTREAM_CONNECTIONS,
    token: config.UPSTREAM_TOKEN,
    onInFlight: (count) => metrics.setGauge('upstreamRequests', count),
    onFault: (fault) => metrics.addLabelled('upstreamFaults', fault),
    onAttribution: (text) => {
      if (text !== attributionText(config.DATA_PROVIDER))
        log.warn({ attribution: text }, 'the data service asks for another attribution: set DATA_PROVIDER to its name');
    },
  };
}

/** Forwards requests to another service that implements the same three operations, and perhaps the resource of details. */
class UpstreamBackend implements Refreshable {
  readonly #connections: UpstreamConnections;
  readonly #shown: string;
  readonly #options: UpstreamOptions;
  /** Empty: of the data of the service, only requested records are known. */
  readonly #facts: DataFacts = Object.freeze({});
  #answers: Promise<Answers> | undefined;
  /** Whether the service has details, and until when that counts as known. */
  #details: { readonly isThere: boolean; readonly untilMs: number } | undefined;
  #hasAnswered = false;
  #isAttributed = false;
  #isAway = false;
  #probing: Promise<void> | undefined;
  /** The fault of the last probe, and the time until which no new probe is sent. */
  #failedProbe: { readonly error: unknown; readonly untilMs: number; readonly failures: number } | undefined;

  constructor(address: string, options: UpstreamOptions) {
    const parsed = parseUpstreamAddress(address);
    this.#options = options;
    this.#shown = parsed.shown;
    this.#connections = openConnections(parsed, options);
  }

  /** Checks whether the service is back. Newer data is not looked for: only the service itself knows of it. */
  async refresh(): Promise<void> {
    if (this.#hasAnswered && !this.#connections.breaker.isOpen()) return;
    // The request itself reports faults.
    await this.#probe().catch(() => undefined);
  }

  async search(request: SearchRequest): Promise<SearchResult> {
    return await this.#search('/v1/search', request, (answers, reply) => answers.page(reply, request));
  }

  async details(ids: readonly string[]): Promise<DetailsResult | undefined> {
    if (this.#knownDetails() === false) return undefined;
    const records = await Promise.all(ids.map(async (id) => await this.#fetchDetails(id)));
    const isUnclear = records.every((record) => record === undefined);
    return isUnclear && !(await this.#hasDetails()) ? undefined : { records };
  }

  /** Sends one request. With `details`, a page would need one more request for each company. */
  async searchWithDetails(request: SearchRequest): Promise<SearchResult | undefined> {
    if (this.#knownDetails() === false) return undefined;
    const seen = { hasDetails: true };
    const result = await this.#search('/details/v1/search', request, (answers, reply) => {
      seen.hasDetails = reply.status !== 404;
      const page = seen.hasDetails ? answers.page(reply, request, true) : NO_PAGE;
      this.#details = { isThere: seen.hasDetails, untilMs: this.#options.nowMs() + DETAILS_KNOWN_MS };
      return page;
    });
    return seen.hasDetails ? result : undefined;
  }

  async #search(path: string, request: SearchRequest, read: (answers: Answers, reply: Reply) => ReadPage) {
    const { query, country, limit, after } = request;
    const chars = codePointCount(query);
    // The service refuses such a query, so its matches are unknown.
    if (chars < SEARCH_LIMITS.queryCharsMin || chars > SEARCH_LIMITS.queryCharsMax)
      return { json: Buffer.of(), next: undefined };
    const [lastId, cursor] = after === undefined ? [''] : openPosition(after);
    const parameters = { q: query.toWellFormed(), country, limit, cursor };
    return await this.#ask(`${path}?${formatQuery(parameters)}`, (answers, reply) => {
      // Every other parameter was validated already, and accepted for the first page.
      if (cursor !== undefined && reply.status === 400 && parseCode(reply) === 'invalid_request')
        throw new PositionGone(`The service "${this.#shown}" does not accept its cursor any more`);
      const page = read(answers, reply);
      if (page.cursor === undefined) return { json: page.json, next: undefined };
      const isSamePage = cursor !== undefined && page.lastId !== undefined && page.lastId === lastId;
      if (page.cursor === cursor || isSamePage) throw violation(this.#shown, 'a cursor leads back to its own page');
      return { json: page.json, next: (page.lastId ?? lastId) + SEPARATOR + page.cursor };
    });
  }

  async company(id: string): Promise<CompanyResult | undefined> {
    return await this.#askForCompany(id, '', (answers, reply) => ({ json: answers.company(reply, id) }));
  }

  async officers(request: OfficersRequest): Promise<OfficersResult | undefined> {
    return await this.#askForCompany(request.id, '/officers', (answers, reply) => answers.officers(reply, request));
  }

  /** Always returns the same object. Rejects before the first response: until then it is unknown whether there is data. */
  async facts(): Promise<DataFacts> {
    if (!this.#hasAnswered) await this.#probe();
    return this.#facts;
  }

  async close(): Promise<void> {
    await this.#connections.close();
  }

  async #fetchDetails(id: string): Promise<DetailsRecord | undefined> {
    if (!isCompanyId(id)) return undefined;
    return await this.#ask(`/details/v1/companies/${id}`, (answers, reply) =>
      reply.status === 404 ? undefined : answers.details(reply, id),
    );
  }

  /** A service without details responds with 404, and so does a service with details for an unknown id. A search distinguishes them. */
  async #hasDetails(): Promise<boolean> {
    return this.#knownDetails() ?? (await this.searchWithDetails({ query: UNUSED_ID, limit: 1 })) !== undefined;
  }

  #knownDetails(): boolean | undefined {
    const known = this.#details;
    return known === undefined || this.#options.nowMs() > known.untilMs ? undefined : known.isThere;
  }

  async #askForCompany<T>(id: string, path: string, read: (answers: Answers, reply: Reply) => T) {
    if (!isCompanyId(id)) return undefined;
    return await this.#ask(`/v1/companies/${id}${path}`, (answers, reply) =>
      // A 404 without a problem document is from a web server, and does not mean that the company is unknown.
      reply.status === 404 && parseCode(reply) === 'not_found' ? undefined : read(answers, reply),
    );
  }

  async #ask<T>(path: string, read: (answers: Answers, reply: Reply) => T): Promise<T> {
    const { token } = this.#options;
    const onAttribution = (text: string): void => this.#attribute(text);
    const answers = await (this.#answers ??= loadAnswers({ shown: this.#shown, token, onAttribution }));
    try {
      const answer = await this.#connections.ask(path, (reply) => read(answers, reply));
      this.#answered();
      return answer;
    } catch (error) {
      if (error instanceof PositionGone) this.#answered();
      else if (this.#connections.breaker.isOpen()) this.#failed(error);
      throw error;
    }
  }

  /** Sends the cheapest request. Several callers share the request, and for a while its fault. */
  async #probe(): Promise<void> {
    const failed = this.#failedProbe;
    if (failed !== undefined && this.#options.nowMs() < failed.untilMs) throw failed.error;
    this.#probing ??= this.#askForUnused(failed?.failures).finally(() => (this.#probing = undefined));
    await this.#probing;
  }

  async #askForUnused(failuresBefore = 0): Promise<void> {
    try {
      await this.company(UNUSED_ID);
      this.#failedProbe = undefined;
    } catch (error) {
      // If the service has responded before, the circuit breaker sets the pauses.
      if (!this.#hasAnswered) {
        const failures = failuresBefore + 1;
        this.#failedProbe = { error, failures, untilMs: this.#options.nowMs() + backoffMs(failures, PAUSES) };
        this.#failed(error);
      }
      throw error;
    }
  }

  #answered(): void {
    this.#hasAnswered = true;
    if (!this.#isAway) return;
    this.#isAway = false;
    this.#options.onSwap({ kind: 'recovered', generation: undefined });
  }

  #failed(error: unknown): void {
    if (this.#isAway) return;
    this.#isAway = true;
    this.#options.onSwap({ kind: 'away', reason: toErrorMessage(error) });
  }

  #attribute(text: string): void {
    if (this.#isAttributed) return;
    this.#isAttributed = true;
    this.#options.onAttribution(text);
  }
}

function openPosition(text: string): [lastId: string, cursor: string] {
  const separator = text.indexOf(SEPARATOR);
  const [lastId, cursor] = [text.slice(0, Math.max(0, separator)), text.slice(separator + 1)];
  // The position belongs to other data that was served under the same address.
  if (separator < 0 || cursor === '' || (lastId !== '' && !isCompanyId(lastId)))
    throw new PositionGone(`Cannot continue at "${text}": it is not a position of a service`);
  return [lastId, cursor];
}

/** Returns a query string with blanks in a form that every server understands. */
function formatQuery(parameters: Readonly<Record<string, string | number | undefined>>): string {
  return Object.entries(parameters)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`]))
    .join('&');
}
