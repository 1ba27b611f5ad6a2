import type { CompanyRecord } from '../model/index.ts';

/**
 * The officers of one company:
 *
 *     u8 flags (1: the register lists more) · u32 count ·
 *     count × (u32 day of resignation as YYYYMMDD, 0 for none · u32 end of the officer's JSON) · JSON joined by commas
 *
 * and of a block of companies: u8 count · count × u32 end of the company's officers · the officers. A company without
 * any takes no bytes. All numbers are little-endian; each end counts from the first byte after the ends.
 */
const FLAG_HAS_MORE = 1;
const HEAD_BYTES = 5;
const ENTRY_BYTES = 8;

/** The officers of a record as they are stored; empty where there is nothing to tell. */
export function encodeOfficers({ officers, officersHasMore }: CompanyRecord): Buffer {
  if (officers.length === 0 && !officersHasMore) return Buffer.alloc(0);
  const json = officers.map(({ name, roles, appointed_on, resigned_on, source }) =>
    Buffer.from(
      JSON.stringify({
        object: 'company_officer',
        name,
        roles,
        appointed_on,
        resigned_on,
        source: {
          system: source.system,
          url: source.url,
          title: source.title,
          published_at: source.published_at,
          observed_at: source.observed_at,
        },
      }),
    ),
  );
  const head = Buffer.alloc(HEAD_BYTES + ENTRY_BYTES * officers.length);
  head[0] = officersHasMore ? FLAG_HAS_MORE : 0;
  head.writeUInt32LE(officers.length, 1);
  let end = 0;
  for (const [i, officer] of officers.entries()) {
    end += (json[i]?.length ?? 0) + (i === 0 ? 0 : 1);
    head.writeUInt32LE(dayNumber(officer.resigned_on), HEAD_BYTES + ENTRY_BYTES * i);
    head.writeUInt32LE(end, HEAD_BYTES + ENTRY_BYTES * i + 4);
  }
  return Buffer.concat([head, Buffer.concat(json.flatMap((part, i) => (i === 0 ? [part] : [COMMA, part])))]);
}

const COMMA = Buffer.from(',');

/** A date as a number that sorts like it; 0 for none. */
export function dayNumber(date: string | undefined): number {
  return date === undefined ? 0 : Number(date.replaceAll('-', ''));
}

/** The block of the officers of consecutive companies; undefined where none of them has any. */
export function encodeOfficerBlock(companies: readonly Buffer[]): Buffer | undefined {
  if (companies.every((officers) => officers.length === 0)) return undefined;
  const head = Buffer.alloc(1 + 4 * companies.length);
  head[0] = companies.length;
  let end = 0;
  for (const [i, officers] of companies.entries()) {
    end += officers.length;
    head.writeUInt32LE(end, 1 + 4 * i);
  }
  return Buffer.concat([head, ...companies]);
}

/** Officers of one company that are current on a day, ready to be sent. */
export interface CurrentOfficers {
  readonly json: Buffer;
  readonly hasMore: boolean;
}

/**
 * The first `limit` officers of the company at `entry` of a block who have not resigned by `today` (YYYYMMDD).
 * `block` may be undefined and longer than its content; the result is a copy.
 */
export function currentOfficers(
  block: Buffer | undefined,
  entry: number,
  limit: number,
  today: number,
): CurrentOfficers {
  const none = { json: Buffer.alloc(0), hasMore: false };
  if (block === undefined || entry >= block.readUInt8(0)) return none;
  const ends = 1 + 4 * block.readUInt8(0);
  const start = ends + (entry === 0 ? 0 : block.readUInt32LE(1 + 4 * (entry - 1)));
  const end = ends + block.readUInt32LE(1 + 4 * entry);
  if (start === end) return none;
  const count = block.readUInt32LE(start + 1);
  const jsonStart = start + HEAD_BYTES + ENTRY_BYTES * count;
  const parts: Buffer[] = [];
  let hasMore = (block.readUInt8(start) & FLAG_HAS_MORE) !== 0;
  for (let i = 0, from = jsonStart; i < count; i++) {
    const head = start + HEAD_BYTES + ENTRY_BYTES * i;
    const to = jsonStart + block.readUInt32LE(head + 4);
    const resigned = block.readUInt32LE(head);
    if (resigned === 0 || resigned > today) {
      if (parts.length === 2 * limit) {
        hasMore = true;
        break;
      }
      parts.push(COMMA, block.subarray(from, to));
    }
    from = to + 1;
  }
  return { json: Buffer.concat(parts.slice(1)), hasMore };
}
