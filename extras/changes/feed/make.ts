import type { ChangeTip, Comparison, RecordedChanges } from '../../../src/build/index.ts';
import { companyIdOf } from '../../../src/model/index.ts';
import { SnapshotScanner, recordsIn } from '../../../src/snapshot/index.ts';
import { differences, type Pair } from './difference.ts';
import { changesFolder, makePending, prepareAside, purge, takePending, tipOf } from './folder.ts';
import { CHANGES_FORMAT, type ChangesHeader } from './format.ts';
import type { ChangesSigner } from './signature.ts';
import { writeChanges } from './write.ts';

/** Two snapshots to compare, and the key that signs their differences. */
export interface MakingChanges extends Comparison {
  readonly signer?: ChangesSigner | undefined;
}

/** A change file that is written, and waits for the name of its snapshot. */
export interface MadeChanges extends RecordedChanges {
  readonly header: ChangesHeader;
}

/**
 * Compares two snapshots and writes what changed aside. What earlier files say of companies that are restricted now is purged from
 * them: a file never holds a value that its snapshot, or a later one, withholds.
 * @param tip the file that leads to `before`
 */
export async function makeChanges(work: MakingChanges, tip: ChangeTip): Promise<MadeChanges> {
  const after = new SnapshotScanner(work.path, { lockIn: work.folder });
  try {
    return await write(work, after, tip);
  } finally {
    await after.close();
  }
}

async function write(work: MakingChanges, after: SnapshotScanner, tip: ChangeTip): Promise<MadeChanges> {
  const { before, out, folder, signer, signal, yieldIfDue, onPair } = work;
  const aside = await prepareAside(out);
  let isTaken = false;
  try {
    const header = headerOf(before, after, tip);
    const withheld = new Set<string>();
    let pairs = 0;
    const note = (pair: Pair): void => {
      onPair?.(++pairs);
      if (pair[1] !== undefined && isNewlyWithheld(pair, before, after)) withheld.add(companyIdOf(pair[1].key));
    };
    const olds = recordsIn(before);
    const news = recordsIn(after);
    const changes = differences(olds, news, yieldIfDue, note);
    const events = await writeChanges(aside.path, header, changes, { folder, signer, signal });
    const purged = await purgeWithheld(after, out, tip.digest === undefined ? undefined : withheld, signal);
    const take = (): void => {
      // If this fails, the file keeps waiting: its snapshot exists.
      isTaken = true;
      takePending(out, header);
    };
    const discard = async (): Promise<void> => {
      if (!isTaken) await aside.discard();
    };
    return { header, events, purged, wait: () => makePending(aside.path, out), take, discard };
  } catch (error) {
    await aside.discard();
    throw error;
  }
}

/**
 * Purges the events of the companies that a new snapshot withholds from the change files beside it: of all of them if a new chain begins,
 * since it was not compared with the old one. Returns the number of purged events.
 * @param newly those that the snapshot before did not withhold
 */
async function purgeWithheld(
  { reader }: SnapshotScanner,
  out: string,
  newly: ReadonlySet<string> | undefined,
  signal: AbortSignal | undefined,
): Promise<number> {
  if (reader.metadata.records.restricted === 0 || newly?.size === 0) return 0;
  return await purge(changesFolder(out), (id) => newly?.has(id) ?? reader.isRestricted(id), signal);
}

/** Purges the change files beside a snapshot when a new one begins a new chain; `folder` is used only by this run. */
export async function purgeBefore(path: string, out: string, folder: string, signal?: AbortSignal): Promise<void> {
  const after = new SnapshotScanner(path, { lockIn: folder });
  try {
    await purgeWithheld(after, out, undefined, signal);
  } finally {
    await after.close();
  }
}

/** The change file that the next one continues. */
export async function tipBefore(out: string, before: SnapshotScanner): Promise<ChangeTip> {
  return await tipOf(changesFolder(out), before.reader.metadata.generation);
}

/** Whether a record is restricted, or leads to one that is, and was shown before: then no earlier event of it may stay. */
function isNewlyWithheld(pair: Pair, before: SnapshotScanner, after: SnapshotScanner): boolean {
  const [old, now] = pair;
  if (now === undefined || (now.status !== 'restricted' && now.status !== 'redirected')) return false;
  if (old?.status === 'restricted' || after.reader.metadata.records.restricted === 0) return false;
  const id = companyIdOf(now.key);
  return after.reader.isRestricted(id) && !before.reader.isRestricted(id);
}

function headerOf(before: SnapshotScanner, after: SnapshotScanner, tip: ChangeTip): ChangesHeader {
  const { generation, format, digest, registers, restriction_key } = after.reader.metadata;
  return {
    openfirma_changes: CHANGES_FORMAT,
    number: tip.nextNumber,
    from: before.reader.metadata.generation,
    to: generation,
    // A clock may go back, the times of a chain may not.
    time: later(new Date().toISOString(), tip.time),
    ...(tip.digest === undefined ? {} : { previous: tip.digest }),
    snapshot: {
      format,
      digest,
      registers,
      ...(restriction_key === undefined ? {} : { restriction_key }),
      ...(after.reader.tables.match === undefined ? {} : { match: true }),
    },
  };
}

function later(time: string, other = time): string {
  return time > other ? time : other;
}
