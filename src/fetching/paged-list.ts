import { hash } from 'node:crypto';
import {
  FieldFault,
  type Answer,
  type Crawl,
  type CrawlRequest,
  type PagedList,
  type Question,
} from '../importer/index.ts';
import { messageOf, quoteValue } from '../model/index.ts';
import { RefusedError } from './http.ts';

export interface Page {
  /** The records as JSON, one a line. */
  readonly lines: readonly string[];
  /** The number of records up to the end of this page, and of bytes of their lines. */
  readonly records: number;
  readonly bytes: number;
  /** The value of `{after}` for the next page. */
  readonly after: string;
  readonly isLast: boolean;
  readonly total: number | undefined;
}

/** The position of a page: what precedes it. */
type Position = Pick<Page, 'records' | 'bytes' | 'after'>;

/** The name of the crawl of a list. It depends on the request: the crawl of another list is not continued. */
export function crawlName({ url, form, records, limit, next }: PagedList): string {
  return `pages-${hash('sha256', JSON.stringify({ url, form, records, limit, next })).slice(0, 16)}`;
}

/**
 * The crawl of a list: a question for each page, which leads to the next one.
 * @param bytesMax the longest file of records
 * @param onPage called with each page that the server sends
 */
export function crawlOf(list: PagedList, bytesMax: number, onPage: (page: Page) => void): Crawl {
  const { next, intervalMs } = list;
  let last: { readonly answer: Answer; readonly page: Page } | undefined;
  const read = (answer: Answer): Page => {
    if (last?.answer !== answer) last = { answer, page: pageOf(list, answer) };
    return last.page;
  };
  return {
    name: crawlName(list),
    perMinute: intervalMs === undefined ? 1e6 : 60_000 / intervalMs,
    // A list that is complete but has no file yet is not requested again.
    restDays: 1,
    format: 'text',
    first: () => ({ isWhole: true, questions: [questionOf(1, { records: 0, bytes: 0, after: '' })] }),
    request: (question) => requestAt(list, positionOf(question)),
    fault(answer) {
      const page = read(answer);
      const { after, bytes, isLast } = page;
      if (!isLast && typeof next !== 'string' && after === positionOf(answer.question).after)
        throw new RefusedError(`the page after ${quoteValue(after)} leads to itself`);
      if (bytes > bytesMax)
        throw new RefusedError(`it is longer than the ${bytesMax} bytes that its declaration allows (bytesMax)`);
      onPage(page);
      return undefined;
    },
    follow(answer) {
      const page = read(answer);
      return page.isLast ? [] : [questionOf(Number(answer.question.key) + 1, page)];
    },
    bytesMax: 64 * 1024 ** 2,
  };
}

function questionOf(page: number, { records, bytes, after }: Position): Question {
  return { kind: 'page', key: String(page), data: { records, bytes, after }, differs: true };
}

function positionOf({ data = {} }: Question): Position {
  return { records: Number(data['records']), bytes: Number(data['bytes']), after: String(data['after']) };
}

