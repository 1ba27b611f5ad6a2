import { setTimeout as pause } from 'node:timers/promises';
import { nameOfServer, type StoreServer } from './address.ts';
import { StoreConnection, isRedirection, type StoreOptions } from './connection.ts';
import { StoreFault } from './faults.ts';
import { KEY_PREFIX } from './script.ts';
import { CONNECT_MS_MAX, StoreSession, loadRedis, type RedisLibrary } from './session.ts';
import { SLOTS, readSlotRanges, serverOfRedirection, slotOf, type SlotRanges } from './slots.ts';

/** While something is wrong the servers are looked for so often. */
const SEARCH_MS = 1000;
/** Several servers that do not answer must not hold up a start for long. */
const START_MS_MAX = 5000;
/** A cluster recommends at most 1,000 servers, half of which take no writes. */
const SERVERS_MAX = 1000;
/** Where a server is none of a cluster, or may not say so, it has all slots. */
const WITHOUT_CLUSTER = new Set(['ERR', 'NOPERM']);

/** The servers of a store: one, or those of a cluster that take writes. Finds out which, and follows a cluster that changes. */
export class StoreServers {
  readonly #options: StoreOptions;
  readonly #connections = new Map<string, StoreConnection>();
  readonly #bySlot = Array.from<StoreConnection | undefined>({ length: SLOTS });
  readonly #closing = new AbortController();
  #redis: RedisLibrary | undefined;
  #isCluster = false;
  /** Why the servers are not known; undefined where they are. */
  #fault: string | undefined;
  #isSearching = false;

  constructor(options: StoreOptions) {
    this.#options = options;
  }

