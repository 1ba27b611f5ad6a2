import type { YieldIfDue } from '../files/index.ts';
import type { SnapshotScanner } from '../snapshot/index.ts';

/** Records beside a snapshot how it differs from the one before. An extra provides it. */
export interface ChangeRecorder {
  /**
   * Completes or removes the record of a build that was killed while it named its files.
   * @param generation that of the snapshot at `out`; undefined without one
   */
  settle(out: string, generation: string | undefined): Promise<void>;
  /** Finds the record beside `out` that leads to a snapshot, which the next one continues. */
  tipBefore(out: string, before: SnapshotScanner): Promise<ChangeTip>;
  /** Compares two snapshots and writes the differences to a temporary file. */
  record(work: Comparison, tip: ChangeTip): Promise<RecordedChanges>;
  /** Removes the values that a new snapshot without predecessor withholds from the records beside `out`. `folder` is the build's own. */
  purgeBefore(path: string, out: string, folder: string, signal?: AbortSignal): Promise<void>;
  /** Whether there are records beside a snapshot. */
  areKept(out: string): boolean;
}

/** The record that the next one continues. */
export interface ChangeTip {
  /** Its digest; undefined where a chain of records begins. */
  readonly digest: string | undefined;
  /** When it was made. */
  readonly time: string | undefined;
  /** The number of the next record. */
  readonly nextNumber: number;
}

export interface Comparison {
  readonly before: SnapshotScanner;
  /** The file of the new snapshot, which is not renamed yet. */
  readonly path: string;
  /** The name that it gets. */
  readonly out: string;
  /** The build's own folder. */
  readonly folder: string;
  readonly signal?: AbortSignal | undefined;
  readonly yieldIfDue: YieldIfDue;
  /** Called with the number of records compared. */
  readonly onPair?: (pairs: number) => void;
}

/** Differences in a temporary file. */
export interface RecordedChanges {
  /** How many events readers get. */
  readonly events: number;
  /** How many events of earlier records were purged. */
  readonly purged: number;
  /** Marks the file as pending, just before the snapshot gets its name. */
  wait(): void;
  /** Gives the file its name, just after the snapshot. */
  take(): void;
  /** Removes the file; does nothing after `take`. */
  discard(): Promise<void>;
}
