import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runImport, type ReportJson } from '../../importer/index.ts';
import { DETAIL_FIELDS, deriveCompanyId, type RegisterLine } from '../../model/index.ts';
import { toCounts } from '../fixture-import.ts';
import { gleif } from './index.ts';
import { GleifTables } from './tables.ts';

const fixture = (name: string): string => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url));
const JSON_EDITION = fixture('json/20261120-0000-gleif-goldencopy-lei2-intra-day.json');
const CSV_EDITION = fixture('csv/20261120-0000-gleif-goldencopy-lei2-intra-day.csv');
const XML_EDITION = fixture('xml/20261120-0000-gleif-goldencopy-lei2-intra-day.xml');
const DELTA = fixture('delta/20261121-0800-gleif-goldencopy-lei2-last-day.json');

interface Imported {
  readonly text: string;
  readonly lines: RegisterLine[];
  readonly report: ReportJson;
}

async function imported(
  t: TestContext,
  inputs: string[],
  { soleTraders = false, world = true } = {},
): Promise<Imported> {
  const at = mkdtempSync(join(tmpdir(), 'openfirma-gleif-'));
  t.after(() => rmSync(at, { recursive: true }));
  const output = join(at, 'out.ndjson');
  const report = await runImport(gleif, { output, inputs, maxRejects: 0, soleTraders, world });
  const text = readFileSync(output, 'utf8');
  return {
    text,
    lines: text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as RegisterLine),
    report: report.toJSON(),
  };
}

const deriveId = (lei: string): string =>
  deriveCompanyId({ kind: 'identifier', scheme: 'lei', scope: '', comparedValue: lei });

for (const [edition, path] of [
  ['JSON', JSON_EDITION],
  ['CSV', CSV_EDITION],
  ['XML', XML_EDITION],
]) {
  test(`gleif turns the ${edition} edition with every known trap into the expected lines`, async (t) => {
    const { text, report } = await imported(t, [path ?? '']);
    assert.equal(text, readFileSync(fixture('expected.ndjson'), 'utf8'));
    assert.deepEqual(
      report.inputs.map(({ published, records }) => ({ published, records })),
      [{ published: '2026-11-20', records: 39 }],
    );
    assert.deepEqual(toCounts(report), JSON.parse(readFileSync(fixture('expected.report.json'), 'utf8')));
  });
}

test('gleif uses the newest record of an LEI, with inputs in any order', async (t) => {
  const forward = await imported(t, [JSON_EDITION, DELTA]);
  const backward = await imported(t, [DELTA, CSV_EDITION]);
  assert.equal(forward.text, backward.text);
  const named = (name: string): RegisterLine[] => forward.lines.filter((line) => line.name === name);
  assert.equal(named('Esimerkki Uusi Nimi Oy').length, 1);
  assert.equal(named('Esimerkki Uusi Nimi Oy')[0]?.as_of_date, '2026-11-21');
  assert.equal(named('Näide Uus OÜ').length, 1);
  const leis = forward.lines.flatMap((line) => line.identifiers ?? []).filter(({ scheme }) => scheme === 'lei');
  assert.equal(new Set(leis.map(({ value }) => value)).size, forward.lines.length);
  assert.equal(forward.report.dropped['a newer record has the same LEI']?.count, 2);
});

/** A record of the JSON edition. */
const createRecord = (name: string, updated?: string): string =>
  JSON.stringify({
    LEI: { $: '984500FIXTURE0000179' },
    Entity: { LegalName: { $: name } },
    Registration: { RegistrationStatus: { $: 'ISSUED' }, ...(updated && { LastUpdateDate: { $: updated } }) },
  });
