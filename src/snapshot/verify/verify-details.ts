import type { CompanyDetails } from '../../model/index.ts';
import { BLOCK_COMPANIES } from '../format/format.ts';
import { ADDRESS_RANKS_MAX, addressKey, decodeAddress } from '../index/addresses.ts';
import { detailsAt } from '../read/details.ts';
import type { SnapshotReader } from '../read/reader.ts';
import type { Fail, OnRow } from './fail.ts';

/** The extent of the verification of companies: `VerifyOptions` describes the fields. */
export interface VerifiedParts {
  readonly isOwn: boolean;
  readonly copied: Uint8Array | undefined;
}

/**
 * The share of blocks whose details are read in a file that this program has just written, one in this number: its checksum shows that they
 * are the bytes that were encoded, and a fault of the encoder is in many blocks.
 */
const OWN_ONE_IN = 8;

/**
 * Verifies that details belong to companies, can be read, and that each has a source. Verifies that addresses lead to the companies that
 * have them.
 */
export async function verifyDetails(
  reader: SnapshotReader,
  fail: Fail,
  onRow: OnRow,
  { isOwn, copied }: VerifiedParts,
): Promise<void> {
  let found = 0;
  for (const { key } of reader.scan('details')) {
    const block = key.readUInt32BE(0);
    const first = block * BLOCK_COMPANIES;
    if (first >= reader.metadata.records.active) fail(`the details of rank ${first} belong to no company`);
    if (isOwn && block % OWN_ONE_IN !== 0) continue;
    for (let rank = first; rank < first + BLOCK_COMPANIES; rank++) {
      if (copied?.[rank] === 1) continue;
      const details = detailsAt(reader.tables, reader.memory, rank);
      const { sources, ...fields } = details;
      const names = new Set(sources.flatMap((source) => source.fields));
      if (names.size !== Object.keys(fields).length || Object.keys(fields).some((field) => !names.has(field as never)))
        fail(`the details of rank ${rank} have fields without a source`);
      if (isAtAddress(reader, details, rank, fail)) found++;
    }
    await onRow('details');
  }
  const areAllRead = !isOwn && copied === undefined;
  await verifyAddresses(reader, areAllRead ? found : undefined, fail, onRow);
}

/** Whether the address of a company has a row; fails if that row does not list the company. */
function isAtAddress({ tables }: SnapshotReader, { address }: CompanyDetails, rank: number, fail: Fail): boolean {
  const key = addressKey(address);
  const row = key.length === 0 ? undefined : tables.addresses.get(key);
  if (row === undefined) return false;
  const { ranks } = decodeAddress(row);
  const isBeyond = ranks.length === ADDRESS_RANKS_MAX && rank > (ranks.at(-1) ?? 0);
  if (!isBeyond && !ranks.includes(rank)) fail(`the address of rank ${rank} does not lead to it`);
  return true;
}

/**
 * Verifies that rows of addresses have several companies, in ascending order and no more than allowed. The total equals the number of
 * companies that were found by their addresses, if all were read, so no row lists another company.
 */
async function verifyAddresses(
  reader: SnapshotReader,
  found: number | undefined,
  fail: Fail,
  onRow: OnRow,
): Promise<void> {
  let counted = 0;
  for (const { key, value } of reader.scan('addresses')) {
    const { count, ranks } = decodeAddress(value);
    const isAscending = ranks.every((rank, i) => rank > (ranks[i - 1] ?? -1));
    if (!isAscending || ranks.length !== Math.min(count, ADDRESS_RANKS_MAX) || count < 2)
      fail(`the companies at the address "${key.toString('hex')}" are not in order`);
    counted += count;
    await onRow('addresses');
  }
  if (found !== undefined && counted !== found)
    fail(`its addresses count ${counted} companies, but ${found} companies have them`);
}
