import { toErrorMessage, type DataFacts } from '../../src/model/index.ts';
import { PrefixFilter } from '../../src/snapshot/index.ts';
import { BackendError, type DataVersion, type SwapOptions } from '../../src/backend/index.ts';
import type { Connections } from './connections.ts';
import { NO_TABLE, hasState } from './faults.ts';
import { LAYOUT, SCHEMA } from './schema.ts';

/** The served load, or a load that is kept for cursors. */
export interface ServedLoad {
  readonly load: number;
  readonly generation: string;
  readonly prefixFilter: PrefixFilter;
}

/** The served load. */
export interface CurrentLoad extends ServedLoad {
  readonly facts: DataFacts;
  readonly version: DataVersion;
}

const LISTED = `SELECT load, layout, generation, state FROM ${SCHEMA}.loads WHERE state IN ('served', 'kept') ORDER BY load`;
const CONTENT = `SELECT facts, prefix_filter FROM ${SCHEMA}.loads WHERE load = $1`;

interface Listed {
  readonly load: number;
  readonly layout: number;
  readonly generation: string;
  readonly isServed: boolean;
}

/** How long pages are served from the cache without a look at the database, where another process may have restricted companies. */
const UNSEEN_MS_MAX = 60_000;

/** The loads in the database at the last query. */
export class LoadSet {
  readonly #connections: Connections;
  readonly #options: SwapOptions & { readonly nowMs: () => number };
  /** When the list was last read. */
  #seenMs = 0;
  #current: (CurrentLoad & { readonly version: { isCurrent: boolean } }) | undefined;
  #listed: readonly Listed[] = [];
  readonly #opened = new Map<number, ServedLoad>();
  #reading: Promise<void> | undefined;
  /** The last fault of a poll; undefined after a success. */
  #fault: string | undefined;

  constructor(connections: Connections, options: SwapOptions & { readonly nowMs: () => number }) {
    this.#connections = connections;
    this.#options = options;
  }

  /** Returns the served load. @throws {BackendError} if no load was ever found */
  async current(): Promise<CurrentLoad> {
    if (this.#current === undefined) await this.read();
    if (this.#current === undefined) throw new BackendError('unavailable', 'The database holds no load');
    return this.#current;
  }

  /**
   * Returns the load of a generation; undefined if it is not kept. For an unknown generation the list is read again: another process may
   * already know a newer load.
   */
  async find(generation: string): Promise<ServedLoad | undefined> {
    const current = await this.current();
    if (current.generation === generation) return current;
    if (!this.#listed.some((one) => one.generation === generation)) await this.read();
    const listed = this.#listed.findLast((one) => one.generation === generation);
    if (listed === undefined) return undefined;
    if (listed.load === this.#current?.load) return this.#current;
    const opened = this.#opened.get(listed.load) ?? (await this.#open(listed));
    this.#opened.set(listed.load, opened);
    return opened;
  }

  /** Reads the list, and switches to the served load. */
  async read(): Promise<void> {
    this.#reading ??= this.#read().finally(() => (this.#reading = undefined));
    await this.#reading;
  }

  /** Reads the list, for a timer. Reports only the first of several faults. */
  async poll(): Promise<void> {
    try {
      await this.read();
      const known = this.#current;
      if (this.#fault !== undefined && known !== undefined)
        this.#options.onSwap({ kind: 'recovered', generation: known.generation });
      this.#fault = undefined;
    } catch (error) {
      const reason = toErrorMessage(error);
      if (this.#fault === undefined) this.#options.onSwap({ kind: 'away', reason });
      this.#fault = reason;
      if (this.#current !== undefined && this.#options.nowMs() - this.#seenMs > UNSEEN_MS_MAX)
        this.#current.version.isCurrent = false;
    }
  }

  async #read(): Promise<void> {
    const started = performance.now();
    let rows;
    try {
      rows = await this.#connections.rows({ name: 'loads', text: LISTED });
    } catch (error) {
      if (!hasState(error, NO_TABLE)) throw this.#connections.toBackendError(error);
      throw new BackendError('unavailable', 'The database holds no load: run "openfirma load"', { cause: error });
    }
    this.#listed = rows.map(([load, layout, generation, state]) => ({
      load: Number(load),
      layout: Number(layout),
      generation: String(generation),
      isServed: state === 'served',
    }));
    for (const load of this.#opened.keys())
      if (!this.#listed.some((one) => one.load === load)) this.#opened.delete(load);
    const served = this.#listed.find(({ isServed }) => isServed);
    if (served === undefined) throw new BackendError('unavailable', 'The database holds no load: run "openfirma load"');
    if (served.load !== this.#current?.load) await this.#switchTo(served, started);
    else if (!this.#current.version.isCurrent)
      this.#current = { ...this.#current, version: { ...this.#current.version, isCurrent: true } };
    this.#seenMs = this.#options.nowMs();
  }

  async #switchTo(served: Listed, startedMs: number): Promise<void> {
    const next = await this.#open(served);
    const before = this.#current;
    this.#current = { ...next, version: { generation: next.generation, isCurrent: true } };
    if (before === undefined) return;
    before.version.isCurrent = false;
    const [from, to] = [before.generation, next.generation];
    this.#options.onSwap({ kind: 'swapped', from, to, ms: performance.now() - startedMs });
  }

  async #open({ load, layout, generation }: Listed): Promise<ServedLoad & { readonly facts: DataFacts }> {
    if (layout !== LAYOUT) {
      throw new BackendError(
        'unavailable',
        `The database holds tables of layout ${layout}, this version reads ${LAYOUT}: load the snapshot again with it`,
      );
    }
    const [row] = await this.#connections
      .rows({ name: 'load', text: CONTENT, values: [load] })
      .catch((error: unknown) => {
        throw this.#connections.toBackendError(error);
      });
    if (row === undefined) throw new BackendError('unavailable', `The load ${load} was just removed`);
    const [facts, filter] = row;
    return {
      load,
      generation,
      facts: JSON.parse(String(facts)) as DataFacts,
      prefixFilter: new PrefixFilter(Buffer.isBuffer(filter) ? filter : undefined),
    };
  }
}
