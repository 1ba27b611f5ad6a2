import type { Backend } from '../backend/index.ts';
import type { ServiceFacts } from '../contract/index.ts';
import type { Operations } from '../operations/index.ts';

/** What doors work with. */
export interface DoorParts {
  readonly backend: Backend;
  readonly facts: ServiceFacts;
  /** The path of the snapshot, beside which its change files lie; undefined where there can be none. */
  readonly snapshot?: string;
  /** The three operations. */
  readonly operations: Operations;
  /** The version of the program. */
  readonly version: string;
  /** The folder into which exports are written; undefined where there is none. */
  readonly exportsDir?: string;
  /** Told once of a file that a door cannot use. */
  readonly onFault?: (error: Error) => void;
}
