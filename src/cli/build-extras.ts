/** The parts that extras add to builds. */
import { EXTRAS } from '../../extras/index.ts';
import type { ChangeRecorder } from '../build/index.ts';
import type { NameIndex } from '../snapshot/index.ts';
import { readConfig } from './settings.ts';

/** Loads the index of names that an extra brings; undefined where none does. */
export const nameIndex: (() => Promise<NameIndex>) | undefined = EXTRAS.map((extra) =>
  extra.nameIndex?.bind(extra),
).find((load) => load !== undefined);

/** Records what builds and rollbacks change; undefined where no extra does. */
export async function changeRecorder(): Promise<ChangeRecorder | undefined> {
  for (const extra of EXTRAS) {
    const recorder = await extra.changes?.(() => readConfig(process.env));
    if (recorder !== undefined) return recorder;
  }
  return undefined;
}
