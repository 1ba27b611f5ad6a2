import assert from 'node:assert/strict';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runImport, type ImportOptions } from '../../importer/index.ts';
import { InputError, type RegisterLine } from '../../model/index.ts';
import { seBolagsverket } from './index.ts';
import { mayBePersonal } from './row.ts';
import { folder } from '../../../test/fixtures/folder.ts';

const fixture = (name: string): string => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url));
const BOLAGSVERKET = fixture('bolagsverket-2026-11-16.txt');
const SCB = fixture('scb_JE_20261116T055245_80.txt');
const [BOLAGSVERKET_HEADER = ''] = readFileSync(BOLAGSVERKET, 'utf8').split('\n');
const [SCB_HEADER = ''] = readFileSync(SCB, 'latin1').split('\r\n');

const NUMBER = '5599990016';
const OTHER_NUMBER = '5599990024';

async function imported(t: TestContext, inputs: string[], more: Partial<ImportOptions> = {}) {
  const output = join(folder(t), 'out.ndjson');
  const report = (await runImport(seBolagsverket, { output, inputs, maxRejects: 0, ...more })).toJSON();
  const text = readFileSync(output, 'utf8');
  const lines = text.split('\n').filter(Boolean).map((line) => JSON.parse(line) as RegisterLine); // prettier-ignore
  return { text, report, lines, output };
}

/** Writes a file of Bolagsverket and returns its path. A record is its cells, whose content is written as it is. */
function bolagsverket(t: TestContext, records: Readonly<Record<string, string>>[], name = 'b.txt'): string {
  const usual: Record<string, string> = {
    organisationsidentitet: `${NUMBER}$ORGNR-IDORG`,
    organisationsnamn: 'Exempel AB$FORETAGSNAMN-ORGNAM$2001-02-03',
    organisationsform: 'AB-ORGFO',
  };
  const rows = records.map(
    (record) =>
    BOLAGSVERKET_HEADER.split(';').map((column) => `"${record[column] ?? usual[column] ?? ''}"`).join(';'), // prettier-ignore
  );
  const path = join(folder(t), name);
  writeFileSync(path, [BOLAGSVERKET_HEADER, ...rows, ''].join('\n'));
  return path;
}

/** Writes a file of SCB, as Latin-1, and returns its path. */
function scb(t: TestContext, records: Readonly<Record<string, string>>[], name = 's.txt'): string {
  const usual: Record<string, string> = { PeOrgNr: `16${NUMBER}`, Namn: 'EXEMPEL AB', JurForm: '49', JEStat: '1' };
  const rows = records.map(
    (record) =>
    SCB_HEADER.split('\t').map((column) => record[column] ?? usual[column] ?? '').join('\t'), // prettier-ignore
  );
  const path = join(folder(t), name);
  writeFileSync(path, [SCB_HEADER, ...rows, ''].join('\r\n'), 'latin1');
  return path;
}

test('se-bolagsverket writes no data of a person into lines or report, also with sole traders', async (t) => {
  const source = readFileSync(BOLAGSVERKET, 'utf8') + readFileSync(SCB, 'latin1');
  // Personal numbers, with and without a century; the number of a person who has no personal number; numbers of the dead.
  const numbers = '197001010000 7001010003 200102030004 3029990001 302999000 197001020001 187001020001'.split(' ');
  const people = ['Påhittade Pers', 'PÅHITT, PIA', 'Gunn Påhitt', 'Dödsboet efter', 'Eva Påhitts', 'IVAR', 'INGA'];
  // Addresses of people, of branches and from SCB; names after c/o; descriptions.
  const texts = ['Påhittade vägen', 'PÅHITTADE VÄGEN', 'c/o', 'Alma Påhitt', 'EXEMPELSTAD', 'fjället'];
  for (const soleTraders of [false, true]) {
    const { text, output } = await imported(t, [BOLAGSVERKET, SCB], { soleTraders });
    assert.equal(text, readFileSync(fixture('expected.ndjson'), 'utf8'));
    const report = readFileSync(`${output}.report.json`, 'utf8');
    for (const secret of [...numbers, ...people, ...texts]) {
      assert.ok(source.includes(secret), secret);
      assert.ok(!text.includes(secret) && !report.includes(secret), secret);
    }
    assert.deepEqual(readdirSync(dirname(output)).toSorted(), ['out.ndjson', 'out.ndjson.report.json']);
  }
});

test('se-bolagsverket accounts for every record: lines, drops, and rows that joined a line', async (t) => {
  const { report, lines } = await imported(t, [BOLAGSVERKET, SCB]);
  const dropped = Object.values(report.dropped).reduce((sum, { count }) => sum + count, 0);
  const registrations = report.noted['several registrations of one number, joined']?.count ?? 0;
  const joined = lines.filter(({ classifications, company_type }) => classifications && company_type?.endsWith('-ORGFO')).length; // prettier-ignore
  // One more row of SCB joined a line: it says that the activity of a bankrupt company is unknown.
  assert.equal(lines.length + dropped + registrations + joined + 1, report.records_read);
});

