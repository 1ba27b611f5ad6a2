import { readdir, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import {
  parseCrawlName,
  readFetched,
  readStatus,
  responseFileName,
  statusPath,
  type Crawl,
  type CrawlRequest,
  type ResponseLine,
} from '../../importer/index.ts';
import { quoteValue } from '../../model/index.ts';
import type { HttpClient } from '../http.ts';
import { readLines } from './response-files.ts';
import { catchFieldFault, createResponse } from './send-request.ts';
import { RequestQueue } from './request-queue.ts';
import type { CrawlState } from './crawl-state.ts';

/** Number of responses after which the transaction is committed. */
const LINES_PER_COMMIT = 50_000;

interface Folder {
  readonly into: string;
  readonly client: HttpClient;
}

/**
 * Rebuilds the state of a crawl from its responses, if there are any. Responses of the present round lead to the same requests again, so
 * only requests whose responses were not kept are sent a second time.
 */
export async function rebuild(crawl: Crawl, state: CrawlState, folder: Folder): Promise<void> {
  const { into, client } = folder;
  const names = (await readdir(into)).filter((name) => parseCrawlName(name) === crawl.name && name.endsWith('.zst'));
  if (names.length === 0) return;
  client.say(`Rebuilding the state of the crawl ${quoteValue(crawl.name)} from its responses`);
  const status = await readStatus(statusPath(into, crawl.name)).catch(() => undefined);
  const beganAt = status?.round_began_at ?? '';
  const { progress } = state;
  if (status?.complete === true) progress.wholeSince = status.whole_at ?? beganAt;
  if (status?.whole_at !== undefined) progress.since = status.whole_at;
  // Earlier rounds become round 1, the present round becomes round 2.
  const findRound = (line: ResponseLine): number => (line.asked_at >= beganAt ? 2 : 1);
  for (const name of names) {
    const path = join(into, name);
    const bytes = await validBytes(path);
    await truncate(path, bytes);
    progress.files.push({ number: Number(/\.(\d+)\.ndjson/.exec(name)?.[1]), bytes, lines: 0 });
  }
  progress.files.sort((a, b) => a.number - b.number);
  for await (const { line, file, position } of readResponses(crawl, state, folder)) {
    const isNone = line.body === undefined;
    state.setResponse(line.question, { round: findRound(line), isNone, file, line: position });
    progress.lastAskedMs = Math.max(progress.lastAskedMs, Date.parse(line.asked_at));
  }
  if (status?.round_ended_at === undefined) return beginAgain(crawl, state, folder, beganAt);
  Object.assign(progress, { beganAt, endedAt: status.round_ended_at, round: 2 });
}

/** Yields the responses in all files with their places. Commits regularly, so that the transaction does not grow with the crawl. */
async function* readResponses(crawl: Crawl, state: CrawlState, { into, client }: Folder) {
  let count = 0;
  for (const file of state.progress.files) {
    file.lines = 0;
    if (file.bytes === 0) continue;
    for await (const line of readLines(join(into, responseFileName(crawl.name, file.number)), file.bytes)) {
      client.signal.throwIfAborted();
      yield { line, file: file.number, position: ++file.lines };
      if (++count % LINES_PER_COMMIT === 0) state.commit();
    }
  }
}

/** Returns the size in the record of a file: later bytes may be an incomplete frame. Returns 0 for a file that was cut. */
async function validBytes(path: string): Promise<number> {
  const { size } = await stat(path);
  const { bytes = size } = (await readFetched(path).catch(() => undefined)) ?? {};
  return bytes > size ? 0 : bytes;
}

/** Repeats the present round with the responses in the files. */
async function beginAgain(crawl: Crawl, state: CrawlState, folder: Folder, beganAt: string): Promise<void> {
  const queue = new RequestQueue(state);
  state.progress.round = 1;
  queue.begin(crawl, beganAt === '' ? new Date() : new Date(beganAt));
  const { progress } = state;
  for await (const { line, file, position } of readResponses(crawl, state, folder)) {
    const at = state.findResponse(line.question);
    if (at?.round !== progress.round || at.file !== file || at.line !== position) continue;
    progress.asked++;
    if (line.body === undefined) {
      progress.none++;
      continue;
    }
    progress.answered++;
    const response = createResponse(parseRequest(line), line.status, line.body);
    catchFieldFault(() => {
      for (const one of crawl.follow?.(response) ?? []) queue.add(one);
      return undefined;
    });
  }
  state.commit();
}

/** Returns the request of a response in a file. */
export function parseRequest({ question: request, data }: ResponseLine): CrawlRequest {
  const colon = request.indexOf(':');
  return { kind: request.slice(0, colon), key: request.slice(colon + 1), ...(data !== undefined && { data }) };
}
