import {
  COUNTERS,
  DELAY_BOUNDS,
  DURATION_BOUNDS,
  FOLLOWER_FAULTS,
  GAUGES,
  LABELLED_COUNTERS,
  METHODS,
  ROUTES,
  STATUSES,
  type CounterName,
  type FollowerFault,
  type GaugeName,
  type LabelValue,
  type LabelledCounterName,
  type RouteName,
} from './catalog.ts';

/** A worker that has given no sign for so long has ended, or its event loop stands still. */
const SILENT_MS_MAX = 5000;
/** More than any generation has: snapshots name theirs with 26 letters and digits. */
const GENERATION_BYTES = 64;
const CELL_BYTES = Float64Array.BYTES_PER_ELEMENT;

const ROUTE_NAMES = [...ROUTES.keys()];
const ROUTE_AT = new Map(ROUTE_NAMES.map((name, at) => [name, at]));
const METHOD_AT: ReadonlyMap<string, number> = new Map(METHODS.map((name, at) => [name, at]));
const COUNTER_NAMES = Object.keys(COUNTERS) as CounterName[];
const LABELLED_NAMES = Object.keys(LABELLED_COUNTERS) as LabelledCounterName[];
const LABELLED_SERIES = LABELLED_NAMES.flatMap((name) =>
  LABELLED_COUNTERS[name].values.map((value) => `${name} ${value}`),
);
const GAUGE_NAMES = Object.keys(GAUGES) as GaugeName[];

/** A histogram is one cell for each bucket, one for what is above all bounds, and the sum. */
const DURATION_CELLS = DURATION_BOUNDS.length + 2;
const DELAY_CELLS = DELAY_BOUNDS.length + 2;

/** The cells of a worker, one part behind the other. */
const STARTED_AT = 0;
const SEEN_AT = 1;
const LOOP_ACTIVE_AT = 2;
const LOOP_IDLE_AT = 3;
const FIRST_COUNTER = 4;
const FIRST_LABELLED = FIRST_COUNTER + COUNTER_NAMES.length;
const FIRST_GAUGE = FIRST_LABELLED + LABELLED_SERIES.length;
const DELAYS_AT = FIRST_GAUGE + GAUGE_NAMES.length;
const GENERATION_AT = DELAYS_AT + DELAY_CELLS;
const DURATIONS_AT = GENERATION_AT + GENERATION_BYTES / CELL_BYTES;
const SLOT_CELLS = DURATIONS_AT + METHODS.length * ROUTE_NAMES.length * STATUSES.length * DURATION_CELLS;

const COUNTER_AT = placesFrom(COUNTER_NAMES, FIRST_COUNTER);
const LABELLED_AT = placesFrom(LABELLED_SERIES, FIRST_LABELLED);
const GAUGE_AT = placesFrom(GAUGE_NAMES, FIRST_GAUGE);
/** The place of each status from 100 to 599 in {@linkcode STATUSES}. */
const STATUS_AT = Uint8Array.from({ length: 500 }, (_, i) => {
  const at = STATUSES.indexOf(i + 100);
  return at >= 0 ? at : STATUSES.indexOf(i + 100 - (i % 100));
});

/** Cumulative counts: the number of values up to each bound, then the number of all values; and their sum. */
export interface Histogram {
  readonly counts: readonly number[];
  readonly sum: number;
}

/** The answers of one method, route and status. */
export interface Durations extends Histogram {
  readonly method: string;
  readonly route: RouteName;
  readonly status: number;
}

/** How a follower stands to its store. */
export interface Following {
  /** The counter of the publication that it has; 0 before the first. */
  readonly counter: number;
  /** When it last asked and nothing was wrong, as Unix time in seconds; 0 before. */
  readonly checkedSeconds: number;
  /** What keeps it from newer data; undefined where nothing does. */
  readonly fault: FollowerFault | undefined;
}

/** Memory for what so many workers count. Each gets some 100 KB, of which the system provides what is written. */
export function metricsMemory(workers = 1): SharedArrayBuffer {
  return new SharedArrayBuffer(workers * SLOT_CELLS * CELL_BYTES);
}

/** Which worker counts, and in which memory. */
export interface MetricsPlace {
  /** From 1. */
  readonly worker: number;
  readonly memory: SharedArrayBuffer;
}

/**
 * What the service counts and measures. Each worker writes into cells of its own, which needs no lock, and any worker reads those of
 * all. So one answer has all workers, and what a worker has counted outlives it: its replacement counts on.
 */
export class Metrics {
  readonly #memory: SharedArrayBuffer;
  /** The cells of this worker. */
  readonly #cells: Float64Array;
  readonly #generation: Buffer;
  readonly #nowMs: () => number;
  readonly #measurements: (() => void)[] = [];

