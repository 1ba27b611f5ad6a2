import assert from 'node:assert/strict';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { InputError } from '../../model/index.ts';
import { createImport } from '../fixture-import.ts';
import { activityCodes, type Activity } from './company.ts';
import { beKbo } from './index.ts';
import { describeOtherUnit, findCountry } from './read.ts';
import { folder } from '../../../test/fixtures/folder.ts';

const FIXTURES = fileURLToPath(new URL('fixtures', import.meta.url));
const INPUTS = readdirSync(FIXTURES)
  .filter((name) => !name.startsWith('expected'))
  .map((name) => join(FIXTURES, name));

const imported = createImport(beKbo);

/** The smallest extract: one enterprise, its name, a label. */
const SMALL: Readonly<Record<string, string>> = {
  'enterprise.csv':
    'EnterpriseNumber,Status,JuridicalSituation,TypeOfEnterprise,JuridicalForm,JuridicalFormCAC\n1999.000.150,AC,000,2,610,\n',
  'denomination.csv': 'EntityNumber,Language,TypeOfDenomination,Denomination\n1999.000.150,2,001,Konijn\n',
  'code.csv': 'Category,Code,Language,Description\nJuridicalForm,610,NL,Besloten Vennootschap\n',
};

/** Writes the files of an extract; a file without text is skipped. */
function extract(t: TestContext, files: Readonly<Record<string, string>>): string[] {
  const at = folder(t);
  const present = Object.entries({ ...SMALL, ...files }).filter(([, text]) => text !== '');
  return present.map(([name, text]) => {
    writeFileSync(join(at, name), text);
    return join(at, name);
  });
}

test('be-kbo accounts for every row: as a line, as dropped, or as joined to a line', async (t) => {
  for (const soleTraders of [false, true]) {
    const { report } = await imported(t, INPUTS, { soleTraders });
    const joined = Object.entries(report.noted).filter(([what]) => what.startsWith('joined: '));
    const counts = [...Object.values(report.dropped), ...joined.map(([, counted]) => counted)];
    assert.equal(
      counts.reduce((sum, { count }) => sum + count, report.lines_written),
      report.records_read,
    );
  }
});

test('be-kbo accounts for the rows of an enterprise that is rejected', async (t) => {
  const { report } = await imported(t, extract(t, { 'denomination.csv': SMALL['denomination.csv']?.replace('Konijn', 'x'.repeat(5000)) ?? '' }), { maxRejects: 1 }); // prettier-ignore
  assert.deepEqual([report.records_read, report.lines_written, report.records_rejected], [3, 0, 1]);
  assert.equal(report.dropped['names: of an enterprise that was rejected']?.count, 1);
  assert.equal(report.rejects[0]?.reason, 'must have at most 4000 characters, got 5000');
});

test('be-kbo reads nothing of contacts, establishment units and branches, and says so', async (t) => {
  const { report } = await imported(t, INPUTS);
  const unread = report.inputs.filter(({ passed_over: why }) => why !== undefined).map(({ name }) => name);
  assert.deepEqual(unread, ['establishment.csv', 'branch.csv', 'contact.csv'].map((name) => join(FIXTURES, name))); // prettier-ignore
});

const SECRETS = ['@verzonnen-konijn', 'www.', '+32', 'Thuisstraat', 'Alma', 'Toren A'];
test('be-kbo never writes a person’s address, a name behind c/o, an e-mail address or a telephone number', async (t) => {
  const read = INPUTS.map((path) => readFileSync(path, 'utf8')).join('');
  for (const soleTraders of [false, true]) {
    const { text } = await imported(t, INPUTS, { soleTraders });
    for (const secret of SECRETS) {
      assert.ok(read.includes(secret), secret);
      assert.ok(!text.includes(secret), secret);
    }
  }
});

test('be-kbo takes natural persons, and enterprises of unknown type, on request', async (t) => {
  assert.doesNotMatch((await imported(t, INPUTS)).text, /Persoon|Wie Weet/);
  const { lines } = await imported(t, INPUTS, { soleTraders: true });
  const types = lines.map(({ name, company_type: type }) => [name, type]);
  assert.deepEqual(types.slice(5, 7), [
    ['Persoon, Verzonnen', 'Natuurlijk persoon'],
    ['Wie Weet', 'Onbekend'],
  ]);
  for (const { address } of lines.slice(5, 7)) assert.equal(address, undefined);
});

