import { existsSync, realpathSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { MATCH_INDEX } from '../matching/index/name-index.ts';
import { ID_BYTES } from './company-keys.ts';
import {
  ChangesError,
  cannotApply,
  chainFrom,
  readChanges,
  type ChangeEvent,
  type ChangesHeader,
  type ReadChanges,
  type ReadingChanges,
} from './feed/index.ts';
import { joined } from './feed/difference.ts';
import { readEvent, recordOf } from './feed/event.ts';
import type { PublicKeys } from './keys.ts';
import {
  diskReason,
  exclusiveFolder,
  renameSynced,
  syncPath,
  NEVER_YIELD,
  Sorter,
  handlePendingSignals,
  yieldUntilAborted,
  type YieldIfDue,
} from '../../src/files/index.ts';
import { companyIdBytes, counted, type CompanyRecord } from '../../src/model/index.ts';
import {
  FORMAT_VERSION,
  SnapshotReader,
  SnapshotWriter,
  recordsIn,
  verifyChecksum,
  verifySnapshot,
  type SnapshotMetadata,
  type StoredRecord,
} from '../../src/snapshot/index.ts';
import { keepPrevious, type StartProgress } from '../../src/build/index.ts';

export interface ApplyOptions {
  readonly to: string;
  /** Change files in any order; those already applied to the snapshot are skipped. */
  readonly files: readonly string[];
  /** Each file must be signed by one of these keys; undefined accepts unsigned files. */
  readonly keys?: PublicKeys | undefined;
  readonly signal?: AbortSignal;
  readonly startProgress?: StartProgress;
}

export interface Applied {
  readonly metadata: SnapshotMetadata;
  readonly from: string;
  /** The applied files, in order, and the number of their events. */
  readonly files: readonly string[];
  readonly events: number;
}

interface Work extends ApplyOptions {
  readonly folder: string;
  readonly before: SnapshotReader;
}

/**
 * Applies change files to a snapshot. The result must have the digest of the built snapshot. An error leaves the snapshot unchanged.
 * @throws {InputError} if a file is damaged, foreign or not signed by one of the keys, or a file in between is missing
 */
export async function applyChanges(options: ApplyOptions): Promise<Applied> {
  const to = existsSync(options.to) ? realpathSync(options.to) : options.to;
  const { signal, keys } = options;
  const refuse = (reason: string): Error => cannotApply(to, `another build is running: ${reason}`);
  await verifyChecksum(to, signal);
  const folder = await exclusiveFolder(dirname(to), `.${basename(to)}.building-`, refuse);
  try {
    await using before = SnapshotReader.open(to);
    const from = before.metadata.generation;
    const read: ReadChanges[] = [];
    for (const file of options.files) read.push(await readChanges(file, { keys, signal }));
    const chain = chainFrom(from, read, options.to);
    const last = chain.at(-1);
    if (last === undefined) return { metadata: before.metadata, from, files: [], events: 0 };
    const { path, metadata } = await write(chain, last.header, { ...options, folder, before });
    const progress = options.startProgress?.('verify');
    await verifySnapshot(path, {
      onVerified: (done, total, note) => progress?.update(done, total, note),
      yieldIfDue: yielding(signal),
      nameIndex: MATCH_INDEX,
    });
    progress?.finish();
    syncPath(path);
    if (signal !== undefined) await handlePendingSignals(signal);
    await keepPrevious(to, metadata.generation, folder);
    renameSynced(path, to);
    const events = chain.reduce((sum, file) => sum + file.events, 0);
    return { metadata, from, files: chain.map((file) => file.path), events };
  } catch (error) {
    const reason = diskReason(error);
    throw reason === undefined ? error : cannotApply(to, reason, error);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Writes the snapshot at the end of a chain into the working folder. */
async function write(chain: readonly ReadChanges[], { snapshot }: ChangesHeader, work: Work) {
  const { folder, before, signal, to } = work;
  if (snapshot.format !== FORMAT_VERSION)
    throw cannotApply(
      to,
      `the changes lead to a snapshot of format version ${snapshot.format}, but this program writes version ${FORMAT_VERSION}`,
    );
  const yieldIfDue = yielding(signal);
  const events = await sortedEvents(chain, work);
  const writer = new SnapshotWriter(folder, snapshot.match === true ? MATCH_INDEX : undefined);
  const progress = work.startProgress?.('bring forward');
  let records = 0;
  for (const record of recordsAfter(recordsIn(before), events)) {
    writer.add(record);
    progress?.update(++records, undefined, counted(records, 'record'));
    await yieldIfDue();
  }
  progress?.finish();
  const writing = work.startProgress?.('write');
  const path = join(folder, 'snapshot');
  const metadata = await writer.finish(path, {
    onRow: (rows, table) => writing?.update(rows, undefined, `${counted(rows, 'row')}, now ${table}`),
    yieldIfDue,
    registers: snapshot.registers,
    restrictionKey: snapshot.restriction_key,
  });
  writing?.finish();
  if (metadata.digest === snapshot.digest) return { path, metadata };
  const purged = chain.reduce((sum, file) => sum + file.purged, 0);
  const reason =
    purged === 0
      ? ''
      : `; ${purged} of their events were purged, because a later file restricts the companies: give that file, too`;
  throw cannotApply(
    to,
    `the result has the digest "${metadata.digest}", but the changes say "${snapshot.digest}"${reason}`,
  );
}

/** Sorts the events of a chain by id; events with the same id stay in the order of the chain. */
async function sortedEvents(chain: readonly ReadChanges[], { folder, keys, signal }: Work): Promise<Sorter> {
  const sorter = new Sorter({ directory: folder, name: 'events' });
  for (const [place, { path, end }] of chain.entries()) {
    const key = Buffer.alloc(18);
    key.writeUInt16BE(place, 16);
    const onEvent: ReadingChanges['onEvent'] = (line, head) => {
      if (head === undefined) return;
      readEvent(line, path);
      companyIdBytes(head.id, key);
      sorter.add(key, line);
    };
    const again = await readChanges(path, { keys, signal, onEvent });
    if (again.end.digest !== end.digest)
      throw new ChangesError(path, 'they were replaced while they were read; try again');
  }
  return sorter;
}

function* recordsAfter(before: Iterable<StoredRecord>, events: Sorter): Generator<CompanyRecord, void, undefined> {
  for (const { one, other } of joined(before, lastEvents(events))) {
    const record = other === undefined ? one?.decode() : other.record;
    if (record !== undefined) yield record;
  }
}

interface LastEvent {
  readonly key: Buffer;
  readonly record: CompanyRecord | undefined;
}

/** Yields, for each id, the record after its last event. */
function* lastEvents(events: Sorter): Generator<LastEvent, void, undefined> {
  let key: Buffer | undefined;
  let line = Buffer.alloc(0);
  const last = (of: Buffer): LastEvent => ({ key: of, record: recordOf(JSON.parse(line.toString()) as ChangeEvent) });
  for (const sorted of events.sorted()) {
    const id = sorted.key.subarray(0, ID_BYTES);
    if (key !== undefined && !key.equals(id)) yield last(key);
    // The sorter reuses its buffers for the next record.
    if (key?.equals(id) !== true) key = Buffer.from(id);
    line = Buffer.from(sorted.value);
  }
  if (key !== undefined) yield last(key);
}

function yielding(signal: AbortSignal | undefined): YieldIfDue {
  return signal === undefined ? NEVER_YIELD : yieldUntilAborted(signal);
}
