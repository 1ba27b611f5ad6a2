import assert from 'node:assert/strict';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { InputError, type RegisterLine } from '../../model/index.ts';
import { createImport } from '../fixture-import.ts';
import { findCountryCode } from './companies.ts';
import { eeAriregister } from './index.ts';
import { folder } from '../../../test/fixtures/folder.ts';

const FIXTURES = fileURLToPath(new URL('fixtures/', import.meta.url));
const INPUTS = readdirSync(FIXTURES)
  .filter((name) => !name.startsWith('expected'))
  .map((name) => join(FIXTURES, name));
const ofKind = (kind: string): string[] => INPUTS.filter((path) => path.includes(`/${kind}-`));

const BASIC = 'nimi;ariregistri_kood;ettevotja_oiguslik_vorm;ettevotja_staatus_tekstina';
const COMPANY = { ariregistri_kood: 19900019, nimi: 'Näidise Puit OÜ' };

const imported = createImport(eeAriregister);

/** Writes a file as published, CSV as text or JSON as records, and returns its path. */
function published(t: TestContext, name: string, content: string | readonly unknown[]): string {
  const path = join(folder(t), name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

const general = (more: object): object => ({ ...COMPANY, yldandmed: { oiguslik_vorm: 'OÜ', ...more } });

const card = (...kaardile_kantud_isikud: object[]): object => ({ ...COMPANY, kaardile_kantud_isikud });

const member = (nimi_arinimi: string, more: object = {}): object => ({
  isiku_tyyp: 'F',
  isiku_roll: 'JUHL',
  isiku_roll_tekstina: 'Juhatuse liige',
  eesnimi: 'Mari',
  nimi_arinimi,
  ...more,
});

const buildLine = (lines: readonly RegisterLine[], code: string): RegisterLine | undefined =>
  lines.find(({ identifiers }) => identifiers?.[0]?.value === code);

test('ee-ariregister accounts for every record of companies: as a line, a drop or a reject', async (t) => {
  const { report } = await imported(t, ofKind('lihtandmed'));
  const dropped = Object.values(report.dropped).reduce((sum, { count }) => sum + count, 0);
  assert.equal(report.records_read, 14);
  assert.equal(report.lines_written + dropped, 14);
});

test('ee-ariregister makes one line of a company, of all files that speak of it', async (t) => {
  const { report, lines } = await imported(t, INPUTS);
  assert.equal(new Set(lines.map(({ identifiers }) => identifiers?.[0]?.value)).size, lines.length);
  const dropped = Object.values(report.dropped).reduce((sum, { count }) => sum + count, 0);
  // In addition to the lines, five records of general data and seven of persons became part of a line.
  assert.equal(report.records_read, report.lines_written + dropped + 5 + 7);
});

test('ee-ariregister never writes a date of birth, a personal number, an address of a person or a branch, or an e-mail address', async (t) => {
  const { text } = await imported(t, INPUTS, { soleTraders: true });
  const files = INPUTS.map((path) => readFileSync(path, 'utf8')).join('');
  const secrets = [
    '04.06.1975',
    '47506040000',
    '750604-0000',
    '00000001-0000-5000',
    'jaan.salajane@example.ee',
    'naidis@example.ee',
    'Salajane tn',
    'Kodune tn',
    'Filiaali tn',
    'Keegi Teine',
  ];
  for (const secret of secrets) {
    assert.ok(files.includes(secret), secret);
    assert.ok(!text.includes(secret), secret);
  }
  assert.ok(!text.includes('1975-06-04'));
});

test('ee-ariregister takes sole traders and their owners only on request', async (t) => {
  assert.ok(!(await imported(t, INPUTS)).text.includes('Mari Mõeldis'));
  const { lines } = await imported(t, INPUTS, { soleTraders: true });
  const trader = buildLine(lines, '19900031');
  assert.equal(trader?.legal_form, 'Füüsilisest isikust ettevõtja');
  assert.deepEqual(trader?.officers?.[0]?.roles, ['Füüsilisest isikust ettevõtja']);
});

test('ee-ariregister gives no limited partner as an officer', async (t) => {
  const { lines, report } = await imported(t, INPUTS);
  assert.deepEqual(
    buildLine(lines, '19900054')?.officers?.map(({ name }) => name),
    ['Näidise Puit OÜ'],
  );
  assert.ok(readFileSync(INPUTS.find((path) => path.includes('osa-2')) ?? '', 'utf8').includes('"UOSAN"'));
  assert.deepEqual(report.unknown_codes['isiku_roll, left out'], { UFO: 1 });
});

test('ee-ariregister skips a sole trader that only the general data show', async (t) => {
  const trader = published(t, 'a.json', [general({ oiguslik_vorm: 'FIE' })]);
  const { report, text } = await imported(t, [trader]);
  assert.equal(text, '');
  assert.deepEqual(Object.keys(report.dropped), ['general data: sole trader']);
});

test('ee-ariregister needs but one file of companies, the basic or the general data', async (t) => {
  const basic = await imported(t, ofKind('lihtandmed'));
  assert.ok(basic.lines.every(({ officers, country_code }) => officers === undefined && country_code === undefined));
  const whole = await imported(t, ofKind('yldandmed'));
  assert.deepEqual(buildLine(whole.lines, '19900019')?.identifiers, [
    { scheme: 'national_registry_number', value: '19900019', country_scope: 'EE' },
  ]);
  assert.equal(buildLine(whole.lines, '01990016')?.name, 'Nulliga Näidis OÜ');
});

test('ee-ariregister gives the subtype as the type of a company where the general data with the code are not given', async (t) => {
  const { lines } = await imported(t, ofKind('lihtandmed'));
  assert.equal(buildLine(lines, '79900014')?.company_type, 'Valitsusasutus');
  assert.equal(buildLine(lines, '19900019')?.company_type, undefined);
});

test('ee-ariregister has no dates where neither the names nor the command line tell one', async (t) => {
  const company = published(t, 'lihtandmed.csv', `${BASIC}\nA;19900019;Osaühing;B\n`);
  const persons = published(t, 'isikud.json', [card(member('Mõeldis'))]);
  const [bare] = (await imported(t, [company, persons])).lines;
  assert.equal(bare?.as_of_date, undefined);
  assert.equal(bare?.officers?.[0]?.source.observed_at, undefined);
  const [dated] = (await imported(t, [company, persons], { published: '2026-11-20' })).lines;
  assert.equal(dated?.as_of_date, '2026-11-20');
  assert.equal(dated?.officers?.[0]?.source.observed_at, '2026-11-20T00:00:00Z');
});

test('ee-ariregister uses the newest list of persons of a company, even an empty one', async (t) => {
  const company = published(t, 'lihtandmed-2026-11-02.csv', `${BASIC}\nA;19900019;Osaühing;B\n`);
  const old = published(t, 'isikud-2026-11-01.json', [card(member('Endine'))]);
  const gone = published(t, 'isikud-2026-11-02.json', [card()]);
  assert.equal((await imported(t, [company, old])).lines[0]?.officers?.[0]?.name, 'Mari Endine');
  const after = await imported(t, [old, company, gone]);
  assert.equal(after.lines[0]?.officers, undefined);
  assert.equal(after.report.dropped['persons on the card: a newer record has the same number']?.count, 1);
});

test('ee-ariregister keeps the day an office ends for the service to judge', async (t) => {
  const company = published(t, 'a.csv', `${BASIC}\nA;19900019;Osaühing;B\n`);
  const persons = published(t, 'b.json', [card(member('Lahkuja', { lopp_kpv: '31.12.2026' }))]);
  assert.equal((await imported(t, [company, persons])).lines[0]?.officers?.[0]?.resigned_on, '2026-12-31');
});

test('ee-ariregister takes an activity that is listed twice once, and the main one if either is', async (t) => {
  const activity = (on_pohitegevusala: boolean): object => ({
    emtak_kood: '02101',
    emtak_versioon: 3,
    on_pohitegevusala,
  });
  const file = published(t, 'a.json', [general({ teatatud_tegevusalad: [activity(true), activity(false)] })]);
  assert.deepEqual((await imported(t, [file])).lines[0]?.classifications, [
    { scheme: 'EMTAK 2025', code: '02101', is_primary: true },
  ]);
});

test('ee-ariregister reports columns and fields that the register did not have', async (t) => {
  const basic = published(t, 'a.csv', `${BASIC};lei\nA;19900019;Osaühing;B;X\n`);
  const whole = published(t, 'b.json', [general({ oigusjargsused: [{ sisu: 'A' }] })]);
  const persons = published(t, 'c.json', [card(member('Mõeldis', { telefon: '5' }))]);
  assert.deepEqual((await imported(t, [basic, whole, persons])).report.leftover_fields, {
    'kaardile_kantud_isikud.telefon': 1,
    lei: 1,
    'yldandmed.oigusjargsused': 1,
  });
});

const REFUSED: [claim: string, name: string, content: string | readonly unknown[], want: RegExp][] = [
  ['only persons', 'isikud.json', [card()], /no input is a file of companies \(lihtandmed or yldandmed\)/],
  ['another CSV', 'a.csv', 'nimi;registrikood\nA;1\n', /of none of the kinds basic, general, card, offCard$/],
  ['another of the files', 'osanikud.json', [{ ...COMPANY, osanikud: [] }], /of none of the kinds/],
  ['the XML edition', 'a.xml', '<ettevotjad><ettevotja/></ettevotjad>', /it is XML; take the JSON or the CSV edition$/],
  ['an empty list', 'a.json', [], /it holds no record$/],
  ['a row without a code', 'a.csv', `${BASIC}\nA;;Osaühing;B\n`, /record 1: ariregistri_kood is missing$/],
  ['a code of letters', 'a.csv', `${BASIC}\nA;1O1;OÜ;B\n`, /ariregistri_kood must be up to eight digits, got "1O1"$/],
  [
    'a code too long',
    'a.json',
    [{ ...general({}), ariregistri_kood: 123456789 }],
    /up to eight digits, got "123456789"$/,
  ],
  ['half a code', 'a.json', [{ ...general({}), ariregistri_kood: 1.5 }], /must be a whole number, got 1.5$/],
  [
    'general data that are not an object',
    'a.json',
    [general({}), { ...COMPANY, yldandmed: [] }],
    /record 2: yldandmed must be/,
  ],
  ['a status that is not a text', 'a.json', [general({ staatus: 1 })], /yldandmed.staatus must be text, got 1$/],
  [
    'addresses that are not a list',
    'a.json',
    [general({ aadressid: {} })],
    /yldandmed.aadressid must be a list, got {}$/,
  ],
  [
    'a flag that is not a boolean',
    'a.json',
    [general({ teatatud_tegevusalad: [{ emtak_kood: '1', emtak_versioon: 3, on_pohitegevusala: 'jah' }] })],
    /yldandmed.teatatud_tegevusalad.on_pohitegevusala must be true or false, got "jah"$/,
  ],
  [
    'a full file that holds next to nothing',
    'ettevotja_rekvisiidid__lihtandmed.csv',
    `${BASIC}\nA;19900019;Osaühing;B\n`,
    /a full file of ee-ariregister holds at least 320000 records, this one 1; if it is an extract, give it another name$/,
  ],
];
for (const [claim, name, content, want] of REFUSED) {
  test(`ee-ariregister refuses ${claim}`, async (t) => {
    await assert.rejects(
      imported(t, [published(t, name, content)]),
      (error) => error instanceof InputError && want.test(error.message),
    );
  });
}

for (const [letters, want] of [
  ['EST', 'EE'],
  ['LVA', 'LV'],
  ['LAT', 'LV'],
  ['NED', 'NL'],
  ['SUI', 'CH'],
  ['ZWE', 'ZW'],
  // The Netherlands Antilles no longer exist, and Kosovo has no ISO code.
  ['ANT', undefined],
  ['XXK', undefined],
  ['est', undefined],
] as const) {
  test(`findCountryCode makes ${want} of ${letters}`, () => assert.equal(findCountryCode(letters), want));
}
