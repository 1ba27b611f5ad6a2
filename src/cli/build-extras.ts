/** What extras add to builds, loaded when a build needs it. */
import type { ChangeRecorder } from '../build/index.ts';
import type { NameIndex } from '../snapshot/index.ts';

/** Loads the match index of names, which `openfirma build --match` adds to snapshots. */
export async function nameIndex(): Promise<NameIndex> {
  return (await import('../../extras/matching/index/name-index.ts')).MATCH_INDEX;
}

/** Returns the recorder of what builds and rollbacks change. */
export async function changeRecorder(): Promise<ChangeRecorder> {
  return (await import('../../extras/changes/recorder.ts')).changeRecorder();
}
