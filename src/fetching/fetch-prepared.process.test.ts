import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { RecordReader, type PreparedFile } from '../importer/index.ts';
import { InputError } from '../model/index.ts';
import { fetchPrepared } from './fetch-file.ts';
import { clientFor, serverFor } from './server-fixture.ts';

function createFile(base: string): PreparedFile {
  return {
    name: 'all.csv',
    url: `${base}/prepare`,
    address: (response) => `${base}/made/${new RecordReader(response).text('id') ?? ''}`,
  };
}

test('a prepared file is downloaded from the address in the response, once', async (t) => {
  const asked: string[] = [];
  const { base, into } = await serverFor(t, ({ url = '' }, response) => {
    asked.push(url);
    response.end(url === '/prepare' ? '{"id":"seven"}' : 'a;b\n');
  });
  const { client } = clientFor(t, base);
  const path = join(into, 'all.csv');
  assert.deepEqual(await fetchPrepared(createFile(base), { into, client }), { path, changed: true });
  assert.equal(readFileSync(path, 'utf8'), 'a;b\n');
  assert.deepEqual(await fetchPrepared(createFile(base), { into, client }), { path, changed: false });
  assert.deepEqual(asked, ['/prepare', '/made/seven']);
});

test('an existing file is not requested', async (t) => {
  const { base, into } = await serverFor(t, () => assert.fail('nothing is asked'));
  const { client } = clientFor(t, base);
  writeFileSync(join(into, 'all.csv'), 'by hand');
  assert.equal((await fetchPrepared(createFile(base), { into, client })).changed, false);
});

const REFUSED: readonly (readonly [claim: string, answer: string, want: RegExp])[] = [
  ['says nothing of the file', '[]', /the response has no address of the file: record must be an object, got \[\]/],
  ['is a page', '<html></html>', /the response is not JSON/],
];
for (const [claim, answer, want] of REFUSED) {
  test(`a response that ${claim} is requested again, and then refused`, async (t) => {
    const { base, into } = await serverFor(t, (_, response) => response.end(answer));
    const { client } = clientFor(t, base);
    await assert.rejects(fetchPrepared(createFile(base), { into, client }), (error) => error instanceof InputError && want.test(error.message)); // prettier-ignore
  });
}
