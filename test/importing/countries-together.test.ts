import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { buildSnapshot } from '../../src/build/index.ts';
import { runImport } from '../../src/importer/index.ts';
import type { RegisterLine } from '../../src/model/index.ts';
import { fixtureCases } from '../../src/registers/fixtures.ts';
import { REGISTERS } from '../../src/registers/index.ts';
import { SnapshotReader } from '../../src/snapshot/index.ts';
import { folder } from '../fixtures/folder.ts';
import { idsInOrder } from '../fixtures/ids-in-order.ts';
import { leiRecord } from './lei-records.ts';

/** One register of each country, with the code by which GLEIF names the register; Slovenia's register is in no list. */
const ONE_EACH: readonly (readonly [register: string, country: string, authority: string])[] = [
  ['rs-apr', 'RS', 'RA000517'],
  ['si-prs', 'SI', 'RA888888'],
  ['ch-zefix', 'CH', 'RA000548'],
  ['cy-drcor', 'CY', 'RA000161'],
  ['md-asp', 'MD', 'RA000451'],
  ['ua-edr', 'UA', 'RA000567'],
  ['sk-rpo', 'SK', 'RA000526'],
  ['hr-sudreg', 'HR', 'RA000156'],
  ['mt-mbr', 'MT', 'RA000443'],
  ['dk-cvr', 'DK', 'RA000170'],
  ['gr-gemi', 'GR', 'RA000685'],
  ['ro-onrc', 'RO', 'RA000497'],
  ['fi-prh', 'FI', 'RA000188'],
];

/** A real company, by the numbers that registers assign to it: a snapshot must have it once. */
interface RealCompany {
  readonly name: string | undefined;
  readonly country: string;
  /** The printed business ID, reduced to letters and digits. */
  readonly numbers: Set<string>;
  readonly identifiers: Set<string>;
}

const bare = (number: string): string => number.toUpperCase().replaceAll(/[^\p{L}\d]/gu, '');

/** Returns an LEI with the check digits of ISO 7064, MOD 97-10. */
function createLei(serial: number): string {
  const body = `529900TWELVE${String(serial).padStart(6, '0')}`;
  const digits = Array.from(`${body}00`, (letter) => String(Number.parseInt(letter, 36))).join('');
  return body + String(98n - (BigInt(digits) % 97n)).padStart(2, '0');
}

async function importedInto(at: string, id: string, inputs: readonly string[]): Promise<string> {
  const register = REGISTERS.get(id);
  assert.ok(register !== undefined);
  const output = join(at, `${id}.ndjson`);
  await runImport(register, { output, inputs, maxRejects: 0, published: '2026-11-20' });
  return output;
}

function readLines(path: string): RegisterLine[] {
  return readFileSync(path, 'utf8').split('\n').slice(0, -1).map((line) => JSON.parse(line) as RegisterLine); // prettier-ignore
}

/** Returns each company of a register once: identified by the key if the register has one, otherwise by the business ID. */
function realCompanies(lines: readonly RegisterLine[], country: string): RealCompany[] {
  const companies = new Map<string, RealCompany>();
  for (const { key, name, identifiers = [], number_forms: forms = [], lifecycle } of lines) {
    if (lifecycle !== undefined && lifecycle.status !== 'active') continue;
    const own = identifiers.filter(({ scheme }) => scheme === 'national_registry_number').map(({ value }) => value);
    const id = key ?? bare(own[0] ?? JSON.stringify(identifiers));
    if (companies.has(id)) continue;
    companies.set(id, {
      name,
      country,
      numbers: new Set([...own, ...forms].map(bare)),
      identifiers: new Set(identifiers.map(({ scheme, value }) => `${scheme} ${value}`)),
    });
  }
  return [...companies.values()];
}

