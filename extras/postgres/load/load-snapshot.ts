import { InputError, toErrorMessage } from '../../../src/model/index.ts';
import { SnapshotReader, readPrefixFilter } from '../../../src/snapshot/index.ts';
import { chooseExamples } from '../../../src/backend/index.ts';
import { parseDatabaseAddress, type DatabaseAddress } from '../address.ts';
import { readSqlState } from '../faults.ts';
import { openCopier, type Copier } from './copier.ts';
import { takeLease, type Lease } from './lease.ts';
import { LoadList } from './load-list.ts';
import { copyRows, type OnRow } from './rows.ts';
import { Writer } from './writer.ts';

const COPIES = 2;

/** Number of rows after which the lease is checked again. */
const ROWS_PER_CHECK = 4096;

interface Loaded {
  readonly generation: string;
  readonly load: number;
  /** The number of copied rows; undefined if the database already serves the generation. */
  readonly rows: number | undefined;
  /** Number of companies that were removed from earlier loads, because this load restricts them. */
  readonly withheld: number;
}

export interface LoadOptions {
  /** How long a replaced load is kept for its cursors, in seconds. */
  readonly keepSeconds: number;
  readonly onRow?: OnRow;
}

/**
 * Loads a snapshot into a database beside the served data, and switches to it in one transaction. A failed or killed load does not change
 * the served data; the next load removes its remains.
 * @throws {InputError} if the file is not a snapshot, another load is running, or the database refuses
 */
export async function loadSnapshot(path: string, address: string, options: LoadOptions): Promise<Loaded> {
  const target = parseDatabaseAddress(address);
  await using reader = SnapshotReader.open(path);
  const writers: Writer[] = [];
  try {
    const open = async (): Promise<Writer> => {
      const writer = await Writer.open(target);
      writers.push(writer);
      return writer;
    };
    await LoadList.create(await open());
    const lease = await takeLease(await open(), target.shown);
    try {
      for (let n = 0; n < COPIES; n++) await open();
      return await load(reader, writers, lease, options);
    } finally {
      await lease.release();
    }
  } catch (error) {
    throw loadFault(error, target);
  } finally {
    for (const writer of writers) await writer.close();
  }
}

async function load(
  reader: SnapshotReader,
  [writer, , ...copiers]: readonly Writer[],
  lease: Lease,
  { keepSeconds, onRow = () => undefined }: LoadOptions,
): Promise<Loaded> {
  if (writer === undefined) throw new Error('A load has a connection');
  const list = new LoadList(writer, lease);
  await list.removeOld(keepSeconds);
  await list.completeEarlier();
  await list.rewriteReduced();
  const { metadata } = reader;
  const { generation } = metadata;
  const served = await list.served();
  if (served?.generation === generation) return { generation, load: served.load, rows: undefined, withheld: 0 };
  const examples = chooseExamples(reader);
  const number = await list.begin(generation, { ...metadata, ...(examples && { examples }) }, readPrefixFilter(reader));
  const loaded = { generation, load: number, rows: 0, withheld: 0 };
  try {
    loaded.rows = await copyAll(reader, openCopier(number, copiers), lease, onRow);
    await list.analyze(number);
    lease.check();
    loaded.withheld = await list.switchTo(number);
  } catch (error) {
    // The copied rows may have filled a disk. If this fails too, the next load removes them.
    await list.remove(number).catch(() => undefined);
    throw error;
  }
  try {
    await list.removeOld(keepSeconds);
    await list.rewriteReduced();
  } catch (error) {
    const what = 'was loaded and is served, but earlier loads could not be removed or rid of what it restricts';
    throw new InputError(`The generation ${generation} ${what}: ${toErrorMessage(error)}. Run the same load again`, {
      cause: error,
    });
  }
  return loaded;
}

async function copyAll(reader: SnapshotReader, copier: Copier, lease: Lease, onRow: OnRow): Promise<number> {
  try {
    const rows = await copyRows(reader, copier, (count, note) => {
      if (count % ROWS_PER_CHECK === 0) lease.check();
      return onRow(count, note);
    });
    await copier.finish();
    return rows;
  } finally {
    await copier.settle();
  }
}

/** Returns the error to report for a fault of the database. */
function loadFault(error: unknown, { shown }: DatabaseAddress): unknown {
  const state = readSqlState(error);
  const isOfConnection = error instanceof Error && 'code' in error && typeof error.code === 'string';
  if (error instanceof InputError || (state === undefined && !isOfConnection)) return error;
  return new InputError(
    `Cannot load into "${shown}": ${toErrorMessage(error)}${state === undefined ? '' : ` (${state})`}`,
    {
      cause: error,
    },
  );
}
