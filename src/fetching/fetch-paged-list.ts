import { join } from 'node:path';
import { renameSynced, writeWhole } from '../files/index.ts';
import { fetchedPath, type FetchedFile, type PagedList } from '../importer/index.ts';
import { InputError, quoteValue } from '../model/index.ts';
import { currentFile, lockFile, type FetchOptions, type FetchOutcome } from './fetch-file.ts';
import { fetchJson, isExactNumber, type HeaderOf } from './fetch-page.ts';
import { RefusedError, type HttpClient, type HttpRequest } from './http.ts';
import { RetryableError, describeDuration } from './retry.ts';
import { UnfinishedList, type Position } from './paged-list-state.ts';

/**
 * Crawls a list page by page and keeps its records as NDJSON. A crawl that breaks off is continued by this call or a later one
 * where its last whole page ended. The file gets its name when the crawl has ended; until then, and after any failure, the
 * old one stays. `onProgress` gets records.
 * @throws {InputError} where the server does not give a page, or the crawl leads nowhere
 */
export async function fetchPagedList(crawl: PagedList, options: FetchOptions): Promise<FetchOutcome> {
  const { into, client } = options;
  const path = join(into, crawl.name);
  await using _ = await lockFile(crawl.name, into);
  if (crawl.unchanging === true && (await currentFile(path, crawl.url)) !== undefined) return { path, changed: false };
  const unfinished = await UnfinishedList.open(join(into, `.${crawl.name}.crawl`), crawl, client.limits.resumeMs);
  const resumedAt = unfinished.position.records;
  if (resumedAt > 0) client.say(`Going on with ${quoteValue(crawl.url)} after ${resumedAt} records`);
  try {
    await crawlOn(crawl, unfinished, options);
  } catch (error) {
    // A cursor of an earlier run may have expired. One that was given in this run has not.
    if (!(error instanceof RefusedError) || resumedAt === 0 || unfinished.position.records > resumedAt) throw error;
    client.say(`Beginning ${quoteValue(crawl.url)} anew: ${error.message}`);
    await unfinished.discard();
    await crawlOn(crawl, unfinished, options);
  }
  const fetched: FetchedFile = {
    url: crawl.url,
    fetched_at: new Date().toISOString(),
    bytes: unfinished.position.bytes,
    is_length_stated: true,
  };
  if (fetched.bytes === 0) {
    await unfinished.discard();
    throw new InputError(`Cannot use ${quoteValue(crawl.url)}: it is empty; the old file stays`);
  }
  renameSynced(unfinished.path, path);
  await writeWhole(fetchedPath(path), `${JSON.stringify(fetched)}\n`);
  await unfinished.discard();
  return { path, changed: true };
}

/** Asks for one page after the other until there are no more. */
async function crawlOn(crawl: PagedList, unfinished: UnfinishedList, options: FetchOptions): Promise<void> {
  const { client } = options;
  const { limits, signal } = client;
  const bytesMax = crawl.bytesMax ?? limits.fileBytes;
  const endMs = Date.now() + limits.crawlMs;
  const give = async (reason: string): Promise<never> => {
    await unfinished.discard();
    throw new InputError(`Cannot download ${quoteValue(crawl.url)}: ${reason}`);
  };
  await using file = await unfinished.append();
  for (;;) {
    await client.pause(crawl.intervalMs ?? 0);
    const page = await pageAt(crawl, unfinished.position, client);
    signal.throwIfAborted();
    if (unfinished.isRepeated(page.lines)) await give('the server gives the same page again');
    if (!page.isLast && page.after === unfinished.position.after && typeof crawl.next !== 'string')
      await give(`the page after ${quoteValue(page.after)} leads to itself`);
    await unfinished.add(file, page.lines, page.after);
    const { records, bytes } = unfinished.position;
    if (bytes > bytesMax) await give(`it is longer than the ${bytesMax} bytes that its declaration allows (bytesMax)`);
    options.onProgress?.(records, page.total);
    if (page.isLast) return;
    if (Date.now() > endMs) {
      const how = `it was not complete after ${describeDuration(limits.crawlMs)}; the next run goes on after ${records} records`;
      throw new InputError(`Cannot download ${quoteValue(crawl.url)}: ${how}`);
    }
  }
}

