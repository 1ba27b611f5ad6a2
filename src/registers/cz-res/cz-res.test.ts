import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { InputError, type LineOfficer, type RegisterLine } from '../../model/index.ts';
import { createImport } from '../fixture-import.ts';
import { czRes } from './index.ts';
import { folder } from '../../../test/fixtures/folder.ts';

const fixture = (name: string): string => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url));
const COMPANIES = fixture('res_data-2026-11-15.csv');
const ACTIVITIES = fixture('res_pf_nace-2026-11-15.csv');
const EXTRACTS = fixture('ares_vreo-2026-11-15.tar.gz');
const RESPONSES = fixture('ares-vr-2026-11-16.json');
const BASICS = fixture('ares-subjekt-2026-11-15.json');
const ALL = [COMPANIES, ACTIVITIES, EXTRACTS, RESPONSES, BASICS];

const [HEADER = '', ROW = ''] = readFileSync(COMPANIES, 'utf8').split('\r\n');
const COMPANY = '99000016';

const imported = createImport(czRes);

/** Writes a file as published and returns its path. */
function published(t: TestContext, name: string, content: string | object): string {
  const path = join(folder(t), name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

const company = (t: TestContext, name = 'res_data-2026-11-15-one.csv'): string =>
  published(t, name, `${HEADER}\r\n${ROW}\r\n`);

const seat = (fyzickaOsoba: object, more: object = {}): object => ({
  typAngazma: 'STATUTARNI_ORGAN_CLEN',
  clenstvi: { funkce: { nazev: 'jednatel' } },
  fyzickaOsoba,
  ...more,
});

const answer = (...clenoveOrganu: object[]): object => ({
  icoId: COMPANY,
  zaznamy: [{ stavSubjektu: 'AKTIVNI', statutarniOrgany: [{ nazevOrganu: 'Statutární orgán', clenoveOrganu }] }],
});

const extract = (date: string, seats: string): string =>
  `<Ares_odpovedi><Odpoved><Pomocne_ID>0</Pomocne_ID><Vysledek_hledani/><Vypis_VREO><Uvod><Datum_vypisu>${date}</Datum_vypisu></Uvod><Zakladni_udaje><ICO>${COMPANY}</ICO></Zakladni_udaje><Statutarni_organ>${seats}</Statutarni_organ></Vypis_VREO></Odpoved></Ares_odpovedi>`;

const readOfficers = (lines: readonly RegisterLine[], number = COMPANY): LineOfficer[] =>
  lines.find(({ identifiers }) => identifiers?.[0]?.value === number)?.officers ?? [];

test('cz-res counts every record as a line, as a drop or as part of a line', async (t) => {
  const { report, lines } = await imported(t, ALL);
  const dropped = Object.values(report.dropped).reduce((sum, { count }) => sum + count, 0);
  const withOfficers = lines.filter(({ officers, former_names: names }) => (officers ?? names) !== undefined).length;
  // Eight rows of activities (six and two) and four basic records became part of lines.
  assert.equal(report.lines_written + dropped + withOfficers + 8 + 4, report.records_read);
});

test('cz-res never writes a date of birth, an address, a title or the tax number of a person, nor a name behind c/o', async (t) => {
  const { text } = await imported(t, ALL, { soleTraders: true });
  const sources = ALL.map((path) =>
    (path.endsWith('.gz') ? gunzipSync(readFileSync(path)) : readFileSync(path)).toString('utf8'),
  ).join();
  for (const secret of [
    '1970-01-02',
    '1999-09-09',
    'Domácí',
    'Soukromá',
    'Alma',
    'Otcov',
    '7001021234',
    'Mgr.',
    'Ing.',
  ]) {
    assert.ok(sources.includes(secret), secret);
    assert.ok(!text.includes(secret), secret);
  }
});

test('cz-res shows no owners, founders, representatives of companies or deleted entries', async (t) => {
  const { text } = await imported(t, ALL);
  const hidden =
    'SPOLEČNÍK KOMANDITISTKA AKCIONÁŘ REVIZOR STAŘEC ZÁVODU ZŘIZOVATELE ZÁSTUPCE OPATROVNÍK FUNKCE SMAZANÝ SKONČENÝ STARÝ STARÁ HISTORICKÝ DÁVNÝ';
  for (const word of hidden.split(' ')) assert.ok(!text.includes(word), word);
});

test('cz-res imports sole traders on request, and only the number of ceased ones', async (t) => {
  const { lines } = await imported(t, [COMPANIES, BASICS], { soleTraders: true });
  const byNumber = (number: string): unknown => lines.find((line) => line.identifiers?.[0]?.value === number);
  assert.deepEqual(byNumber('99000041'), {
    register: 'cz-res',
    company_status: 'ZANIKLY',
    as_of_date: '2026-11-15',
    state: 'closed',
    closed_on: '2024-05-06',
    record_url: 'https://ares.gov.cz/ekonomicke-subjekty/res/99000041',
    identifiers: [{ scheme: 'national_registry_number', value: '99000041', country_scope: 'CZ' }],
  });
  assert.deepEqual(byNumber('99000032'), {
    register: 'cz-res',
    name: 'Tajemný Živnostník',
    country_code: 'CZ',
    company_type: '101',
    legal_form: 'Fyzická osoba podnikající dle živnostenského zákona',
    as_of_date: '2026-11-15',
    state: 'active',
    registered_on: '2015-03-04',
    record_url: 'https://ares.gov.cz/ekonomicke-subjekty/res/99000032',
    identifiers: [{ scheme: 'national_registry_number', value: '99000032', country_scope: 'CZ' }],
    classifications: ['CZ-NACE Rev. 2', 'CZ-NACE 2025'].map((scheme) => ({ scheme, code: '00', is_primary: true })),
  });
});

const IN_LIQUIDATION: [name: string, state: string][] = [
  ['Smyšlená s.r.o. v likvidaci', 'in_liquidation'],
  ['Smyšlená, a.s. - "V LIKVIDACI"', 'in_liquidation'],
  ['Spolek v likvidačním fondu', 'active'],
];
for (const [name, state] of IN_LIQUIDATION)
  test(`cz-res reads from the name ${name} that it is ${state}`, async (t) => {
    const row = ROW.replace(/"Smyšlená[^,]*, s\.r\.o\."/, `"${name.replaceAll('"', '""')}"`);
    const { lines } = await imported(t, [published(t, 'res.csv', `${HEADER}\r\n${row}\r\n`)]);
    assert.deepEqual([lines[0]?.name, lines[0]?.state], [name, state]);
  });

const ADMINISTRATORS: [organ: string, attributes: string, state: string][] = [
  ['Insolvenční správce', '', 'insolvent'],
  ['Zástupce insolvenčního správce', '', 'insolvent'],
  ['Správce konkursní podstaty', '', 'insolvent'],
  ['Předběžný insolvenční správce', '', 'active'],
  ['Insolvenční správce', ' dvy="2020-01-01"', 'active'],
];
for (const [organ, attributes, state] of ADMINISTRATORS)
  test(`cz-res reads from the organ ${organ}${attributes} that the company is ${state}`, async (t) => {
    const person = `<Clen${attributes}><fosoba><jmeno>A</jmeno><prijmeni>B</prijmeni></fosoba></Clen>`;
    const text = extract('2026-11-14', `<Nazev>${organ}</Nazev>${person}`).replaceAll('Statutarni_organ', 'Jiny_organ');
    const { lines } = await imported(t, [company(t), published(t, 'vreo.xml', text)]);
    assert.equal(lines[0]?.state, state);
  });

test('cz-res takes the date of the state from the rows if neither the file name nor the command line has one', async (t) => {
  const path = company(t, 'res.csv');
  assert.equal((await imported(t, [path])).lines[0]?.as_of_date, '2026-11-15');
  assert.equal((await imported(t, [path], { published: '2026-11-20' })).lines[0]?.as_of_date, '2026-11-20');
});

test('cz-res dates an extract by the day it was made if its file has no date', async (t) => {
  const person = '<Clen><fosoba><jmeno>A</jmeno><prijmeni>B</prijmeni></fosoba></Clen>';
  const path = published(t, 'vreo.xml', extract('2026-11-14', person));
  const { lines } = await imported(t, [company(t), path]);
  assert.equal(readOfficers(lines)[0]?.source.observed_at, '2026-11-14T00:00:00Z');
  const dated = await imported(t, [company(t), published(t, 'vreo-2026-11-13.xml', extract('2026-11-14', person))]);
  assert.equal(readOfficers(dated.lines)[0]?.source.observed_at, '2026-11-13T00:00:00Z');
});

test('cz-res treats an end as past unless it is later than the date of the file', async (t) => {
  const ending = answer(seat({ jmeno: 'A' }, { clenstvi: { clenstvi: { zanikClenstvi: '2027-01-01' } } }));
  const undated = await imported(t, [company(t), published(t, 'vr.json', ending)]);
  assert.deepEqual(readOfficers(undated.lines), []);
  const dated = await imported(t, [company(t), published(t, 'vr-2026-11-15.json', ending)]);
  assert.equal(readOfficers(dated.lines)[0]?.resigned_on, '2027-01-01');
});

const seats = (kodStatu: string, more: object = {}): object => ({ sidlo: [{ sidlo: { kodStatu }, primarniZaznam: true, ...more }] }); // prettier-ignore
const COUNTRIES: [claim: string, record: object, want: string | undefined][] = [
  ['of the seat', { sidlo: { kodStatu: 'SK' }, dalsiUdaje: [seats('CZ')] }, 'SK'],
  ['of the only seat, in a single register', { dalsiUdaje: [seats('CZ')] }, 'CZ'],
  ['of that seat, where the other has no country', { sidlo: {}, dalsiUdaje: [{}, seats('CZ'), seats('CZ')] }, 'CZ'],
  ['of the seat that is valid', { dalsiUdaje: [seats('AT', { primarniZaznam: false }), seats('CZ')] }, 'CZ'],
  ['that is not certain, where registers differ', { dalsiUdaje: [seats('AT'), seats('CZ')] }, undefined],
  ['that nothing names', { dalsiUdaje: [{ sidlo: [{ sidlo: {} }] }] }, undefined],
];
for (const [claim, record, want] of COUNTRIES) {
  test(`cz-res gives ${want === undefined ? 'no' : 'the'} country ${claim}`, async (t) => {
    const basic = published(t, 'ares.json', { ico: COMPANY, seznamRegistraci: {}, ...record });
    const { lines, report } = await imported(t, [company(t), basic]);
    assert.equal(lines[0]?.country_code, want);
    assert.equal(lines[0]?.address?.country_code, want);
    assert.deepEqual(report.leftover_fields, {});
  });
}

test('cz-res reads responses as a single object, as a list and one a line', async (t) => {
  const one = answer(seat({ jmeno: 'A', prijmeni: 'B' }));
  const two = { ...answer(seat({ jmeno: 'C' })), icoId: '99000024' };
  for (const content of [
    one,
    [one, two],
    `${JSON.stringify(one)}\n${JSON.stringify(two)}\n`,
    JSON.stringify(one, null, 1),
  ]) {
    const { lines } = await imported(t, [company(t), published(t, 'vr.json', content)]);
    assert.deepEqual(readOfficers(lines).map(({ name, roles }) => [name, roles]), [['A B', ['jednatel']]]); // prettier-ignore
  }
});

test('cz-res uses the newest officers of a company, even an empty list', async (t) => {
  const old = published(t, 'vr-2026-11-01.json', answer(seat({ jmeno: 'Dřívější' })));
  const none = published(t, 'vreo-2026-11-02.xml', extract('2026-11-02', '<Nazev>Jednatel</Nazev>'));
  assert.equal(readOfficers((await imported(t, [company(t), old])).lines)[0]?.name, 'Dřívější');
  const after = await imported(t, [company(t), old, none]);
  assert.deepEqual(readOfficers(after.lines), []);
  assert.equal(after.report.dropped['public register: no current officer']?.count, 1);
  assert.equal(after.report.dropped['public register: a newer record has the same number']?.count, 1);
});

test('cz-res distinguishes holders of one name and makes one officer of several roles with the same days', async (t) => {
  const person = { jmeno: 'A', prijmeni: 'B', datumNarozeni: '1970-01-01' };
  const role = (nazev: string, vznikFunkce?: string): object => ({ clenstvi: { funkce: { nazev, vznikFunkce } } });
  const path = published(t, 'vr.json', answer(
    seat(person, role('x', '2020-01-01')), seat(person, role('y', '2020-01-01')), seat(person, role('x', '2020-01-01')),
    seat(person, role('z', '2021-01-01')), seat({ ...person, datumNarozeni: '1999-01-01' }, role('x', '2020-01-01')),
  )); // prettier-ignore
  assert.deepEqual(
    readOfficers((await imported(t, [company(t), path])).lines).map((one) => [one.roles, one.appointed_on]),
    [
      [['x', 'y'], '2020-01-01'],
      [['z'], '2021-01-01'],
      [['x'], '2020-01-01'],
    ],
  );
});

test('cz-res takes the names of a company in other languages, and its former ones', async (t) => {
  const [first] = (answer() as { zaznamy: [object] }).zaznamy;
  const obchodniJmenoCizi = [
    { hodnota: 'Invented Works Ltd.', jazyk: 'EN', datumZapisu: '2015-03-04' },
    { hodnota: 'Erfunden AG', datumZapisu: '2010-01-01', datumVymazu: '2015-03-04' },
  ];
  const path = published(t, 'vr.json', { icoId: COMPANY, zaznamy: [{ ...first, obchodniJmenoCizi }] });
  const { lines, report } = await imported(t, [company(t), path]);
  const kind = 'obchodniJmenoCizi';
  assert.deepEqual(lines[0]?.other_names, [{ name: 'Invented Works Ltd.', kind, from: '2015-03-04' }]);
  assert.deepEqual(lines[0].former_names, [{ name: 'Erfunden AG', kind, from: '2010-01-01', until: '2015-03-04' }]);
  assert.deepEqual(report.leftover_fields, {});
  assert.equal(report.dropped['public register: no current officer'], undefined);
});

test('cz-res limits the activities of a line, main ones first, and reports it', async (t) => {
  const rows = Array.from({ length: 1500 }, (_, i) => `${COMPANY},411,80004,${10000 + i},2026-11-15,,`);
  const path = published(t, 'pf.csv', `ICO,ZDRUD,KODCIS,HODN,DATPLAT,DDATPAKT,PRIZNAK\n${rows.join('\n')}\n`);
  const { lines, report } = await imported(t, [company(t), path]);
  assert.equal(lines[0]?.classifications?.length, 100);
  assert.deepEqual(lines[0]?.classifications?.map(({ code }) => code).slice(0, 3), ['62010', '62100', '10000']);
  assert.equal(report.noted['more than 100 activities, the rest skipped']?.count, 1);
});

test('cz-res reports a column that the register did not have', async (t) => {
  const { report } = await imported(t, [published(t, 'in', `${HEADER},LEI\n${ROW},X\n`)]);
  assert.deepEqual(report.leftover_fields, { LEI: 1 });
});

const ONE = `${HEADER}\n${ROW}\n`;
const OLD_RESPONSE =
  '<a:Ares_odpovedi xmlns:a="a"><a:Odpoved><a:Pocet_zaznamu>1</a:Pocet_zaznamu></a:Odpoved></a:Ares_odpovedi>';
const REFUSED: [claim: string, files: Record<string, string | object>, want: RegExp][] = [
  ['only officers', { 'vr.json': answer() }, /no input is res_data\.csv; the other files make no company$/],
  ['responses of the service of before 2023', { 'old.xml': OLD_RESPONSE }, /of none of the kinds companies, /],
  [
    'responses about other registers',
    { 'res.json': { icoId: COMPANY, zaznamy: [{ ico: COMPANY }] } },
    /of none of the kinds/,
  ],
  ['a row without a number', { in: ONE.replace(COMPANY, '') }, /record 1: ICO is missing$/],
  [
    'an end that is not a date',
    { in: ONE.replace(',2015-03-04,,', ',2015-03-04,ano,') },
    /DDATZAN must be .* got "ano"$/,
  ],
  [
    'a response about no company',
    { in: ONE, vr: { zaznamy: [{ stavSubjektu: 'X' }] } },
    /1: icoId is missing, and so is/,
  ],
  [
    'a basic record about no company',
    { in: ONE, b: [{ ico: null, seznamRegistraci: {} }] },
    /record 1: ico is missing$/,
  ],
  [
    'a name that is not a text',
    { in: ONE, vr: answer(seat({ jmeno: 5 })) },
    /fyzickaOsoba\.jmeno must be text, got 5$/,
  ],
  ['an organ that is not an object', { in: ONE, vr: { ...answer(), zaznamy: [{ stavSubjektu: 'X', statutarniOrgany: ['x'] }] } }, /statutarniOrgany must be an object, got "x"$/], // prettier-ignore
  [
    'a full file that is too short',
    { 'res_data.csv': ONE },
    /holds at least 3100000 records, this one 1; if it is an extract, give it another name$/,
  ],
];
for (const [claim, files, want] of REFUSED) {
  test(`cz-res refuses ${claim}`, async (t) => {
    const inputs = Object.entries(files).map(([name, content]) => published(t, name, content));
    await assert.rejects(imported(t, inputs), (error) => error instanceof InputError && want.test(error.message));
  });
}
