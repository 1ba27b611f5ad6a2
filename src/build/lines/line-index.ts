/**
 * The line index: a file beside a snapshot with what the next build must know of the lines that it was built from, some 20 bytes a line.
 * Of the values of companies it holds only phrases, those of the snapshot's dictionary.
 *
 *     8 bytes magic · u32 bytes of the head · the head, JSON · the parts: digests, hashes of keys, ranks (zstd), addresses, facts (zstd),
 *     dictionary (zstd), ranks of branches (zstd) · 32 bytes: SHA-256 of everything before
 */
import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { zstdDecompressSync } from 'node:zlib';
import { mustBeFile, systemReason } from '../../files/index.ts';
import { toErrorMessage } from '../../model/index.ts';
import type { DayCount } from '../../snapshot/index.ts';

export const MAGIC = Buffer.from('OFLINES3');
const SUM_BYTES = 32;
export const ADDRESS_BYTES = 8;

/** The place of a line in place of a rank: of a withheld company or of none, so that nothing of it is kept; or of a company that is not plain. */
export const UNKNOWN = 0xffff_ffff;
export const NOT_PLAIN = 0xffff_fffe;

/** How the facts of a company begin. */
export const KIND = { notPlain: 0, plain: 1, withAddress: 2 } as const;

export interface LineIndexHead {
  /** The generation of the snapshot. */
  readonly generation: string;
  /** The version of the program; absent if it was not known. */
  readonly program?: string | undefined;
  /** The number of lines of each input, in order. */
  readonly inputs: readonly number[];
  /** The SHA-256 of each input; null for one with lines that are not in the index. Absent if they were not known. */
  readonly inputDigests?: readonly (string | null)[] | undefined;
  /** The most frequent day of each register in each input. */
  readonly inputDays: readonly (readonly DayCount[])[];
  /** The registers with a code for their day, and these days. */
  readonly registers: readonly string[];
  readonly days: readonly (string | null)[];
  /** The texts that facts refer to. */
  readonly texts: readonly string[];
  readonly companies: number;
  /** Number of companies when the dictionary was trained; a full build trains it. */
  readonly trainedOn: number;
  /** Whether the build restricted companies: the next one finds those that share a number with them. */
  readonly hasRestricted?: boolean | undefined;
  /** The bytes of each part. */
  readonly parts: readonly number[];
}

export interface LineIndex extends LineIndexHead {
  readonly digests: Buffer;
  readonly keyHashes: Buffer;
  /** By line: the rank of its company, if that is plain. */
  readonly ranks: Uint32Array;
  /** The keys of the addresses of plain companies, in the order of ranks. */
  readonly addresses: Buffer;
  /** By company in the order of ranks: its kind, and its facts if it is plain. */
  readonly facts: Buffer;
  readonly dictionary: Buffer;
  /** The ranks of the companies whose numbers are prefixes of branches of the radix tree: `KeptNumbers`. */
  readonly branchRanks: Buffer;
}

export function lineIndexPath(snapshot: string): string {
  return `${snapshot}.lines`;
}

/**
 * Reads the line index of a snapshot. Returns the reason, as a clause, if it cannot be used: it is missing or damaged, belongs to another
 * snapshot, or another version of the program wrote it, which may have resolved the same lines to other companies.
 */
export function readLineIndex(snapshot: string, generation: string, program?: string): LineIndex | string {
  const path = lineIndexPath(snapshot);
  if (!existsSync(path)) return `"${path}" is missing`;
  try {
    mustBeFile(path);
  } catch (error) {
    return `"${path}" cannot be read: ${systemReason(error) ?? toErrorMessage(error)}`;
  }
  const bytes = readFileSync(path);
  const end = bytes.length - SUM_BYTES;
  const isWhole =
    end >= MAGIC.length + 4 &&
    bytes.subarray(0, MAGIC.length).equals(MAGIC) &&
    hash('sha256', bytes.subarray(0, end), 'buffer').equals(bytes.subarray(end));
  if (!isWhole) return `"${path}" is damaged, or of another version of the program`;
  const headEnd = MAGIC.length + 4 + bytes.readUInt32LE(MAGIC.length);
  const head = JSON.parse(bytes.toString('utf8', MAGIC.length + 4, headEnd)) as LineIndexHead;
  if (head.generation !== generation) return `"${path}" belongs to another snapshot`;
  if (head.program !== program) return `another version of the program wrote "${path}"`;
  let at = headEnd;
  const [digests, keyHashes, ranks, addresses, facts, dictionary, branchRanks] = head.parts.map((size) =>
    bytes.subarray(at, (at += size)),
  ) as [Buffer, Buffer, Buffer, Buffer, Buffer, Buffer, Buffer];
  const plainRanks = zstdDecompressSync(ranks);
  return {
    ...head,
    digests,
    keyHashes,
    ranks: new Uint32Array(plainRanks.buffer.slice(plainRanks.byteOffset, plainRanks.byteOffset + plainRanks.length)),
    addresses,
    facts: zstdDecompressSync(facts),
    dictionary: zstdDecompressSync(dictionary),
    branchRanks: zstdDecompressSync(branchRanks),
  };
}
