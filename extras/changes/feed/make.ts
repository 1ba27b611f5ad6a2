import type { ChangeTip, Comparison, RecordedChanges } from '../../../src/build/index.ts';
import { companyIdOf } from '../../../src/model/index.ts';
import type { SigningKey } from '../keys.ts';
import { SnapshotScanner, recordsIn } from '../../../src/snapshot/index.ts';
import { differences, type Pair } from './difference.ts';
import { changesFolder, makePending, prepareAside, purge, takePending, tipOf } from './folder.ts';
import { CHANGES_FORMAT, type ChangesHeader } from './format.ts';
import { writeChanges } from './write.ts';

export interface MakingChanges extends Comparison {
  readonly signer?: SigningKey | undefined;
}

/** A written change file that is pending until its snapshot is renamed. */
export interface MadeChanges extends RecordedChanges {
  readonly header: ChangesHeader;
}

/**
 * Compares two snapshots and writes a pending change file. Events of companies that are restricted now are purged from earlier files:
 * a file never has a value that its snapshot, or a later one, withholds.
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
      if (isNewlyWithheld(pair, before, after)) withheld.add(companyIdOf(pair.key));
    };
    const olds = recordsIn(before);
    const news = recordsIn(after);
    const changes = differences(olds, news, yieldIfDue, note);
    const events = await writeChanges(aside.path, header, changes, { folder, signer, signal });
    const purged = await purgeWithheld(after, out, tip.digest === undefined ? undefined : withheld, signal);
    const take = (): void => {
      // If this fails, the file stays pending: its snapshot exists.
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
 * Purges the events of companies that a new snapshot withholds from the change files beside it. Returns their number.
 * @param newly the companies that the snapshot before did not withhold; undefined purges all, for a new chain
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

/** Purges the change files beside a snapshot before a new chain; `folder` is used only by this run. */
export async function purgeBefore(path: string, out: string, folder: string, signal?: AbortSignal): Promise<void> {
  const after = new SnapshotScanner(path, { lockIn: folder });
  try {
    await purgeWithheld(after, out, undefined, signal);
  } finally {
    await after.close();
  }
}

export async function tipBefore(out: string, before: SnapshotScanner): Promise<ChangeTip> {
  return await tipOf(changesFolder(out), before.reader.metadata.generation);
}

/** Whether a record is restricted, or leads to one that is, and was visible before. */
function isNewlyWithheld(
  { key, one: old, other: now }: Pair,
  before: SnapshotScanner,
  after: SnapshotScanner,
): boolean {
  if (now === undefined || (now.status !== 'restricted' && now.status !== 'redirected')) return false;
  if (old?.status === 'restricted' || after.reader.metadata.records.restricted === 0) return false;
  const id = companyIdOf(key);
  return after.reader.isRestricted(id) && !before.reader.isRestricted(id);
}

function headerOf(before: SnapshotScanner, after: SnapshotScanner, tip: ChangeTip): ChangesHeader {
  const { generation, format, digest, registers, restriction_key } = after.reader.metadata;
  return {
    openfirma_changes: CHANGES_FORMAT,
    number: tip.nextNumber,
    from: before.reader.metadata.generation,
    to: generation,
    // The times of a chain never go back, even if the clock does.
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
