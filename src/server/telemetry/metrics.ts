import type { DoorDeclaration } from '../../contract/index.ts';
import {
  DELAY_BOUNDS,
  DURATION_BOUNDS,
  METHODS,
  STATUSES,
  listRoutes,
  storedFamilies,
  type Families,
  type MetricName,
  type RouteName,
} from './catalog.ts';

/** Maximum time between reports of a worker: a worker that is silent for longer has ended, or its event loop is blocked. */
const SILENT_MS_MAX = 5000;
/** Maximum length of a generation in bytes: the generations of snapshots have 26 letters and digits. */
const GENERATION_BYTES = 64;
const CELL_BYTES = Float64Array.BYTES_PER_ELEMENT;

/** Number of cells of a histogram: one for each bucket, one for values above all bounds, and the sum. */
const DURATION_CELLS = DURATION_BOUNDS.length + 2;
const DELAY_CELLS = DELAY_BOUNDS.length + 2;

/** The indexes of the first cells of a worker. The cells of counters and gauges follow, then those of durations. */
const STARTED_AT = 0;
const SEEN_AT = 1;
const LOOP_ACTIVE_AT = 2;
const LOOP_IDLE_AT = 3;
const DELAYS_AT = 4;
const GENERATION_AT = DELAYS_AT + DELAY_CELLS;
const FIRST_STORED = GENERATION_AT + GENERATION_BYTES / CELL_BYTES;

/** The index of each status from 100 to 599 in {@linkcode STATUSES}. */
const STATUS_AT = Uint8Array.from({ length: 500 }, (_, i) => {
  const at = STATUSES.indexOf(i + 100);
  return at >= 0 ? at : STATUSES.indexOf(i + 100 - (i % 100));
});

/** The doors and extras of a service, which determine the memory of its workers. */
export interface Counted {
  /** The enabled doors. Default: none. */
  readonly doors?: readonly DoorDeclaration[];
  /** The counters and gauges of extras. Default: none. */
  readonly extras?: Families;
}

function createLayout({ doors = [], extras = {} }: Counted) {
  const families = storedFamilies(doors, extras);
  const routes = listRoutes(doors);
  const series = Object.entries(families).flatMap(([name, { values }]) =>
    values === undefined ? [name] : values.map((value) => `${name} ${value}`),
  );
  const durationsAt = FIRST_STORED + series.length;
  return {
    families,
    routes,
    routeAt: new Map<RouteName, number>([...routes.keys()].map((name, at) => [name, at])),
    // The index of the cell of each counter and gauge, by its name or by its name and the value of its label.
    storedAt: Object.fromEntries(series.map((key, i) => [key, FIRST_STORED + i])),
    durationsAt,
    cells: durationsAt + METHODS.length * routes.size * STATUSES.length * DURATION_CELLS,
  };
}

/** Cumulative counts: the number of values up to each bound, then the number of all values; and the sum of the values. */
export interface Histogram {
  readonly counts: readonly number[];
  readonly sum: number;
}

interface Durations extends Histogram {
  readonly method: string;
  readonly route: RouteName;
  /** The path template of the route, below the address of the API or of the site. */
  readonly path: string | undefined;
  readonly status: number;
}

/** Allocates memory for the metrics of all workers, some 100 KB each; the system only allocates pages that are written. */
export function metricsMemory(workers = 1, counted: Counted = {}): SharedArrayBuffer {
  return new SharedArrayBuffer(workers * createLayout(counted).cells * CELL_BYTES);
}

/** The worker that counts, and the memory. */
interface MetricsPlace extends Counted {
  /** From 1. */
  readonly worker?: number;
  /** Memory made for the same doors and extras. Default: memory of this worker only. */
  readonly memory?: SharedArrayBuffer;
}

/**
 * The metrics of the service. Each worker writes to its own cells, without a lock, and any worker reads the cells of all workers. So one
 * response covers all workers, and the replacement of a worker continues its counts.
 */
export class Metrics {
  readonly #memory: SharedArrayBuffer;
  readonly #layout: ReturnType<typeof createLayout>;
  /** The cells of this worker. */
  readonly #cells: Float64Array;
  readonly #nowMs: () => number;
  readonly #measurements: (() => void)[] = [];

