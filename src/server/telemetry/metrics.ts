import type { DoorDeclaration } from '../../contract/index.ts';
import {
  DELAY_BOUNDS,
  DURATION_BOUNDS,
  FOLLOWER_FAULTS,
  METHODS,
  STATUSES,
  type CounterName,
  type FollowerFault,
  type GaugeName,
  type LabelValue,
  type LabelledCounterName,
  type RouteName,
} from './catalog.ts';
import {
  SILENT_MS_MAX,
  GENERATION_BYTES,
  CELL_BYTES,
  METHOD_AT,
  DURATION_CELLS,
  DELAY_CELLS,
  STARTED_AT,
  SEEN_AT,
  LOOP_ACTIVE_AT,
  LOOP_IDLE_AT,
  FIRST_GAUGE,
  DELAYS_AT,
  GENERATION_AT,
  COUNTER_AT,
  GAUGE_AT,
  STATUS_AT,
  layoutOf,
  type Layout,
} from './layout.ts';

/** Cumulative counts: the number of values up to each bound, then the number of all values; and their sum. */
export interface Histogram {
  readonly counts: readonly number[];
  readonly sum: number;
}

/** The responses of one method, route and status. */
export interface Durations extends Histogram {
  readonly method: string;
  readonly route: RouteName;
  readonly status: number;
}

/** The state of a follower. */
export interface Following {
  /** The counter of the publication that it has; 0 before the first. */
  readonly counter: number;
  /** The Unix time of the last successful poll in seconds; 0 before. */
  readonly checkedSeconds: number;
  /** Why it has no newer data; undefined without a fault. */
  readonly fault: FollowerFault | undefined;
}

/** Memory for the metrics of all workers, some 100 KB each; the system only allocates pages that are written. */
export function metricsMemory(workers = 1, doors: readonly DoorDeclaration[] = []): SharedArrayBuffer {
  return new SharedArrayBuffer(workers * layoutOf(doors).cells * CELL_BYTES);
}

/** The worker that counts, and the memory, which must have been made for the same doors. */
export interface MetricsPlace {
  /** From 1. */
  readonly worker: number;
  readonly memory: SharedArrayBuffer;
  /** The doors that are on. By default none. */
  readonly doors?: readonly DoorDeclaration[];
}

/**
 * The metrics of the service. Each worker writes to its own cells, without a lock, and any worker reads the cells of all. So one response
 * covers all workers, and the replacement of a worker continues its counts.
 */
export class Metrics {
  readonly #memory: SharedArrayBuffer;
  readonly #layout: Layout;
  /** The cells of this worker. */
  readonly #cells: Float64Array;
  readonly #generation: Buffer;
  readonly #nowMs: () => number;
  readonly #measurements: (() => void)[] = [];