const NEW_FILE = '20261121-0800-gleif-goldencopy-lei2-last-day.json';
const OLD_FILE = '20261120-0000-gleif-goldencopy-lei2-intra-day.json';
for (const [claim, files, want] of [
  [
    'that changed last, in one file',
    { in: [createRecord('A', '2026-11-18T00:00:00Z'), createRecord('B', '2026-11-19T00:00:00Z')] },
    'B',
  ],
  [
    'whose time is later, whatever the zone',
    { in: [createRecord('A', '2026-11-19T09:00:00+02:00'), createRecord('B', '2026-11-19T08:00:00Z')] },
    'B',
  ],
  [
    'that came first where both changed at once',
    { in: [createRecord('A', '2026-11-19T00:00:00Z'), createRecord('B', '2026-11-19T00:00:00Z')] },
    'A',
  ],
  ['with a time of its change', { in: [createRecord('A'), createRecord('B', '2026-11-18T00:00:00Z')] }, 'B'],
  [
    'of the newer file where both changed at once',
    { [OLD_FILE]: [createRecord('A')], [NEW_FILE]: [createRecord('B')] },
    'B',
  ],
  [
    'that changed last, in an older file',
    {
      [OLD_FILE]: [createRecord('A', '2026-11-19T00:00:00Z')],
      [NEW_FILE]: [createRecord('B', '2026-11-18T00:00:00Z')],
    },
    'A',
  ],
] as const) {
  test(`gleif takes the record ${claim}`, async (t) => {
    const at = mkdtempSync(join(tmpdir(), 'openfirma-gleif-'));
    t.after(() => rmSync(at, { recursive: true }));
    const paths = Object.entries(files).map(([name, records]) => {
      writeFileSync(join(at, name), `{"records":[${records.join(',')}]}`);
      return join(at, name);
    });
    const { lines, report } = await imported(t, paths);
    assert.deepEqual(
      lines.map(({ name }) => name),
      [want],
    );
    assert.equal(report.dropped['a newer record has the same LEI']?.count, 1);
  });
}

for (const [claim, name, header, published, want] of [
  ['in the header of XML', 'in.xml', '2026-11-20T08:00:00+02:00', undefined, '2026-11-20'],
  [
    'in the name before that in the header',
    '20261121-0000-gleif-x.xml',
    '2026-11-20T08:00:00Z',
    undefined,
    '2026-11-21',
  ],
  ['of the command line before that in the header', 'in.xml', '2026-11-20T08:00:00Z', '2026-11-22', '2026-11-22'],
  ['nowhere where the header has none', 'in.xml', 'yesterday', undefined, undefined],
] as const) {
  test(`gleif finds the date ${claim}`, async (t) => {
    const at = mkdtempSync(join(tmpdir(), 'openfirma-gleif-'));
    t.after(() => rmSync(at, { recursive: true }));
    const xml = readFileSync(XML_EDITION, 'utf8').replace('2026-11-20T00:00:00Z', header);
    writeFileSync(join(at, name), xml);
    const report = await runImport(gleif, {
      output: join(at, 'out'),
      inputs: [join(at, name)],
      maxRejects: 0,
      ...(published && { published }),
    });
    assert.deepEqual(report.toJSON().leftover_fields, {});
    const dates = readFileSync(join(at, 'out'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as RegisterLine).as_of_date);
    assert.deepEqual([...new Set(dates)], [want]);
  });
}

test('gleif never redirects to a company that a delta cancelled', async (t) => {
  const { lines } = await imported(t, [JSON_EDITION, DELTA]);
  assert.ok(!lines.some((line) => line.identifiers?.some(({ value }) => value === '984500FIXTURE0001246')));
  assert.equal(lines.find((line) => line.name === 'Merged Into Twelve Ltd')?.lifecycle, undefined);
});

test('gleif reports a field that the format did not have', async (t) => {
  const { report } = await imported(t, [DELTA]);
  assert.deepEqual(report.leftover_fields, { 'Entity.ClimateRating': 1 });
});

test('gleif redirects a duplicate to its successor with only the LEI', async (t) => {
  const { lines } = await imported(t, [JSON_EDITION]);
  const duplicate = lines.find((line) => line.identifiers?.some(({ value }) => value === '984500FIXTURE0002313'));
  assert.deepEqual(duplicate?.identifiers, [{ scheme: 'lei', value: '984500FIXTURE0002313' }]);
  assert.deepEqual(duplicate?.lifecycle, { status: 'redirected', canonical_id: deriveId('984500FIXTURE0000179') });
});

