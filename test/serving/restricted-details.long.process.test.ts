/** A restriction withholds every detail of a company in all files; restricted-everywhere tests what is served. DuckDB needs a separate process. */
import { DuckDBInstance } from '@duckdb/node-api';
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { zstdDecompressSync } from 'node:zlib';
import { createKey } from '../../extras/publication/keys.ts';
import { changeRecorder } from '../../extras/changes/recorder.ts';
import { MATCH_INDEX } from '../../extras/matching/index/name-index.ts';
import { Follower } from '../../extras/publication/follow.ts';
import { publish } from '../../extras/publication/write-folder.ts';
import { folderServer } from '../../extras/publication/store-fixture.ts';
import { buildSnapshot } from '../../src/build/index.ts';
import type { RegisterLine } from '../../src/model/index.ts';
import { SnapshotReader, scanRecords } from '../../src/snapshot/index.ts';
import { exportAll, listFiles, readContent } from '../extras/exports/exported-data.ts';
import { mill, millId } from '../searching/generations.ts';

const SECRET = 7;
/** A company whose record redirects to the restricted company. */
const REDIRECTED = 50;

/** The company that is restricted; each field has a text that no other company has. */
const MARKED: RegisterLine = {
  ...mill(SECRET),
  register: 'se-test',
  as_of_date: '2026-11-01',
  name: 'Kvarn 000007 Namnmarke',
  state: 'insolvent',
  registered_on: '1903-07-19',
  closed_on: '2019-08-17',
  address: {
    street: 'Gatumarke 7',
    postal_code: 'PM-77777',
    locality: 'Ortsmarke',
    region: 'Lansmarke',
    text: 'Adressmarke',
  },
  former_names: [{ name: 'Fornmarke', kind: 'artmarke', from: '1904-01-17', until: '1905-02-18' }],
  other_names: [{ name: 'Bimarke', kind: 'bislagsmarke', from: '1906-03-19', until: '1907-04-20' }],
  euid: 'SEMARKE.5577',
  record_url: 'https://register.example/sidmarke',
};

const { name, state, registered_on: from, closed_on: until, former_names: former, other_names: other } = MARKED;
const MARKERS = listTexts([name, state, from, until, MARKED.address, former, other, MARKED.euid, MARKED.record_url]);

/** Returns the texts of a value. */
function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listTexts) : [];
}

/** Returns the markers in a text. */
const findMarkers = (text: string): string[] => MARKERS.filter((marker) => text.includes(marker));

const OTHERS = Array.from({ length: 60 }, (_, n) => n)
  .filter((n) => n !== SECRET)
  .map((n) => mill(n, { state: 'active' }));
const REDIRECT: RegisterLine = {
  id: millId(REDIRECTED),
  lifecycle: { status: 'redirected', canonical_id: millId(SECRET) },
};
const RESTRICTION: RegisterLine = { id: millId(SECRET), lifecycle: { status: 'restricted' } };

suite('A restriction of a company with details', () => {
  let at = '';
  let snapshot = '';
  before(async () => {
    at = mkdtempSync(join(tmpdir(), 'openfirma-restricting-'));
    snapshot = join(at, 'mills.snapshot');
    await build(OTHERS);
    await build([...OTHERS, MARKED, REDIRECT]);
  });
  after(() => rmSync(at, { recursive: true }));

  async function build(lines: readonly RegisterLine[], out = snapshot, previous = out): Promise<void> {
    const input = `${out}.ndjson`;
    writeFileSync(input, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    await buildSnapshot({
      nameIndex: async () => MATCH_INDEX,
      changes: changeRecorder(),
      restrictionKey: join(at, 'restriction.key'),
      inputs: [input],
      out,
      acceptLoss: ['SE'],
      match: true,
      ...(existsSync(previous) ? { previous } : {}),
    });
  }

  /** Returns the texts of all files in a folder, decompressed. */
  const readTexts = (folder: string): string[] =>
    listFiles(folder).map((file) => {
      const path = join(folder, file);
      return (path.endsWith('.zst') ? zstdDecompressSync(readFileSync(path)) : readContent(path)).toString('utf8');
    });

  /** Returns all records of the snapshot, and its bytes. */
  async function textsOfSnapshot(): Promise<string[]> {
    const reader = SnapshotReader.open(snapshot);
    const records = Array.from(scanRecords(reader), (record) => JSON.stringify(record.decode()));
    await reader.close();
    return [readFileSync(snapshot).toString('utf8'), ...records];
  }

  /** Returns the texts of an export in all formats. */
  async function exported(to: string): Promise<string[]> {
    const { path } = await exportAll(snapshot, join(at, to));
    const duckdb = await (await DuckDBInstance.create(':memory:')).connect();
    const tables = listFiles(join(path, 'parquet')).map(async (file) => {
      const rows = (await duckdb.runAndReadAll(`select * from '${path}/parquet/${file}'`)).getRowObjectsJson();
      return JSON.stringify(rows);
    });
    const texts = ['csv', 'ndjson', 'ftm'].flatMap((format) => readTexts(join(path, format)));
    texts.push(...(await Promise.all(tables)));
    duckdb.closeSync();
    return texts;
  }

  test('removes its texts from snapshot, exports, change files and the copies of followers', async (t) => {
    const key = await createKey(join(at, 'key'));
    const store = join(at, 'store');
    mkdirSync(store);
    const { address: current } = await folderServer(t, store);
    const followed = join(at, 'followed');
    const signal = new AbortController().signal;
    const follower = new Follower({ address: current, keys: new Map([[key.id, key]]), path: join(followed, 'openfirma.snapshot'), previousMs: 0, signal }); // prettier-ignore
    t.after(() => follower[Symbol.asyncDispose]());
    const follow = async (): Promise<void> => {
      await publish({ snapshot, to: store, key, signal });
      assert.equal((await follower.poll()).kind, 'fetched');
      assert.equal((await follower.poll()).kind, 'current');
    };
    const found = async (to: string): Promise<Record<string, readonly string[]>> => ({
      snapshot: findMarkers((await textsOfSnapshot()).join('\n')),
      changes: findMarkers(readTexts(join(at, 'changes')).join('\n')),
      exports: findMarkers((await exported(to)).join('\n')),
      followed: findMarkers(readTexts(followed).join('\n')),
    });
    const everywhere = (markers: readonly string[]): object => ({ snapshot: markers, changes: markers, exports: markers, followed: markers }); // prettier-ignore

    await follow();
    assert.deepEqual(await found('exports-before'), everywhere(MARKERS));

    await build([...OTHERS, MARKED, REDIRECT, RESTRICTION]);
    await follow();
    assert.deepEqual(await found('exports-after'), everywhere([]));
  });

  test('leaves a snapshot with the bytes of one whose company never had the texts', async () => {
    const previous = join(at, 'previous.snapshot');
    await build([...OTHERS, mill(SECRET), REDIRECT], previous);
    const { register = '', as_of_date: day = '', euid = '' } = MARKED;
    const built: Buffer[] = [];
    for (const line of [MARKED, { ...mill(SECRET), register, as_of_date: day, euid }]) {
      const out = join(at, `${built.length}.snapshot`);
      await build([...OTHERS, line, REDIRECT, RESTRICTION], out, previous);
      built.push(readFileSync(out));
    }
    assert.ok(built[1]?.equals(built[0] ?? Buffer.alloc(0)));
  });
});