test('se-bolagsverket rejects a row with a wrong number of cells by its place, and neither glues nor shows it', async (t) => {
  const broken = `"197001010000$PERSON-IDORG";"1";"SE-LAND";"Per "P";"Påhitt$FORETAGSNAMN-ORGNAM$1999-01-01";"E-ORGFO";"";"";"";"";"";""`;
  const path = bolagsverket(t, [{}, { organisationsidentitet: `${OTHER_NUMBER}$ORGNR-IDORG` }]);
  const [header, first, second] = readFileSync(path, 'utf8').split('\n');
  writeFileSync(path, [header, first, broken, second, ''].join('\n'));
  const { lines, report } = await imported(t, [path], { maxRejects: 1 });
  assert.deepEqual(
    lines.map(({ identifiers }) => identifiers?.[0]?.value),
    [NUMBER, OTHER_NUMBER],
  );
  const [reject] = report.rejects;
  assert.deepEqual(reject, { input: path, record: 2, field: 'the row', reason: 'must have 11 cells, has 12' });
  await assert.rejects(imported(t, [path]), /b\.txt": record 2: the row must have 11 cells, has 12$/);
});

const STATES: [claim: string, proceedings: string, state: string | undefined][] = [
  ['no proceeding', '', 'active'],
  ['a bankruptcy', '|KK-AVOMFO$2026-01-01', 'insolvent'],
  ['a bankruptcy concluded on the same day', '|KK-AVOMFO$2026-01-01|KKUHAVD-AVSLAVOMFO$2026-01-01', 'active'],
  ['a bankruptcy after a concluded one', '|KKAVOV-AVSLAVOMFO$2020-01-01|KK-AVOMFO$2026-01-01', 'insolvent'],
  ['a conclusion before its proceeding in the file', '|LIUHOR-AVSLAVOMFO$2026-02-01|LI-AVOMFO$2026-01-01', 'active'],
  ['a conclusion of another proceeding', '|LI-AVOMFO$2026-01-01|FRUHOR-AVSLAVOMFO$2026-02-01', 'in_liquidation'],
  ['a conclusion without its proceeding', '|KKAVOV-AVSLAVOMFO$2026-01-01', 'active'],
  ['a liquidation beside a merger', '|FUOL-AVOMFO$2026-01-01|LI-AVOMFO$Likvidation$2026-02-01', 'in_liquidation'],
  ['a merger', '|FUOL-AVOMFO$2026-01-01', 'active'],
  ['an unknown proceeding', '|XX-AVOMFO$2026-01-01', undefined],
];
for (const [claim, pagandeAvvecklingsEllerOmstruktureringsforfarande, state] of STATES) {
  test(`se-bolagsverket reads ${claim} as the state ${state}`, async (t) => {
    const path = bolagsverket(t, [{ pagandeAvvecklingsEllerOmstruktureringsforfarande }]);
    assert.equal((await imported(t, [path])).lines[0]?.state, state);
  });
}

test('se-bolagsverket takes no mark for an activity code', async (t) => {
  const path = scb(t, [{ Ng1: '10110', Ng2: '*', Ng3: '10120' }]);
  const { lines } = await imported(t, [bolagsverket(t, [{}]), path]);
  assert.deepEqual(
    lines[0]?.classifications?.map(({ code }) => code),
    ['10110', '10120'],
  );
});

test('se-bolagsverket dates a line by the file it comes from', async (t) => {
  const registered = bolagsverket(t, [{}], 'bolagsverket.txt');
  const units = scb(t, [{}, { PeOrgNr: `16${OTHER_NUMBER}` }], 'scb_JE_20261109T000000_1.txt');
  const importDates = async (more: Partial<ImportOptions> = {}): Promise<unknown[]> =>
    (await imported(t, [registered, units], more)).lines.map(({ as_of_date }) => as_of_date);
  assert.deepEqual(await importDates(), [undefined, '2026-11-09']);
  assert.deepEqual(await importDates({ published: '2026-11-16' }), ['2026-11-16', '2026-11-16']);
});

test('se-bolagsverket takes the newest of several files, whatever their order', async (t) => {
  const name = (text: string): object => ({ organisationsnamn: `${text}$FORETAGSNAMN-ORGNAM$2001-02-03` });
  const inputs = [
    bolagsverket(t, [{ ...name('Gamla AB') }], '2026-11-09.txt'),
    bolagsverket(t, [{ ...name('Nya AB') }], '2026-11-16.txt'),
    scb(t, [{ Ng1: '10110' }], '2026-11-09.txt'),
    scb(t, [{ Ng1: '10120' }], '2026-11-16.txt'),
  ];
  for (const order of [inputs, inputs.toReversed()]) {
    const { lines, report } = await imported(t, order);
    assert.deepEqual(
      lines.map(({ name: found, classifications }) => [found, classifications?.[0]?.code]),
      [['Nya AB', '10120']],
    );
    assert.equal(report.dropped['a newer file has the same number']?.count, 2);
  }
});

test('se-bolagsverket finds the version of activity codes by codes that only one has, then by the date', async (t) => {
  const registered = bolagsverket(t, [{}]);
  const importSchemes = async (codes: string[], name = 's.txt'): Promise<unknown> => {
    const rows = codes.map((Ng1, i) => ({ PeOrgNr: i === 0 ? `16${NUMBER}` : `16${OTHER_NUMBER}`, Ng1 }));
    const { lines } = await imported(t, [registered, scb(t, rows, name)]);
    return lines.map(({ classifications }) => classifications?.[0]?.scheme);
  };
  assert.deepEqual(await importSchemes(['10110']), ['SNI 2025']);
  assert.deepEqual(await importSchemes(['10110'], '2026-01-01.txt'), ['SNI 2025']);
  assert.deepEqual(await importSchemes(['10110'], '2025-12-31.txt'), ['SNI 2007']);
  assert.deepEqual(await importSchemes(['10110', '45310']), ['SNI 2007', 'SNI 2007']);
  assert.deepEqual(await importSchemes(['10110', '62100'], '2025-12-31.txt'), ['SNI 2025', 'SNI 2025']);
  assert.deepEqual(await importSchemes(['62010', '96210']), ['SNI 2007', 'SNI 2025']);
});

const REFUSED: [claim: string, inputs: (t: TestContext) => string[], want: RegExp][] = [
  ['only the file of SCB', () => [SCB], /no input is the file of Bolagsverket; SCB has no registrations$/],
  ['a file of neither', (t) => [other(t)], /of none of the kinds bolagsverket, scb$/], // prettier-ignore
  ['a full file that is too short', (t) => [bolagsverket(t, [{}], 'bolagsverket_bulkfil.txt')], /holds at least 2650000 records, this one 1; if it is an extract, give it another name$/], // prettier-ignore
  ['a record that has no quotes', (t) => [unquoted(t)], /record 1: must start with \/\^"/],
  ['a number of an unknown form', (t) => [bolagsverket(t, [{ organisationsidentitet: '55999900$ORGNR-IDORG' }])], /record 1: organisationsidentitet must be ten digits$/], // prettier-ignore
  ['a number without a kind', (t) => [bolagsverket(t, [{ organisationsidentitet: `${NUMBER}$X$-IDORG` }])], /organisationsidentitet must be a number, \$ and a kind of number$/], // prettier-ignore
  ['an invalid date', (t) => [bolagsverket(t, [{ avregistreringsdatum: 'ja' }])], /avregistreringsdatum must be a date, YYYY-MM-DD, got "ja"$/], // prettier-ignore
  ['an invalid running number', (t) => [bolagsverket(t, [{ namnskyddslopnummer: 'A' }])], /namnskyddslopnummer must be a number, got "A"$/], // prettier-ignore
  ['a number of SCB of an unknown form', (t) => [BOLAGSVERKET, scb(t, [{ PeOrgNr: NUMBER }])], /record 1: PeOrgNr must be twelve digits that begin with 16, 18, 19 or 20$/], // prettier-ignore
  ['a row of SCB with a cell too many', (t) => [BOLAGSVERKET, scb(t, [{ Namn: 'A\tB' }])], /record 1: the row must have 35 cells, has 36$/], // prettier-ignore
];
for (const [claim, inputs, want] of REFUSED) {
  test(`se-bolagsverket refuses ${claim}`, async (t) => {
    await assert.rejects(imported(t, inputs(t)), (error) => error instanceof InputError && want.test(error.message));
  });
}

function other(t: TestContext): string {
  const path = join(folder(t), 'other.csv');
  writeFileSync(path, 'organisationsidentitet;namn\n1;A\n');
  return path;
}

function unquoted(t: TestContext): string {
  const path = bolagsverket(t, [{}]);
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll('"', ''));
  return path;
}

for (const [number, want] of [
  ['7001010003', true],
  ['7012610003', true],
  ['3029990001', true],
  ['3029990002', true],
  ['5520010000', false],
  ['3039990001', false],
] as const) {
  test(`mayBePersonal returns ${want} for ${number}`, () => assert.equal(mayBePersonal(number), want));
}
