/** Searches for numbers as invoices print them, over a snapshot. The suites of searches compare all backends. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { RegisterLine } from '../../src/model/index.ts';
import { INVOICED_MAX, SnapshotReader } from '../../src/snapshot/index.ts';
import { folder } from '../fixtures/folder.ts';
import { buildLines } from './generations.ts';

const line = (name: string, value: string, scope: string, seat = scope): RegisterLine => ({
  name,
  country_code: seat,
  identifiers: [{ scheme: 'national_registry_number', value, country_scope: scope }],
});

/** One more than a search compares. */
const MANY = Array.from({ length: INVOICED_MAX + 1 }, (_, n) =>
  line(`Gård ${n} AS`, `9${String(9_900_000 + n).padStart(8, '1')}`, 'NO'),
);

const LINES: readonly RegisterLine[] = [
  line('Fjordkrone AS', '999990002', 'NO'),
  // The same digits in other countries.
  line('Seine Zirbel SAS', '999990002', 'FR'),
  line('Zirbel, s.r.o.', '99999000', 'CZ'),
  line('Älvkrona AB', '559999-0008', 'SE'),
  line('Birkezirbel AS', '999000007', 'NO', 'SE'),
  line('Alpzirbel AG', 'CHE-999.900.006', 'CH'),
  line('NO 999990002 Ltd', '14990009', 'GB'),
  ...MANY,
];

const CASES: readonly (readonly [query: string, country: string | undefined, names: readonly string[]])[] = [
  ['NO 999 990 002 MVA', undefined, ['Fjordkrone AS']],
  ['999 990 002 MVA', undefined, ['Fjordkrone AS']],
  ['NO 999 990 002 MVA', 'NO', ['Fjordkrone AS']],
  ['NO 999 990 002 MVA', 'FR', []],
  ['NO 9999900', 'FR', []],
  ['NO 9999900', undefined, ['Fjordkrone AS', 'NO 999990002 Ltd']],
  ['CZ 99999000', undefined, ['Zirbel, s.r.o.']],
  ['999990002', undefined, ['Fjordkrone AS', 'Seine Zirbel SAS']],
  // Found by its number and by its name, each company once and in the order of names.
  ['NO 999990002', undefined, ['Fjordkrone AS', 'NO 999990002 Ltd']],
  ['SE 5599990008', undefined, ['Älvkrona AB']],
  ['SE559999000801', undefined, ['Älvkrona AB']],
  ['CHE-999.900.006 MWST', undefined, ['Alpzirbel AG']],
  ['CHE-999.900.006 TVA', 'CH', ['Alpzirbel AG']],
  ['NO 999 000 007 MVA', undefined, ['Birkezirbel AS']],
  ['NO 999 000 007 MVA', 'SE', ['Birkezirbel AS']],
];

suite('a search for a number as an invoice prints it', () => {
  test('finds the companies of its country, on pages of any size, and counts them', async (t) => {
    const reader = SnapshotReader.open(await buildLines(folder(t), 'invoiced', LINES));
    t.after(() => reader.close());
    for (const [query, country, names] of CASES) {
      for (const limit of [1, 25]) {
        const found: string[] = [];
        for (let start: number | undefined = 0; start !== undefined;) {
          const { json, next } = reader.search(query, country, limit, start);
          found.push(...(JSON.parse(`[${json.toString('utf8')}]`) as { name: string }[]).map(({ name }) => name));
          start = next;
        }
        assert.deepEqual(found, names, `${query} ${country}`);
      }
      const { all, countries } = reader.counts(query);
      assert.equal(country === undefined ? all : (countries.get(country) ?? 0), names.length, `${query} ${country}`);
    }
  });

  test('finds nothing where too many companies have its beginning, and all of them once they are few', async (t) => {
    const reader = SnapshotReader.open(await buildLines(folder(t), 'invoiced', LINES));
    t.after(() => reader.close());
    for (const country of [undefined, 'NO']) {
      const { json, next } = reader.search('NO 9199000', country, 25, 0);
      assert.deepEqual([json.length, next], [0, undefined]);
      assert.equal(JSON.parse(`[${reader.search('NO 91990000', country, 25, 0).json.toString()}]`).length, 10);
    }
    assert.deepEqual(reader.counts('NO 9199000'), { all: 0, countries: new Map() });
    assert.deepEqual(reader.counts('NO 91990000'), { all: 10, countries: new Map([['NO', 10]]) });
  });
});
