import { statSync } from 'node:fs';
import { InputError, findOverdue, toErrorMessage, type RegisterFacts } from '../model/index.ts';
import type { ChangeRecorder } from '../build/index.ts';
import { SnapshotReader, type SnapshotMetadata } from '../snapshot/index.ts';

/** Opens a snapshot for `work` and closes it. An error during `work` is reported as a damaged file. */
export async function withSnapshot(file: string, work: (reader: SnapshotReader) => void): Promise<void> {
  const reader = SnapshotReader.open(file);
  try {
    work(reader);
  } catch (error) {
    if (error instanceof InputError) throw error;
    const reason = toErrorMessage(error);
    throw new InputError(`Cannot read the snapshot "${file}": ${reason}; check it with "openfirma verify"`, {
      cause: error,
    });
  } finally {
    await reader.close();
  }
}

/** Returns the metadata of a snapshot. */
export async function readMetadata(file: string): Promise<SnapshotMetadata> {
  const reader = SnapshotReader.open(file);
  await reader.close();
  return reader.metadata;
}

/** Throws an InputError that names the ways to get data if there is no snapshot yet. */
export function requireSnapshot(path: string): void {
  if (statSync(path, { throwIfNoEntry: false }) !== undefined) return;
  throw new InputError(
    `Cannot open the snapshot "${path}": no such file; "openfirma refresh" builds one, "serve --sample" serves invented companies`,
  );
}

/** Returns the recorder of what changes when a build or a rollback replaces a snapshot. */
export async function changeRecorder(): Promise<ChangeRecorder> {
  return (await import('../../extras/changes/recorder.ts')).changeRecorder();
}

/** Returns a clause for each date of a register that is older than its update interval allows. */
export function overdueText(facts: RegisterFacts, today: string = new Date().toISOString().slice(0, 10)): string[] {
  return findOverdue(facts, today).map(({ which, date, days, daysMax }) => {
    const what = which === 'newest' ? 'the newest data' : 'the oldest line';
    return `${what} is of ${date}, ${days} days ago, at most ${daysMax} are allowed`;
  });
}
