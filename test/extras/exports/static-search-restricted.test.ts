/** The files of a search without a server that change when one company is restricted. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test, type TestContext } from 'node:test';
import { inflateRawSync } from 'node:zlib';
import { StaticSearch } from '../../../clients/javascript/src/static-search.ts';
import { BlockTable, ContentFiles } from '../../../extras/exports/static/range-file.ts';
import { deriveCompanyId, type CompanyRecord } from '../../../src/model/index.ts';
import { SnapshotReader } from '../../../src/snapshot/index.ts';
import { company, write } from '../../../src/snapshot/record-fixture.ts';
import { folder } from '../../fixtures/folder.ts';
import { BASE, createServer, exported } from './static-search.suite.ts';

const COMPANIES = 3000;

/** Invented companies with practically random ids, and with numbers that begin alike. */
const RECORDS: readonly CompanyRecord[] = Array.from({ length: COMPANIES }, (_, i) => {
  const country = ['SE', 'FI'][i % 2] ?? '';
  const name = `${['Kvarn', 'Mylly', 'Mølle', 'Veski'][(i >> 1) % 4]} ${(i * 7919) % COMPANIES} ${i}`;
  const value = `${55 + (i % 2)}${String(i * 31).padStart(6, '0')}`;
  const identifiers = [{ scheme: 'national_registry_number', value, country_scope: country } as const];
  return {
    ...company(i, { profile: { name, country_code: country }, identifiers }),
    id: deriveCompanyId({ kind: 'key', key: `invented:${i}` }),
  };
});

interface Manifest {
  readonly scopes: Record<string, Record<'pages' | 'numbers', readonly (readonly [string, string, number, number])[]>>;
}

/** Returns the parts of all files of names and numbers, as texts. */
function readParts(at: string): string[] {
  const { scopes } = JSON.parse(readFileSync(join(at, 'search.json'), 'utf8')) as Manifest;
  const pages = Object.values(scopes).flatMap((scope) => scope.pages.concat(scope.numbers));
  return pages.flatMap(([, file, offset, bytes]) => {
    const content = readFileSync(join(at, file));
    const index = JSON.parse(inflateRawSync(content.subarray(offset, offset + bytes)).toString()) as {
      bytes: number[];
    };
    let start = 0;
    return index.bytes.map((length) => content.toString('latin1', start, (start += length)));
  });
}

async function exportRecords(
  t: TestContext,
  records: readonly CompanyRecord[],
): Promise<{ at: string; snapshot: string }> {
  const at = folder(t);
  const { path: snapshot } = await write(at, 's.snapshot', [...records]);
  await exported(snapshot, join(at, 'files'));
  return { at: join(at, 'files'), snapshot };
}

suite('After a restriction, a search without a server', () => {
  test('changes only the parts with the company', async (t) => {
    const before = new Set(readParts((await exportRecords(t, RECORDS)).at));
    assert.ok(before.size > 30, String(before.size));
    for (const n of [1234]) {
      const restricted = RECORDS.map((record, i) =>
        i === n ? { ...company(i, { lifecycle: { status: 'restricted' } }), id: record.id } : record,
      );
      const { at } = await exportRecords(t, restricted);
      const changed = readParts(at).filter((part) => !before.has(part));
      // In each of two orders: the block of its name, the block of its number, and the blocks of the branches above.
      assert.ok(changed.length <= 10, `${n}: ${changed.length} of ${before.size}`);
      assert.ok(changed.every((part) => !part.includes(`Kvarn ${n}`)));
    }
  });

  test('keeps the files of a table without changed blocks', (t) => {
    const at = folder(t);
    const keys = Array.from({ length: 3000 }, (_, i) => String(i).padStart(6, '0'));
    const written = (skipped: number): Set<string> => {
      const files = new ContentFiles(at);
      const table = new BlockTable(files, 'last');
      for (const [i, key] of keys.entries()) if (i !== skipped) table.add(key, [key]);
      table.end();
      return files.paths;
    };
    const before = written(-1);
    assert.ok(before.size > 20, String(before.size));
    for (const skipped of [0, 17, 2999]) {
      const changed = [...written(skipped)].filter((path) => !before.has(path));
      assert.ok(changed.length <= 2, `${skipped}: ${changed.length} of ${before.size}`);
    }
  });

  test('finds the companies that the snapshot finds, in blocks of any length, page by page', async (t) => {
    const { at, snapshot } = await exportRecords(
      t,
      RECORDS.filter((_, i) => i % 97 !== 5),
    );
    const search = await StaticSearch.open(BASE, createServer(at));
    const reader = SnapshotReader.open(snapshot);
    t.after(() => reader.close());
    let found = 0;
    for (const [q, country] of [
      ['kvarn', undefined],
      ['550', 'SE'],
      ['5501', undefined],
      ['560012', 'SE'],
      ['molle 1', undefined],
      ['zzz', undefined],
    ] as const) {
      // prettier-ignore
      const want = JSON.parse(`[${Buffer.from(reader.search(q, country, COMPANIES, 0).json).toString()}]`) as { id: string }[]; // prettier-ignore
      const got: string[] = [];
      let after: number | undefined;
      do {
        const page = await search.search({ q, country, limit: 25, after });
        got.push(...page.data.map(({ id }) => id));
        after = page.next;
      } while (after !== undefined);
      assert.deepEqual(got, want.map(({ id }) => id), q); // prettier-ignore
      found += got.length;
    }
    assert.ok(found > 500, String(found));
  });
});
