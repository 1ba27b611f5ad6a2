/**
 * Successive snapshots of invented mills. All names have the same beginning, so that one search finds all mills in a known order.
 */
import { MATCH_INDEX } from '../../extras/matching/index/name-index.ts';
import { changeRecorder } from '../../extras/changes/recorder.ts';
import { readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { hash } from 'node:crypto';
import { join } from 'node:path';
import { buildSnapshot } from '../../src/build/index.ts';
import { deriveCompanyId, type RegisterLine } from '../../src/model/index.ts';
import { SnapshotReader } from '../../src/snapshot/index.ts';
import { TABLE_NAMES } from '../../src/snapshot/file/table-names.ts';
import { getTable } from '../../src/snapshot/format/format.ts';

/** A query that finds every mill. */
export const MILLS = 'kvarn';

/** Returns the name of a mill, which sorts like its number. */
export const millName = (n: number): string => `Kvarn ${String(n).padStart(6, '0')} AB`;

/** Returns the id of a mill, derived from its number in the register. */
export const millId = (n: number): string =>
  deriveCompanyId({
    kind: 'identifier',
    scheme: 'national_registry_number',
    scope: 'SE',
    comparedValue: millNumber(n),
  });

const millNumber = (n: number): string => `55${n}`;

/** Returns the register line of a mill. */
export function mill(n: number, fields: Partial<RegisterLine> = {}): RegisterLine {
  return {
    name: millName(n),
    identifiers: [{ scheme: 'national_registry_number', value: millNumber(n), country_scope: 'SE' }],
    ...fields,
  };
}

/** Returns the mills with numbers from `from` to `to` (exclusive). */
export const mills = (from: number, to: number): RegisterLine[] =>
  Array.from({ length: to - from }, (_, i) => mill(from + i));

/** Builds a snapshot of lines, optionally with a previous one, and returns its path. */
export async function buildLines(
  directory: string,
  name: string,
  lines: readonly RegisterLine[],
  options: { readonly previous?: string; readonly match?: boolean; readonly program?: string } = {},
): Promise<string> {
  const input = join(directory, `${name}.ndjson`);
  writeFileSync(input, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const out = join(directory, name);
  await buildSnapshot({
    nameIndex: async () => MATCH_INDEX,
    changes: changeRecorder(),
    inputs: [input],
    out,
    acceptLoss: ['SE'],
    ...options,
  });
  return out;
}

/** Replaces a file by a copy of another one as operators do: by renaming. */
export function put(file: string, path: string): void {
  putBytes(readFileSync(file), path);
}

/** Replaces a file by renaming. */
export function putBytes(bytes: Buffer, path: string): void {
  writeFileSync(`${path}.new`, bytes);
  renameSync(`${path}.new`, path);
}

/** Points a link to another file atomically. */
export function pointTo(file: string, link: string): void {
  symlinkSync(file, `${link}.new`);
  renameSync(`${link}.new`, link);
}

/** Returns a snapshot with another format version and a valid checksum. */
export function ofVersion(file: string, version: number): Buffer {
  const bytes = Buffer.from(readFileSync(file));
  const trailer = bytes.subarray(bytes.length - 64);
  trailer.writeUInt32BE(version, 8);
  hash('sha256', trailer.subarray(0, 56), 'buffer').copy(trailer, 56, 0, 8);
  return bytes;
}

/** Returns a copy of a snapshot with one wrong byte among the numbers, which neither an opening nor a search by name reads. */
export async function quietlyDamaged(file: string): Promise<Buffer> {
  await using reader = SnapshotReader.open(file);
  const { tables } = reader;
  const others = TABLE_NAMES.filter((name) => name !== 'numbers').map((name) => getTable(tables, name));
  for (let row = 0; row < tables.numbers.count; row++) {
    tables.numbers.seek(row);
    const at = tables.numbers.valueStart;
    const page = at - (at % 4096);
    if ([tables.metadata, ...others].some((table) => table.overlaps(page, page + 4096))) continue;
    const bytes = readFileSync(file);
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    return bytes;
  }
  throw new Error(`The numbers of "${file}" share all their pages with other tables`);
}
