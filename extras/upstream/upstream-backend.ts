import { SEARCH_LIMITS } from '../../src/contract/index.ts';
import { backoffMs, codePointCount, isCompanyId, type DataFacts } from '../../src/model/index.ts';
import {
  PositionGone,
  SWAP_DEFAULTS,
  type BackendOptions,
  type CompanyResult,
  type OfficersRequest,
  type OfficersResult,
  type Refreshable,
  type SearchRequest,
  type SearchResult,
} from '../../src/backend/index.ts';
import type { SwapOptions } from '../../src/backend/index.ts';
import { parseUpstreamAddress } from './address.ts';
import { loadAnswers, type Answers, type ReadPage } from './answers.ts';
import { UpstreamConnections, type UpstreamOptions } from './connections.ts';
import { codeOf, violation, type Reply } from './faults.ts';

export const UPSTREAM_DEFAULTS: UpstreamOptions = {
  connectionsMax: 64,
  deadlineMs: 5000,
  token: undefined,
  onInFlight: () => undefined,
  onFault: () => undefined,
  onAttribution: () => undefined,
};

/** An id without a company: the cheapest request for a service, and any valid response shows that it implements the contract. */
const NOBODY = 'co_00000000000000000000000000';
/** The first and the longest delay between attempts to reach a service that has never responded; each delay is twice the last. */
const PAUSES = { firstMs: 1000, maxMs: 10_000 };

/** Opens a backend with the defaults of all options. @throws {InputError} where the address is malformed */
export function openUpstreamBackend(address: string, options: Partial<BackendOptions> = {}): UpstreamBackend {
  return new UpstreamBackend(address, { ...SWAP_DEFAULTS, ...options });
}

/** Forwards requests to another service that implements the same three operations. */
export class UpstreamBackend implements Refreshable {
  readonly #connections: UpstreamConnections;
  readonly #shown: string;
  readonly #options: UpstreamOptions & SwapOptions;
  /** Only requested records are known of the data. */
  readonly #facts: DataFacts = Object.freeze({});
  #answers: Promise<Answers> | undefined;
  #hasAnswered = false;
  #isAttributed = false;
  /** Whether it was reported as away. */
  #isAway = false;
  #probing: Promise<void> | undefined;
  /** How the last probe failed, and how long that is an answer. */
  #failedProbe: { readonly error: unknown; readonly untilMs: number; readonly failures: number } | undefined;

  /** Connects on first use. Throws an InputError if the address is invalid. */
  constructor(address: string, options: SwapOptions & Partial<UpstreamOptions>) {
    const parsed = parseUpstreamAddress(address);
    this.#options = { ...UPSTREAM_DEFAULTS, ...options };
    this.#shown = parsed.shown;
    this.#connections = new UpstreamConnections(parsed, this.#options, this.#options.nowMs);
  }

  /** Checks whether the service is back. Only the service itself knows of newer data. */
  async refresh(): Promise<void> {
    if (this.#hasAnswered && !this.#connections.breaker.isOpen) return;
    // A fault is reported where it is found.
    await this.#probe().catch(() => undefined);
  }

  async search(request: SearchRequest): Promise<SearchResult> {
    const { query, country, limit, after } = request;
    const position = after === undefined ? undefined : openPosition(after);
    // The operation does not take it, so nothing is known of what it would find.
    const chars = codePointCount(query);
    if (chars < SEARCH_LIMITS.queryCharsMin || chars > SEARCH_LIMITS.queryCharsMax)
      return { json: Buffer.of(), next: undefined };
    const parameters = { q: query.toWellFormed(), country, limit, cursor: position?.cursor };
    const page = await this.#ask(`/v1/search?${queryOf(parameters)}`, (answers, reply) => {
      // Every other parameter was checked already, and taken for the first page.
      if (position !== undefined && reply.status === 400 && codeOf(reply) === 'invalid_request')
        throw new PositionGone(`The service "${this.#shown}" does not take its cursor any more`);
      const read = answers.page(reply, request);
      if (position !== undefined && isLoop(position, read))
        throw violation(this.#shown, 'a cursor leads to where it came from');
      this.#attribute(read.attribution);
      return read;
    });
    const { json, cursor, lastId } = page;
    return {
      json,
      next: cursor === undefined ? undefined : positionOf({ lastId: lastId ?? position?.lastId ?? '', cursor }),
    };
  }

