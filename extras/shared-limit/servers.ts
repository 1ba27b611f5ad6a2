import { setTimeout as pause } from 'node:timers/promises';
import { RATE_LIMIT_NETWORKS } from '../../src/contract/index.ts';
import { backoffMs, quoteValue } from '../../src/model/index.ts';
import type { Taken } from '../../src/server/index.ts';
import { nameOfServer, type StoreAddress } from './address.ts';
import { StoreFault, within, type FallbackReason } from './faults.ts';
import { openStore, type OpenStore } from './redis.ts';
import { probeTaking, type Taking } from './script.ts';
import { ServerHealth, type HealthOptions } from './server-health.ts';

/** The pauses between attempts to reach servers that are away. */
const RETRIES = { firstMs: 50, maxMs: 1000, jitter: 0.5 };
const START_MS_MAX = 5000;
/** Maximum number of commands without a reply: more than a connection answers within the deadline. Further requests are counted locally. */
const UNANSWERED_MAX = 1000;

export interface StoreOptions extends HealthOptions {
  readonly address: StoreAddress;
  /** How long a request waits for the store before it is counted locally. */
  readonly deadlineMs: number;
  /** Receives the number of servers that are away, whenever it may have changed. */
  readonly onAway: (servers: number) => void;
}

/**
 * The servers of a store. A server that is away gets only probes, which run the script with a separate key: a server that cannot write
 * counts as away, too. Meanwhile new stores are opened. A new store with fewer servers away, or an open one instead of a closed one,
 * replaces the current store: this repairs connections, and follows changes of a cluster.
 */
export class StoreServers {
  readonly #options: StoreOptions;
  readonly #closing = new AbortController();
  readonly #healths = new Map<string, ServerHealth>();
  #store: OpenStore | undefined;
  #isHealing = false;

  constructor(options: StoreOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    await Promise.race([this.#open(), pause(START_MS_MAX, undefined, { ref: false })]);
  }

  close(): void {
    this.#closing.abort();
    this.#store?.close();
    for (const health of this.#healths.values()) health.forget();
  }

  /** Takes tokens, or returns the reason why the server of the key gets no request. Rejects with a {@linkcode StoreFault}. */
  take(taking: Taking): Promise<Taken> | FallbackReason {
    const store = this.#store;
    const server = store?.serverOf(taking.keys[0]);
    if (store === undefined || server === undefined) return 'away';
    const health = this.#healthOf(server);
    if (!health.isReady) return 'away';
    if (health.unanswered >= UNANSWERED_MAX) return 'busy';
    return this.#ask(store, health, taking).catch((fault: StoreFault) => {
      // The store reports lost connections itself. Faults of a replaced store no longer concern its servers.
      if (store === this.#store && fault.kind === 'late') this.#leave(health, fault);
      if (store === this.#store && fault.kind === 'refused') void this.#doubt(store, health, fault);
      throw fault;
    });
  }

  #healthOf(server: string): ServerHealth {
    const health = this.#healths.get(server) ?? new ServerHealth(server, this.#options);
    this.#healths.set(server, health);
    return health;
  }

  async #ask(store: OpenStore, health: ServerHealth, taking: Taking): Promise<Taken> {
    health.unanswered++;
    const reply = store.take(taking).finally(() => health.unanswered--);
    return takenOf(await within(this.#options.deadlineMs, reply), taking);
  }

  async #probe(store: OpenStore, health: ServerHealth): Promise<StoreFault | undefined> {
    if (!hasServer(store, health.server)) return new StoreFault('away', 'it has left the cluster');
    let number = 0;
    while (store.serverOf(probeTaking(number).keys[0]) !== health.server) number++;
    try {
      await this.#ask(store, health, probeTaking(number));
      return undefined;
    } catch (error) {
      if (error instanceof StoreFault) return error;
      throw error;
    }
  }

  /** Checks with a probe whether a server refuses all requests, or only one. */
  async #doubt(store: OpenStore, health: ServerHealth, refusal: StoreFault): Promise<void> {
    if (health.isDoubted) return;
    health.isDoubted = true;
    const fault = await this.#probe(store, health);
    health.isDoubted = false;
    if (store !== this.#store) return;
    if (fault === undefined) health.refuse(refusal);
    else this.#leave(health, fault);
  }

  #note(health: ServerHealth, fault: StoreFault | undefined): void {
    if (fault !== undefined) return this.#leave(health, fault);
    health.enter();
    this.#reportAway();
  }

  #leave(health: ServerHealth, fault: StoreFault, isBrief = fault.kind === 'late'): void {
    if (this.#closing.signal.aborted) return;
    health.leave(fault, isBrief, () => this.#reportAway());
    void this.#heal();
  }

  #forget(health: ServerHealth): void {
    health.forget();
    this.#healths.delete(health.server);
    this.#reportAway();
  }

  #reportAway(): void {
    this.#options.onAway([...this.#healths.values()].filter(({ isReportedAway }) => isReportedAway).length);
  }