  /** Connects to every server; resolves when it is known which answer, or after some seconds. */
  async start(): Promise<void> {
    const redis = await loadRedis();
    this.#redis = redis;
    const known = async (): Promise<void> => {
      await this.#look(redis);
      await Promise.all(Array.from(this.#connections.values(), ({ settled }) => settled));
    };
    await Promise.race([known(), pause(START_MS_MAX, undefined, { ref: false })]);
  }

  /** The connection to the server of a key; undefined where it is not known. */
  connectionOf(key: string): StoreConnection | undefined {
    return this.#bySlot[this.#isCluster ? slotOf(key) : 0];
  }

  /** The connection to the server that a refusal names; undefined where it names none, or one that is not known yet. */
  redirected(fault: StoreFault, from: StoreConnection): StoreConnection | undefined {
    if (!isRedirection(fault)) return undefined;
    if (fault.code === 'MOVED' && this.#redis !== undefined) void this.#search(this.#redis);
    const server = serverOfRedirection(fault, from.server);
    return server === undefined ? undefined : this.#connections.get(nameOfServer(server));
  }

  close(): void {
    this.#closing.abort();
    for (const connection of this.#connections.values()) connection.close();
  }

  get #isClosed(): boolean {
    return this.#closing.signal.aborted;
  }

  /** Looks for the servers, and again as long as something is wrong that another answer might mend. */
  async #search(redis: RedisLibrary): Promise<void> {
    if (this.#isSearching) return;
    this.#isSearching = true;
    do {
      await this.#look(redis);
      const ms = SEARCH_MS * (0.5 + Math.random() / 2);
      await pause(ms, undefined, { signal: this.#closing.signal }).catch(() => undefined);
    } while (this.#isWrong && !this.#isClosed);
    this.#isSearching = false;
  }

  get #isWrong(): boolean {
    return this.#fault !== undefined || (this.#isCluster && this.#away > 0);
  }

  get #away(): number {
    return Array.from(this.#connections.values()).filter(({ isAway }) => isAway).length;
  }

  #tellAway(redis: RedisLibrary): void {
    if (this.#isClosed) return;
    this.#options.onAway(this.#away + (this.#fault === undefined ? 0 : 1));
    if (this.#isWrong) void this.#search(redis);
  }

  async #look(redis: RedisLibrary): Promise<void> {
    const { servers } = this.#options.address;
    const names = servers.map(nameOfServer).join(',');
    try {
      const ranges = await this.#ranges(redis);
      if (this.#isClosed) return;
      this.#isCluster = ranges !== undefined;
      this.#use(redis, ranges ?? [{ server: servers[0] as StoreServer, first: 0, last: SLOTS - 1 }]);
      if (this.#fault !== undefined) this.#options.onEvent({ kind: 'back', server: names });
      this.#fault = undefined;
    } catch (error) {
      if (!(error instanceof StoreFault)) throw error;
      const isNew = this.#fault !== `${error.kind} ${error.code}`;
      this.#fault = `${error.kind} ${error.code}`;
      // Connections that are there tell for themselves.
      if (isNew && !this.#isClosed) this.#options.onEvent({ kind: 'away', server: names, reason: error.message });
    }
    this.#tellAway(redis);
  }

  /** The slots of a cluster, by the first server that answers; undefined where there is no cluster. Rejects with a {@linkcode StoreFault}. */
  async #ranges(redis: RedisLibrary): Promise<SlotRanges | undefined> {
    const { servers } = this.#options.address;
    const known = Array.from(this.#connections.values()).toSorted((a, b) => Number(a.isAway) - Number(b.isAway));
    let fault: StoreFault | undefined;
    for (const server of [...known.map((connection) => connection.server), ...servers]) {
      try {
        return await this.#rangesOf(redis, server);
      } catch (error) {
        if (!(error instanceof StoreFault)) throw error;
        fault ??= error;
      }
      if (this.#isClosed) break;
    }
    throw fault ?? new StoreFault('away', 'closed');
  }

  async #rangesOf(redis: RedisLibrary, server: StoreServer): Promise<SlotRanges | undefined> {
    const { address, nowMs } = this.#options;
    const session = new StoreSession(redis, server, address, { nowMs });
    try {
      await session.connect();
      const late = pause(CONNECT_MS_MAX, undefined, { ref: false }).then(() => {
        throw new StoreFault('late', 'it does not say which servers it has');
      });
      const ranges = readSlotRanges(await Promise.race([session.ask(['CLUSTER', 'SLOTS']), late]), server);
      const covered = ranges.reduce((sum, { first, last }) => sum + last - first + 1, 0);
      if (covered < SLOTS)
        throw new StoreFault('refused', `the cluster has servers for ${covered} of ${SLOTS} slots`, 'SLOTS');
      return ranges;
    } catch (error) {
      const isAlone = error instanceof StoreFault && WITHOUT_CLUSTER.has(error.code ?? '');
      if (!isAlone) throw error;
      if (address.servers.length === 1) return undefined;
      throw new StoreFault('refused', `several hosts are named, and ${nameOfServer(server)} is of no cluster`, 'ALONE');
    } finally {
      session.close();
    }
  }

  /** Connects to servers that are new, and leaves those that have no slots any more. */
  #use(redis: RedisLibrary, ranges: SlotRanges): void {
    const kept = new Set<string>();
    for (const { server, first, last } of ranges) {
      const name = nameOfServer(server);
      kept.add(name);
      if (kept.size > SERVERS_MAX) throw new StoreFault('refused', `a cluster of more than ${SERVERS_MAX} servers`);
      const connection = this.#connections.get(name) ?? this.#connect(redis, server, first, last);
      this.#connections.set(name, connection);
      this.#bySlot.fill(connection, first, last + 1);
    }
    for (const [name, connection] of this.#connections) {
      if (kept.has(name)) continue;
      this.#connections.delete(name);
      connection.close();
    }
  }

  #connect(redis: RedisLibrary, server: StoreServer, first: number, last: number): StoreConnection {
    return new StoreConnection(redis, server, this.#options, {
      probeKey: probeKeyIn(first, last),
      onChange: () => this.#tellAway(redis),
    });
  }
}

/** A key in one of these slots. */
function probeKeyIn(first: number, last: number): string {
  for (let i = 0; ; i++) {
    const key = `${KEY_PREFIX}probe-${i}`;
    const slot = slotOf(key);
    if (slot >= first && slot <= last) return key;
  }
}
