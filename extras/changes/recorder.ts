import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ChangeCounts, ChangeRecorder, ChangeTip, Comparison, RecordedChanges } from '../../src/build/index.ts';
import { encodeCompanyId } from '../../src/model/index.ts';
import { SnapshotReader, countRecords, scanRecords } from '../../src/snapshot/index.ts';
import { chainTo } from './feed/chain.ts';
import { differences, type Change, type Pair } from './feed/difference.ts';
import { addFile, changesFolder, listChangeFiles, purge } from './feed/folder.ts';
import { CHANGES_FORMAT, type ChangesHeader } from './feed/format.ts';
import { writeLines } from './feed/lines.ts';

/** The count of each event. */
const COUNTED_AS: Readonly<Record<Change['event'], keyof ChangeCounts>> = {
  added: 'added',
  returned: 'added',
  changed: 'changed',
  redirected: 'moved',
  split: 'moved',
  tombstoned: 'gone',
  restricted: 'gone',
  withdrawn: 'gone',
};

/** Writes change files beside snapshots. */
export function changeRecorder(): ChangeRecorder {
  return {
    async tipBefore(out, before) {
      const files = await listChangeFiles(changesFolder(out));
      const number = Math.max(0, ...files.map(({ header }) => header.number)) + 1;
      return { time: chainTo(before.metadata.generation, files).at(-1)?.header.time, number };
    },
    async record(work, tip) {
      await using after = SnapshotReader.open(work.path);
      return await writeDifferences(work, after, tip);
    },
    async purgeBefore(path, out, signal) {
      await using after = SnapshotReader.open(path);
      await purgeWithheld(after, out, undefined, signal);
    },
    areKept: (out) => existsSync(changesFolder(out)),
  };
}

/** Returns the number of records of a snapshot that are compared. */
function countCompared({ metadata }: SnapshotReader, copied: Uint8Array | undefined): number {
  return countRecords(metadata.records) - (copied?.reduce((sum, one) => sum + one, 0) ?? 0);
}

/**
 * Compares two snapshots and writes a change file. Events of companies that are restricted now are purged from earlier files: a file
 * never has a value that its snapshot, or a later one, withholds.
 * @param tip the file that leads to the earlier snapshot
 */
async function writeDifferences(
  { before, out, folder, signal, yieldIfDue, onPair, copied }: Comparison,
  after: SnapshotReader,
  tip: ChangeTip,
): Promise<RecordedChanges> {
  const header = createHeader(before, after, tip);
  let events = 0;
  const byRegister: Record<string, ChangeCounts> = {};
  const withheld = new Set<string>();
  let pairs = 0;
  const total = Math.max(countCompared(before, copied?.before), countCompared(after, copied?.after));
  const note = (pair: Pair): void => {
    onPair?.(++pairs, total);
    if (isNewlyWithheld(pair, before, after)) withheld.add(encodeCompanyId(pair.key));
  };
  async function* lines(): AsyncGenerator<string, void, undefined> {
    yield JSON.stringify(header);
    const old = scanRecords(before, (rank) => copied?.before[rank] === 1);
    const now = scanRecords(after, (rank) => copied?.after[rank] === 1);
    for await (const change of differences(old, now, yieldIfDue, note)) {
      events++;
      const counts = (byRegister[change.register] ??= { added: 0, changed: 0, gone: 0, moved: 0 });
      counts[COUNTED_AS[change.event]]++;
      yield JSON.stringify(toEvent(change));
    }
  }
  const path = join(folder, 'changes');
  await writeLines(path, lines(), signal);
  const purged = await purgeWithheld(after, out, tip.time === undefined ? undefined : withheld, signal);
  return { events, byRegister, purged, take: () => addFile(path, out, header) };
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
function isNewlyWithheld({ key, before: old, after: now }: Pair, before: SnapshotReader, after: SnapshotReader) {
  if (now === undefined || (now.status !== 'restricted' && now.status !== 'redirected')) return false;
  if (old?.status === 'restricted' || after.metadata.records.restricted === 0) return false;
  const id = encodeCompanyId(key);
  return after.isRestricted(id) && !before.isRestricted(id);
}

function createHeader(before: SnapshotReader, after: SnapshotReader, { time, number }: ChangeTip): ChangesHeader {
  const now = new Date().toISOString();
  return {
    openfirma_changes: CHANGES_FORMAT,
    number,
    from: before.metadata.generation,
    to: after.metadata.generation,
    // The times of a chain never go back, even if the clock does.
    time: time !== undefined && time > now ? time : now,
  };
}

/** Returns the event of a change, without empty fields. */
function toEvent(change: Change): object {
  const { record, register: _, ...head } = change;
  if (record === undefined) return head;
  const { id, lifecycle, profile, classifications, identifiers, details, officers } = record;
  // The identifiers of a redirected record are not served.
  const isServed = lifecycle.status === 'active' || lifecycle.status === 'split';
  return {
    ...head,
    company: {
      id,
      object: 'company',
      lifecycle,
      ...profile,
      classifications: unlessEmpty(classifications),
      identifiers: isServed ? unlessEmpty(identifiers) : undefined,
    },
    details: details.sources.length === 0 ? undefined : details,
    officers: unlessEmpty(officers),
    officers_has_more: record.officersHasMore || undefined,
  };
}

function unlessEmpty<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length === 0 ? undefined : list;
}
