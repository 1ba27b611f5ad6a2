import { hash } from 'node:crypto';
import { open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { renameSynced, withPath, writeWhole } from '../files/index.ts';
import {
  FieldFault,
  fetchedPath,
  type Crawl,
  type CrawlRequest,
  type CrawlResponse,
  type FetchedFile,
  type HttpRequest,
  type PagedList,
} from '../importer/index.ts';
import { InputError, counted, quoteValue, toErrorMessage } from '../model/index.ts';
import { readLines } from './crawls/response-files.ts';
import { createResponse } from './crawls/send-request.ts';
import { fetchCrawl, type CrawlOutcome } from './crawls/fetch-crawl.ts';
import { parseRequest } from './crawls/rebuild.ts';
import { currentFile, lockFile, type FetchOptions, type FetchOutcome } from './fetch-file.ts';
import { RefusedError } from './http.ts';
import { describeDuration } from './retry.ts';

/** A page of a list. */
interface Page {
  /** The records as JSON, one per line. */
  readonly lines: readonly string[];
  /** Number of records up to the end of this page, and number of bytes in their lines. */
  readonly records: number;
  readonly bytes: number;
  /** The value of `{after}` for the next page. */
  readonly after: string;
  readonly isLast: boolean;
  readonly total: number | undefined;
}

/** The position of a page, given by what precedes the page. */
type Position = Pick<Page, 'records' | 'bytes' | 'after'>;

/**
 * Crawls a list page by page in a separate folder and then writes its records as NDJSON. This call or a later call continues a crawl
 * that broke off. After any failure the old file stays. `onProgress` gets numbers of records.
 * @throws {InputError} if the server does not send a page, or the pages never end
 */
export async function fetchPagedList(list: PagedList, options: FetchOptions): Promise<FetchOutcome> {
  const { into, client } = options;
  const { name, url } = list;
  const path = join(into, name);
  await using _ = await lockFile(name, into);
  if (list.unchanging === true && (await currentFile(path, url)) !== undefined) return { path, changed: false };
  const folder = join(into, `.${name}.crawl`);
  const discard = (): Promise<void> => rm(folder, { recursive: true, force: true });
  const isContinued = await canContinue(list, folder, client.limits.resumeMs);
  if (isContinued) client.say(`Continuing ${quoteValue(url)}`);
  else await discard();
  let outcome = await crawlPages(list, folder, options);
  // A cursor from an earlier run may have expired; a cursor from this run has not.
  if (isContinued && outcome.ended === 'stopped' && !outcome.changed && outcome.status.refused > 0) {
    client.say(`Starting ${quoteValue(url)} again: ${outcome.reason}`);
    await discard();
    outcome = await crawlPages(list, folder, options);
  }
  if (outcome.ended !== 'whole' && outcome.ended !== 'resting') {
    const late = `it was not complete after ${describeDuration(client.limits.crawlMs)}; the next run continues it`;
    throw new InputError(`Cannot download ${quoteValue(url)}: ${outcome.ended === 'time' ? late : outcome.reason}`);
  }
  const bytes = await writeRecords(list, folder, outcome, path);
  await discard();
  if (bytes === 0) throw new InputError(`Cannot use ${quoteValue(url)}: it is empty; the old file stays`);
  return { path, changed: true };
}

/** Whether the folder has a recent crawl of this list. */
async function canContinue(list: PagedList, folder: string, ageMsMax: number): Promise<boolean> {
  const names = await readdir(folder).catch(() => []);
  const times = await Promise.all(names.map(async (file) => (await stat(join(folder, file))).mtimeMs));
  return names.some((file) => file.includes(crawlName(list))) && Math.abs(Date.now() - Math.max(...times)) <= ageMsMax;
}

async function crawlPages(list: PagedList, folder: string, options: FetchOptions): Promise<CrawlOutcome> {
  const bytesMax = list.bytesMax ?? options.client.limits.fileBytes;
  const crawl = createCrawl(list, bytesMax, ({ records, total }) => options.onProgress?.(records, total));
  return await fetchCrawl(crawl, { into: folder, client: options.client });
}

/** Writes the records of all pages to a file, one per line. Returns the length of the file. */
async function writeRecords(list: PagedList, folder: string, { status }: CrawlOutcome, path: string): Promise<number> {
  const aside = join(folder, 'records');
  let bytes = 0;
  try {
    await using file = await open(aside, 'w');
    for (const { name, bytes: length } of status.files) {
      for await (const line of readLines(join(folder, name), length)) {
        const page = parsePage(list, createResponse(parseRequest(line), line.status, line.body ?? ''));
        await file.writeFile(page.lines.join(''));
        bytes = page.bytes;
      }
    }
    await file.sync();
  } catch (error) {
    // The pages stay for the next run.
    await rm(aside, { force: true });
    throw withPath(error, path);
  }
  if (bytes === 0) return 0;
  renameSynced(aside, path);
  const fetched: FetchedFile = { url: list.url, fetched_at: new Date().toISOString(), bytes, is_length_stated: true };
  await writeWhole(fetchedPath(path), `${JSON.stringify(fetched)}\n`);
  return bytes;
}

/** Returns the name of the crawl of a list. It depends on the request, so that the crawl of another list is not continued. */
function crawlName({ url, form, records, limit, next }: PagedList): string {
  return `pages-${hash('sha256', JSON.stringify({ url, form, records, limit, next })).slice(0, 16)}`;
}

/**
 * Makes the crawl of a list: one request a page; each page leads to the next page.
 * @param bytesMax the maximum size of the file of records
 * @param onPage called with each page that the server sends
 */
export function createCrawl(list: PagedList, bytesMax: number, onPage: (page: Page) => void): Crawl {
  const { next, intervalMs } = list;
  let last: { readonly response: CrawlResponse; readonly page: Page } | undefined;
  const read = (response: CrawlResponse): Page => {
    if (last?.response !== response) last = { response, page: parsePage(list, response) };
    return last.page;
  };
  return {
    name: crawlName(list),
    perMinute: intervalMs === undefined ? 1e6 : 60_000 / intervalMs,
    // A complete list whose file is not written yet is not requested again.
    restDays: 1,
    format: 'text',
    first: () => ({ isWhole: true, requests: [createPageRequest(1, { records: 0, bytes: 0, after: '' })] }),
    toHttpRequest: (request) => requestAt(list, readPosition(request)),
    fault(response) {
      const page = read(response);
      const { after, bytes, isLast } = page;
      if (!isLast && typeof next !== 'string' && after === readPosition(response.request).after)
        throw new RefusedError(`the page after ${quoteValue(after)} leads to itself`);
      if (bytes > bytesMax)
        throw new RefusedError(`it is longer than the ${bytesMax} bytes that its declaration allows (bytesMax)`);
      onPage(page);
      return undefined;
    },
    follow(response) {
      const page = read(response);
      return page.isLast ? [] : [createPageRequest(Number(response.request.key) + 1, page)];
    },
    bytesMax: 64 * 1024 ** 2,
  };
}

function createPageRequest(page: number, { records, bytes, after }: Position): CrawlRequest {
  return { kind: 'page', key: String(page), data: { records, bytes, after }, differs: true };
}

function readPosition({ data = {} }: CrawlRequest): Position {
  return { records: Number(data['records']), bytes: Number(data['bytes']), after: String(data['after']) };
}

function requestAt({ url, form, accept = 'application/json', limit }: PagedList, position: Position): HttpRequest {
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
 * Reads the page in a response. Numbers that JavaScript would change are kept as the server wrote them.
 * @throws {FieldFault} if the page is incomplete
 */
function parsePage(list: PagedList, { request, body, header }: CrawlResponse): Page {
  const position = readPosition(request);
  let response: unknown;
  try {
    response = JSON.parse(body.replace(/^\uFEFF/, ''), exactNumber);
  } catch (error) {
    throw new FieldFault('the response', `is not JSON: ${toErrorMessage(error)}`);
  }
  const found = at(response, list.records);
  if (!Array.isArray(found)) throw new FieldFault('the response', `has no list ${where(list.records)}`);
  const lines = found.map((record) => `${JSON.stringify(record)}\n`);
  const records = position.records + lines.length;
  const bytes = lines.reduce((sum, line) => sum + Buffer.byteLength(line), position.bytes);
  const total = header === undefined ? undefined : readTotal(list, response, header);
  const { after, isLast } = findNext(list, position, response, found);
  if (total !== undefined && (isLast || lines.length === 0) && records < total)
    throw new FieldFault('the list', `ended after ${records} of ${counted(total, 'record')}`);
  return { lines, records, bytes, after, isLast: total === undefined ? isLast : records >= total, total };
}

/** Returns the position of the next page, and whether this page is the last. */
function findNext(list: PagedList, { after: before }: Position, response: unknown, found: unknown[]) {
  const { next, limit } = list;
  if (next === 'offset') return { after: '', isLast: found.length === 0 };
  // Only the last page may be shorter than the limit; else the page numbers after it would be wrong.
  if (next === 'page') return { after: '', isLast: found.length < limit };
  if ('record' in next) {
    if (found.length === 0) return { after: before, isLast: true };
    const after = scalar(at(found.at(-1), next.record));
    if (after === '') throw new FieldFault('the last record of the page', `has nothing ${where(next.record)}`);
    return { after, isLast: false };
  }
  const cursor = at(response, next.response);
  // If the cursor is not where the declaration says, the crawl would end after one page and look complete.
  if (cursor === undefined && found.length >= limit)
    throw new FieldFault(
      'the response',
      `has a full page of ${counted(found.length, 'record')} and nothing ${where(next.response)}`,
    );
  const after = scalar(cursor);
  return { after, isLast: after === '' };
}

function readTotal(
  { total }: PagedList,
  response: unknown,
  header: NonNullable<CrawlResponse['header']>,
): number | undefined {
  if (total === undefined) return undefined;
  const text = 'header' in total ? (header(total.header) ?? '') : scalar(at(response, total.response));
  if (/^\d{1,15}$/.test(text)) return Number(text);
  const place = 'header' in total ? `in the field ${quoteValue(total.header)}` : where(total.response);
  throw new FieldFault('the response', `has no count of all records ${place}`);
}

/** Returns a member by its path, such as `meta.next`; the value itself if the path is empty. */
function at(value: unknown, path: string): unknown {
  let found: unknown = value;
  for (const name of path === '' ? [] : path.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined;
    found = Reflect.get(found, name);
  }
  return found;
}

/** Returns a string or number as text; an empty text for any other value. */
function scalar(value: unknown): string {
  if (isRawJSON(value)) return JSON.stringify(value);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function where(path: string): string {
  return path === '' ? 'at its top' : `at ${quoteValue(path)}`;
}

/** Functions of ES2026 that Node has but the types of the compiler lack. */
const { rawJSON, isRawJSON } = JSON as unknown as {
  readonly rawJSON: (text: string) => unknown;
  readonly isRawJSON: (value: unknown) => boolean;
};

function exactNumber(_: string, value: unknown, context?: { readonly source?: string }): unknown {
  const source = context?.source;
  return typeof value === 'number' && source !== undefined && String(value) !== source ? rawJSON(source) : value;
}
