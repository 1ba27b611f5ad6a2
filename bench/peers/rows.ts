import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { splitLines } from '../../src/files/index.ts';
import { foldName, foldNumber, type CompanyIdentifier } from '../../src/model/index.ts';
import { SnapshotReader } from '../../src/snapshot/index.ts';
import { idsInOrder } from '../../test/fixtures/ids-in-order.ts';

/** A company as the peers store it: JSON as the service returns it, and folded keys. */
export interface PeerRow {
  /** Rank in name order among all companies, from 0: peers sort by rank instead of comparing names. */
  readonly rank: number;
  readonly id: string;
  readonly country: string;
  readonly folded: string;
  /** Distinct folded identifiers. */
  readonly numbers: readonly string[];
  /** The Company resource of a search as JSON. */
  readonly json: string;
  /** The identifiers of the company as a JSON list. */
  readonly identifiers: string;
  /** The current officers of the company, each as JSON. */
  readonly officers: readonly string[];
}

/** Maximum number of identifiers of a company, because each can match the same search. */
export const NUMBERS_MAX = 4;

const CHUNK_BYTES = 1 << 20;
const OFFICERS_MAX = 10_000;
const IDENTIFIERS = ',"identifiers":';

/** Writes all companies of a snapshot to a file as lines of JSON in name order. Returns the generation of the snapshot. */
export async function writeRows(snapshot: string, path: string, today: string): Promise<string> {
  const reader = SnapshotReader.open(snapshot);
  function* lines(): Generator<string> {
    let rank = 0;
    for (const id of idsInOrder(reader)) yield `${JSON.stringify(readRow(reader, id, rank++, today))}\n`;
  }
  try {
    await pipeline(Readable.from(lines()), createWriteStream(path));
    return reader.metadata.generation;
  } finally {
    await reader.close();
  }
}

function readRow(reader: SnapshotReader, id: string, rank: number, today: string): PeerRow {
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

/** Yields the companies of a file of {@linkcode writeRows}. */
export async function* readRows(path: string): AsyncGenerator<PeerRow> {
  const chunks = createReadStream(path, { highWaterMark: CHUNK_BYTES }) as AsyncIterable<Buffer>;
  for await (const line of splitLines(chunks, CHUNK_BYTES, (reason) => new Error(`Cannot read "${path}": ${reason}`)))
    yield JSON.parse(line.toString()) as PeerRow;
}