  /** `nowMs` never goes backwards, and is the same clock in all threads that share the memory. */
  constructor(nowMs: () => number, { worker, memory }: MetricsPlace = { worker: 1, memory: metricsMemory() }) {
    this.#nowMs = nowMs;
    this.#memory = memory;
    this.#cells = cellsOf(memory, worker - 1);
    this.#generation = generationOf(this.#cells);
    this.#cells.fill(0, FIRST_GAUGE, DELAYS_AT);
    if (this.#cells[STARTED_AT] !== 0) this.add('restarts');
    this.#cells[STARTED_AT] = 1;
    this.markAlive();
  }

  /** Counts an answered request. */
  answered(method: string, route: RouteName, status: number, microseconds: number): void {
    const methodAt = method === 'GET' ? 0 : (METHOD_AT.get(method) ?? METHODS.length - 1);
    const series = (methodAt * ROUTE_NAMES.length + (ROUTE_AT.get(route) ?? 0)) * STATUSES.length;
    const first = DURATIONS_AT + (series + (STATUS_AT[status - 100] ?? 0)) * DURATION_CELLS;
    this.#observe(first, DURATION_BOUNDS, microseconds / 1e6);
  }

  /** Counts. */
  add(name: CounterName, by = 1): void {
    const at = COUNTER_AT[name];
    this.#cells[at] = (this.#cells[at] ?? 0) + by;
  }

  /** Counts under a label. */
  addLabelled<Name extends LabelledCounterName>(name: Name, value: LabelValue<Name>): void {
    const at = LABELLED_AT[`${name} ${value}`] ?? NaN;
    this.#cells[at] = (this.#cells[at] ?? 0) + 1;
  }

  /** Sets what this worker has now. */
  setGauge(name: GaugeName, value: number): void {
    this.#cells[GAUGE_AT[name]] = value;
  }

  /** Adds what sets gauges of this worker when they are wanted. */
  addMeasurement(measurement: () => void): void {
    this.#measurements.push(measurement);
  }

  /** Measures this worker now. */
  measure(): void {
    for (const measurement of this.#measurements) measurement();
  }

  /** Counts how late a timer was. */
  recordDelay(seconds: number): void {
    this.#observe(DELAYS_AT, DELAY_BOUNDS, seconds);
  }

  /** Adds time that the event loop of this worker was active and idle. */
  addLoopTime(activeSeconds: number, idleSeconds: number): void {
    this.#cells[LOOP_ACTIVE_AT] = (this.#cells[LOOP_ACTIVE_AT] ?? 0) + activeSeconds;
    this.#cells[LOOP_IDLE_AT] = (this.#cells[LOOP_IDLE_AT] ?? 0) + idleSeconds;
  }

  /** Says that this worker serves, and which data where it has some. */
  markAlive(generation = ''): void {
    this.#generation.fill(0);
    // A name that is too long is cut: it is only shown.
    this.#generation.write(generation, 'latin1');
    this.#cells[SEEN_AT] = this.#nowMs();
  }

  /** How many workers there should be. */
  get workersWanted(): number {
    return this.#memory.byteLength / (SLOT_CELLS * CELL_BYTES);
  }

  /** The numbers of the workers that serve. */
  get workers(): readonly number[] {
    const sinceMs = this.#nowMs() - SILENT_MS_MAX;
    return this.#slots().flatMap((cells, i) =>
      cells[STARTED_AT] !== 0 && (cells[SEEN_AT] ?? 0) >= sinceMs ? [i + 1] : [],
    );
  }

  /** A counter over all workers, those that have ended included. */
  total(name: CounterName): number {
    return sum(this.#slots(), COUNTER_AT[name]);
  }

  /** A counter over all workers, by the values of its label. */
  totalsByLabel(name: LabelledCounterName): readonly (readonly [value: string, total: number])[] {
    const slots = this.#slots();
    return LABELLED_COUNTERS[name].values.map((value) => [value, sum(slots, LABELLED_AT[`${name} ${value}`] ?? NaN)]);
  }

  /** A gauge of one worker. */
  gauge(name: GaugeName, worker: number): number {
    return cellsOf(this.#memory, worker - 1)[GAUGE_AT[name]] ?? 0;
  }

  /** What the worker that follows a store says of it; undefined where none does, or has not asked yet. */
  following(): Following | undefined {
    const slots = this.#slots();
    const counter = sum(slots, GAUGE_AT.followerCounter);
    const fault = FOLLOWER_FAULTS[sum(slots, GAUGE_AT.followerFault) - 1];
    if (counter === 0 && fault === undefined) return undefined;
    return { counter, checkedSeconds: sum(slots, GAUGE_AT.followerChecked), fault };
  }

  /** How many workers serve each generation. */
  generations(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const worker of this.workers) {
      const [text = ''] = generationOf(cellsOf(this.#memory, worker - 1))
        .toString('latin1')
        .split('\0', 1);
      if (text !== '') counts.set(text, (counts.get(text) ?? 0) + 1);
    }
    return counts;
  }

  /** Seconds that the event loops of all workers were active and idle. */
  loopTime(): { readonly active: number; readonly idle: number } {
    const slots = this.#slots();
    return { active: sum(slots, LOOP_ACTIVE_AT), idle: sum(slots, LOOP_IDLE_AT) };
  }

  /** How late timers of all workers were. */
  delays(): Histogram {
    return histogram(this.#slots(), DELAYS_AT, DELAY_CELLS);
  }

  /** The answers of all workers, without the series in which there are none. */
  durations(): readonly Durations[] {
    const slots = this.#slots();
    const found: Durations[] = [];
    let first = DURATIONS_AT;
    for (const method of METHODS) {
      for (const route of ROUTE_NAMES) {
        for (const status of STATUSES) {
          const { counts, sum: seconds } = histogram(slots, first, DURATION_CELLS);
          first += DURATION_CELLS;
          if (counts.at(-1) !== 0) found.push({ method, route, status, counts, sum: seconds });
        }
      }
    }
    return found;
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
    return Array.from({ length: this.workersWanted }, (_, i) => cellsOf(this.#memory, i));
  }
}

function cellsOf(memory: SharedArrayBuffer, slot: number): Float64Array {
  return new Float64Array(memory, slot * SLOT_CELLS * CELL_BYTES, SLOT_CELLS);
}

function generationOf(cells: Float64Array): Buffer {
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

function placesFrom<Name extends string>(names: readonly Name[], first: number): Readonly<Record<Name, number>> {
  return Object.fromEntries(names.map((name, i) => [name, first + i])) as Record<Name, number>;
}
