/** The backend over another service keeps the promises of the seam, and passes on what that service answers, byte by byte. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { LATER_LINES, SUITE_LINES, backendSuite } from '../src/backend/backend.suite.ts';
import { openBackend, type Backend } from '../src/backend/index.ts';
import { SnapshotScanner, publishedIn } from '../src/snapshot/index.ts';
import { buildOf, mills, put } from './generations.ts';
import { openSample, type Sample } from './service.ts';
import { UPSTREAM_TOKEN, openThroughUpstream, serveUpstream } from './upstream-service.ts';

const TODAY = '2026-11-22';

backendSuite('The backend over another service', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'openfirma-upstream-backend-'));
  const first = await buildOf(directory, 'first', SUITE_LINES);
  const later = await buildOf(directory, 'later', LATER_LINES, { previous: first });
  const served = join(directory, 'served');
  put(first, served);
  const snapshot = openBackend(`snapshot:${served}`);
  return {
    backend: await openThroughUpstream(snapshot),
    replace: async () => {
      put(later, served);
      await snapshot.refresh();
    },
    remove: async () => rmSync(directory, { recursive: true }),
  };
});

suite('Another service, asked for what a snapshot holds', () => {
  let sample: Sample;
  let through: Backend;
  let close: () => Promise<void>;
  before(async () => {
    sample = await openSample(mills(0, 100));
    const service = await serveUpstream(sample.backend, () => Date.parse(TODAY));
    through = openBackend(service.address, { token: UPSTREAM_TOKEN, deadlineMs: 60_000 });
    close = service.close;
  });
  after(async () => {
    await through.close();
    await close();
    await sample.close();
  });

  /** Every page of a search. */
  async function pagesOf(backend: Backend, query: string, country: string | undefined): Promise<string[]> {
    const pages: string[] = [];
    for (let position: string | undefined, isFirst = true; isFirst || position !== undefined; isFirst = false) {
      const { json, next } = await backend.search({ query, country, limit: 9, after: position });
      pages.push(Buffer.from(json).toString());
      position = next;
    }
    return pages;
  }

  const queries = 'kvarn;Kvarn 0001;nordlysmyr;the;551;0110071-6;SE5560100;αμπελ;БЪЛ;o tarrigan;a%2B c&d=e#f;zzzz;...';
  for (const country of [undefined, 'SE', 'ZZ']) {
    test(`it gives every page of searches in ${country ?? 'every country'}, to the byte`, async () => {
      for (const query of queries.split(';'))
        assert.deepEqual(await pagesOf(through, query, country), await pagesOf(sample.backend, query, country), query);
    });
  }

  test('it gives every record in every state, redirects and all, and its officers, to the byte', async () => {
    const scanner = new SnapshotScanner(sample.path);
    const ids = [...publishedIn(scanner).records()].map(({ id }) => id);
    await scanner.close();
    for (const id of ids) {
      const [got, want] = [await through.company(id), await sample.backend.company(id)];
      assert.equal(got && Buffer.from(got.json).toString(), want && Buffer.from(want.json).toString(), id);
      const [gotOfficers, wantOfficers] = await Promise.all(
        [through, sample.backend].map(async (backend) => await backend.officers({ id, limit: 100, today: TODAY })),
      );
      assert.deepEqual(
        [gotOfficers?.companyId, gotOfficers?.hasMore, gotOfficers && Buffer.from(gotOfficers.json).toString()],
        [wantOfficers?.companyId, wantOfficers?.hasMore, wantOfficers && Buffer.from(wantOfficers.json).toString()],
      );
    }
  });

  test('it tells nothing of the data as a whole, and names no version that could be cached', async () => {
    assert.deepEqual(await through.facts(), {});
    assert.ok(!('counts' in through));
    assert.equal((await through.search({ query: 'kvarn', limit: 1 })).version, undefined);
  });

  test('it is asked nothing that the operation does not take', async () => {
    assert.deepEqual(await through.search({ query: 'kv', limit: 5 }), { json: Buffer.of(), next: undefined });
    for (const id of ['', '../search?q=kvarn', 'co_1']) assert.equal(await through.company(id), undefined);
  });
});
