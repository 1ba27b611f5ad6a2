import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { folder } from '../../../test/fixtures/folder.ts';
import { localServer } from '../../../test/fixtures/local-server.ts';
import { until } from '../../../test/fixtures/until.ts';
import type { CrawlStatus } from '../../importer/index.ts';
import { fetchCrawl, HttpClient } from '../index.ts';
import { readLines } from './response-files.ts';
import { listCrawl, serveList } from './crawl-fixture.ts';

interface Result {
  readonly ended: string;
  readonly status: CrawlStatus;
  readonly rss: number;
}

interface Kills {
  /** How long responses stay in memory, in milliseconds. */
  readonly gatherMs?: number;
  /** The highest number. Each number is requested twice. */
  readonly top: number;
  readonly kills: number;
}

/** Crawls a server while processes are killed, and compares the responses with the server. */
export async function killedCrawl(t: TestContext, { top, kills, gatherMs = 20 }: Kills): Promise<Result> {
  let asked = 0;
  const server = await localServer(t, (request, response) => {
    asked++;
    serveList(request.url ?? '', response, asked, request);
  });
  const into = folder(t);
  for (let kill = 1; kill <= kills; kill++) {
    // Each process is killed after a random number of further requests.
    const most = Math.max(2, Math.floor((2 * top) / (kills + 1)));
    const target = asked + 1 + Math.floor(Math.random() * most);
    const child = crawler(server.base, into, top, gatherMs);
    await until(`${target} requests have come`, () => asked >= target || child.exitCode !== null);
    child.kill('SIGKILL');
    await child.ended;
  }
  const last = crawler(server.base, into, top, gatherMs);
  const result = JSON.parse(await last.ended) as Result;
  const pages = Math.ceil(top / 10);
  const none = 2 * Math.floor(top / 7);
  const { answered, none: counted, asked: all, left, files } = result.status;
  assert.equal(result.ended, 'whole');
  assert.deepEqual([all, answered, counted, left], [2 * top + pages, 2 * top + pages - none, none, 0]);
  // Each number has two responses: one to the request `company`, one to the request `number`.
  const seen = new Uint8Array(top + 1);
  for (const { name, bytes } of files) {
    for await (const { question: request, body, status } of readLines(join(into, name), bytes)) {
      const [kind, key] = request.split(':');
      const no = Number(key);
      const mark = kind === 'company' ? 1 : 2;
      assert.equal((seen[no] ?? 0) & mark, 0, request);
      seen[no] = (seen[no] ?? 0) | mark;
      assert.equal(status, no % 7 === 0 ? 404 : 200);
      if (body !== undefined) assert.equal((JSON.parse(body) as { name: string }).name, `Firma ${no}`);
    }
  }
  assert.ok(seen.subarray(1).every((marks) => marks === 3));
  return result;
}

function crawler(base: string, into: string, top: number, gatherMs: number) {
  const child = spawn(process.execPath, [import.meta.filename, base, into, String(top), String(gatherMs)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<string>((resolve) => child.on('close', () => resolve(output)));
  return Object.assign(child, { ended });
}

/** The process that is killed runs this. */
if (import.meta.main) {
  const [base = '', into = '', top = '0', gatherMs = '20'] = process.argv.slice(2);
  const limits = { crawlGatherMs: Number(gatherMs), crawlFileBytes: 4_000_000, firstWaitMs: 1 };
  await using client = new HttpClient({ signal: new AbortController().signal, limits });
  client.trust(base);
  const { ended, status } = await fetchCrawl(listCrawl(base, Number(top)), { into, client });
  process.stdout.write(JSON.stringify({ ended, status, rss: process.resourceUsage().maxRSS }));
}
