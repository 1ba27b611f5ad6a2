import { setTimeout as pause } from 'node:timers/promises';
import { nameOfServer, type StoreAddress, type StoreServer } from './address.ts';
import { StoreFault, type FallbackReason } from './faults.ts';
import { PROBE_TOKENS, type Taking } from './script.ts';
import { CONNECT_MS_MAX, StoreSession, type RedisLibrary } from './session.ts';

/** A server that is away is asked so often, at first sooner. */
const PROBE_MS = 1000;
const FIRST_PROBE_MS = 50;
/** One that is late for less is not worth a line in the log. */
const LATE_MS_MAX = 250;

/** Single requests that are refused make a line no more often than this. */
const REFUSED_MS_MIN = 60_000;

/** What happens to a server of the store. */
export type StoreEvent =
  | { readonly kind: 'away' | 'refused'; readonly server: string; readonly reason: string }
  | { readonly kind: 'back'; readonly server: string };

export interface StoreOptions {
  readonly address: StoreAddress;
  /** How long a request waits for the store before it is counted locally. */
  readonly deadlineMs: number;
  /** Never goes backwards. */
  readonly nowMs: () => number;
  readonly onEvent: (event: StoreEvent) => void;
  /** Tells how many servers cannot be asked now, whenever that changes. */
  readonly onAway: (servers: number) => void;
}

/**
 * Keeps one connection to a server. While the server is away nothing is sent to it but a probe now and then: the script with a key of its
 * own, so a server that cannot write is away too.
 */
export class StoreConnection {
  readonly server: StoreServer;
  readonly #redis: RedisLibrary;
  readonly #options: Omit<StoreOptions, 'onAway'>;
  readonly #probeKey: string;
  readonly #onChange: () => void;
  readonly #closing = new AbortController();
  #session: StoreSession | undefined;
  #isReady = false;
  /** What was told last: that it is away, by its cause. */
  #told: string | undefined;
  /** When it was told last that a single request was refused. */
  #refusedMs = -Infinity;
  #lateTimer: NodeJS.Timeout | undefined;
  /** Ends the wait until something is wrong. */
  #doubt: (fault: StoreFault) => void = () => undefined;
  #settle: () => void = () => undefined;
  /** Resolves when it is known whether the server can be asked. */
  readonly settled: Promise<void>;