  async company(id: string): Promise<CompanyResult | undefined> {
    if (!isCompanyId(id)) return undefined;
    return await this.#ask(`/v1/companies/${id}`, (answers, reply) => {
      if (isNotFound(reply)) return undefined;
      const { json, attribution } = answers.company(reply, id);
      this.#attribute(attribution);
      return { json };
    });
  }

  async officers(request: OfficersRequest): Promise<OfficersResult | undefined> {
    if (!isCompanyId(request.id)) return undefined;
    return await this.#ask(`/v1/companies/${request.id}/officers`, (answers, reply) => {
      if (isNotFound(reply)) return undefined;
      const { attribution, ...result } = answers.officers(reply, request);
      this.#attribute(attribution);
      return result;
    });
  }

  /** The same from the first answer on. Rejects before: until then it is not known whether there is data. */
  async facts(): Promise<DataFacts> {
    if (!this.#hasAnswered) await this.#probe();
    return this.#facts;
  }

  async close(): Promise<void> {
    await this.#connections.close();
  }

  async #ask<T>(path: string, read: (answers: Answers, reply: Reply) => T): Promise<T> {
    const answers = await (this.#answers ??= loadAnswers(this.#shown, this.#options.token));
    try {
      const answer = await this.#connections.ask(path, (reply) => read(answers, reply));
      this.#answered();
      return answer;
    } catch (error) {
      if (error instanceof PositionGone) this.#answered();
      else if (this.#connections.breaker.isOpen) this.#failed(error);
      throw error;
    }
  }

  /** Asks for what costs least. Several callers share one request, and for a while its fault. */
  async #probe(): Promise<void> {
    const failed = this.#failedProbe;
    if (failed !== undefined && this.#options.nowMs() < failed.untilMs) throw failed.error;
    this.#probing ??= this.#askForNobody(failed?.failures).finally(() => (this.#probing = undefined));
    await this.#probing;
  }

  async #askForNobody(failuresBefore = 0): Promise<void> {
    try {
      await this.company(NOBODY);
      this.#failedProbe = undefined;
    } catch (error) {
      // A service that has answered before is paced by the circuit breaker.
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
    this.#options.onSwap({ kind: 'away', reason: error instanceof Error ? error.message : String(error) });
  }

  #attribute(text: string): void {
    if (this.#isAttributed) return;
    this.#isAttributed = true;
    this.#options.onAttribution(text);
  }
}

/** Where a page of the service ends. */
interface Position {
  /** The id of the last company of the page, or of the pages before it if it is empty; empty if there is none. */
  readonly lastId: string;
  /** The service's own. */
  readonly cursor: string;
}

/** Separates the two parts of a position. */
const SEPARATOR = '.';

function positionOf({ lastId, cursor }: Position): string {
  return lastId + SEPARATOR + cursor;
}

function openPosition(text: string): Position {
  const separator = text.indexOf(SEPARATOR);
  const [lastId, cursor] = [text.slice(0, Math.max(0, separator)), text.slice(separator + 1)];
  // Of other data that was served under the same address.
  if (separator < 0 || cursor === '' || (lastId !== '' && !isCompanyId(lastId)))
    throw new PositionGone(`Cannot continue at "${text}": it is not a position of a service`);
  return { lastId, cursor };
}

/** Whether a page leads back to itself: then a walk would never end. */
function isLoop({ lastId, cursor }: Position, page: ReadPage): boolean {
  return page.cursor !== undefined && (page.cursor === cursor || (page.lastId !== undefined && page.lastId === lastId));
}

/** A 404 of the contract; that of a web server says nothing about companies. */
function isNotFound(reply: Reply): boolean {
  return reply.status === 404 && codeOf(reply) === 'not_found';
}

/** A query whose blanks every server understands. */
function queryOf(parameters: Readonly<Record<string, string | number | undefined>>): string {
  return Object.entries(parameters)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`]))
    .join('&');
}
