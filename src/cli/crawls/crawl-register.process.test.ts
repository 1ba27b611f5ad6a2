import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { folder } from '../../../test/fixtures/folder.ts';
import { localServer } from '../../../test/fixtures/local-server.ts';
import type { Crawl } from '../../importer/index.ts';
import { InputError } from '../../model/index.ts';
import type { Fetched } from '../../fetching/index.ts';
import { fetchRegister } from '../commands/fetch.ts';
import type { CrawlReport, Crawling } from './crawl-register.ts';

/** A register whose crawl requests three numbers from a server, which refuses requests if the test wants it. */
async function crawledRegister(t: TestContext) {
  const is = { down: false };
  const { base } = await localServer(t, (request, response) => {
    if (is.down) response.writeHead(403).end();
    else response.end(JSON.stringify({ path: request.url }));
  });
  const crawl: Crawl = {
    name: 'toys',
    perMinute: 1e6,
    format: 'json',
    first: () => ({ requests: [{ kind: 'toy', from: 1, to: 3 }] }),
    toHttpRequest: ({ key }) => ({ url: `${base}/toy/${key}` }),
  };
  const register: Fetched = { id: 'toy', files: { page: base, current: [], crawl, required: [], taken: [], ignored: [] } as never }; // prettier-ignore
  const into = folder(t);
  const fetchIt = async (crawling: Crawling = {}) => {
    const reports: CrawlReport[] = [];
    const onCrawl = (one: CrawlReport): void => void reports.push(one);
    const files = await fetchRegister(register, into, new AbortController().signal, { ...crawling, onCrawl });
    return { files, reports };
  };
  return { is, into, fetchIt };
}

test('fetch returns the files of a crawl and reports its requests', async (t) => {
  const { into, fetchIt } = await crawledRegister(t);
  const { files, reports } = await fetchIt();
  assert.deepEqual(files, [{ path: join(into, 'toys.0001.ndjson.zst'), changed: true }]);
  const [{ ended, complete, asked, answered, none, refused, failed, left } = {} as CrawlReport] = reports;
  assert.deepEqual([ended, complete, asked, answered, none, refused, failed, left], ['whole', true, 3, 3, 0, 0, 0, 0]);
});

test('a crawl that is stopped is an error, but not for a refresh that has responses', async (t) => {
  const { is, into, fetchIt } = await crawledRegister(t);
  is.down = true;
  for (const mayStop of [false, true]) {
    await assert.rejects(fetchIt({ mayStop }), (error) => error instanceof InputError && /^Cannot continue the crawl "toys": 3 refusals in a row: .*; there are no responses$/.test(error.message)); // prettier-ignore
  }
  is.down = false;
  await fetchIt();
  is.down = true;
  await assert.rejects(fetchIt(), /; the responses of this run and earlier ones are kept$/);
  const { files } = await fetchIt({ mayStop: true });
  assert.deepEqual(files, [{ path: join(into, 'toys.0001.ndjson.zst'), changed: false }]);
});
