/** The parts that extras add to builds. */
import { EXTRAS } from '../../extras/index.ts';
import type { ChangeRecorder } from '../build/index.ts';
import type { Extra } from '../extra/index.ts';
import type { NameIndex } from '../snapshot/index.ts';
import { readConfig } from './settings.ts';

/** Returns the part of the first extra that has one; undefined if no extra has. */
export async function firstOf<Part>(
  partOf: (extra: Extra) => Promise<Part | undefined> | undefined,
): Promise<Part | undefined> {
  for (const extra of EXTRAS) {
    const part = await partOf(extra);
    if (part !== undefined) return part;
  }
  return undefined;
}

/** Loads the match index of names from the extra that has one; undefined if no extra has. */
export const nameIndex: (() => Promise<NameIndex>) | undefined = EXTRAS.map((extra) =>
  extra.nameIndex?.bind(extra),
).find((load) => load !== undefined);

/** Returns the recorder of what builds and rollbacks change; undefined if no extra has one. */
export async function changeRecorder(): Promise<ChangeRecorder | undefined> {
  return await firstOf((extra) => extra.changes?.(() => readConfig(process.env)));
}
