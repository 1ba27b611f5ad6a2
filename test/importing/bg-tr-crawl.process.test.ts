import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { zstdDecompressSync } from 'node:zlib';
import { fetchCrawl } from '../../src/fetching/index.ts';
import { clientFor } from '../../src/fetching/server-fixture.ts';
import { daysCrawl } from '../../src/registers/bg-tr/crawl.ts';
import { imported } from '../../src/registers/fixture-import.ts';
import { fixtureCases } from '../../src/registers/fixtures.ts';
import { findRegister } from '../../src/registers/index.ts';
import { folder } from '../fixtures/folder.ts';
import { localServer } from '../fixtures/local-server.ts';

/** The files of the days, each with its id in the list. */
const FILES = fixtureCases('bg-tr').flatMap(({ inputs }) => inputs.filter((path) => path.endsWith('.json')));
const DAYS = FILES.map((path, n) => ({ path, day: basename(path, '.json'), id: `0000000${n}-0000-4000-8000-000000000000` })).toReversed(); // prettier-ignore

/** The faulty responses of the portal, each sent once. */
const FAULTS: readonly ((response: ServerResponse, body: string) => void)[] = [
  (response) => response.writeHead(302, { location: '/' }).end(),
  (response) => response.end('[]'),
  (response, body) => response.end(body.slice(0, -20)),
  (response) => response.writeHead(503, { 'retry-after': '0' }).end(),
  (response, body) => response.writeHead(200, { 'content-length': body.length + 99 }).end(body, () => response.destroy()),
]; // prettier-ignore

/** The portal: a list with two files a page, the newest first, and files that are served at the second request. */
function portal(listed: () => typeof DAYS, broken: ReadonlySet<string>) {
  const tried = new Set<string>();
  return ({ url = '' }: IncomingMessage, response: ServerResponse): void => {
    const page = /\?rpage=(\d+)$/.exec(url)?.[1];
    const file = listed().find(({ id }) => url === `/resource/download/${id}/json`);
    if (page !== undefined) {
      const files = listed().slice(2 * Number(page) - 2, 2 * Number(page));
      const links = files.map(({ id, day }) => `<a href="/organisation/datasets/resourceView/${id}"><span>Търговски регистър ${day.split('-').toReversed().join('.')}</span></a>`); // prettier-ignore
      const pages = Array.from({ length: Math.ceil(listed().length / 2) }, (_, n) => `<a href="?rpage=${n + 1}">${n + 1}</a>`); // prettier-ignore
      response.end(`<html>${links.join('')}${pages.join('')}</html>`);
    } else if (file === undefined || broken.has(file.id)) {
      response.end('<!DOCTYPE html><html>Грешка при вземане на метаданни за ресурс</html>');
    } else {
      const body = readFileSync(file.path, 'utf8');
      const fault = tried.has(url) ? undefined : FAULTS[tried.size];
      tried.add(url);
      if (fault === undefined) response.end(body);
      else fault(response, body);
    }
  };
}

test('the days of Bulgaria are crawled through the faults of their portal, and import like the files themselves', async (t) => {
  let listed = DAYS.slice(1);
  const broken = new Set<string>();
  const { base, requests } = await localServer(t, portal(() => listed, broken)); // prettier-ignore
  const { client, said } = clientFor(t, base);
  const into = folder(t);
  const crawl = { ...daysCrawl(base), perMinute: 1e6 };

  const first = await fetchCrawl(crawl, { into, client });
  assert.equal(first.ended, 'whole');
  assert.equal(first.status.left, 0);
  assert.ok(said.some((line) => line.includes('it does not begin with "Message"')));
  const kept = first.paths.map((path) => zstdDecompressSync(readFileSync(path)).toString()).join(''); // prettier-ignore
  for (const word of ['ЗАБРАНЕН', 'ДЕЙСТВИТЕЛЕН', 'Тайна', 'abab', 'Partners']) assert.ok(!kept.includes(word), word);

  // The next day is on the first page; no known file is requested again.
  listed = DAYS;
  const before = requests.length;
  const second = await fetchCrawl(crawl, { into, client });
  assert.equal(second.ended, 'whole');
  const asked = requests.slice(before).map(({ url }) => url);
  assert.deepEqual(
    asked.filter((url) => url?.endsWith('/json')),
    [`/resource/download/${DAYS[0]?.id}/json`],
  );

  const register = findRegister('bg-tr');
  const crawled = await imported(t, register, [...second.paths]);
  const plain = await imported(t, register, FILES);
  assert.ok(plain.lines.length >= 8);
  const undated = ({ lines }: typeof plain): unknown =>
    JSON.parse(JSON.stringify(lines, (key, value: unknown) => (/^(as_of_date|observed_at)$/.test(key) ? '' : value)));
  assert.deepEqual(undated(crawled), undated(plain));
});

test('a day that the portal never sends is given up, and the import reports that it is missing', async (t) => {
  const [, lost] = DAYS;
  assert.ok(lost !== undefined);
  const { base } = await localServer(t, portal(() => DAYS, new Set([lost.id]))); // prettier-ignore
  const { client, said } = clientFor(t, base);
  const into = folder(t);
  const crawl = { ...daysCrawl(base), perMinute: 1e6 };
  const runs = [];
  for (let run = 1; run <= 4 && runs.at(-1) !== 'whole'; run++) runs.push((await fetchCrawl(crawl, { into, client })).ended); // prettier-ignore
  assert.equal(runs.at(-1), 'whole');
  assert.ok(said.some((line) => line.startsWith('Given up after 3 runs')));
  const paths = readdirSync(into).filter((name) => name.endsWith('.zst')).map((name) => join(into, name)); // prettier-ignore
  const { report, lines } = await imported(t, findRegister('bg-tr'), paths);
  const { count, examples } = report.noted['a listed day without a file: its entries are not known'] ?? {};
  assert.deepEqual([count, examples], [1, [lost.day]]);
  assert.ok(lines.length > 0);
});
