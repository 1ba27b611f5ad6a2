import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { InputError } from '../../model/index.ts';
import { fetchedPath, findDay, readFetched } from './fetched.ts';
import { openInputs } from './input.ts';

const RECORD = {
  url: 'https://register.example/all.csv',
  fetched_at: '2026-11-21T02:00:00Z',
  bytes: 4,
  is_length_stated: true,
};

function fileWith(t: TestContext, record: unknown): string {
  const at = mkdtempSync(join(tmpdir(), 'openfirma-fetched-'));
  t.after(() => rmSync(at, { recursive: true }));
  const path = join(at, 'all.csv');
  writeFileSync(path, 'a;b\n');
  if (record !== undefined)
    writeFileSync(fetchedPath(path), typeof record === 'string' ? record : JSON.stringify(record));
  return path;
}

test('a file that was not downloaded has no record and no date', async (t) => {
  const path = fileWith(t, undefined);
  assert.equal(await readFetched(path), undefined);
  const [input] = await openInputs([path]);
  assert.equal(input?.published, undefined);
  assert.equal(input?.sealed, false);
});

test('a downloaded file has the day of its last change, and a cut would be noticed', async (t) => {
  const path = fileWith(t, { ...RECORD, last_modified: 'Fri, 20 Nov 2026 23:59:59 GMT' });
  const [input] = await openInputs([path]);
  assert.equal(input?.published, '2026-11-20');
  assert.equal(input?.sealed, true);
});

test('a downloaded file of unknown length is not proven whole', async (t) => {
  const [input] = await openInputs([fileWith(t, { ...RECORD, is_length_stated: false })]);
  assert.equal(input?.sealed, false);
});

test('the record of a download is not an input, even if a glob matches it', async (t) => {
  const path = fileWith(t, RECORD);
  assert.deepEqual((await openInputs([path, fetchedPath(path)])).map(({ name }) => name), [path]); // prettier-ignore
});

test('a downloaded file without a modification time has the day of its download', () => {
  assert.equal(findDay(RECORD), '2026-11-21');
  assert.equal(findDay({ ...RECORD, last_modified: 'yesterday' }), '2026-11-21');
});

const REFUSED: [claim: string, record: unknown, want: RegExp][] = [
  [
    'another length than was fetched',
    { ...RECORD, bytes: 5 },
    /it has 4 bytes, 5 were fetched; fetch "all.csv" again$/,
  ],
  ['a record that is not JSON', '{', /it is not a record of a download; remove it, or fetch again$/],
  ['a record with an unknown field', { ...RECORD, size: 4 }, /it is not a record of a download/],
];
for (const [claim, record, want] of REFUSED) {
  test(`openInputs refuses a fetched file with ${claim}`, async (t) => {
    const path = fileWith(t, record);
    await assert.rejects(openInputs([path]), (error) => error instanceof InputError && want.test(error.message));
  });
}