test('be-kbo dates lines by the snapshot, else by the command line', async (t) => {
  const meta = (value: string): string => `Variable,Value\nSnapshotDate,${value}\nVersion,R018.00\n`;
  const readDate = async (text: string, published?: string): Promise<string | undefined> => {
    const options = published === undefined ? {} : { published };
    return (await imported(t, extract(t, { 'meta.csv': text }), options)).lines[0]?.as_of_date;
  };
  assert.equal(await readDate(meta('03-10-2026')), '2026-10-03');
  assert.equal(await readDate(meta('03-10-2026'), '2026-10-05'), '2026-10-03');
  assert.equal(await readDate(meta(''), '2026-10-05'), '2026-10-05');
  assert.equal(await readDate('', '2026-10-05'), '2026-10-05');
  assert.equal(await readDate(''), undefined);
});

const NAMES: [string, string, string][] = [
  ['the Dutch before the French', '1,001,Lapin|2,001,Konijn', 'Konijn Label NL'],
  ['the French before the German', '3,001,Kaninchen|1,001,Lapin', 'Lapin Label FR'],
  ['the German before the English', '4,001,Rabbit|3,001,Kaninchen', 'Kaninchen Label DE'],
  ['the English, with labels in Dutch', '0,001,X|4,001,Rabbit', 'Rabbit Label NL'],
  ['the one of no known language, with labels in Dutch', '0,001,X|0,001,Y', 'X Label NL'],
  ['no abbreviation and no trade name', '2,002,K|1,003,Chez Lapin|1,001,Lapin', 'Lapin Label FR'],
];
for (const [claim, rows, want] of NAMES) {
  test(`be-kbo takes for the name ${claim}`, async (t) => {
    const names = rows.split('|').map((row) => `1999.000.150,${row}\n`);
    const labels = ['FR', 'NL', 'DE'].map((language) => `JuridicalForm,610,${language},Label ${language}\n`);
    const files = {
      'denomination.csv': `EntityNumber,Language,TypeOfDenomination,Denomination\n${names.join('')}`,
      'code.csv': `Category,Code,Language,Description\n${labels.join('')}`,
    };
    const [line] = (await imported(t, extract(t, files))).lines;
    assert.equal(`${line?.name} ${line?.legal_form}`, want);
  });
}

const UPDATE = /^Cannot take ".*": it is part of an Update, which holds only changes; take KboOpenData_…_Full\.zip$/;
const REFUSED: [string, Record<string, string>, RegExp][] = [
  ['no enterprises', { 'enterprise.csv': '' }, /no input is enterprise\.csv; give KboOpenData_…_Full\.zip, or all its/],
  ['no names', { 'denomination.csv': '' }, /no input is denomination\.csv/],
  ['no labels', { 'code.csv': '' }, /no input is code\.csv/],
  ['deletions of an Update', { 'denomination_delete.csv': 'EntityNumber\n1999.000.150\n' }, UPDATE],
  ['insertions of an Update', { 'enterprise_insert.csv': SMALL['enterprise.csv'] ?? '' }, UPDATE],
  [
    'an Update by its meta.csv',
    { 'meta.csv': 'Variable,Value\nExtractType,update\n' },
    /"\S*meta\.csv": its ExtractType is "update"; take KboOpenData_…_Full\.zip$/,
  ],
  ['two extracts', { 'older.csv': SMALL['enterprise.csv'] ?? '' }, /is enterprise\.csv, too; give the files of one/],
  ['an invalid snapshot date', { 'meta.csv': 'Variable,Value\nSnapshotDate,31-02-2026\n' }, /record 1: SnapshotDate must be a date, DD-MM-YYYY, got "31-02-2026"$/], // prettier-ignore
  [
    'another register',
    { 'other.csv': 'Id,Value\n1,2\n' },
    /its first record \("Id", "Value"\) has the required fields of none of the kinds meta, code,/,
  ],
  ['an enterprise without a number', { 'enterprise.csv': SMALL['enterprise.csv']?.replace('1999.000.150', '') ?? '' }, /record 1: EnterpriseNumber is missing$/], // prettier-ignore
  ['an enterprise without a type', { 'enterprise.csv': SMALL['enterprise.csv']?.replace(',2,', ',,') ?? '' }, /record 1: TypeOfEnterprise is missing$/], // prettier-ignore
  ['a name without text', { 'denomination.csv': SMALL['denomination.csv']?.replace('Konijn', ' ') ?? '' }, /Denomination is missing$/], // prettier-ignore
];
for (const [claim, files, want] of REFUSED) {
  test(`be-kbo refuses ${claim}`, async (t) => {
    const inputs = extract(t, files);
    await assert.rejects(imported(t, inputs), (error) => error instanceof InputError && want.test(error.message));
  });
}

