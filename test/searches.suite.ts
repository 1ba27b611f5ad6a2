/** Whatever companies, searched by whatever is typed and held to the brute-force oracle: a property of every kind of backend. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import type { Backend } from '../src/backend/index.ts';
import { collapseWhiteSpace, deriveCompanyId, type CompanyRecord } from '../src/model/index.ts';
import { SnapshotReader, SnapshotWriter } from '../src/snapshot/index.ts';
import type { BackendKind } from './backend-kind.ts';
import { found, listed, type Listed } from './oracle.ts';

/** Small alphabets make names and numbers collide, which is where order and prefixes are hard. */
const word = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'b', 'Å', 'å', 'ß', "'", '.', '-', ' '), maxLength: 6 }),
  fc.string({
    unit: fc.constantFrom('Ω', 'ά', 'Ж', 'ь', 'щ', '中', '社', 'أ', 'é', 'e\u0301', '½', '😀'),
    maxLength: 5,
  }),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
  fc.constantFrom(
    '',
    'Aalto',
    'AALTO Oy',
    'aalto-oy',
    'Aalto  Oy Ab',
    'The A',
    'H.L.F.',
    'x'.repeat(300),
    `${'x'.repeat(300)}y`,
  ),
);
const number = fc.oneof(
  fc.string({ unit: fc.constantFrom('0', '1'), minLength: 1, maxLength: 7 }),
  fc.string({ unit: fc.constantFrom('1', '2', 'A', 'Α', '-', ' '), maxLength: 6 }).map((text) => `1${text}`),
  fc.string({ unit: 'grapheme', maxLength: 5 }).map((text) => `9${text}`),
);
const country = fc.constantFrom('FI', 'SE', 'LI', 'GR');

const record = fc
  .record({
    name: fc.option(
      word.filter((name) => name !== ''),
      { nil: undefined, freq: 20 },
    ),
    numbers: fc.array(fc.tuple(number, fc.option(fc.oneof(country, fc.constant('SE-AB')), { nil: undefined })), {
      maxLength: 3,
    }),
    countryCode: fc.option(country, { nil: undefined }),
    isActive: fc.integer({ min: 0, max: 9 }).map((n) => n > 0),
  })
  .map(({ name, numbers, countryCode, isActive }): Omit<CompanyRecord, 'id'> => ({
    lifecycle: { status: isActive ? 'active' : 'tombstoned' },
    profile: {
      ...(name === undefined ? {} : { name }),
      ...(countryCode === undefined ? {} : { country_code: countryCode }),
    },
    identifiers: numbers.map(([value, scope]) => ({
      scheme: 'national_registry_number' as const,
      value,
      ...(scope === undefined ? {} : { country_scope: scope }),
    })),
    classifications: [],
    officers: [],
    officersHasMore: false,
    numberForms: [],
    formerNames: [],
    otherNames: [],
    keys: [],
    fingerprints: [],
  }));

/** How the records of a run are multiplied: branches, chunks and many blocks come only with hundreds of companies. */
const copies = fc.constantFrom(1, 1, 1, 30);

/** Works with a snapshot of the records, and with a backend over it. */
async function withBackend(
  records: readonly CompanyRecord[],
  kind: BackendKind,
  work: (backend: Backend, reader: SnapshotReader) => Promise<void>,
): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'openfirma-search-'));
  try {
    mkdirSync(join(directory, 'build'));
    const writer = new SnapshotWriter(join(directory, 'build'));
    for (const company of records) writer.add(company);
    const path = join(directory, 'a.snapshot');
    await writer.finish(path);
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

/** Walks from page to page, changing the limit on the way, and gives the ids of every page. Each is, to the byte, that of the snapshot. */
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

/** Queries that find something, most of the time: the beginning of a name or a number, cut anywhere. */
function queriesOf(companies: readonly Listed[], seeds: readonly number[], typed: readonly string[]): string[] {
  const texts = companies.flatMap(({ name, numbers }) => [name, ...numbers]).filter((text) => text !== '');
  const cut = seeds.flatMap((seed) => {
    const text = Array.from(texts[seed % Math.max(1, texts.length)] ?? '');
    return text.slice(0, 1 + (seed % Math.max(1, Math.min(text.length, 64)))).join('');
  });
  return [...cut, ...typed];
}

const world = fc.record({
  records: fc.array(record, { maxLength: 50, size: 'max' }),
  copies,
  seeds: fc.array(fc.nat(), { minLength: 25, maxLength: 25 }),
  typed: fc.array(fc.oneof(word, number), { minLength: 10, maxLength: 10 }),
  scopes: fc.array(fc.option(country, { nil: undefined }), { minLength: 1, maxLength: 3 }),
  limits: fc.array(fc.integer({ min: 1, max: 25 }), { minLength: 1, maxLength: 3 }),
});

/** What a world is made of, as the property below draws it. */
export type World = typeof world extends fc.Arbitrary<infer T> ? T : never;

/** A search finds what the oracle finds, in its order, over whole walks of pages. */
export function searchFindsWhatTheOracleFinds(kind: BackendKind): fc.IAsyncPropertyWithHooks<[World]> {
  return fc.asyncProperty(world, async ({ records, copies: times, seeds, typed, scopes, limits }) => {
    const all = Array.from({ length: times }, (_, copy) =>
      records.map((fields, i): CompanyRecord => {
        return { ...fields, id: deriveCompanyId({ kind: 'key', key: `t:${copy}-${i}` }) };
      }),
    ).flat();
    const companies = listed(all);
    await withBackend(all, kind, async (backend, reader) => {
      const { takes = () => true } = kind;
      for (const query of queriesOf(companies, seeds, typed).filter(takes)) {
        for (const scope of scopes) {
          const ids = await walk({ backend, reader }, query, scope, limits);
          assert.deepEqual(ids, found(companies, query, scope), JSON.stringify(query));
        }
      }
    });
  });
}

/** What every kind of backend must do, for some random worlds. */
export function oracleSuite(kind: BackendKind, worlds: fc.Parameters<[World]>): void {
  suite(`Searches over ${kind.name}`, () => {
    test('search finds exactly what the brute-force oracle finds, in its order, over whole walks of pages', async () => {
      await fc.assert(searchFindsWhatTheOracleFinds(kind), worlds);
    });
  });
}
