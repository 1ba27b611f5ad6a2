/** Searches over exported files must return the results of the oracle. */
import assert from 'node:assert/strict';
import { closeSync, mkdtempSync, openSync, readSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { StaticSearch, type Fetch, type StaticCompany } from '../../../clients/javascript/src/static-search.ts';
import { writeStaticSearch } from '../../../extras/exports/static/export-static.ts';
import { codePointCount, collapseWhiteSpace } from '../../../src/model/index.ts';
import { SnapshotReader } from '../../../src/snapshot/index.ts';
import { found, listed } from '../../searching/oracle.ts';
import { createQueries, createRecords, world, writeSnapshot, type World } from '../../building/worlds.ts';

export const BASE = 'https://files.example.test/search';

/** A web server of a folder that answers ranges, without a socket; records what it sent. */
export function createServer(folder: string, sent: { readonly name: string; readonly bytes: number }[] = []): Fetch {
  return async (url, { headers }) => {
    const name = url.slice(BASE.length + 1);
    const path = join(folder, name);
    const facts = statSync(path, { throwIfNoEntry: false });
    if (facts === undefined) return new Response('no such file', { status: 404 });
    const [range, first, last] = /^bytes=(\d+)-(\d+)$/.exec(new Headers(headers).get('range') ?? '') ?? [];
    const [from, to] = range === undefined ? [0, facts.size - 1] : [Number(first), Number(last)];
    const bytes = Buffer.alloc(to - from + 1);
    const file = openSync(path, 'r');
    const length = readSync(file, bytes, 0, bytes.length, from);
    closeSync(file);
    sent.push({ name, bytes: length });
    return await Promise.resolve(new Response(bytes.subarray(0, length), { status: range === undefined ? 200 : 206 }));
  };
}

/** Exports a snapshot into a folder. */
export async function exported(snapshot: string, into: string): Promise<void> {
  const reader = SnapshotReader.open(snapshot);
  try {
    await writeStaticSearch(reader, into, { attribution: 'Powered by a test' });
  } finally {
    await reader.close();
  }
}

/** Returns every company of a search, page by page, with limits in turns. */
async function walk(
  search: StaticSearch,
  q: string,
  country: string | undefined,
  limits: readonly number[],
): Promise<StaticCompany[]> {
  const companies: StaticCompany[] = [];
  let after: number | undefined;
  for (let page = 0; page === 0 || after !== undefined; page++) {
    const limit = limits[page % limits.length] ?? 10;
    const { data, next } = await search.search({ q, country, limit, after });
    assert.ok(next === undefined || data.length === limit, 'every page but the last is full');
    companies.push(...data);
    after = next;
  }
  return companies;
}

/** Returns a company of search results, from the resource of the API. */
function toShown(reader: SnapshotReader, id: string): StaticCompany {
  const { name, country_code: country } = JSON.parse(String(reader.company(id))) as StaticCompany;
  return { id, ...(name !== undefined && { name }), ...(country !== undefined && { country_code: country }) };
}

async function searchesAreRight(drawn: World): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'openfirma-static-'));
  try {
    const records = createRecords(drawn);
    const companies = listed(records);
    const snapshot = await writeSnapshot(records, directory);
    await exported(snapshot, directory);
    const search = await StaticSearch.open(BASE, createServer(directory));
    const reader = SnapshotReader.open(snapshot);
    for (const q of createQueries(companies, drawn.seeds, drawn.typed)) {
      const chars = codePointCount(collapseWhiteSpace(q));
      if (chars < 3 || chars > 64) continue;
      for (const country of drawn.scopes) {
        const given = await walk(search, q, country, drawn.limits);
        const want = found(companies, q, country).map((id) => toShown(reader, id));
        assert.deepEqual(given, want, JSON.stringify(q));
      }
    }
    await reader.close();
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** Tests the claim with some random worlds. */
export function staticSearchSuite(worlds: fc.Parameters<[World]>): void {
  suite('A search over exported files', () => {
    test('finds exactly the results of the brute-force oracle, over all pages', async () => {
      await fc.assert(fc.asyncProperty(world, searchesAreRight), worlds);
    });
  });
}
