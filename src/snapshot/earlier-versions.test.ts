/** Snapshots that earlier programs wrote in format versions 6 and 7. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test, type TestContext } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { folder } from '../../test/fixtures/folder.ts';
import { NO_DETAILS } from '../model/index.ts';
import {
  SnapshotReader,
  SnapshotScanner,
  hasMatchIndex,
  publishedIn,
  storedOfficersIn,
  verifySnapshot,
} from './index.ts';
import { id, officer } from './record-fixture.ts';

function unpacked(t: TestContext, version = 6): string {
  const path = join(folder(t), `version-${version}.snapshot`);
  const packed = readFileSync(new URL(`fixtures/version-${version}.snapshot.gz`, import.meta.url));
  writeFileSync(path, gunzipSync(packed));
  return path;
}

suite('A snapshot of format version 6', () => {
  test('is sound', async (t) => {
    assert.deepEqual((await verifySnapshot(unpacked(t))).records, 41);
  });

  test('answers searches, companies and officers', async (t) => {
    const reader = SnapshotReader.openChecked(unpacked(t));
    assert.match(reader.search('row 0001', undefined, 10, 0).json.toString(), /"name":"Row 0001"/);
    assert.match(reader.company(id(1))?.toString() ?? '', /"value":"0112038-9"/);
    const officers = JSON.parse(`[${reader.officers(id(1), 9, '2026-11-21')?.json.toString()}]`) as { name: string }[];
    assert.deepEqual(
      officers.map(({ name }) => name),
      ['Bo', 'Cia', 'Dag'],
    );
    await reader.close();
  });

  test('lacks the kinds of officers and the numbers of redirected records', async (t) => {
    const scanner = new SnapshotScanner(unpacked(t));
    const officers = storedOfficersIn(scanner)(id(1), '2026-11-21');
    assert.deepEqual(
      officers,
      ['Bo', 'Cia', 'Dag'].map((name) => officer(name, name === 'Bo' ? '2026-11-22' : undefined)),
    );
    assert.deepEqual(scanner.reader.withNumbers(['T9'], 10).moved, []);
    await scanner.close();
  });

  test('gives its records to the next build, so that ids are kept', async (t) => {
    const scanner = new SnapshotScanner(unpacked(t));
    const records = [...publishedIn(scanner).records()];
    assert.equal(records.length, 41);
    assert.deepEqual(records.find((one) => one.id === id(9))?.lifecycle, { status: 'redirected', canonical_id: id(1) });
    await scanner.close();
  });
});

suite('A snapshot of format version 7', () => {
  test('is sound', async (t) => {
    assert.equal((await verifySnapshot(unpacked(t, 7))).records, 42);
  });

  test('answers searches and numbers of redirected records, and has no details', async (t) => {
    const reader = SnapshotReader.openChecked(unpacked(t, 7));
    assert.match(reader.search('row 0001', undefined, 10, 0).json.toString(), /"name":"Row 0001"/);
    assert.deepEqual(reader.withNumbers(['T9'], 10).moved?.length, 1);
    assert.deepEqual(reader.details(id(1))?.details, NO_DETAILS);
    await reader.close();
  });

  test('has a match index that this version does not use', async (t) => {
    const reader = SnapshotReader.openChecked(unpacked(t, 7));
    assert.equal(hasMatchIndex(reader.metadata), false);
    await reader.close();
  });
});
