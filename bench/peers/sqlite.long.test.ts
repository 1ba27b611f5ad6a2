import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Random } from '../../tools/sample/index.ts';
import { buildSnapshot } from '../../src/build/index.ts';
import { invoicedNumber } from '../../src/model/index.ts';
import { SnapshotReader } from '../../src/snapshot/index.ts';
import { idsInOrder } from '../../test/fixtures/ids-in-order.ts';
import { generateLines } from '../../tools/sample/lines.ts';
import { HOT_PREFIXES, sampleTexts, typed } from '../source.ts';
import { SqliteBackend } from './backends/sqlite.ts';
import { writeRows } from './rows.ts';
import { loadSqlite, sqlitePath } from './sqlite.ts';

const COMPANIES = 600;
const SEED = 5;
const LIMIT = 3;
const TODAY = '2026-11-21';
const folder = mkdtempSync(join(tmpdir(), 'openfirma-peers-'));
after(() => rmSync(folder, { recursive: true }));

let snapshot: SnapshotReader;
let peer: SqliteBackend;

const toPosition = (rank: number | undefined): string | undefined => (rank === undefined ? undefined : `g.${rank}`);

before(async () => {
  const [lines, out, rows] = ['lines.ndjson', 'snapshot', 'rows'].map((name) => join(folder, name)) as [string, string, string]; // prettier-ignore
  writeFileSync(lines, [...generateLines({ companies: COMPANIES, seed: SEED })].join(''));
  await buildSnapshot({ inputs: [lines], out });
  snapshot = SnapshotReader.open(out);
  await writeRows(out, rows, TODAY);
  await loadSqlite({ folder, rows });
  peer = new SqliteBackend(sqlitePath(folder), 'g');
});
after(async () => {
  peer.close();
  await snapshot.close();
});

test('SQLite returns the same pages as the snapshot for queries that are not numbers as invoices print them', () => {
  const random = new Random(SEED);
  const { names, numbers } = sampleTexts({ companies: COMPANIES, seed: SEED });
  const prefixes = Array.from({ length: 100 }, () => [
    typed(random.pick(names).text, random),
    typed(random.pick(numbers).text, random),
    // No name contains these letters in this order.
    `${typed(random.pick(names).text, random).slice(0, 9)}qzx`,
  ]).flat();
  for (const query of [...HOT_PREFIXES, ...prefixes].filter((text) => invoicedNumber(text) === undefined)) {
    let position: string | undefined;
    for (let start: number | undefined = 0, pages = 0; start !== undefined && pages < 4; pages++) {
      const ours = snapshot.search(query, undefined, LIMIT, start);
      const theirs = peer.search({ query, limit: LIMIT, after: position });
      assert.equal(Buffer.from(theirs.json).toString(), ours.json.toString(), query);
      assert.equal(theirs.next, toPosition(ours.next), query);
      start = ours.next;
      position = theirs.next;
    }
  }
});

test('SQLite finds the companies of a country', () => {
  for (const [country, query] of [
    ['GB', 'the'],
    ['DE', '1'],
    ['FR', 'soc'],
    ['LI', 'a'],
  ] as const) {
    const ours = snapshot.search(query, country, COMPANIES, 0);
    const pages: string[] = [];
    let next: string | undefined;
    do {
      const theirs = peer.search({ query, country, limit: LIMIT, after: next });
      pages.push(Buffer.from(theirs.json).toString());
      ({ next } = theirs);
    } while (next !== undefined);
    assert.equal(pages.join(), ours.json.toString(), country);
  }
});

test('SQLite returns all companies and their officers, and no others', () => {
  for (const id of idsInOrder(snapshot)) {
    assert.deepEqual(Buffer.from(peer.company(id)?.json ?? ''), snapshot.company(id));
    const ours = snapshot.officers(id, 1, TODAY);
    const theirs = peer.officers({ id, limit: 1, today: TODAY });
    assert.deepEqual([theirs?.companyId, theirs?.hasMore], [ours?.companyId, ours?.hasMore]);
    assert.deepEqual(Buffer.from(theirs?.json ?? ''), Buffer.from(ours?.json ?? ''));
  }
  const unknown = 'co_00000000000000000000000000';
  assert.equal(peer.company(unknown), undefined);
  assert.equal(peer.officers({ id: unknown, limit: 1, today: TODAY }), undefined);
});