/** One page of a crawl. */
interface Page {
  /** The records in JSON, a line each. */
  readonly lines: readonly string[];
  /** What the next page is asked with, for `{after}`. */
  readonly after: string;
  readonly isLast: boolean;
  readonly total: number | undefined;
}

async function pageAt(crawl: PagedList, position: Position, client: HttpClient): Promise<Page> {
  return fetchJson(requestAt(crawl, position), client, (answer, header) => pageOf(crawl, position, answer, header));
}

function requestAt({ url, form, accept = 'application/json', limit }: PagedList, position: Position): HttpRequest {
  const { records, after } = position;
  const page = Math.floor(records / limit) + 1;
  const values: Record<string, string> = { limit: `${limit}`, offset: `${records}`, page: `${page}`, after };
  // The first page has nothing before it: some servers refuse an empty cursor.
  const first = after === '' ? url.replaceAll(/([?&])[^?&=#]+=\{after\}(?=&|#|$)&?/g, '$1').replace(/[?&]$/, '') : url;
  const fill = (text: string, encode: (value: string) => string): string =>
    text.replaceAll(/\{(limit|offset|page|after)\}/g, (_, name: string) => encode(values[name] ?? ''));
  return {
    url: fill(first, encodeURIComponent),
    headers: { accept },
    form:
      form === undefined
        ? undefined
        : Object.fromEntries(Object.entries(form).map(([name, text]) => [name, fill(text, (value) => value)])),
  };
}

function pageOf(crawl: PagedList, position: Position, answer: unknown, header: HeaderOf): Page {
  const list = at(answer, crawl.records);
  if (!Array.isArray(list)) throw new RetryableError(`the answer has no list ${where(crawl.records)}`);
  const lines = list.map((record) => JSON.stringify(record));
  const records = position.records + lines.length;
  const total = totalOf(crawl, answer, header);
  const { after, isLast } = nextOf(crawl, position, answer, list);
  if (total === undefined) return { lines, after, isLast, total };
  if ((isLast || lines.length === 0) && records < total)
    throw new RetryableError(`the list ended after ${records} of ${total} records`);
  return { lines, after, isLast: records >= total, total };
}

/** Where the next page begins, and whether there is one. */
function nextOf(
  crawl: PagedList,
  position: Position,
  answer: unknown,
  list: unknown[],
): Pick<Page, 'after' | 'isLast'> {
  const { next } = crawl;
  if (next === 'offset') return { after: '', isLast: list.length === 0 };
  // A shorter page would make the numbers of the later ones wrong.
  if (next === 'page') return { after: '', isLast: list.length < crawl.limit };
  if ('record' in next) {
    if (list.length === 0) return { after: position.after, isLast: true };
    const after = scalar(at(list.at(-1), next.record));
    if (after === '') throw new RetryableError(`the last record of the page has nothing ${where(next.record)}`);
    return { after, isLast: false };
  }
  const cursor = at(answer, next.answer);
  // A crawl whose cursor is elsewhere would end after one page, and look complete.
  if (cursor === undefined && list.length >= crawl.limit)
    throw new RetryableError(`the answer has a full page of ${list.length} records and nothing ${where(next.answer)}`);
  const after = scalar(cursor);
  return { after, isLast: after === '' };
}

function totalOf({ total }: PagedList, answer: unknown, header: HeaderOf): number | undefined {
  if (total === undefined) return undefined;
  const text = 'header' in total ? (header(total.header) ?? '') : scalar(at(answer, total.answer));
  if (/^\d{1,15}$/.test(text)) return Number(text);
  const place = 'header' in total ? `in the field ${quoteValue(total.header)}` : where(total.answer);
  throw new RetryableError(`the answer has no count of all records ${place}`);
}

/** A member by its path, as `meta.next`; the value itself where the path is empty. */
function at(value: unknown, path: string): unknown {
  let found: unknown = value;
  for (const name of path === '' ? [] : path.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined;
    found = Reflect.get(found, name);
  }
  return found;
}

/** A text or number as text; everything else is none. */
function scalar(value: unknown): string {
  if (isExactNumber(value)) return JSON.stringify(value);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function where(path: string): string {
  return path === '' ? 'at its top' : `at ${quoteValue(path)}`;
}
