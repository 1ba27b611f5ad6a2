import type { FileSignature, YieldIfDue } from '../files/index.ts';
import type { LineSample, ResolutionReport } from '../identity/index.ts';
import type { NameIndex, SnapshotMetadata, SnapshotReader } from '../snapshot/index.ts';
import type { ChangeRecorder, Copied } from './change-recorder.ts';
import type { FindUpdateFrequency } from './import-reports.ts';
import type { Rejects } from './rejects.ts';
import type { RestrictionKey } from './restriction-key.ts';

/** Starts to show the progress of a step; returns undefined to show none. */
export type StartProgress = (step: string) => StepProgress | undefined;

/** Shows the progress of one step. */
export interface StepProgress {
  /** `done` and `total` have the same unit, mostly bytes. `total` is undefined if it is unknown. */
  update(done: number, total: number | undefined, note?: string): void;
  /** Ends the step and shows the note, if there is one. */
  finish(note?: string): void;
}

/** The digest of an input. */
export interface InputDigest {
  readonly sha256: string;
  /** The signature of the file before the digest was computed. */
  readonly signature: FileSignature;
}

/** The state of a build that its steps share. */
export interface BuildWork {
  readonly inputs: readonly string[];
  readonly inputDigests?: readonly InputDigest[] | undefined;
  readonly program?: string | undefined;
  /** The build's own folder. */
  readonly folder: string;
  readonly rejects: Rejects;
  readonly key: RestrictionKey;
  /** The previous snapshot. */
  readonly before: SnapshotReader | undefined;
  /** The match index that the snapshot gets; undefined for none. */
  readonly nameIndex: NameIndex | undefined;
  /** Records the changes; undefined where they are not recorded. */
  readonly changes?: ChangeRecorder | undefined;
  readonly findUpdateFrequency?: FindUpdateFrequency | undefined;
  /** Lines for which the finished snapshot is queried. */
  readonly sample: LineSample;
  readonly signal?: AbortSignal;
  readonly yieldIfDue: YieldIfDue;
  readonly startProgress: StartProgress;
}

/** A snapshot in the build's folder, beside its line index. */
export interface Written {
  readonly path: string;
  readonly metadata: SnapshotMetadata;
  readonly report: ResolutionReport;
  /** Undefined after a full build. */
  readonly copied?: Copied;
  /** The reason, as a clause, if all lines were resolved though there is a previous snapshot and `full` did not ask for it. */
  readonly whyFull?: string;
  /** Lines for which the finished snapshot is queried; the second sample is of companies that were copied. */
  readonly samples: readonly LineSample[];
}