  /** `onChange` is called when {@linkcode isAway} may have changed. */
  constructor(
    redis: RedisLibrary,
    server: StoreServer,
    options: Omit<StoreOptions, 'onAway'>,
    { probeKey, onChange }: { readonly probeKey: string; readonly onChange: () => void },
  ) {
    this.server = server;
    this.#redis = redis;
    this.#options = options;
    this.#probeKey = probeKey;
    this.#onChange = onChange;
    this.settled = new Promise((resolve) => (this.#settle = resolve));
    void this.#run();
  }

  /** Whether the log says that it is away. */
  get isAway(): boolean {
    return this.#told !== undefined;
  }

  /** Why it cannot be asked now; undefined where it can. */
  get refusal(): FallbackReason | undefined {
    if (!this.#isReady) return 'away';
    return this.#session?.isBusy === true ? 'busy' : undefined;
  }

  /** Takes tokens within so long. Rejects with a {@linkcode StoreFault}. */
  async take(taking: Taking, withinMs: number, isAsking = false): Promise<number> {
    if (this.#session === undefined) throw new StoreFault('away', 'it is not connected');
    try {
      return await this.#session.take(taking, withinMs, isAsking);
    } catch (error) {
      // A cluster that moves a key says so, and nothing is wrong.
      if (error instanceof StoreFault && error.kind === 'refused' && !isRedirection(error)) this.#doubt(error);
      throw error;
    }
  }

  close(): void {
    this.#closing.abort();
    clearTimeout(this.#lateTimer);
    this.#session?.close();
    this.#settle();
  }

  get #isClosed(): boolean {
    return this.#closing.signal.aborted;
  }

  async #run(): Promise<void> {
    for (let failures = 0; !this.#isClosed;) {
      const { address, nowMs } = this.#options;
      const session = new StoreSession(this.#redis, this.server, address, {
        nowMs,
        onLate: (fault) => this.#doubt(fault),
      });
      this.#session = session;
      try {
        await session.connect();
        const fault = await Promise.race([session.lost, this.#watch(session)]);
        if (this.#isReady) failures = 0;
        this.#leave(fault);
      } catch (error) {
        if (!(error instanceof StoreFault)) throw error;
        this.#leave(error);
      }
      session.close();
      if (this.#session === session) this.#session = undefined;
      await this.#pause(failures++);
    }
  }

  /** Probes a connection until it answers, and again whenever there is doubt. Ends where it is better given up. */
  async #watch(session: StoreSession): Promise<StoreFault> {
    for (let failures = 0; ;) {
      const fault = await this.#probe(session);
      if (this.#isClosed || this.#session !== session) return new StoreFault('away', 'the connection was closed');
      if (fault === undefined) {
        failures = 0;
        const doubted = new Promise<StoreFault>((resolve) => (this.#doubt = resolve));
        this.#enter();
        const doubt = await doubted;
        this.#doubt = () => undefined;
        // A request may be refused for itself, and the probe tells.
        if (doubt.kind === 'late') this.#leave(doubt);
        else if ((await this.#probe(session)) === undefined) this.#tellRefused(doubt);
        continue;
      }
      this.#leave(fault);
      if (fault.kind === 'late' && !(await session.isAnsweredWithin(CONNECT_MS_MAX))) return fault;
      await this.#pause(failures++);
    }
  }

  async #probe(session: StoreSession): Promise<StoreFault | undefined> {
    try {
      await session.take({ key: this.#probeKey, tokens: PROBE_TOKENS, cost: 1 }, this.#options.deadlineMs);
      return undefined;
    } catch (error) {
      if (error instanceof StoreFault) return error;
      throw error;
    }
  }

  #enter(): void {
    this.#isReady = true;
    clearTimeout(this.#lateTimer);
    this.#lateTimer = undefined;
    this.#settle();
    if (this.#told === undefined) return;
    this.#told = undefined;
    this.#options.onEvent({ kind: 'back', server: nameOfServer(this.server) });
    this.#onChange();
  }

  #leave(fault: StoreFault): void {
    this.#isReady = false;
    if (this.#isClosed) return;
    if (fault.kind === 'late' && this.#told === undefined) {
      this.#lateTimer ??= setTimeout(() => this.#tellAway(fault), LATE_MS_MAX);
      return;
    }
    this.#tellAway(fault);
  }

  #tellAway({ kind, code, message }: StoreFault): void {
    clearTimeout(this.#lateTimer);
    this.#lateTimer = undefined;
    this.#settle();
    const cause = `${kind} ${code ?? ''}`;
    if (this.#told === cause) return;
    this.#told = cause;
    this.#options.onEvent({ kind: 'away', server: nameOfServer(this.server), reason: message });
    this.#onChange();
  }

  #tellRefused({ message }: StoreFault): void {
    const now = this.#options.nowMs();
    if (now - this.#refusedMs < REFUSED_MS_MIN) return;
    this.#refusedMs = now;
    this.#options.onEvent({ kind: 'refused', server: nameOfServer(this.server), reason: message });
  }

  async #pause(failures: number): Promise<void> {
    const ms = Math.min(PROBE_MS, FIRST_PROBE_MS * 2 ** failures);
    await pause(ms * (0.5 + Math.random() / 2), undefined, { signal: this.#closing.signal }).catch(() => undefined);
  }
}

/** Whether a server of a cluster says that another one has the key. */
export function isRedirection({ code }: StoreFault): boolean {
  return code === 'MOVED' || code === 'ASK';
}