test('gleif uses the bundled code lists if the inputs have none', async (t) => {
  const lists = (name: string): string => fixture(`lists/${name}`);
  const records = lists('20261120-0000-gleif-goldencopy-lei2-intra-day.json');
  const both = [lists('authorities-excerpt.ndjson'), lists('forms-excerpt.ndjson')];
  const scopes = ({ lines }: Imported): unknown[] => lines.map(({ identifiers }) => identifiers?.[0]?.country_scope);
  assert.deepEqual(scopes(await imported(t, [records])), ['UY', 'US-DE', 'DE', 'LI', 'BE', 'BE', 'FI', undefined]);
  const listed = await imported(t, [...both, records]);
  assert.deepEqual(scopes(listed), ['AR', 'US-AL', 'DE', 'LI', 'KR', 'BE', 'FI', undefined]);
  // The date of a list is not the date of the data.
  assert.deepEqual(listed.report.inputs.map(({ published }) => published), [undefined, undefined, '2026-11-20']); // prettier-ignore
  await assert.rejects(imported(t, both), /no input has LEI records; code lists have no companies$/);
});

test('gleif gives no detail of persons in business except the state', async (t) => {
  const { lines } = await imported(t, [fixture('lists/20261120-0000-gleif-goldencopy-lei2-intra-day.json')], {
    soleTraders: true,
  });
  const persons = lines.filter(({ name }) => name?.includes('Zirbel'));
  assert.deepEqual(new Set(persons.map(({ company_type: type }) => type)), new Set(['GENERAL', 'SOLE_PROPRIETOR']));
  for (const person of persons) {
    const given = DETAIL_FIELDS.filter((field) => person[field] !== undefined);
    assert.deepEqual(given, ['state']);
  }
});

const REFUSED: [string, string, RegExp][] = [
  ['a record without an LEI', '[{"LEI":{"$":"X"}},{"Entity":{}}]', /record 2: LEI is missing$/],
  ['a number where text belongs', '[{"LEI":{"$":5}}]', /record 1: LEI\.\$ must be text, got 5$/],
  ['text where an element belongs', '[{"LEI":"984500FIXTURE0000179"}]', /record 1: LEI must be an object, got "9845/],
  [
    'another JSON',
    '{"meta":{},"data":[]}',
    /\("meta", "data"\) has the required fields of none of the kinds records, authorities, forms$/,
  ],
  ['another CSV', 'LEI,Name\n1,2\n', /record 1: Entity.LegalName is not a column of the file$/],
  [
    'an invalid country',
    '[{"LEI":{"$":"X"},"Entity":{"HeadquartersAddress":{"Country":{"$":"Fi"}}}}]',
    /record 1: Entity.HeadquartersAddress.Country must be two capital letters, got "Fi"$/,
  ],
  [
    'an invalid jurisdiction',
    '[{"LEI":{"$":"X"},"Entity":{"LegalJurisdiction":{"$":"Finland"}}}]',
    /record 1: Entity.LegalJurisdiction must be an ISO 3166 code, got "Finland"$/,
  ],
];
for (const [claim, text, want] of REFUSED) {
  test(`gleif refuses ${claim}`, async (t) => {
    const at = mkdtempSync(join(tmpdir(), 'openfirma-gleif-'));
    t.after(() => rmSync(at, { recursive: true }));
    writeFileSync(join(at, 'in'), text);
    await assert.rejects(runImport(gleif, { output: join(at, 'out'), inputs: [join(at, 'in')], maxRejects: 0 }), want);
  });
}

for (const [claim, code, language, want] of [
  ['takes the name in the language of the company', 'R85P', 'fr-BE', 'Société anonyme'],
  ['takes the first of the list for any other language', 'R85P', 'en', 'Naamloze vennootschap'],
  ['takes the first of the list without a language', 'R85P', undefined, 'Naamloze vennootschap'],
  ['does not know what is not in the list', 'ZZZZ', 'en', undefined],
  ['has no name for a placeholder', '8888', 'en', undefined],
] as const) {
  test(`findLegalForm ${claim}`, () => assert.equal(new GleifTables().findLegalForm(code, language), want));
}

for (const [authority, ofCompany, want] of [
  ['RA000188', 'FI', 'FI'],
  ['RA000188', 'SE', 'FI'],
  ['RA000602', 'US', 'US-DE'],
  ['RA000587', 'GB', 'GB'],
  ['RA000548', 'LI', 'LI'],
  ['RA000548', 'CH', 'CH'],
  ['RA000548', undefined, 'CH'],
  ['RA999999', 'FI', undefined],
] as const) {
  test(`findJurisdiction gives ${want} for ${authority} and a company of ${ofCompany}`, () => {
    assert.equal(new GleifTables().findJurisdiction(authority, ofCompany), want);
  });
}
