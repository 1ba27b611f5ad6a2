import type { YieldIfDue } from '../files/index.ts';
import type { SnapshotReader } from '../snapshot/index.ts';

/** Records beside a snapshot how it differs from the previous snapshot. An extra provides the implementation. */
export interface ChangeRecorder {
  /** Finds the record beside `out` that leads to the snapshot `before`. The next record continues it. */
  tipBefore(out: string, before: SnapshotReader): Promise<ChangeTip>;
  /** Compares two snapshots and writes the differences to a temporary file. */
  record(work: Comparison, tip: ChangeTip): Promise<RecordedChanges>;
  /** Removes from the records beside `out` the values that a new snapshot without predecessor withholds. */
  purgeBefore(path: string, out: string, signal?: AbortSignal): Promise<void>;
  /** Whether there are records beside a snapshot. */
  areKept(out: string): boolean;
}

/** The last record, which the next record continues. */
export interface ChangeTip {
  /** When the record was made; undefined if the next record begins a chain. */
  readonly time: string | undefined;
  /** The number of the next record. */
  readonly number: number;
}

/** By rank: 1 for a company that the new snapshot has in the same bytes as the one before. */
export interface Copied {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
}

export interface Comparison {
  readonly before: SnapshotReader;
  /** The file of the new snapshot, which is not renamed yet. */
  readonly path: string;
  /** The path that the new snapshot gets. */
  readonly out: string;
  /** The build's own folder. */
  readonly folder: string;
  readonly signal?: AbortSignal | undefined;
  readonly yieldIfDue: YieldIfDue;
  /** The companies that the new snapshot has taken over: they are the same but for the days of their registers. */
  readonly copied?: Copied | undefined;
  /** Called with the number of records compared, and an estimate of their total. */
  readonly onPair?: (pairs: number, total: number) => void;
}

export interface ChangeCounts {
  /** Not in the previous snapshot, or not active there. */
  added: number;
  changed: number;
  /** No longer listed, or restricted. */
  gone: number;
  /** Redirected to another id, or split. */
  moved: number;
}

/** Differences in a temporary file. */
export interface RecordedChanges {
  /** Number of events that readers get. */
  readonly events: number;
  /**
   * Numbers of companies that changed, by the register that their details have lost or gained, else by the first one of their details. A
   * company without details counts for its country.
   */
  readonly byRegister: Readonly<Record<string, ChangeCounts>>;
  /** Number of purged events in earlier records. */
  readonly purged: number;
  /**
   * Puts the record beside the snapshot, before this is renamed: without its snapshot, no reader uses the record. Returns a function
   * that removes it again.
   */
  take(): () => void;
}
