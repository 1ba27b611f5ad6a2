/** Where metrics are stored in the memory that all workers share: cells of 64-bit numbers, a slot for each worker. */
import type { DoorDeclaration } from '../../contract/index.ts';
import {
  COUNTERS,
  DELAY_BOUNDS,
  DURATION_BOUNDS,
  GAUGES,
  LABELLED_COUNTERS,
  METHODS,
  STATUSES,
  routesOf,
  type CounterName,
  type GaugeName,
  type LabelledCounterName,
  type RouteName,
} from './catalog.ts';

/** A worker that has not reported for this time has ended, or its event loop is blocked. */
export const SILENT_MS_MAX = 5000;
/** More than any generation needs: those of snapshots have 26 letters and digits. */
export const GENERATION_BYTES = 64;
export const CELL_BYTES = Float64Array.BYTES_PER_ELEMENT;

export const METHOD_AT: ReadonlyMap<string, number> = new Map(METHODS.map((name, at) => [name, at]));
const COUNTER_NAMES = Object.keys(COUNTERS) as CounterName[];
const LABELLED_NAMES = Object.keys(LABELLED_COUNTERS) as LabelledCounterName[];
const GAUGE_NAMES = Object.keys(GAUGES) as GaugeName[];

/** A histogram has a cell for each bucket, one for values above all bounds, and the sum. */
export const DURATION_CELLS = DURATION_BOUNDS.length + 2;
export const DELAY_CELLS = DELAY_BOUNDS.length + 2;

/** The cells of a worker, in their order. */
export const STARTED_AT = 0;
export const SEEN_AT = 1;
export const LOOP_ACTIVE_AT = 2;
export const LOOP_IDLE_AT = 3;
const FIRST_COUNTER = 4;
export const FIRST_GAUGE = FIRST_COUNTER + COUNTER_NAMES.length;
export const DELAYS_AT = FIRST_GAUGE + GAUGE_NAMES.length;
export const GENERATION_AT = DELAYS_AT + DELAY_CELLS;
/** The cells from here on depend on the doors: see {@linkcode layoutOf}. */
const FIRST_LABELLED = GENERATION_AT + GENERATION_BYTES / CELL_BYTES;

export const COUNTER_AT = placesFrom(COUNTER_NAMES, FIRST_COUNTER);
export const GAUGE_AT = placesFrom(GAUGE_NAMES, FIRST_GAUGE);
/** The place of each status from 100 to 599 in {@linkcode STATUSES}. */
export const STATUS_AT = Uint8Array.from({ length: 500 }, (_, i) => {
  const at = STATUSES.indexOf(i + 100);
  return at >= 0 ? at : STATUSES.indexOf(i + 100 - (i % 100));
});

/** The cells of a worker that depend on the doors. */
export interface Layout {
  /** The path template of each route. */
  readonly routes: ReadonlyMap<RouteName, string | undefined>;
  readonly routeNames: readonly RouteName[];
  readonly routeAt: ReadonlyMap<RouteName, number>;
  /** The values of each labelled counter. */
  readonly values: Readonly<Record<LabelledCounterName, readonly string[]>>;
  readonly labelledAt: Readonly<Record<string, number>>;
  readonly durationsAt: number;
  /** The cells of one worker. */
  readonly cells: number;
}

/** The layout for the doors that are on. */
export function layoutOf(doors: readonly DoorDeclaration[]): Layout {
  const routes = routesOf(doors);
  const routeNames = [...routes.keys()];
  const values = Object.fromEntries(LABELLED_NAMES.map((name) => [name, LABELLED_COUNTERS[name].values])) as Record<
    LabelledCounterName,
    readonly string[]
  >;
  values.rateLimited = [...values.rateLimited, ...doors.map(({ name }) => name)];
  const series = LABELLED_NAMES.flatMap((name) => values[name].map((value) => `${name} ${value}`));
  const durationsAt = FIRST_LABELLED + series.length;
  return {
    routes,
    routeNames,
    routeAt: new Map(routeNames.map((name, at) => [name, at])),
    values,
    labelledAt: placesFrom(series, FIRST_LABELLED),
    durationsAt,
    cells: durationsAt + METHODS.length * routeNames.length * STATUSES.length * DURATION_CELLS,
  };
}

function placesFrom<Name extends string>(names: readonly Name[], first: number): Readonly<Record<Name, number>> {
  return Object.fromEntries(names.map((name, i) => [name, first + i])) as Record<Name, number>;
}
