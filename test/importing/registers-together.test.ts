import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { buildSnapshot, type BuildOutcome } from '../../src/build/index.ts';
import { runImport } from '../../src/importer/index.ts';
import { REGISTERS } from '../../src/registers/index.ts';
import { SnapshotReader } from '../../src/snapshot/index.ts';
import { folder } from '../fixtures/folder.ts';
import { leiRecord, type Lei } from './lei-records.ts';

const FIRMS = [
  '\ufeffDENUMIRE^CUI^COD_INMATRICULARE^DATA_INMATRICULARE^EUID^FORMA_JURIDICA^ADR_TARA^ADR_JUDET^ADR_LOCALITATE^ADR_DEN_STRADA^ADR_NR_STRADA^ADR_BLOC^ADR_SCARA^ADR_ETAJ^ADR_APARTAMENT^ADR_COD_POSTAL^ADR_SECTOR^ADR_COMPLETARE^WEB^TARA_FIRMA_MAMA',
  firm('PRIMUL EXEMPLU SRL', '9900014', 'J40/999001/2017'),
  firm('AL DOILEA EXEMPLU SRL', '9900022', 'J2025999002002'),
  firm('AL TREILEA EXEMPLU SRL', '9900065', 'J2002999006405'),
];

/** LEI records of the same firms: with the form of the number that the register does not print, and with a tax code as a VAT number. */
const LEIS = [
  ['5299009OXV2JV8NMYA52', 'PRIMUL EXEMPLU SRL', 'J2017999001406'],
  ['5299003IEV24QWA9AY38', 'AL DOILEA EXEMPLU SRL', 'RO9900022'],
  ['529900HFTYXFPB7NQ813', 'AL TREILEA EXEMPLU SRL', 'J40/999006/2002'],
] as const;

function firm(name: string, cui: string, number: string): string {
  return [
    name,
    cui,
    number,
    '01/01/2017',
    `ROONRC.${number}`,
    'SRL',
    'România',
    ...Array.from({ length: 13 }, () => ''),
  ].join('^');
}

async function importedAs(t: TestContext, id: string, input: string, text: string): Promise<string> {
  const at = folder(t);
  writeFileSync(join(at, input), text);
  const register = REGISTERS.get(id);
  assert.ok(register !== undefined);
  const output = join(at, `${id}.ndjson`);
  await runImport(register, { output, inputs: [join(at, input)], maxRejects: 0, published: '2026-11-20' });
  return output;
}

async function built(t: TestContext): Promise<BuildOutcome & { readonly out: string }> {
  const firms = await importedAs(t, 'ro-onrc', 'firms.csv', `${FIRMS.join('\r\n')}\r\n`);
  const leis = await importedAs(
    t,
    'gleif',
    'leis.json',
    JSON.stringify({ records: LEIS.map((each) => leiRecord(each, 'RO', 'RA000497')) }),
  );
  const out = join(folder(t), 'snapshot');
  // An index adds only its own fields, in whatever order the inputs are.
  return { out, ...(await buildSnapshot({ inputs: [leis, firms], out })) };
}

/** LEI records of companies of the Austrian fixture, whose numbers GLEIF writes in several ways. */
const AUSTRIAN: readonly Lei[] = [
  ['5299009OXV2JV8NMYA52', 'Zirbenkrone Holzbau GmbH', 'FN 999901v'],
  ['5299003IEV24QWA9AY38', 'Lärchenhof KG', 'FN099901p'],
  ['529900HFTYXFPB7NQ813', 'Ende AG', '999908 d'],
];

test('Austrian companies match their LEI in any form of the number, and are found by all forms', async (t) => {
  const records = AUSTRIAN.map((each) => leiRecord(each, 'AT', 'RA000017'));
  const leis = await importedAs(t, 'gleif', 'leis.json', JSON.stringify({ records }));
  const out = join(folder(t), 'snapshot');
  const register = join('src', 'registers', 'at-firmenbuch', 'fixtures', 'expected.ndjson');
  await buildSnapshot({ inputs: [leis, register], out });
  const reader = SnapshotReader.open(out);
  t.after(() => reader.close());
  for (const [query, name, number] of [
    ['999901v', 'Zirbenkrone Holzbau GmbH', '999901 v'],
    ['FN 999901 v', 'Zirbenkrone Holzbau GmbH', '999901 v'],
    ['ATBRA.999901-000', 'Zirbenkrone Holzbau GmbH', '999901 v'],
    ['099901p', 'Lärchenhof KG', '99901 p'],
    ['99901 P', 'Lärchenhof KG', '99901 p'],
    ['FN 999908d', 'Ende AG', '999908 d'],
  ] as const) {
    const [found, ...others] = JSON.parse(`[${reader.search(query, 'AT', 25, 0).json.toString()}]`) as { id: string; name: string }[]; // prettier-ignore
    assert.deepEqual([found?.name, others.length], [name, 0], query);
    const served = JSON.parse(reader.company(found?.id ?? '')?.toString() ?? '{}') as {
      identifiers: { value: string }[];
    };
    const lei = AUSTRIAN.find((each) => each[1] === name)?.[0];
    assert.deepEqual(served.identifiers.map(({ value }) => value), [number, lei]); // prettier-ignore
  }
});

