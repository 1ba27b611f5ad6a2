import {
  present,
  type NumberRange,
  type CrawlRequest,
  type Crawl,
  type CrawlState as Known,
} from '../../importer/index.ts';
import { quoteValue } from '../../model/index.ts';
import {
  NOTHING_ASKED,
  formatRequestId,
  type CrawlState,
  type Progress,
  type RangeAt,
  type Waiting,
} from './crawl-state.ts';

const KEY_CHARS_MAX = 200;

export interface Next extends Waiting {
  readonly range?: RangeAt;
}

/** The requests of the present round. Each is sent once, no matter how many responses lead to it. */
export class RequestQueue {
  readonly #state: CrawlState;

  constructor(state: CrawlState) {
    this.#state = state;
  }

  get #progress(): Progress {
    return this.#state.progress;
  }

  /** Starts a round with the first requests of the declaration, and the requests that earlier rounds gave up. */
  begin(crawl: Crawl, now: Date): void {
    const before = this.#progress;
    const { since, wholeSince, reached } = before;
    const plan = crawl.first(present<Known>({ today: now.toISOString().slice(0, 10), reached, since, wholeSince }));
    const { endedAt: _, ...rest } = before;
    const isWhole = plan.isWhole === true || since === undefined;
    this.#state.progress = { ...rest, ...NOTHING_ASKED, round: before.round + 1, isWhole, beganAt: now.toISOString() };
    const hosts = new Set<string>();
    for (const request of plan.requests) {
      const first = 'from' in request ? createRequest(request, request.from) : request;
      hosts.add(new URL(crawl.toHttpRequest(first).url).origin);
      this.add(request);
    }
    this.#progress.hosts = [...hosts];
    for (const request of before.postponed.splice(0)) this.add(request);
  }

  /** Adds a range, or a request that has no response yet. @param hash the hash of the response that leads to it */
  add(request: CrawlRequest | NumberRange, hash?: string): void {
    mustBeNamed(request);
    if ('from' in request) {
      this.#progress.ranges.push({ range: request, next: request.from, absent: 0 });
      return;
    }
    if (this.#hasResponse(formatRequestId(request), request.once)) return;
    this.#state.add(request, request.differs === true ? hash : undefined);
  }

  /** Returns the next request; undefined if no request is due. */
  next(nowMs: number): Next | undefined {
    return this.#state.next(nowMs) ?? this.#fromRange(nowMs);
  }

  /** Advances a range after a response. */
  advance({ range, request }: Next, isNone: boolean): void {
    if (range === undefined || range !== this.#progress.ranges[0]) return;
    range.absent = isNone ? range.absent + 1 : 0;
    if (!isNone) this.#reach(request.kind, Number(request.key));
  }

  #fromRange(nowMs: number): Next | undefined {
    const { ranges } = this.#progress;
    for (let [at] = ranges; at !== undefined; [at] = ranges) {
      const { range, next, absent } = at;
      if (next > (range.to ?? Infinity) || absent >= (range.absentMax ?? Infinity)) {
        ranges.shift();
        continue;
      }
      const request = createRequest(range, next);
      const id = formatRequestId(request);
      const hasResponse = this.#hasResponse(id);
      const isNone = hasResponse && this.#state.findResponse(id)?.isNone === true;
      if (hasResponse && !isNone) this.#reach(range.kind, next);
      at.next = next + (range.step ?? 1);
      if (hasResponse) at.absent = isNone ? absent + 1 : 0;
      // A request that is already pending has its own due time.
      if (hasResponse || this.#state.isWaiting(id)) continue;
      this.#state.add(request);
      const waiting = this.#state.next(nowMs);
      return waiting && { ...waiting, range: at };
    }
    return undefined;
  }

  #reach(kind: string, number: number): void {
    const { reached } = this.#progress;
    if (!(number <= (reached[kind] ?? -1))) reached[kind] = number;
  }

  /** Whether a request has a response that counts in this round. */
  #hasResponse(id: string, once?: true): boolean {
    const { round } = this.#progress;
    const known = this.#state.findResponse(id);
    if (known === undefined || known.round === round) return known !== undefined;
    if (once !== true || known.isNone) return false;
    this.#state.touch(id, round);
    return true;
  }
}

function createRequest({ kind, digits = 0 }: NumberRange, number: number): CrawlRequest {
  return { kind, key: String(number).padStart(digits, '0'), leaf: true };
}

/** Throws if a request breaks the rules for kinds and keys: an import could not read its response. */
function mustBeNamed(request: CrawlRequest | NumberRange): void {
  const refuse = (why: string): never => {
    throw new Error(`the request ${quoteValue(request)} of a crawl ${why}`);
  };
  if (!/^[a-z][a-z0-9-]*$/.test(request.kind)) refuse('has no kind of small letters, digits and hyphens');
  if ('from' in request) {
    if (request.to === undefined && request.absentMax === undefined) refuse('has no end');
  } else if (request.key === '' || request.key.length > KEY_CHARS_MAX || request.key.includes('\0')) {
    refuse(`has no key of 1 to ${KEY_CHARS_MAX} characters`);
  }
}
