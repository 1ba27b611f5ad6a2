import { Command } from 'commander';
import { existsSync, linkSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { renameSynced, syncPath } from '../../files/index.ts';
import { InputError } from '../../model/index.ts';
import { SnapshotReader, previousPath } from '../../snapshot/index.ts';
import { readConfig } from '../config.ts';
import { isSameFile } from '../previous.ts';

const HELP = `
A build keeps the snapshot that it replaces as FILE.previous. A rollback exchanges the two, so a second one undoes the
first. A running service notices by itself, or on SIGHUP at once.

Example:
  openfirma rollback --snapshot data/openfirma.snapshot
`;

/** The command `openfirma rollback`: the snapshot before is served again. */
export function rollbackCommand(): Command {
  return new Command('rollback')
    .description('put the previous snapshot back')
    .option('--snapshot <file>', 'the snapshot, instead of the setting SNAPSHOT')
    .option('--accept-restricted', 'go back although companies that were restricted since would be shown again')
    .addHelpText('after', HELP)
    .action(async (flags: { snapshot?: string; acceptRestricted?: boolean }) => {
      const file = flags.snapshot ?? readConfig(process.env).SNAPSHOT;
      process.stderr.write(await rollBack(file, flags.acceptRestricted === true));
    });
}

/**
 * Exchanges a snapshot and the one kept before it; the path names a whole snapshot at every moment. What was interrupted
 * half-way is finished. Returns what it did, in lines for an operator.
 * @throws {InputError} where there is nothing to go back to, and where companies would be shown that have been restricted since
 */
export async function rollBack(file: string, acceptsRestricted: boolean): Promise<string> {
  const out = existsSync(file) ? realpathSync(file) : file;
  const kept = previousPath(out);
  const aside = `${out}.rolling-back`;
  if (existsSync(aside) && isSameFile(out, kept)) {
    renameSynced(aside, kept);
    return `finished the rollback of "${file}" that was interrupted\n`;
  }
  rmSync(aside, { force: true });
  if (!existsSync(kept)) {
    throw new InputError(
      `Cannot roll back "${file}": there is no "${kept}", where a build keeps the snapshot that it replaces`,
    );
  }
  const { notes, generation } = await checkPrevious(file, kept, acceptsRestricted);
  if (existsSync(out)) linkSync(out, aside);
  // The kept file has both names for a moment: a rename would leave none if the next step failed.
  const again = `${out}.rolled-back`;
  rmSync(again, { force: true });
  linkSync(kept, again);
  renameSync(again, out);
  if (existsSync(aside)) renameSync(aside, kept);
  else rmSync(kept);
  syncPath(dirname(out));
  return `${notes}"${file}" is generation ${generation} again\n`;
}

async function checkPrevious(
  file: string,
  kept: string,
  acceptsRestricted: boolean,
): Promise<{ notes: string; generation: string }> {
  const previous = SnapshotReader.openChecked(kept);
  let current: SnapshotReader | undefined;
  try {
    const { generation } = previous.about;
    current = existsSync(file) ? openOrNothing(file) : undefined;
    if (current?.about.generation === generation) {
      throw new InputError(`Cannot roll back "${file}": "${kept}" holds the same data`);
    }
    const shownAgain = current === undefined ? undefined : shownAgainBy(previous, current);
    if (shownAgain === undefined) {
      return {
        notes: `"${file}" cannot be read: whether companies are shown again that it restricts is not known\n`,
        generation,
      };
    }
    if (shownAgain > 0 && !acceptsRestricted) {
      throw new InputError(
        `Cannot roll back "${file}": ${shownAgain} ${shownAgain === 1 ? 'company' : 'companies'} that it restricts would be ` +
          'shown again; build anew with the decisions, or say --accept-restricted',
      );
    }
    const notes = shownAgain === 0 ? '' : `companies that were restricted and are shown again: ${shownAgain}\n`;
    return { notes, generation };
  } finally {
    await previous.close();
    await current?.close();
  }
}

/** The present snapshot may be the reason to go back: damaged, or of a version that this program does not read. */
function openOrNothing(file: string): SnapshotReader | undefined {
  try {
    return SnapshotReader.open(file);
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

/** How many companies one snapshot restricts and the other does not; undefined where the first cannot be read. */
function shownAgainBy(previous: SnapshotReader, current: SnapshotReader): number | undefined {
  if (current.about.records.restricted === 0) return 0;
  let count = 0;
  const ids = current.restrictedIds();
  for (;;) {
    const id = nextOrNothing(ids);
    if (id === undefined) return undefined;
    if (id.done === true) return count;
    if (previous.company(id.value) !== undefined && !previous.isRestricted(id.value)) count++;
  }
}

function nextOrNothing(ids: Iterator<string, void, undefined>): IteratorResult<string, void> | undefined {
  try {
    return ids.next();
  } catch {
    // Whatever is wrong with the present snapshot, it must not stand in the way of the one before.
    return undefined;
  }
}
