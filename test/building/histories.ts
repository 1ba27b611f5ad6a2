/**
 * Random histories of registers for the test of continued builds: after each night a build that continues the previous one must give what a full
 * build gives.
 */
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MATCH_INDEX } from '../../extras/matching/index/name-index.ts';
import { buildSnapshot, type BuildOutcome } from '../../src/build/index.ts';
import { readSignature } from '../../src/files/index.ts';
import { InputError } from '../../src/model/index.ts';
import { PREFIX_FILTER_KEY } from '../../src/snapshot/format/format.ts';
import { SnapshotReader, scanRecords, type SnapshotMetadata } from '../../src/snapshot/index.ts';
import { COUNTRIES, RandomRegisters } from './random-registers.ts';

/** A night: its snapshot and the ids in it; or the error of both builds. */
interface Night {
  readonly out: string;
  readonly ids: readonly string[];
  /** Number of companies that were taken over; undefined if the build was a full one. */
  readonly kept: number | undefined;
}

/** Builds a night twice after one snapshot, from the changed lines and from all, and checks that both give the same. */
export async function checkNight(
  registers: RandomRegisters,
  directory: string,
  { out: previous, ids }: Partial<Night>,
  match: boolean,
): Promise<Night> {
  const inputs = registers.write(directory);
  const inputDigests = inputs.map((path) => ({
    sha256: hash('sha256', readFileSync(path)),
    signature: readSignature(path),
  }));
  const build = async (name: string, full: boolean): Promise<BuildOutcome | string> => {
    try {
      return await buildSnapshot({
        inputs,
        inputDigests,
        out: join(directory, name),
        full,
        match,
        nameIndex: async () => MATCH_INDEX,
        acceptLoss: [...COUNTRIES, '--'],
        restrictionKey: join(directory, 'restriction.key'),
        ...(previous === undefined ? {} : { previous }),
      });
    } catch (error) {
      if (error instanceof InputError) return error.message.replaceAll(name, 'NAME');
      throw error;
    }
  };
  const full = await build('full', true);
  const continued = await build('continued', false);
  // Decisions may contradict each other; then the night is over.
  if (typeof full === 'string' || typeof continued === 'string') {
    assert.equal(continued, full);
    return { out: previous ?? '', ids: ids ?? [], kept: undefined };
  }
  assert.deepEqual(continued.report, full.report);
  await using a = SnapshotReader.open(join(directory, 'continued'));
  await using b = SnapshotReader.open(join(directory, 'full'));
  const [records, others] = [a, b].map((reader) => [...scanRecords(reader)].map((record) => record.decode()));
  assert.deepEqual(records, others);
  // The filter decides whether a number is searched at all; no digest of a table has it.
  const filters = [a, b].map((reader) => reader.tables.metadata.get(PREFIX_FILTER_KEY));
  assert.deepEqual(filters[0], filters[1]);
  assert.deepEqual(withoutCompressed(continued.metadata), withoutCompressed(full.metadata));
  const out = join(directory, 'previous');
  for (const end of ['', '.lines']) renameSync(join(directory, `continued${end}`), `${out}${end}`);
  return { out, ids: records?.map(({ id }) => id) ?? [], kept: continued.kept };
}

/** The tables that depend on the dictionary, which only a full build trains. */
const COMPRESSED: ReadonlySet<string> = new Set(['rows', 'ids', 'officers', 'details', 'dictionary']);

/** Returns metadata without the digests of compressed tables. */
function withoutCompressed({ tables, ...metadata }: SnapshotMetadata): object {
  const { generation: _, digest: __, ...others } = metadata;
  return { ...others, tables: Object.entries(tables).filter(([name]) => !COMPRESSED.has(name)) };
}

/**
 * Lives through the nights of one history. Returns how many were continued, and how many companies were taken over.
 * @param more companies than a seed gives: with hundreds the trees of numbers have branches
 */
export async function checkHistory(
  seed: number,
  nights: number,
  more = 0,
): Promise<{ continued: number; kept: number }> {
  const directory = mkdtempSync(join(tmpdir(), 'openfirma-history-'));
  const sums = { continued: 0, kept: 0 };
  try {
    const registers = new RandomRegisters(seed, more);
    let night: Partial<Night> = {};
    for (let n = 0; n < nights; n++) {
      if (n > 0) registers.night(night.ids ?? []);
      night = await checkNight(registers, directory, night, seed % 3 === 0);
      if (night.kept !== undefined) sums.continued++;
      sums.kept += night.kept ?? 0;
    }
    return sums;
  } finally {
    rmSync(directory, { recursive: true });
  }
}