/** Returns LEI records of the companies of one register, and of as many others that have the same number in the next country. */
function leiRecords(companies: readonly RealCompany[]): { records: object[]; others: RealCompany[] } {
  const counts = new Map<string, number>();
  for (const { country, numbers } of companies) {
    for (const number of numbers) counts.set(`${country} ${number}`, (counts.get(`${country} ${number}`) ?? 0) + 1);
  }
  const records: object[] = [];
  const others: RealCompany[] = [];
  for (const company of companies) {
    const { name = 'NAMELESS', country, numbers, identifiers } = company;
    const known = [...numbers].filter((number) => counts.get(`${country} ${number}`) === 1);
    // The last known form of the number, which need not be the one that the register prints.
    const number = known.at(-1);
    const place = ONE_EACH.findIndex((one) => one[1] === country);
    const [, , authority = ''] = ONE_EACH[place] ?? [];
    const [, foreign = '', foreignAuthority = ''] = ONE_EACH[(place + 1) % ONE_EACH.length] ?? [];
    if (number === undefined) continue;
    const lei = createLei(records.length);
    records.push(leiRecord([lei, name, number], country, authority));
    identifiers.add(`lei ${lei}`);
    if (counts.has(`${foreign} ${number}`)) continue;
    const other = createLei(records.length);
    records.push(leiRecord([other, name, number], foreign, foreignAuthority));
    const own = [`national_registry_number ${number}`, `lei ${other}`];
    others.push({ name, country: foreign, numbers: new Set([number]), identifiers: new Set(own) });
  }
  return { records, others };
}

const formatLabel = (name: string | undefined, identifiers: Iterable<string>): string =>
  `${name}: ${[...identifiers].toSorted().join(', ')}`;

async function builtTogether(t: TestContext): Promise<{ reader: SnapshotReader; companies: RealCompany[] }> {
  const at = folder(t);
  const inputs: string[] = [];
  for (const [id] of ONE_EACH) inputs.push(await importedInto(at, id, fixtureCases(id)[0]?.inputs ?? []));
  const national = ONE_EACH.flatMap(([, country], i) => realCompanies(readLines(inputs[i] ?? ''), country));
  const { records, others } = leiRecords(national);
  writeFileSync(join(at, 'leis.json'), JSON.stringify({ records }));
  const leis = await importedInto(at, 'gleif', [join(at, 'leis.json')]);
  const out = join(at, 'snapshot');
  // An index adds only its own fields, in whatever order the inputs are.
  await buildSnapshot({ inputs: [leis, ...inputs], out });
  const reader = SnapshotReader.open(out);
  t.after(() => reader.close());
  return { reader, companies: [...national, ...others] };
}

interface Served {
  readonly id: string;
  readonly name?: string;
  readonly identifiers?: { scheme: string; value: string }[];
}

test('registers of one country each, built with GLEIF, have each real company once, and one company for each id', async (t) => {
  const { reader, companies } = await builtTogether(t);
  const served = [...idsInOrder(reader)].map((id): Served => JSON.parse(reader.company(id)?.toString() ?? '{}') as Served); // prettier-ignore
  t.diagnostic(`${companies.length} real companies of ${ONE_EACH.length} countries, ${served.length} ids`);
  assert.ok(ONE_EACH.every(([, country]) => companies.filter((one) => one.country === country).length > 3));
  assert.deepEqual(
    served.map(({ name, identifiers = [] }) => formatLabel(name, identifiers.map(({ scheme, value }) => `${scheme} ${value}`))).toSorted(), // prettier-ignore
    companies.map(({ name, identifiers }) => formatLabel(name, identifiers)).toSorted(),
  );
  assert.equal(new Set(served.map(({ id }) => id)).size, companies.length);
  // A search for any written form of its number finds the company, and no other company of its country.
  const byIdentifiers = new Map(served.map(({ id, name, identifiers = [] }) => [formatLabel(name, identifiers.map(({ scheme, value }) => `${scheme} ${value}`)), id])); // prettier-ignore
  for (const { name, country, numbers, identifiers } of companies) {
    for (const number of numbers) {
      // Shorter numbers are prefixes of too many other numbers.
      if (number.length < 6) continue;
      const found = JSON.parse(`[${reader.search(number, undefined, 25, 0).json.toString()}]`) as Served[];
      const own = byIdentifiers.get(formatLabel(name, identifiers));
      assert.ok(found.some(({ id }) => id === own), `${country} ${number} finds ${name}`); // prettier-ignore
    }
  }
});
