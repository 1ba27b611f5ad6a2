/** Kinds of backends for the suites of HTTP and of searches; backend-kinds.ts has the kinds other than snapshots. */
import { MATCH_INDEX } from '../../extras/matching/index/name-index.ts';
import { openBackend, type Backend, type Refreshable } from '../../src/backend/index.ts';

/** A kind of backend. */
export interface BackendKind {
  /** The name in the title of a suite: "a snapshot". */
  readonly name: string;
  /** Opens a backend over the data of a snapshot. */
  readonly open: (snapshot: string) => Promise<OpenedKind>;
  /** Expensive kinds receive only one in this many similar queries; 1 means all. */
  readonly oneOf: number;
  /** Whether the backend accepts a query; by default it accepts all. */
  readonly takes?: (query: string) => boolean;
}

/** A backend over the data of one snapshot. */
export interface OpenedKind {
  readonly backend: Backend;
  /** Closes the backend and removes its data, except the snapshot. */
  readonly remove: () => Promise<void>;
}

/** A backend whose data can be replaced with that of another snapshot. */
export interface OpenedReplaceable extends OpenedKind {
  readonly backend: Refreshable;
  readonly replace: (snapshot: string) => Promise<void>;
}

/** Selects the queries for a kind among many similar queries. */
export function selectQueries<T>({ oneOf }: BackendKind, all: readonly T[]): readonly T[] {
  return all.filter((_, i) => i % oneOf === 0);
}

/** A snapshot in this process. */
export const OVER_SNAPSHOT: BackendKind = {
  name: 'a snapshot',
  open: async (snapshot) => {
    const backend = openBackend(`snapshot:${snapshot}`, { nameIndex: async () => MATCH_INDEX });
    return { backend, remove: async () => await backend.close() };
  },
  oneOf: 1,
};