const activity = (text: string): Activity => {
  const [group = '', version = '', code = '', classification = ''] = text.split(' ');
  return { group, version, code, classification };
};
const ACTIVITIES: [string, string[], string[]][] = [
  ['VAT before the order of the file', ['006 2025 2 MAIN', '001 2025 1 MAIN'], ['2025 1 primary', '2025 2']],
  ['social security before what was declared', ['003 2025 2 MAIN', '006 2025 1 MAIN'], ['2025 1 primary', '2025 2']],
  ['what was declared before schools', ['007 2025 2 MAIN', '003 2025 1 MAIN'], ['2025 1 primary', '2025 2']],
  ['one of each version', ['001 2008 1 MAIN', '006 2025 2 MAIN'], ['2025 2 primary', '2008 1 primary']],
  ['none that is not main', ['001 2025 1 SECO', '006 2025 2 ANCI'], ['2025 1', '2025 2']],
  ['none of an unknown group', ['999 2025 1 MAIN'], ['2025 1']],
  ['the first of two', ['001 2025 2 MAIN', '001 2025 1 MAIN'], ['2025 2 primary', '2025 1', 'ambiguous']],
  ['a code once', ['001 2025 1 MAIN', '006 2025 1 MAIN', '003 2025 1 SECO'], ['2025 1 primary']],
  ['main activities before others', ['001 2025 1 SECO', '999 2025 2 MAIN'], ['2025 2', '2025 1']],
];
for (const [claim, rows, want] of ACTIVITIES) {
  test(`activityCodes takes for primary ${claim}`, () => {
    const { codes, ambiguous } = activityCodes(rows.map(activity));
    const shown = codes.map(({ version, code, isPrimary }) => `${version} ${code}${isPrimary ? ' primary' : ''}`);
    assert.deepEqual([...shown, ...(ambiguous ? ['ambiguous'] : [])], want);
  });
}

test('activityCodes gives the 100 codes that a line can hold, the newest, and says what is left', () => {
  const rows = Array.from({ length: 80 }, (_, i) => [`003 2008 ${i} MAIN`, `003 2025 ${i} SECO`, `001 2025 ${i} SECO`]);
  const { codes, left } = activityCodes(rows.flat().map(activity));
  assert.equal(codes.length, 100);
  assert.equal(codes.filter(({ version }) => version === '2025').length, 80);
  assert.equal(left, 60);
});

for (const [nl, fr, want] of [
  ['Duitsland (Bondsrep.)', 'Allemagne (Rép.féd.)', 'DE'],
  ['Monaco /Vorstendom/', 'Monaco /Principauté/', 'MC'],
  ['Armenië ( Rep. )', undefined, 'AM'],
  [undefined, 'Corée du Nord ( Rép. de )', 'KP'],
  ['Congo (Dem. Rep.)', 'Congo (Rép. dém.)', 'CD'],
  ['Congo(Volksrepubliek)', 'Congo(Rép. pop. du)', 'CG'],
  ['België', 'Belgique', 'BE'],
  ['Joegoslavië (Servië-Montenegro)', 'Yougoslavie (Serbie-Montenegro)', undefined],
  ['Maagdeneilanden', 'Iles Vierges', undefined],
  ['Joegoslavië', undefined, undefined],
  [undefined, undefined, undefined],
] as const) {
  test(`findCountry gives ${want} for ${nl} and ${fr}`, () => assert.equal(findCountry(nl, fr), want));
}

test('the table of countries gives one code for a name, in either language', () => {
  const codes = new Map<string, string>();
  const rows = readFileSync(join(FIXTURES, '../countries.tsv'), 'utf8').split('\n').filter((line) => /^[A-Z]{2}\t/.test(line)); // prettier-ignore
  assert.ok(rows.length > 200);
  for (const row of rows) {
    const [code = '', nl = '', fr = ''] = row.split('\t');
    for (const name of `${nl}|${fr}`.split('|')) {
      if (name === '') continue;
      assert.equal(codes.get(name) ?? code, code, name);
      codes.set(name, code);
    }
  }
});

test('describeOtherUnit recognises establishment units and branches by the form of their number', () => {
  assert.equal(describeOtherUnit('2.999.000.171'), 'an establishment unit');
  assert.equal(describeOtherUnit('8.999.000.171'), 'an establishment unit');
  assert.equal(describeOtherUnit('9.999.000.124'), 'a branch');
  assert.equal(describeOtherUnit('1999.000.150'), undefined);
});
