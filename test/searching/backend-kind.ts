/** A kind of backend that the tests of HTTP and of searches run over; the kinds beside snapshots are in backend-kinds.ts. */
import { openBackend, type Backend, type Refreshable } from '../../src/backend/index.ts';

/** A kind of backend. */
export interface BackendKind {
  /** As the name of a suite says it: "a snapshot". */
  readonly name: string;
  /** Opens a backend over the data of the snapshot at a path. */
  readonly open: (snapshot: string) => Promise<OpenedKind>;
  /** Where questions cost more: of many alike, one of so many is asked. 1 asks all. */
  readonly oneOf: number;
  /** Which queries it can be asked; absent where it can be asked all. */
  readonly takes?: (query: string) => boolean;
}

/** A backend over the data of one snapshot. */
export interface OpenedKind {
  readonly backend: Backend;
  /** Closes it and removes what it was opened with; the snapshot stays. */
  readonly remove: () => Promise<void>;
}

/** A backend whose data can be replaced by that of another snapshot. */
export interface OpenedReplaceable extends OpenedKind {
  readonly backend: Refreshable;
  readonly replace: (snapshot: string) => Promise<void>;
}

/** Of many questions that are alike those that a kind is asked. */
export function askedOf<T>({ oneOf }: BackendKind, all: readonly T[]): readonly T[] {
  return all.filter((_, i) => i % oneOf === 0);
}

/** A snapshot in this process. */
export const OVER_SNAPSHOT: BackendKind = {
  name: 'a snapshot',
  open: async (snapshot) => {
    const backend = openBackend(`snapshot:${snapshot}`);
    return { backend, remove: async () => await backend.close() };
  },
  oneOf: 1,
};
