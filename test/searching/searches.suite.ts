/** Searches over random companies compared with a brute-force oracle, for every kind of backend. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import type { Backend } from '../../src/backend/index.ts';
import { collapseWhiteSpace, type CompanyRecord } from '../../src/model/index.ts';
import { SnapshotReader } from '../../src/snapshot/index.ts';
import type { BackendKind } from './backend-kind.ts';
import { found, listed } from './oracle.ts';
import { createQueries, createRecords, formatInvoiced, world, writeSnapshot, type World } from '../building/worlds.ts';

/** Calls a function with a snapshot of the records and a backend over it. */
async function withBackend(
  records: readonly CompanyRecord[],
  kind: BackendKind,
  work: (backend: Backend, reader: SnapshotReader) => Promise<void>,
): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'openfirma-search-'));
  try {
    const path = await writeSnapshot(records, directory);
    const reader = SnapshotReader.open(path);
    const { backend, remove } = await kind.open(path);
    try {
      await work(backend, reader);
    } finally {
      await remove();
      await reader.close();
    }
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** Follows all pages with changing limits, compares each with the snapshot, and returns the ids. */
async function walk(
  { backend, reader }: { readonly backend: Backend; readonly reader: SnapshotReader },
  query: string,
  scope: string | undefined,
  limits: readonly number[],
): Promise<string[]> {
  const ids: string[] = [];
  let start = 0;
  let after: string | undefined;
  for (let page = 0; ; page++) {
    const limit = limits[page % limits.length] ?? 10;
    const { json, next } = await backend.search({ query: collapseWhiteSpace(query), country: scope, limit, after });
    const text = Buffer.from(json).toString('utf8');
    const want = reader.search(query, scope, limit, start);
    assert.equal(text, want.json.toString('utf8'));
    const companies = JSON.parse(`[${text}]`) as { id: string; identifiers?: unknown }[];
    assert.ok(
      companies.every(({ identifiers }) => identifiers === undefined),
      'no identifiers on search results',
    );
    for (const { id } of companies) ids.push(id);
    assert.equal(next === undefined, want.next === undefined);
    if (next === undefined || want.next === undefined) return ids;
    assert.equal(companies.length, limit, 'every page but the last is full');
    start = want.next;
    after = next;
  }
}

/** Searches return the same companies as the oracle, in the same order, on all pages. */
export function searchFindsWhatTheOracleFinds(kind: BackendKind): fc.IAsyncPropertyWithHooks<[World]> {
  return fc.asyncProperty(world, async (drawn) => {
    const { seeds, typed, scopes, limits } = drawn;
    const all = createRecords(drawn);
    const companies = listed(all);
    await withBackend(all, kind, async (backend, reader) => {
      const { takes = () => true } = kind;
      for (const query of [...createQueries(companies, seeds, typed), ...formatInvoiced(companies)].filter(takes)) {
        for (const scope of scopes) {
          const ids = await walk({ backend, reader }, query, scope, limits);
          assert.deepEqual(ids, found(companies, query, scope), JSON.stringify(query));
        }
      }
    });
  });
}

/** Runs the suite over a kind of backend for some random worlds. */
export function oracleSuite(kind: BackendKind, worlds: fc.Parameters<[World]>): void {
  suite(`Searches over ${kind.name}`, () => {
    test('searches find the same companies as the oracle, in the same order, on all pages', async () => {
      await fc.assert(searchFindsWhatTheOracleFinds(kind), worlds);
    });
  });
}