  /** @param nowMs never goes backwards, and is the same clock in all threads that share the memory */
  constructor(nowMs: () => number, { worker = 1, memory, ...counted }: MetricsPlace = {}) {
    this.#nowMs = nowMs;
    this.#memory = memory ?? metricsMemory(1, counted);
    this.#layout = createLayout(counted);
    this.#cells = this.#cellsOf(worker);
    for (const [name, { type }] of Object.entries(this.families)) if (type === 'gauge') this.setGauge(name, 0);
    if (this.#cells[STARTED_AT] !== 0) this.add('restarts');
    this.#cells[STARTED_AT] = 1;
    this.markAlive();
  }

  answered(method: string, route: RouteName, status: number, microseconds: number): void {
    const { routes, routeAt, durationsAt } = this.#layout;
    const known = method === 'GET' ? 0 : (METHODS as readonly string[]).indexOf(method);
    const methodAt = known < 0 ? METHODS.length - 1 : known;
    const series = (methodAt * routes.size + (routeAt.get(route) ?? 0)) * STATUSES.length;
    const first = durationsAt + (series + (STATUS_AT[status - 100] ?? 0)) * DURATION_CELLS;
    this.#observe(first, DURATION_BOUNDS, microseconds / 1e6);
  }

  add(name: MetricName, by = 1): void {
    const at = this.#at(name);
    this.#cells[at] = (this.#cells[at] ?? 0) + by;
  }

  addLabelled(name: MetricName, value: string): void {
    this.add(`${name} ${value}`);
  }

  setGauge(name: MetricName, value: number): void {
    this.#cells[this.#at(name)] = value;
  }

  /** Adds a function that sets gauges of this worker when they are read. */
  addMeasurement(measurement: () => void): void {
    this.#measurements.push(measurement);
  }

  measure(): void {
    for (const measurement of this.#measurements) measurement();
  }

  recordDelay(seconds: number): void {
    this.#observe(DELAYS_AT, DELAY_BOUNDS, seconds);
  }

  /** Adds time that the event loop of this worker was active or idle. */
  addLoopTime(activeSeconds: number, idleSeconds: number): void {
    this.#cells[LOOP_ACTIVE_AT] = (this.#cells[LOOP_ACTIVE_AT] ?? 0) + activeSeconds;
    this.#cells[LOOP_IDLE_AT] = (this.#cells[LOOP_IDLE_AT] ?? 0) + idleSeconds;
  }

  /** Records that this worker serves, and the generation of its data, if any. */
  markAlive(generation = ''): void {
    // A long name is truncated, because it is only displayed.
    readGeneration(this.#cells).fill(0).write(generation, 'latin1');
    this.#cells[SEEN_AT] = this.#nowMs();
  }

  /** The counters and gauges of all workers. */
  get families(): Families {
    return this.#layout.families;
  }

  get workersWanted(): number {
    return this.#memory.byteLength / (this.#layout.cells * CELL_BYTES);
  }

  get workers(): readonly number[] {
    const sinceMs = this.#nowMs() - SILENT_MS_MAX;
    return this.#slots().flatMap((cells, i) =>
      cells[STARTED_AT] !== 0 && (cells[SEEN_AT] ?? 0) >= sinceMs ? [i + 1] : [],
    );
  }

  /** Returns the sum of a counter or gauge over all workers, including those that have ended. */
  total(name: MetricName): number {
    return sum(this.#slots(), this.#at(name));
  }

  /** Returns the sums of a counter over all workers, by the values of its label. */
  totalsByLabel(name: MetricName): readonly (readonly [value: string, total: number])[] {
    return (this.families[name]?.values ?? []).map((value) => [value, this.total(`${name} ${value}`)]);
  }

  gauge(name: MetricName, worker: number): number {
    return this.#cellsOf(worker)[this.#at(name)] ?? 0;
  }

  generations(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const worker of this.workers) {
      const [text = ''] = readGeneration(this.#cellsOf(worker)).toString('latin1').split('\0', 1);
      if (text !== '') counts.set(text, (counts.get(text) ?? 0) + 1);
    }
    return counts;
  }

  /** Returns the seconds that the event loops of all workers were active or idle. */
  loopTime(): { readonly active: number; readonly idle: number } {
    const slots = this.#slots();
    return { active: sum(slots, LOOP_ACTIVE_AT), idle: sum(slots, LOOP_IDLE_AT) };
  }

  delays(): Histogram {
    return histogram(this.#slots(), DELAYS_AT, DELAY_CELLS);
  }

  /** Returns the durations of the responses of all workers, without empty series. */
  durations(): readonly Durations[] {
    const slots = this.#slots();
    const found: Durations[] = [];
    let first = this.#layout.durationsAt;
    for (const method of METHODS) {
      for (const [route, path] of this.#layout.routes) {
        for (const status of STATUSES) {
          const { counts, sum: seconds } = histogram(slots, first, DURATION_CELLS);
          first += DURATION_CELLS;
          if (counts.at(-1) !== 0) found.push({ method, route, path, status, counts, sum: seconds });
        }
      }
    }
    return found;
  }

  #at(key: string): number {
    const at = this.#layout.storedAt[key];
    if (at === undefined) throw new Error(`There is no metric "${key}"`);
    return at;
  }

  #observe(first: number, bounds: readonly number[], value: number): void {
    const cells = this.#cells;
    let bucket = 0;
    while (bucket < bounds.length && value > (bounds[bucket] ?? 0)) bucket++;
    const at = first + bucket;
    const sumAt = first + bounds.length + 1;
    cells[at] = (cells[at] ?? 0) + 1;
    cells[sumAt] = (cells[sumAt] ?? 0) + value;
  }

  #slots(): Float64Array[] {
    return Array.from({ length: this.workersWanted }, (_, i) => this.#cellsOf(i + 1));
  }

  #cellsOf(worker: number): Float64Array {
    const { cells } = this.#layout;
    return new Float64Array(this.#memory, (worker - 1) * cells * CELL_BYTES, cells);
  }
}

function readGeneration(cells: Float64Array): Buffer {
  return Buffer.from(cells.buffer, cells.byteOffset + GENERATION_AT * CELL_BYTES, GENERATION_BYTES);
}

function sum(slots: readonly Float64Array[], at: number): number {
  return slots.reduce((total, cells) => total + (cells[at] ?? 0), 0);
}

function histogram(slots: readonly Float64Array[], first: number, cells: number): Histogram {
  const counts: number[] = [];
  for (let i = 0; i < cells - 1; i++) counts.push((counts.at(-1) ?? 0) + sum(slots, first + i));
  return { counts, sum: sum(slots, first + cells - 1) };
}
