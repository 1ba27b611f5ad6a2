import type { Backend } from '../backend/index.ts';
import type { ServiceFacts } from '../contract/index.ts';

/** What doors work with. */
export interface DoorParts {
  readonly backend: Backend;
  readonly facts: ServiceFacts;
  /** The path of the snapshot, beside which its change files lie; undefined where there can be none. */
  readonly snapshot?: string;
}