function requestAt({ url, form, accept = 'application/json', limit }: PagedList, position: Position): CrawlRequest {
  const { records, after } = position;
  const page = Math.floor(records / limit) + 1;
  const values: Record<string, string> = { limit: `${limit}`, offset: `${records}`, page: `${page}`, after };
  // Some servers refuse an empty cursor, so the first page has none.
  const first = after === '' ? url.replaceAll(/([?&])[^?&=#]+=\{after\}(?=&|#|$)&?/g, '$1').replace(/[?&]$/, '') : url;
  const fill = (text: string, encode: (value: string) => string): string =>
    text.replaceAll(/\{(limit|offset|page|after)\}/g, (_, name: string) => encode(values[name] ?? ''));
  const fields = Object.entries(form ?? {}).map(([name, text]) => [name, fill(text, (value) => value)]);
  return {
    url: fill(first, encodeURIComponent),
    headers: { accept },
    ...(form !== undefined && { form: Object.fromEntries(fields) as Record<string, string> }),
  };
}

/**
 * Reads the page in an answer. Numbers that JavaScript would change keep the text of the server.
 * @throws {FieldFault} if it is incomplete
 */
export function pageOf(list: PagedList, { question, body, header }: Answer): Page {
  const position = positionOf(question);
  let answer: unknown;
  try {
    answer = JSON.parse(body.replace(/^\uFEFF/, ''), exactNumber);
  } catch (error) {
    throw new FieldFault('the answer', `is not JSON: ${messageOf(error)}`);
  }
  const found = at(answer, list.records);
  if (!Array.isArray(found)) throw new FieldFault('the answer', `has no list ${where(list.records)}`);
  const lines = found.map((record) => `${JSON.stringify(record)}\n`);
  const records = position.records + lines.length;
  const bytes = lines.reduce((sum, line) => sum + Buffer.byteLength(line), position.bytes);
  const total = header === undefined ? undefined : totalOf(list, answer, header);
  const { after, isLast } = nextOf(list, position, answer, found);
  if (total !== undefined && (isLast || lines.length === 0) && records < total)
    throw new FieldFault('the list', `ended after ${records} of ${total} records`);
  return { lines, records, bytes, after, isLast: total === undefined ? isLast : records >= total, total };
}

/** Where the next page begins, and whether there is one. */
function nextOf(list: PagedList, { after: before }: Position, answer: unknown, found: unknown[]) {
  const { next, limit } = list;
  if (next === 'offset') return { after: '', isLast: found.length === 0 };
  // A shorter page would make the numbers of the later ones wrong.
  if (next === 'page') return { after: '', isLast: found.length < limit };
  if ('record' in next) {
    if (found.length === 0) return { after: before, isLast: true };
    const after = scalar(at(found.at(-1), next.record));
    if (after === '') throw new FieldFault('the last record of the page', `has nothing ${where(next.record)}`);
    return { after, isLast: false };
  }
  const cursor = at(answer, next.answer);
  // A crawl whose cursor is elsewhere would end after one page, and look complete.
  if (cursor === undefined && found.length >= limit)
    throw new FieldFault('the answer', `has a full page of ${found.length} records and nothing ${where(next.answer)}`);
  const after = scalar(cursor);
  return { after, isLast: after === '' };
}

function totalOf({ total }: PagedList, answer: unknown, header: NonNullable<Answer['header']>): number | undefined {
  if (total === undefined) return undefined;
  const text = 'header' in total ? (header(total.header) ?? '') : scalar(at(answer, total.answer));
  if (/^\d{1,15}$/.test(text)) return Number(text);
  const place = 'header' in total ? `in the field ${quoteValue(total.header)}` : where(total.answer);
  throw new FieldFault('the answer', `has no count of all records ${place}`);
}

/** A member by its path, such as `meta.next`; the value itself if the path is empty. */
function at(value: unknown, path: string): unknown {
  let found: unknown = value;
  for (const name of path === '' ? [] : path.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined;
    found = Reflect.get(found, name);
  }
  return found;
}

/** A string or number as text; everything else as an empty text. */
function scalar(value: unknown): string {
  if (isRawJSON(value)) return JSON.stringify(value);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function where(path: string): string {
  return path === '' ? 'at its top' : `at ${quoteValue(path)}`;
}

/** Part of ES2026 that Node has and the types of the compiler lack. */
const { rawJSON, isRawJSON } = JSON as unknown as {
  readonly rawJSON: (text: string) => unknown;
  readonly isRawJSON: (value: unknown) => boolean;
};

function exactNumber(_: string, value: unknown, context?: { readonly source?: string }): unknown {
  const source = context?.source;
  return typeof value === 'number' && source !== undefined && String(value) !== source ? rawJSON(source) : value;
}
