import { setTimeout as pause } from 'node:timers/promises';
import { RATE_LIMIT_NETWORKS } from '../../src/contract/index.ts';
import { backoffMs, quoteValue } from '../../src/model/index.ts';
import type { Taken } from '../../src/server/index.ts';
import { nameOf, type StoreAddress } from './address.ts';
import { StoreFault, within, type FallbackReason } from './faults.ts';
import { connectStore, type Connection } from './redis.ts';
import { PROBE, type Taking } from './script.ts';
import { StoreEvents, type EventOptions } from './store-events.ts';

/** The pauses between attempts to reach a store that is away. */
const RETRIES = { firstMs: 50, maxMs: 1000, jitter: 0.5 };
const START_MS_MAX = 5000;
/** Maximum number of commands without a reply: more than a connection answers within the deadline. Further requests are counted locally. */
const UNANSWERED_MAX = 1000;

export interface StoreOptions extends EventOptions {
  readonly address: StoreAddress;
  /** How long a request waits for the store before it is counted locally. */
  readonly deadlineMs: number;
}

/**
 * The store that counts. While it is away it gets only probes, which run the script with a separate key: a store that cannot write is away,
 * too. A connection is never repaired: a new one replaces it as soon as a probe succeeds over it.
 */
export class Store {
  readonly #options: StoreOptions;
  readonly #events: StoreEvents;
  readonly #closing = new AbortController();
  #connection: Connection | undefined;
  #isReady = false;
  #isHealing = false;
  /** Whether a probe is checking a refusal. */
  #isDoubted = false;
  /** Number of commands without a reply, including commands of requests that no longer wait. */
  #unanswered = 0;

  constructor(options: StoreOptions) {
    this.#options = options;
    this.#events = new StoreEvents(nameOf(options.address), options);
  }

  /** Connects. Resolves when the store answers or is known to be away, or after some seconds. */
  async start(): Promise<void> {
    await Promise.race([this.#connect(), pause(START_MS_MAX, undefined, { ref: false })]);
  }

  close(): void {
    this.#closing.abort();
    this.#connection?.close();
    this.#events.close();
  }

  /** Takes tokens, or returns the reason why the store gets no request. Rejects with a {@linkcode StoreFault}. */
  take(taking: Taking): Promise<Taken> | FallbackReason {
    const connection = this.#connection;
    if (connection === undefined || !this.#isReady) return 'away';
    if (this.#unanswered >= UNANSWERED_MAX) return 'busy';
    return this.#ask(connection, taking).catch((fault: StoreFault) => {
      // A lost connection reports itself. Faults of a replaced connection no longer concern the store.
      if (connection === this.#connection && fault.kind === 'late') this.#leave(fault, true);
      if (connection === this.#connection && fault.kind === 'refused') void this.#doubt(connection, fault);
      throw fault;
    });
  }

  async #ask(connection: Connection, taking: Taking): Promise<Taken> {
    this.#unanswered++;
    const reply = connection.take(taking).finally(() => this.#unanswered--);
    return parseTaken(await within(this.#options.deadlineMs, reply), taking);
  }

  async #probe(connection: Connection): Promise<StoreFault | undefined> {
    try {
      await this.#ask(connection, PROBE);
      return undefined;
    } catch (error) {
      if (error instanceof StoreFault) return error;
      throw error;
    }
  }

  /** Checks with a probe whether the store refuses all requests, or only one. */
  async #doubt(connection: Connection, refusal: StoreFault): Promise<void> {
    if (this.#isDoubted) return;
    this.#isDoubted = true;
    const fault = await this.#probe(connection);
    this.#isDoubted = false;
    if (connection !== this.#connection) return;
    if (fault === undefined) this.#events.refused(refusal);
    else this.#leave(fault, fault.kind === 'late');
  }

  #leave(fault: StoreFault, isBrief: boolean): void {
    if (this.#closing.signal.aborted) return;
    this.#isReady = false;
    this.#events.away(fault, isBrief);
    void this.#heal();
  }

  #enter(): void {
    this.#isReady = true;
    this.#events.back();
  }

  /** Probes the connection, and opens new ones, until a probe succeeds. */
  async #heal(): Promise<void> {
    if (this.#isHealing) return;
    this.#isHealing = true;
    const { signal } = this.#closing;
    for (let failures = 1; !this.#isReady && !signal.aborted; failures++) {
      const connection = this.#connection;
      // Without a connection, only a new one knows why the store is away.
      if (connection?.isOpen() === true) {
        const fault = await this.#probe(connection);
        if (fault === undefined) this.#enter();
        else this.#leave(fault, fault.kind === 'late');
      }
      if (this.#isReady) break;
      await pause(backoffMs(failures, RETRIES), undefined, { signal }).catch(() => undefined);
      if (!signal.aborted) await this.#connect();
    }
    this.#isHealing = false;
  }

  /** Opens a connection, which replaces the current one if a probe succeeds or if the current one is closed. */
  async #connect(): Promise<void> {
    const current = this.#connection;
    let fault: StoreFault | undefined;
    try {
      const connection = await connectStore(this.#options.address, (lost) => {
        if (connection === this.#connection) this.#leave(lost, true);
      });
      fault = await this.#probe(connection);
      if (this.#closing.signal.aborted || (fault !== undefined && current?.isOpen() === true)) connection.close();
      else this.#replace(connection);
    } catch (error) {
      if (!(error instanceof StoreFault)) throw error;
      fault = error;
    }
    if (this.#closing.signal.aborted) return;
    if (fault === undefined) this.#enter();
    else this.#leave(fault, fault.kind === 'late');
  }

  #replace(connection: Connection): void {
    const old = this.#connection;
    this.#connection = connection;
    if (old === undefined) return;
    // Its requests may wait until the deadline.
    const { signal } = this.#closing;
    void pause(this.#options.deadlineMs, undefined, { signal }).then(old.close, old.close);
  }
}

/**
 * Returns the reply of the script. Throws a {@linkcode StoreFault} for an invalid value, which could let every request of the client pass.
 */
function parseTaken(reply: unknown, { keys, tokens, cost }: Taking): Taken {
  const isWhole = (value: unknown, max: number): value is number =>
    typeof value === 'number' && Number.isInteger(value) && value >= -cost && value <= max;
  if (isWhole(reply, tokens)) return reply;
  if (Array.isArray(reply) && reply.length === 2 && isWhole(reply[1], -1)) {
    const network = RATE_LIMIT_NETWORKS.find((_, i) => i + 2 === reply[0] && reply[0] <= keys.length);
    if (network !== undefined) return { ...network, missing: -reply[1] };
  }
  // Other values cannot be quoted: JSON has no large integers, and a list may be nested too deeply for JSON.
  const isPlain = typeof reply === 'string' || typeof reply === 'number' || reply === null;
  const shown = isPlain ? quoteValue(reply) : `a value of the type ${typeof reply}`;
  const message = `its script returned ${shown}, allowed is a whole number from ${-cost} to ${tokens}`;
  throw new StoreFault('refused', message, 'REPLY');
}
