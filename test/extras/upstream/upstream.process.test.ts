/**
 * The backend over another service keeps the promises of the interface. test/serving/http-backends.long.process.test.ts compares its
 * responses.
 */
import { MATCH_INDEX } from '../../../extras/matching/index/name-index.ts';
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { LATER_LINES, SUITE_LINES } from '../../../src/backend/backend-fixture.ts';
import { backendSuite } from '../../../src/backend/backend.suite.ts';
import { openBackend, type Refreshable } from '../../../src/backend/index.ts';
import { buildLines, put } from '../../searching/generations.ts';
import { openSample, type Sample } from '../../fixtures/service.ts';
import { openThroughUpstream } from './upstream-service.ts';

backendSuite('The backend over another service', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'openfirma-upstream-backend-'));
  const first = await buildLines(directory, 'first', SUITE_LINES);
  const later = await buildLines(directory, 'later', LATER_LINES, { previous: first });
  const served = join(directory, 'served');
  put(first, served);
  const snapshot = openBackend(`snapshot:${served}`, { nameIndex: async () => MATCH_INDEX });
  return {
    backend: await openThroughUpstream(snapshot),
    hasNamesBefore: false,
    replace: async () => {
      put(later, served);
      await snapshot.refresh();
    },
    remove: async () => rmSync(directory, { recursive: true }),
  };
});

suite('Another service', () => {
  let sample: Sample;
  let through: Refreshable;
  before(async () => {
    sample = await openSample();
    through = await openThroughUpstream(openBackend(`snapshot:${sample.path}`, { nameIndex: async () => MATCH_INDEX }));
  });
  after(async () => {
    await through.close();
    await sample.close();
  });

  test('returns no facts about the whole data, and no version for caches', async () => {
    assert.deepEqual(await through.facts(), {});
    assert.ok(!('counts' in through));
    assert.equal((await through.search({ query: 'nordlys', limit: 1 })).version, undefined);
  });

  test('gets a query unchanged, with any characters', async () => {
    for (const query of ['a%2B c&d=e#f', 'αμπελ', 'БЪЛ', "o'tarrigan", '...', '🚢🚢🚢'])
      assert.deepEqual(
        Buffer.from((await through.search({ query, limit: 5 })).json),
        Buffer.from((await sample.backend.search({ query, limit: 5 })).json),
        query,
      );
  });

  test('gets no parameter that the operation does not have', async () => {
    for (const query of ['kv', 'x'.repeat(65)])
      assert.deepEqual(await through.search({ query, limit: 5 }), { json: Buffer.of(), next: undefined });
    for (const id of ['', '../search?q=kvarn', 'co_1']) assert.equal(await through.company(id), undefined);
  });
});
