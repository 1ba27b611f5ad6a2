import {
  FieldFault,
  KeptFields,
  RecordReader,
  below,
  dayAfter,
  daysBetween,
  required,
  toColumns,
} from '../../importer/declaration.ts';
import type { CrawlResponse, CrawlRequest, Crawl } from '../../importer/index.ts';
import { quoteValue } from '../../model/index.ts';
import columns from './columns.json' with { type: 'json' };

export const API = 'https://registre-national-entreprises.inpi.fr/api';

/** The day of the newest stock when this was written: the first round requests every day since. */
export const STOCK_DAY = '2026-03-04';

/** The page size, and smaller sizes for pages on which the server runs out of memory. */
const SIZES = [100, 5, 1];

/** The response of a server that runs out of memory. */
const FAILED = 500;

const RECORD = toColumns(columns);

/** The kind of the requests for differences; paths in their responses begin with it. */
const PAGE = 'page';
const inPages = (fields: readonly string[]): string[] => below([`${PAGE}.company`], fields);

export const KINDS = {
  /** The files in the zip of the stock. Each is an array. */
  stock: { json: {}, ...RECORD },
  /** The daily differences, as `fetch` stores them. */
  differences: { answers: true, required: [], taken: inPages(RECORD.taken), ignored: inPages(RECORD.ignored) },
} as const;

/**
 * The stored fields. For natural persons and farms only their presence is stored: their other fields are births, homes, families and
 * owners.
 */
const KEPT = new KeptFields([...RECORD.taken, 'formality.content.personnePhysique', 'formality.content.exploitation']);

/**
 * Crawls the changes day by day, and each day page by page. A page starts after the last SIREN of the previous page, until a page is empty.
 * The last day is yesterday. The response for a past day is final: later changes belong to later days.
 */
export const crawl: Crawl = {
  name: 'differences',
  // At a higher rate, the server closes connections.
  perMinute: 50,
  perDay: 10_000,
  format: 'text',
  // A page may have a hundred companies with thousands of establishments each.
  bytesMax: 64 * 1024 ** 2,
  statuses: [FAILED],
  first({ today, since = STOCK_DAY }) {
    const days = daysBetween(since.slice(0, 10), today).filter((day) => day < today);
    return { requests: days.map((day) => createRequest(day, '', 0)) };
  },
  toHttpRequest: (asked) => {
    const { day, after, size } = readPlace(asked);
    // A response excludes the first day and includes the last one.
    const from = dayAfter(day, -1);
    const behind = after === '' ? '' : `&searchAfter=${encodeURIComponent(after)}`;
    return { url: `${API}/companies/diff?from=${from}&to=${day}&pageSize=${SIZES[size]}${behind}` };
  },
  fault,
  follow,
  keep: ({ status }) => status !== FAILED,
  redact: ({ status, body }) =>
    status === FAILED ? body : JSON.stringify(readEntries(body).map(({ company }) => ({ company: KEPT.of(company) }))),
};

/** @param size the index in {@linkcode SIZES} */
function createRequest(day: string, after: string, size: number): CrawlRequest {
  const key = [day, after, ...(size === 0 ? [] : [`by ${SIZES[size]}`])].filter((part) => part !== '').join(' ');
  return { kind: PAGE, key, data: { day, after, size }, once: true };
}

interface Place {
  readonly day: string;
  /** The SIREN after which the page begins; empty for the first page. */
  readonly after: string;
  readonly size: number;
}

/** The place of a request without data. */
const START: Place = { day: '', after: '', size: 0 };

function readPlace({ data = {} }: CrawlRequest): Place {
  return { ...START, ...data };
}

/** Returns the records of a page. @throws {FieldFault} if the response is not a page */
function readEntries(body: string): { readonly company: unknown; readonly siren: string }[] {
  let page: unknown;
  try {
    page = JSON.parse(body);
  } catch {
    throw new FieldFault('body', 'is not valid JSON');
  }
  if (!Array.isArray(page)) throw new FieldFault('body', `must be a list, got ${quoteValue(page)}`);
  return page.map((entry) => {
    const company = new RecordReader(entry).object('company');
    const siren = required(company?.text('siren') ?? company?.object('formality')?.text('siren'), 'company.siren');
    return { company: (entry as { readonly company: unknown }).company, siren };
  });
}

function fault({ request: asked, status, body }: CrawlResponse): string | undefined {
  const { after, size } = readPlace(asked);
  if (status === FAILED) return size === SIZES.length - 1 ? 'the server failed to give one record' : undefined;
  const entries = readEntries(body);
  if (entries.length > (SIZES[size] ?? 0)) return `it has ${entries.length} records, ${SIZES[size]} were requested`;
  // Pages are sorted by number: an earlier number would repeat a page and lose the rest of the day.
  const earlier = entries.find(({ siren }) => siren <= after);
  return earlier === undefined
    ? undefined
    : `it has ${quoteValue(earlier.siren)}, requested after ${quoteValue(after)}`;
}

function follow({ request: asked, status, body }: CrawlResponse): CrawlRequest[] {
  const { day, after, size } = readPlace(asked);
  if (status === FAILED) return [createRequest(day, after, size + 1)];
  const last = readEntries(body).at(-1);
  return last === undefined ? [] : [createRequest(day, last.siren, 0)];
}