  get #away(): readonly ServerHealth[] {
    return [...this.#healths.values()].filter(({ isReady }) => !isReady);
  }

  async #heal(): Promise<void> {
    if (this.#isHealing) return;
    this.#isHealing = true;
    const { signal } = this.#closing;
    for (let failures = 1; ; failures++) {
      await this.#probeAway();
      if (signal.aborted || this.#away.length === 0) break;
      await pause(backoffMs(failures, RETRIES), undefined, { signal }).catch(() => undefined);
      if (!signal.aborted) await this.#open();
    }
    this.#isHealing = false;
  }

  async #probeAway(): Promise<void> {
    const store = this.#store;
    // Without a connection, only a new one knows why the server is away.
    if (store?.isOpen() !== true) return;
    const probed = this.#away.map(async (health) => {
      if (hasServer(store, health.server)) this.#note(health, await this.#probe(store, health));
      else this.#forget(health);
    });
    await Promise.all(probed);
  }

  /** Opens a store. It replaces the current store if that is closed or if fewer servers of the new one are away. */
  async #open(): Promise<void> {
    const current = this.#store;
    const { address } = this.#options;
    const isCluster = address.servers.length > 1;
    const known = isCluster && current !== undefined ? current.servers() : [];
    let store: OpenStore | undefined;
    const onFault = (server: string, fault: StoreFault): void => {
      if (store !== undefined && store === this.#store) this.#leave(this.#healthOf(server), fault, true);
    };
    try {
      store = await openStore({ ...address, servers: [...address.servers, ...known] }, onFault);
    } catch (error) {
      if (!(error instanceof StoreFault)) throw error;
      // If a cluster was open, the faults of its servers have been reported one by one.
      if (!isCluster || current === undefined) this.#leave(this.#healthOf(this.#name), error);
      return;
    }
    await this.#use(store);
  }

  async #use(store: OpenStore): Promise<void> {
    const current = this.#store;
    const servers = store.servers().map((server) => this.#healthOf(nameOfServer(server)));
    const probed = servers.map(async (health) => [health, await this.#probe(store, health)] as const);
    const results = await Promise.all(probed);
    const away = results.filter(([, fault]) => fault !== undefined).length;
    // A server without its connection reports that, not why it cannot be used: it may be a replica since.
    const isBetter = current?.isOpen() !== true || away < this.#away.length;
    if (this.#closing.signal.aborted || !isBetter) {
      store.close();
      for (const [health, fault] of results) if (fault !== undefined && !health.isReady) this.#leave(health, fault);
      return;
    }
    this.#store = store;
    if (current !== undefined) void this.#closeLater(current);
    for (const health of this.#healths.values()) {
      if (servers.includes(health)) continue;
      if (health.server === this.#name) health.enter();
      this.#forget(health);
    }
    for (const [health, fault] of results) this.#note(health, fault);
  }

  /** Closes a replaced store after the deadline of its waiting requests. */
  async #closeLater(store: OpenStore): Promise<void> {
    const { signal } = this.#closing;
    await pause(this.#options.deadlineMs, undefined, { signal }).catch(() => undefined);
    store.close();
  }

  get #name(): string {
    return this.#options.address.servers.map(nameOfServer).join(',');
  }
}

function hasServer(store: OpenStore, name: string): boolean {
  return store.servers().some((server) => nameOfServer(server) === name);
}

/**
 * Returns the reply of the script. Throws a {@linkcode StoreFault} for an invalid value, which could let every request of the client pass.
 */
function takenOf(reply: unknown, { keys, tokens, cost }: Taking): Taken {
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
