import { Block } from '../format/block.ts';
import { ALL_COUNTRIES, BLOCK_COMPANIES } from '../format/format.ts';
import { ID_BYTES } from '../format/row.ts';
import { SparseIndexWriter } from '../index/sparse-index.ts';
import type { SnapshotReader } from '../read/reader.ts';
import { CompanySums } from './company-sums.ts';
import type { Fail, OnRow } from './fail.ts';
import { verifyDetails, type VerifiedParts } from './verify-details.ts';

/** The companies in the blocks of a snapshot. */
export interface FoundInBlocks {
  /** Number of companies. */
  readonly rows: number;
  readonly sums: CompanySums;
}

/** The task of a thread that verifies blocks. */
export interface BlocksTask extends VerifiedParts {
  readonly path: string;
}

/** The message of that thread: the companies that it found, or the fault. */
export type BlocksResult = { readonly rows: number; readonly sums: Uint32Array } | { readonly fault: string };

/** Verifies the blocks of companies, their details and addresses. */
export async function verifyBlocks(
  reader: SnapshotReader,
  fail: Fail,
  onRow: OnRow,
  parts: VerifiedParts,
): Promise<FoundInBlocks> {
  const sums = new CompanySums(reader.metadata.records.active);
  const rows = await verifyScopes(reader, fail, onRow, sums);
  await verifyDetails(reader, fail, onRow, parts);
  return { rows, sums };
}

/**
 * Verifies for every scope that blocks are in name order, numbered without a gap, full except for the last, and in the sparse index.
 * @param sums the companies of all countries are added to them
 */
async function verifyScopes(reader: SnapshotReader, fail: Fail, onRow: OnRow, sums: CompanySums): Promise<number> {
  let rows = 0;
  let scope = '';
  let block = 0;
  let before = '';
  let wasFull = true;
  let indexRows = 0;
  const matched = new Block();
  // The index is built a second time, and compared.
  const sparseIndex = new SparseIndexWriter((key, value) => {
    const written = reader.tables.sparseIndex.get(key);
    if (written === undefined || !value.equals(written))
      fail(`entry ${indexRows} of the sparse index points to the wrong block`);
    indexRows++;
  });
  for (const { key, value } of reader.scan('rows')) {
    const scopeOfKey = key.toString('latin1', 0, 2);
    if (scopeOfKey !== scope) {
      scope = scopeOfKey;
      block = 0;
      before = '';
      wasFull = true;
    }
    const name = `block ${block} of ${scope === ALL_COUNTRIES ? 'all companies' : `country "${scope}"`}`;
    if (key.readUInt32BE(2) !== block || !wasFull) fail(`companies are missing before ${name}`);
    for (const folded of matched.open(value).names()) {
      if (before > folded) fail(`${name} is not in name order at "${folded}"`);
      before = folded;
    }
    const lastName = Buffer.from(before, 'latin1');
    if (scope === ALL_COUNTRIES) {
      for (let entry = 0; entry < matched.count; entry++) {
        matched.seek(entry);
        sums.add(rows++, value, matched.idsStart + ID_BYTES * entry, value, matched.rowStart, matched.rowEnd);
      }
    }
    matched.match(lastName);
    if (matched.from === matched.count) fail(`a search in ${name} does not find its last name`);
    sparseIndex.add(scope, lastName);
    wasFull = matched.count === BLOCK_COMPANIES;
    block++;
    await onRow('rows');
  }
  const { tables } = reader;
  sparseIndex.finish();
  const { count: written } = tables.sparseIndex;
  if (written !== indexRows) fail(`the sparse index has ${written} entries instead of ${indexRows}`);
  return rows;
}