  /** `nowMs` never goes backwards, and is the same clock in all threads that share the memory. */
  constructor(
    nowMs: () => number,
    { worker, memory, doors = [] }: MetricsPlace = { worker: 1, memory: metricsMemory() },
  ) {
    this.#nowMs = nowMs;
    this.#memory = memory;
    this.#layout = layoutOf(doors);
    this.#cells = this.#cellsOf(worker - 1);
    this.#generation = generationOf(this.#cells);
    this.#cells.fill(0, FIRST_GAUGE, DELAYS_AT);
    if (this.#cells[STARTED_AT] !== 0) this.add('restarts');
    this.#cells[STARTED_AT] = 1;
    this.markAlive();
  }

  /** Counts a response. */
  answered(method: string, route: RouteName, status: number, microseconds: number): void {
    const { routeNames, routeAt, durationsAt } = this.#layout;
    const methodAt = method === 'GET' ? 0 : (METHOD_AT.get(method) ?? METHODS.length - 1);
    const series = (methodAt * routeNames.length + (routeAt.get(route) ?? 0)) * STATUSES.length;
    const first = durationsAt + (series + (STATUS_AT[status - 100] ?? 0)) * DURATION_CELLS;
    this.#observe(first, DURATION_BOUNDS, microseconds / 1e6);
  }

  /** Adds to a counter. */
  add(name: CounterName, by = 1): void {
    const at = COUNTER_AT[name];
    this.#cells[at] = (this.#cells[at] ?? 0) + by;
  }

  /** Adds one to a counter with a label. */
  addLabelled<Name extends LabelledCounterName>(name: Name, value: LabelValue<Name>): void {
    const at = this.#layout.labelledAt[`${name} ${value}`] ?? NaN;
    this.#cells[at] = (this.#cells[at] ?? 0) + 1;
  }

  /** Sets a gauge of this worker. */
  setGauge(name: GaugeName, value: number): void {
    this.#cells[GAUGE_AT[name]] = value;
  }

  /** Adds a function that sets gauges of this worker when they are read. */
  addMeasurement(measurement: () => void): void {
    this.#measurements.push(measurement);
  }

  /** Calls these functions. */
  measure(): void {
    for (const measurement of this.#measurements) measurement();
  }

  /** Counts the delay of a timer. */
  recordDelay(seconds: number): void {
    this.#observe(DELAYS_AT, DELAY_BOUNDS, seconds);
  }

  /** Adds time that the event loop of this worker was active or idle. */
  addLoopTime(activeSeconds: number, idleSeconds: number): void {
    this.#cells[LOOP_ACTIVE_AT] = (this.#cells[LOOP_ACTIVE_AT] ?? 0) + activeSeconds;
    this.#cells[LOOP_IDLE_AT] = (this.#cells[LOOP_IDLE_AT] ?? 0) + idleSeconds;
  }

  /** Notes that this worker serves, and the generation of its data, if any. */
  markAlive(generation = ''): void {
    this.#generation.fill(0);
    // A long name is truncated: it is only displayed.
    this.#generation.write(generation, 'latin1');
    this.#cells[SEEN_AT] = this.#nowMs();
  }

  /** The number of workers that should serve. */
  get workersWanted(): number {
    return this.#memory.byteLength / (this.#layout.cells * CELL_BYTES);
  }

  /** The numbers of the workers that serve. */
  get workers(): readonly number[] {
    const sinceMs = this.#nowMs() - SILENT_MS_MAX;
    return this.#slots().flatMap((cells, i) =>
      cells[STARTED_AT] !== 0 && (cells[SEEN_AT] ?? 0) >= sinceMs ? [i + 1] : [],
    );
  }

  /** The path template of a route, below the address of the API or of the site. */
  pathOf(route: RouteName): string | undefined {
    return this.#layout.routes.get(route);
  }

  /** A counter over all workers, including those that have ended. */
  total(name: CounterName): number {
    return sum(this.#slots(), COUNTER_AT[name]);
  }

  /** A counter over all workers, by the values of its label. */
  totalsByLabel(name: LabelledCounterName): readonly (readonly [value: string, total: number])[] {
    const slots = this.#slots();
    const { values, labelledAt } = this.#layout;
    return values[name].map((value) => [value, sum(slots, labelledAt[`${name} ${value}`] ?? NaN)]);
  }

  /** A gauge of one worker. */
  gauge(name: GaugeName, worker: number): number {
    return this.#cellsOf(worker - 1)[GAUGE_AT[name]] ?? 0;
  }

  /** The state of the follower; undefined if there is none, or before its first poll. */
  following(): Following | undefined {
    const slots = this.#slots();
    const counter = sum(slots, GAUGE_AT.followerCounter);
    const fault = FOLLOWER_FAULTS[sum(slots, GAUGE_AT.followerFault) - 1];
    if (counter === 0 && fault === undefined) return undefined;
    return { counter, checkedSeconds: sum(slots, GAUGE_AT.followerChecked), fault };
  }

  /** The number of workers that serve each generation. */
  generations(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const worker of this.workers) {
      const [text = ''] = generationOf(this.#cellsOf(worker - 1))
        .toString('latin1')
        .split('\0', 1);
      if (text !== '') counts.set(text, (counts.get(text) ?? 0) + 1);
    }
    return counts;
  }

  /** Seconds that the event loops of all workers were active or idle. */
  loopTime(): { readonly active: number; readonly idle: number } {
    const slots = this.#slots();
    return { active: sum(slots, LOOP_ACTIVE_AT), idle: sum(slots, LOOP_IDLE_AT) };
  }

  /** The delays of timers of all workers. */
  delays(): Histogram {
    return histogram(this.#slots(), DELAYS_AT, DELAY_CELLS);
  }

  /** The responses of all workers, without empty series. */
  durations(): readonly Durations[] {
    const slots = this.#slots();
    const found: Durations[] = [];
    let first = this.#layout.durationsAt;
    for (const method of METHODS) {
      for (const route of this.#layout.routeNames) {
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
    return Array.from({ length: this.workersWanted }, (_, i) => this.#cellsOf(i));
  }

  #cellsOf(slot: number): Float64Array {
    const { cells } = this.#layout;
    return new Float64Array(this.#memory, slot * cells * CELL_BYTES, cells);
  }
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
