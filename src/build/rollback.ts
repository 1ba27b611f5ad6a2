import { existsSync, linkSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { diskReason, exclusiveFolder, renameSynced, syncPath, NEVER_YIELD } from '../files/index.ts';
import { InputError } from '../model/index.ts';
import { SnapshotReader, countShownAgain, previousPath } from '../snapshot/index.ts';
import type { ChangeRecorder } from './change-recorder.ts';
import { isSameFile, openIfSound } from './kept-snapshot.ts';

/** The result of a rollback. */
export type Rollback =
  | 'finished an interrupted one'
  | {
      /** The generation of the snapshot that is at the path now. */
      readonly generation: string;
      /** Number of companies that this snapshot shows and the replaced snapshot restricted; undefined if the latter could not be read. */
      readonly shownAgain: number | undefined;
      /** Number of changed companies; absent without a change file. */
      readonly changed?: number;
      /** Why the change file could not be written, if there is a chain of change files. */
      readonly unwritten?: string;
    };

/**
 * Exchanges a snapshot and the one that a build kept; the path names a complete snapshot at every moment. An interrupted rollback is
 * finished. Where builds write change files, one for the way back is written after the exchange.
 * @throws {InputError} if there is no snapshot to return to, and where companies would be shown that are restricted now
 */
export async function rollBack(file: string, acceptsRestricted: boolean, changes?: ChangeRecorder): Promise<Rollback> {
  const out = existsSync(file) ? realpathSync(file) : file;
  const kept = previousPath(out);
  const aside = `${out}.rolling-back`;
  if (existsSync(aside) && isSameFile(out, kept)) {
    renameSynced(aside, kept);
    return 'finished an interrupted one';
  }
  rmSync(aside, { force: true });
  if (!existsSync(kept)) {
    throw new InputError(
      `Cannot roll back "${file}": there is no "${kept}", where a build keeps the snapshot that it replaces`,
    );
  }
  const outcome = await compare(file, kept);
  if (outcome.shownAgain !== undefined && outcome.shownAgain > 0 && !acceptsRestricted) {
    const companies = outcome.shownAgain === 1 ? 'company' : 'companies';
    throw new InputError(
      `Cannot roll back "${file}": ${outcome.shownAgain} ${companies} that it restricts would be shown again; ` +
        'build again with the decisions, or give --accept-restricted',
    );
  }
  if (existsSync(out)) linkSync(out, aside);
  // The kept file has both names for a moment: after a rename it would have none if the next step failed.
  const again = `${out}.rolled-back`;
  rmSync(again, { force: true });
  linkSync(kept, again);
  renameSync(again, out);
  if (existsSync(aside)) renameSync(aside, kept);
  else rmSync(kept);
  syncPath(dirname(out));
  if (outcome.shownAgain === undefined || changes?.areKept(out) !== true) return outcome;
  try {
    return { ...outcome, ...(await recordWayBack(out, kept, changes)) };
  } catch (error) {
    const reason = error instanceof InputError ? error.message : diskReason(error);
    if (reason === undefined) throw error;
    return { ...outcome, unwritten: reason };
  }
}

/** Records the changes from the withdrawn snapshot, which is the kept one now; nothing where no chain leads to it. */
async function recordWayBack(
  out: string,
  withdrawn: string,
  changes: ChangeRecorder,
): Promise<{ readonly changed?: number }> {
  const refuse = (reason: string): Error => new InputError(`Cannot write what changed in "${out}": ${reason}`);
  const folder = await exclusiveFolder(dirname(out), `.${basename(out)}.building-`, refuse);
  let before: SnapshotReader | undefined;
  try {
    before = SnapshotReader.open(withdrawn);
    const tip = await changes.tipBefore(out, before);
    if (tip.time === undefined) return {};
    const made = await changes.record({ before, path: out, out, folder, yieldIfDue: NEVER_YIELD }, tip);
    made.take();
    return { changed: made.events };
  } finally {
    await before?.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function compare(file: string, kept: string): Promise<Exclude<Rollback, string>> {
  const previous = SnapshotReader.openChecked(kept);
  let current: SnapshotReader | undefined;
  try {
    const { generation } = previous.metadata;
    // A current snapshot that is damaged, or of another version, may be the reason to roll back.
    current = openIfSound(file);
    if (current?.metadata.generation === generation) {
      throw new InputError(`Cannot roll back "${file}": "${kept}" holds the same data`);
    }
    return { generation, shownAgain: current === undefined ? undefined : countShownAgain(previous, current) };
  } finally {
    await previous.close();
    await current?.close();
  }
}
