import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { zstdDecompressSync } from 'node:zlib';
import type { Crawl, CrawlStatus, ResponseLine } from '../../importer/index.ts';
import { fetchCrawl, type HttpClientOptions, type CrawlOptions } from '../index.ts';
import { clientFor, serverFor } from '../server-fixture.ts';

/** Answers the request of a path; `count` is the number of requests so far. */
export type Serve = (path: string, response: ServerResponse, count: number, request: IncomingMessage) => void;

/** The names of the invented companies on a server, by number. */
export const COMPANIES: ReadonlyMap<number, string> = new Map([1, 2, 3, 5, 6, 9].map((no) => [no, `Firma "${no}" š`]));

/** Sends JSON. */
export function json(response: ServerResponse, value: unknown): void {
  response.end(JSON.stringify(value));
}

/** Answers requests such as `/company/0005`; an unknown number gets 404. */
export const serveCompanies: Serve = (path, response) => {
  const no = Number(path.split('/').at(-1));
  const name = COMPANIES.get(no);
  if (name === undefined) response.writeHead(404).end('none');
  else json(response, { no, name });
};

/** A crawl of numbers with four digits that ends when three consecutive numbers are missing. */
export function numbersCrawl(base: string, more: Partial<Crawl> = {}): Crawl {
  return {
    name: 'companies',
    perMinute: 1e6,
    format: 'json',
    none: [404],
    first: () => ({ isWhole: true, requests: [{ kind: 'company', from: 1, digits: 4, absentMax: 3 }] }),
    toHttpRequest: ({ kind, key }) => ({ url: `${base}/${kind}/${key}` }),
    ...more,
  };
}

/** Starts a server for a crawl. Also returns a client that gives up early, and the requested paths. */
export async function crawlServer(t: TestContext, serve: Serve, options: Partial<HttpClientOptions> = {}) {
  const asked: string[] = [];
  const server = await serverFor(t, (request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    serve(path, response, asked.length, request);
  });
  const { base, into } = server;
  const { client, said } = clientFor(t, base, { ...options, limits: { ...options.limits } });
  const crawled = (crawl: Crawl, more: Partial<CrawlOptions> = {}) => fetchCrawl(crawl, { into, client, ...more });
  return { ...server, asked, said, client, crawled };
}

/** Returns all lines in the files of a crawl, in their order. */
export function readLines(folder: string, crawl = 'companies'): ResponseLine[] {
  const names = readdirSync(folder).filter((name) => name.startsWith(`${crawl}.`) && name.endsWith('.zst'));
  return names.toSorted().flatMap((name) => linesOfFile(join(folder, name)));
}

/** Returns the newest body by request, sorted; null for a response without body. */
export function readNewest(folder: string, crawl = 'companies'): Record<string, string | null> {
  const newest = readLines(folder, crawl).map(({ question: request, body }) => [request, body ?? null] as const);
  return Object.fromEntries([...new Map(newest)].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function linesOfFile(path: string): ResponseLine[] {
  let bytes: Uint8Array = readFileSync(path);
  let text = '';
  // Node's function reads only one frame; the magic number shows where the next frame starts.
  while (bytes.length > 0) {
    const next = Buffer.from(bytes).indexOf(Buffer.from('28b52ffd', 'hex'), 4);
    const frame = next === -1 ? bytes : bytes.subarray(0, next);
    text += zstdDecompressSync(frame).toString();
    bytes = next === -1 ? Buffer.alloc(0) : bytes.subarray(next);
  }
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as ResponseLine);
}

/** Reads the status file of a crawl. */
export function readStatus(folder: string, crawl = 'companies'): CrawlStatus {
  return JSON.parse(readFileSync(join(folder, `${crawl}.walk.json`), 'utf8')) as CrawlStatus;
}

/** A crawl of pages that each lead to ten companies, and of a range of numbers up to `top`. Pages are not kept. */
export function listCrawl(base: string, top: number): Crawl {
  return numbersCrawl(base, {
    first: () => ({
      requests: [
        { kind: 'page', key: '1' },
        { kind: 'number', from: 1, to: top, digits: 10 },
      ],
    }),
    follow({ request: { kind, key } }) {
      if (kind !== 'page') return [];
      const start = Number(key);
      const listed = Array.from({ length: Math.min(10, top - start + 1) }, (_, i) => ({
        kind: 'company',
        key: String(start + i),
        leaf: true as const,
      }));
      return start + 10 > top ? listed : [...listed, { kind: 'page', key: String(start + 10) }];
    },
    keep: ({ request }) => request.kind !== 'page',
  });
}

/** Answers the requests of {@linkcode listCrawl}. Every seventh number does not exist. */
export const serveList: Serve = (path, response) => {
  const no = Number(path.split('/').at(-1));
  if (!path.startsWith('/page/') && no % 7 === 0) response.writeHead(404).end();
  else json(response, { path, name: `Firma ${no}`, text: 'abcdefghij'.repeat(no % 20) });
};
