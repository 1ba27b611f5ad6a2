/**
 * From register lines to a snapshot: the build and its guards, the snapshot before it, the way back to that, and the
 * decisions that a build takes as an input.
 * @module
 */
export { buildSnapshot, rejectsPath, type BuildOptions, type BuildOutcome } from './build.ts';
export type { ChangeCounts, ChangeRecorder, ChangeTip, Comparison, RecordedChanges } from './change-recorder.ts';
export { recordDecision, type Decision } from './decisions.ts';
export { keepPrevious, requirePrevious, wantsMatchIndex } from './kept-snapshot.ts';
export { rollBack, type Rollback } from './rollback.ts';
export type { InputDigest, StartProgress, StepProgress } from './work.ts';
