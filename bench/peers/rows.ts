import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { foldName, foldNumber, type CompanyIdentifier } from '../../src/model/index.ts';
import { SnapshotReader } from '../../src/snapshot/index.ts';

/** A company as the peers store it: JSON as the service returns it, and folded keys. */
export interface PeerRow {
  /** Its rank in name order among all companies, from 0: peers sort by it instead of comparing names. */
  readonly rank: number;
  readonly id: string;
  readonly country: string;
  readonly folded: string;
  /** Distinct folded identifiers. */
  readonly numbers: readonly string[];
  /** The Company resource of a search as JSON. */
  readonly json: string;
  /** Its identifiers as a JSON list. */
  readonly identifiers: string;
  /** Its current officers, each as JSON. */
  readonly officers: readonly string[];
}

/** Maximum identifiers of a company, because each can match the same search. */
export const NUMBERS_MAX = 4;

const BATCH_ROWS = 2000;
const OFFICERS_MAX = 10_000;
const IDENTIFIERS = ',"identifiers":';

/** Writes all companies of a snapshot to a file as lines of JSON in name order. Returns the ranks by country. */
export async function writeRows(snapshot: string, path: string, today: string): Promise<Map<string, number[]>> {
  const ranks = new Map<string, number[]>();
  const reader = SnapshotReader.open(snapshot);
  const file = openSync(path, 'w');
  let rank = 0;
  let batch: string[] = [];
  const write = (): void => {
    const bytes = Buffer.from(batch.join(''));
    for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
    batch = [];
  };
  try {
    for (const id of reader.idsInOrder()) {
      const row = rowOf(reader, id, rank++, today);
      batch.push(`${JSON.stringify(row)}\n`);
      const inCountry = ranks.get(row.country) ?? [];
      inCountry.push(row.rank);
      ranks.set(row.country, inCountry);
      if (batch.length < BATCH_ROWS) continue;
      write();
      await yieldToLoop();
    }
    write();
  } finally {
    closeSync(file);
    await reader.close();
  }
  return ranks;
}

/** Allows signals to be handled between batches. */
async function yieldToLoop(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

function rowOf(reader: SnapshotReader, id: string, rank: number, today: string): PeerRow {
  const resource = reader.company(id)?.toString() ?? '';
  const end = resource.lastIndexOf(IDENTIFIERS);
  const json = end < 0 ? resource : `${resource.slice(0, end)}}`;
  const identifiers = end < 0 ? '[]' : resource.slice(end + IDENTIFIERS.length, -1);
  const { name = '', country_code: seat } = JSON.parse(json) as { name?: string; country_code?: string };
  const values = JSON.parse(identifiers) as CompanyIdentifier[];
  const scope = values.find(({ country_scope }) => country_scope !== undefined)?.country_scope?.slice(0, 2);
  const country = scope ?? seat;
  if (country === undefined || (seat ?? country) !== country) {
    throw new Error(
      `"${id}" is found under ${country ?? 'no country'} and ${seat}: the tables of the peers hold one country a company`,
    );
  }
  const numbers = [...new Set(values.map(({ value }) => foldNumber(value)))];
  if (numbers.length > NUMBERS_MAX)
    throw new Error(`"${id}" has ${numbers.length} identifiers: the tables of the peers expect at most ${NUMBERS_MAX}`);
  const officers = JSON.parse(`[${reader.officers(id, OFFICERS_MAX, today)?.json.toString() ?? ''}]`) as object[];
  return {
    rank,
    id,
    country,
    folded: foldName(name),
    numbers,
    json,
    identifiers,
    officers: officers.map((officer) => JSON.stringify(officer)),
  };
}

const CHUNK_BYTES = 1 << 20;

/** Reads the companies of a file of {@linkcode writeRows} in batches. */
export async function* readRows(path: string): AsyncGenerator<readonly PeerRow[]> {
  const file = openSync(path, 'r');
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  let rest = Buffer.alloc(0);
  try {
    for (let read = readSync(file, chunk); read > 0; read = readSync(file, chunk)) {
      const bytes = Buffer.concat([rest, chunk.subarray(0, read)]);
      const end = bytes.lastIndexOf('\n');
      rest = bytes.subarray(end + 1);
      const lines = end < 0 ? [] : bytes.toString('utf8', 0, end).split('\n');
      yield lines.map((line) => JSON.parse(line) as PeerRow);
      await yieldToLoop();
    }
  } finally {
    closeSync(file);
  }
}