test('a snapshot has the counts of each register, the time of its import, and the number of matched lines of the index', async (t) => {
  const { metadata } = await built(t);
  const { 'ro-onrc': firms, gleif } = metadata.registers;
  const { imported_at: importedAt, ...rest } = firms ?? {};
  assert.ok(Math.abs(Date.parse(importedAt ?? '') - Date.now()) < 600_000);
  const dates = { as_of_first: '2026-11-20', as_of_last: '2026-11-20', published: '2026-11-20' };
  assert.deepEqual(rest, { lines: 3, companies: 3, officers: 0, ...dates });
  assert.deepEqual(gleif?.met, { RO: { RA000497: { lines: 3, met: 3 } } });
});

test('a build refuses a report that is not from an import, and names it', async (t) => {
  const at = folder(t);
  const input = join(at, 'in.ndjson');
  writeFileSync(input, readFileSync(new URL('../../src/registers/fi-prh/fixtures/expected.ndjson', import.meta.url)));
  for (const [text, reason] of [
    ['{', /^Cannot read the report of an import ".*in\.ndjson\.report\.json": /],
    ['{}', /^Cannot use ".*in\.ndjson\.report\.json": it is not the report of an import; import again, or remove it$/],
  ] as const) {
    writeFileSync(`${input}.report.json`, text);
    await assert.rejects(() => buildSnapshot({ inputs: [input], out: join(at, 'snapshot') }), { message: reason });
  }
});

/** LEI records of German companies, with their courts as registration authorities; the court of the last company is unknown. */
const GERMAN: readonly (readonly [authority: string, ...Lei])[] = [
  ['RA000259', '5299009OXV2JV8NMYA52', 'Kranwerk Zirbel AG', 'HRB 900001'],
  ['RA000217', '5299003IEV24QWA9AY38', 'Spreewind SE', 'HRB 900004 B'],
  ['RA000290', '529900HFTYXFPB7NQ813', 'Hansekontor GmbH', 'HRB 900001'],
  ['RA000222', '529900AAAAAAAAAAAA09', 'Irgendwo GmbH', 'HRB 900004'],
];

interface Served {
  readonly id: string;
  readonly name: string;
  readonly as_of_date: string;
  readonly company_status: string;
  readonly identifiers: readonly { readonly value: string }[];
}

test('German companies match their LEI only by court, and GLEIF’s present data take precedence over the copy of 2019', async (t) => {
  const records = GERMAN.map(([authority, ...lei]) => leiRecord(lei, 'DE', authority));
  const leis = await importedAs(t, 'gleif', 'leis.json', JSON.stringify({ records }));
  const out = join(folder(t), 'snapshot');
  const copy = join('src', 'registers', 'de-offeneregister', 'fixtures', 'expected.ndjson');
  await buildSnapshot({ inputs: [copy, leis], out });
  const reader = SnapshotReader.open(out);
  t.after(() => reader.close());
  const find = (query: string): Served[] =>
    JSON.parse(`[${reader.search(query, 'DE', 25, 0).json.toString()}]`) as Served[];
  const names = (query: string): string[] => find(query).map(({ name }) => name);
  assert.deepEqual(names('HRB 900001'), ['Hansekontor GmbH', 'Kranwerk Zirbel AG', 'Reblaus Handels GmbH']);
  assert.deepEqual(names('HRB 900004'), ['Irgendwo GmbH', 'Spreewind SE']);
  for (const query of ['Hamburg HRB 900001', 'K1101R_HRB900001', 'DEK1101R.HRB900001'])
    assert.deepEqual(names(query), ['Kranwerk Zirbel AG'], query);
  const [company] = find('Hamburg HRB 900001');
  assert.ok(company !== undefined);
  assert.deepEqual([company.as_of_date, company.company_status], ['2026-11-20', 'INACTIVE']);
  const whole = JSON.parse(reader.company(company.id)?.toString() ?? '{}') as Served;
  const numbers = whole.identifiers.map(({ value }) => value);
  assert.deepEqual(numbers, ['HRB 900001', 'Hamburg HRB 900001', '5299009OXV2JV8NMYA52']);
  const [old] = find('Freiburg HRB 900001');
  assert.equal(old?.as_of_date, '2017-06-20');
});
