import { existsSync } from 'node:fs';
import type { ChangeRecorder, ChangeTip, Comparison, RecordedChanges } from '../../src/build/index.ts';
import { companyIdOf } from '../../src/model/index.ts';
import { SnapshotReader, recordsIn } from '../../src/snapshot/index.ts';
import { differences, type Pair } from './feed/difference.ts';
import { changesFolder, makePending, prepareAside, purge, settlePending, takePending, tipOf } from './feed/folder.ts';
import { CHANGES_FORMAT, type ChangesHeader } from './feed/format.ts';
import { writeChanges } from './feed/write.ts';
import type { SigningKey } from './keys.ts';

/**
 * Writes change files beside snapshots.
 * @param signerOf reads the signing key for each new file; if it returns undefined, the file is unsigned
 */
export function changeRecorder(
  signerOf: () => Promise<SigningKey | undefined> = async () => undefined,
): ChangeRecorder {
  return {
    settle: settlePending,
    tipBefore: async (out, before) => await tipOf(changesFolder(out), before.metadata.generation),
    async record(work, tip) {
      const signer = await signerOf();
      await using after = SnapshotReader.open(work.path);
      return await writeDifferences(work, after, tip, signer);
    },
    async purgeBefore(path, out, signal) {
      await using after = SnapshotReader.open(path);
      await purgeWithheld(after, out, undefined, signal);
    },
    areKept: (out) => existsSync(changesFolder(out)),
  };
}

/**
 * Compares two snapshots and writes a pending change file. Events of companies that are restricted now are purged from earlier files:
 * a file never has a value that its snapshot, or a later one, withholds.
 * @param tip the file that leads to the earlier snapshot
 */
async function writeDifferences(
  { before, out, folder, signal, yieldIfDue, onPair }: Comparison,
  after: SnapshotReader,
  tip: ChangeTip,
  signer: SigningKey | undefined,
): Promise<RecordedChanges> {
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
    const changes = differences(recordsIn(before), recordsIn(after), yieldIfDue, note);
    const events = await writeChanges(aside.path, header, changes, { folder, signer, signal });
    const purged = await purgeWithheld(after, out, tip.digest === undefined ? undefined : withheld, signal);
    return {
      events,
      purged,
      wait: () => makePending(aside.path, out),
      take() {
        // If this fails, the file stays pending: its snapshot exists.
        isTaken = true;
        takePending(out, header);
      },
      async discard() {
        if (!isTaken) await aside.discard();
      },
    };
  } catch (error) {
    await aside.discard();
    throw error;
  }
}

/**
 * Purges events of withheld companies from the change files beside a new snapshot. Returns the number of purged events.
 * @param newly the withheld companies that the previous snapshot did not withhold; undefined for a new chain: all are purged
 */
async function purgeWithheld(
  reader: SnapshotReader,
  out: string,
  newly: ReadonlySet<string> | undefined,
  signal: AbortSignal | undefined,
): Promise<number> {
  if (reader.metadata.records.restricted === 0 || newly?.size === 0) return 0;
  return await purge(changesFolder(out), (id) => newly?.has(id) ?? reader.isRestricted(id), signal);
}

/** Whether a record that was visible before is now restricted, or leads to a restricted record. */
function isNewlyWithheld({ key, one: old, other: now }: Pair, before: SnapshotReader, after: SnapshotReader) {
  if (now === undefined || (now.status !== 'restricted' && now.status !== 'redirected')) return false;
  if (old?.status === 'restricted' || after.metadata.records.restricted === 0) return false;
  const id = companyIdOf(key);
  return after.isRestricted(id) && !before.isRestricted(id);
}

function headerOf(before: SnapshotReader, after: SnapshotReader, tip: ChangeTip): ChangesHeader {
  const { generation, format, digest, registers, restriction_key } = after.metadata;
  const now = new Date().toISOString();
  return {
    openfirma_changes: CHANGES_FORMAT,
    number: tip.nextNumber,
    from: before.metadata.generation,
    to: generation,
    // The times of a chain never go back, even if the clock does.
    time: tip.time !== undefined && tip.time > now ? tip.time : now,
    ...(tip.digest !== undefined && { previous: tip.digest }),
    snapshot: {
      format,
      digest,
      registers,
      ...(restriction_key !== undefined && { restriction_key }),
      ...(after.tables.match !== undefined && { match: true as const }),
    },
  };
}
