import {
  FieldFault,
  KeptFields,
  RecordReader,
  below,
  dayAfter,
  daysBetween,
  toColumns,
} from '../../importer/declaration.ts';
import type { Crawl, CrawlRequest, CrawlResponse, CrawlState, NumberRange } from '../../importer/index.ts';
import { quoteValue } from '../../model/index.ts';
import columns from './columns.json' with { type: 'json' };

const API = 'https://api-krs.ms.gov.pl/api';

/** The two registers: of entrepreneurs, and of associations, foundations and the like. A number may be in both. */
const REGISTERS = { rejp: 'P', rejs: 'S' } as const;
const KINDS = Object.keys(REGISTERS) as (keyof typeof REGISTERS)[];

const { taken, ignored } = toColumns(columns);

/** Returns the paths of fields in stored extracts. Paths begin with the kind of the request. */
const inExtracts = (fields: readonly string[]): string[] => below(KINDS, below(['odpis'], fields));
export const EXTRACTS = { required: [], taken: inExtracts(taken), ignored: inExtracts(ignored) };

/**
 * The stored fields of an extract: its header, the company, its seat and address, its activities, and the presence and kind of proceedings.
 * Most other parts contain persons. The register masks them, except for some dates of birth, e-mail addresses, addresses for delivery, and
 * texts with names.
 */
const KEPT = new KeptFields(below(['odpis'], [...taken, ...ignored]));

const DIGITS = 10;

/**
 * Maximum number of consecutive numbers without an extract; then the range ends. A quarter of all numbers are struck off or belong to the
 * other register, but in far shorter runs.
 */
const ABSENT_MAX = 10_000;

/** The same limit where only numbers issued since the last round are requested. */
const ABSENT_SINCE_MAX = 500;

/** Number of days until all numbers are requested again: a bulletin may lack a change. */
const WHOLE_DAYS = 365;

/**
 * Crawls the number range of each register, and the bulletin of changed numbers. No rate limit is published; three requests a second are
 * the load of a few people.
 */
export const crawl: Crawl = {
  name: 'krs',
  perMinute: 180,
  format: 'json',
  none: [404, 204],
  first,
  toHttpRequest: ({ kind, key }) => ({
    url:
      kind === 'bulletin'
        ? `${API}/Krs/Biuletyn/${key}`
        : `${API}/krs/OdpisAktualny/${key}?rejestr=${REGISTERS[kind as keyof typeof REGISTERS]}&format=json`,
    headers: { accept: 'application/json' },
  }),
  fault,
  follow(response) {
    if (response.request.kind !== 'bulletin') return [];
    // A bulletin does not say which register a number belongs to.
    return readNumbers(response).flatMap((key) => KINDS.map((kind): CrawlRequest => ({ kind, key, leaf: true })));
  },
  keep: ({ request }) => request.kind !== 'bulletin',
  redact: (response) =>
    response.request.kind === 'bulletin' ? response.body : JSON.stringify(KEPT.of(response.json())),
};

/**
 * The first round requests all numbers. Later rounds request the bulletins of the days since, and the numbers after the last known number.
 * A day is requested after it has ended in UTC, and therefore in Warsaw. The next round begins with the day on which this round began, so
 * that no hour is missing.
 */
function first({ today, since, wholeSince, reached }: CrawlState): ReturnType<Crawl['first']> {
  if (since === undefined || wholeSince === undefined || dayAfter(wholeSince, WHOLE_DAYS) < today)
    return { isWhole: true, requests: KINDS.map((kind) => createRange(kind, 1, ABSENT_MAX)) };
  const bulletins = daysBetween(since.slice(0, 10), today).slice(0, -1);
  return {
    requests: [
      ...bulletins.map((key) => ({ kind: 'bulletin', key })),
      ...KINDS.map((kind) => createRange(kind, (reached[kind] ?? 0) + 1, ABSENT_SINCE_MAX)),
    ],
  };
}

function createRange(kind: string, from: number, absentMax: number): NumberRange {
  return { kind, from, digits: DIGITS, absentMax };
}

/** Returns why a response does not match its request. */
function fault(response: CrawlResponse): string | undefined {
  const { kind, key } = response.request;
  if (kind === 'bulletin') {
    readNumbers(response);
    return undefined;
  }
  const number = new RecordReader(response.json()).object('odpis')?.object('naglowekA')?.text('numerKRS');
  if (number === key) return undefined;
  return number === undefined ? 'it has no numerKRS' : `it is the extract of ${quoteValue(number)}`;
}

/** Returns the numbers in a bulletin, each once. */
function readNumbers(response: CrawlResponse): string[] {
  const numbers = response.json();
  if (!Array.isArray(numbers)) throw new FieldFault('the bulletin', 'is not a list');
  const padded = numbers.map((number: unknown) => {
    const digits = String(number).trim();
    if (!/^\d{1,10}$/.test(digits))
      throw new FieldFault('the bulletin', `has ${quoteValue(number)}, which is not a number`);
    return digits.padStart(DIGITS, '0');
  });
  return [...new Set(padded)];
}
