/** Random companies and queries. */
import fc from 'fast-check';
import { join } from 'node:path';
import { mkdirSync } from 'node:fs';
import { deriveCompanyId, type CompanyRecord } from '../../src/model/index.ts';
import { SnapshotWriter } from '../../src/snapshot/index.ts';
import { company } from '../../src/snapshot/record-fixture.ts';
import type { Listed } from '../searching/oracle.ts';

/** Names and numbers from small alphabets collide, which makes order and prefixes hard. */
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
  // Whole numbers, as invoices print them.
  fc.constantFrom('1000000-1', '10000002', '100000-0123', '100000-0199'),
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
  .map(({ name, numbers, countryCode, isActive }): CompanyRecord =>
    company(0, {
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
    }),
  );

/** Factor by which the records of a run are repeated: branches, chunks and many blocks need hundreds of companies. */
const copies = fc.constantFrom(1, 1, 1, 30);

/** Returns queries that mostly match: the beginning of a name or number. */
export function createQueries(
  companies: readonly Listed[],
  seeds: readonly number[],
  typed: readonly string[],
): string[] {
  const texts = companies.flatMap(({ name, numbers }) => [name, ...numbers]).filter((text) => text !== '');
  const cut = seeds.flatMap((seed) => {
    const text = Array.from(texts[seed % Math.max(1, texts.length)] ?? '');
    return text.slice(0, 1 + (seed % Math.max(1, Math.min(text.length, 64)))).join('');
  });
  return [...cut, ...typed];
}

/** Returns queries as invoices print numbers: behind the letters of a country, and in Sweden in front of the digits of the VAT number. */
export function formatInvoiced(companies: readonly Listed[]): string[] {
  const whole = companies.flatMap(({ numbers }) => numbers).filter((own) => /^\d{8,10}$/.test(own));
  return [...new Set(whole)].flatMap((own) => [
    `FI${own}`,
    `se ${own.slice(0, 7)}-${own.slice(7)}`,
    `SE${own}01`,
    `LI ${own}`,
  ]);
}

/** Records, their multiplicity, and queries. */
export const world = fc.record({
  records: fc.array(record, { maxLength: 50, size: 'max' }),
  copies,
  seeds: fc.array(fc.nat(), { minLength: 25, maxLength: 25 }),
  typed: fc.array(fc.oneof(word, number), { minLength: 10, maxLength: 10 }),
  scopes: fc.array(fc.option(country, { nil: undefined }), { minLength: 1, maxLength: 3 }),
  limits: fc.array(fc.integer({ min: 1, max: 25 }), { minLength: 1, maxLength: 3 }),
});

/** Arbitrary worlds. */
export type World = typeof world extends fc.Arbitrary<infer T> ? T : never;

/** The records of a world with their ids. */
export function createRecords({ records, copies: times }: World): CompanyRecord[] {
  return Array.from({ length: times }, (_, copy) =>
    records.map((fields, i): CompanyRecord => {
      return { ...fields, id: deriveCompanyId({ kind: 'key', key: `t:${copy}-${i}` }) };
    }),
  ).flat();
}

/** Writes a snapshot of records in a folder. Returns its path. */
export async function writeSnapshot(records: readonly CompanyRecord[], directory: string): Promise<string> {
  mkdirSync(join(directory, 'build'));
  const writer = new SnapshotWriter(join(directory, 'build'));
  for (const each of records) writer.add(each);
  const path = join(directory, 'a.snapshot');
  await writer.finish(path);
  return path;
}
