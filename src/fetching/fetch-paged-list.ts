import { open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { renameSynced, writeWhole } from '../files/index.ts';
import { fetchedPath, type FetchedFile, type PagedList } from '../importer/index.ts';
import { InputError, quoteValue } from '../model/index.ts';
import { linesOf } from './crawls/answer-files.ts';
import { answerOf } from './crawls/ask.ts';
import { fetchCrawl, type CrawlOutcome } from './crawls/fetch-crawl.ts';
import { questionOf } from './crawls/rebuild.ts';

import { currentFile, lockFile, type FetchOptions, type FetchOutcome } from './fetch-file.ts';
import { crawlName, crawlOf, pageOf } from './paged-list.ts';
import { describeDuration } from './retry.ts';

/**
 * Crawls a list page by page in a folder of its own and then writes its records as NDJSON. This call or a later one continues a
 * crawl that broke off. After any failure the old file stays. `onProgress` gets records.
 * @throws {InputError} where the server does not send a page, or the pages never end
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
  // A cursor of an earlier run may have expired. One of this run has not.
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
  return names.some((file) => file.includes(crawlName(list))) && Date.now() - Math.max(...times) <= ageMsMax;
}

async function crawlPages(list: PagedList, folder: string, options: FetchOptions): Promise<CrawlOutcome> {
  const bytesMax = list.bytesMax ?? options.client.limits.fileBytes;
  const crawl = crawlOf(list, bytesMax, ({ records, total }) => options.onProgress?.(records, total));
  return await fetchCrawl(crawl, { into: folder, client: options.client });
}

/** Writes the records of all pages to a file, one a line. Returns its length. */
async function writeRecords(list: PagedList, folder: string, { status }: CrawlOutcome, path: string): Promise<number> {
  const aside = join(folder, 'records');
  let bytes = 0;
  {
    await using file = await open(aside, 'w');
    for (const { name, bytes: length } of status.files) {
      for await (const line of linesOf(join(folder, name), length)) {
        const page = pageOf(list, answerOf(questionOf(line), line.status, line.body ?? ''));
        await file.writeFile(page.lines.join(''));
        bytes = page.bytes;
      }
    }
    await file.sync();
  }
  if (bytes === 0) return 0;
  renameSynced(aside, path);
  const fetched: FetchedFile = { url: list.url, fetched_at: new Date().toISOString(), bytes, is_length_stated: true };
  await writeWhole(fetchedPath(path), `${JSON.stringify(fetched)}\n`);
  return bytes;
}
