import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { imported, importedText, toCounts } from '../fixture-import.ts';
import { InputError, type RegisterLine } from '../../model/index.ts';
import { gbCompaniesHouse, KINDS } from './index.ts';

const fixture = (name: string): string => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url));
const QUOTED = fixture('BasicCompanyData-2026-11-01-part1_2.csv');
const UNQUOTED = fixture('BasicCompanyData-2026-11-01-part2_2.csv');
const OFFICERS = fixture('Prod195_4362_ew_1.dat');
const MORE_OFFICERS = fixture('Prod195_4362_sc.dat');
const ALL = [QUOTED, UNQUOTED, OFFICERS, MORE_OFFICERS];
const [HEADER = '', ROW = '', NEXT_ROW = ''] = readFileSync(QUOTED, 'utf8').split('\n');
const COLUMNS = HEADER.split(',').length;

test('gb-companies-house turns every layout with every known trap into the expected lines, in any order', async (t) => {
  const expected = readFileSync(fixture('expected.ndjson'), 'utf8');
  const { text, report } = await imported(t, gbCompaniesHouse, ALL);
  assert.equal(text, expected);
  assert.deepEqual(toCounts(report), JSON.parse(readFileSync(fixture('expected.report.json'), 'utf8')));
  assert.deepEqual(
    report.inputs.map(({ format, published, records }) => ({ format, published, records })),
    [
      { format: 'fixed-width', published: undefined, records: 33 },
      { format: 'fixed-width', published: undefined, records: 7 },
      { format: 'csv', published: '2026-11-01', records: 13 },
      { format: 'csv', published: '2026-11-01', records: 2 },
    ],
  );
  assert.equal((await imported(t, gbCompaniesHouse, ALL.toReversed())).text, expected);
});

test('gb-companies-house gives the same companies in the order of their file where no officers are given', async (t) => {
  const { text } = await imported(t, gbCompaniesHouse, [QUOTED, UNQUOTED]);
  assert.equal(buildLines(text)[0]?.name, '! FIXTURE ONE LTD');
  const bare = buildLines(readFileSync(fixture('expected.ndjson'), 'utf8')).map((line) =>
    JSON.stringify({ ...line, officers: undefined }),
  );
  assert.deepEqual(text.trim().split('\n').toSorted(), bare.toSorted());
});

test('gb-companies-house accounts for every record: lines, drops, and what joined a line', async (t) => {
  const { report, text } = await imported(t, gbCompaniesHouse, ALL);
  const dropped = Object.values(report.dropped).reduce((sum, { count }) => sum + count, 0);
  const appointments = buildLines(text).flatMap(({ officers = [] }) =>
    officers.flatMap(({ roles = [] }) => roles),
  ).length;
  // Records in files of officers that only name a company, which has a line.
  const named = 8;
  assert.equal(report.lines_written + dropped + appointments + named, report.records_read);
});

test('gb-companies-house never writes a date of birth, an address, an occupation or a person number', async (t) => {
  const { text } = await imported(t, gbCompaniesHouse, ALL);
  const secrets = ['196002', '19600203', 'ZZ7 7ZZ', 'PRIVATE STREET', 'ACTUARY', 'BRITISH', '99000001', 'KBE'];
  for (const secret of secrets) {
    assert.ok(readFileSync(OFFICERS, 'utf8').includes(secret), secret);
    assert.ok(!text.includes(secret), secret);
  }
  assert.doesNotMatch(text, /1970|1960-02/);
});

test('gb-companies-house gives no name behind c/o and no address of an establishment', async (t) => {
  const { text } = await imported(t, gbCompaniesHouse, ALL);
  for (const secret of ['CAREOF', 'FIXTURE AGENTS']) {
    assert.ok(readFileSync(QUOTED, 'utf8').includes(secret), secret);
    assert.ok(!text.includes(secret), secret);
  }
  const establishment = buildLines(text).find(({ identifiers }) => identifiers?.[0]?.value === 'BR990006');
  assert.ok(establishment !== undefined && !('address' in establishment));
});

for (const box of ['99', 'PO BOX 99']) {
  test(`gb-companies-house gives the post box ${box} as the first line of the registered office`, async (t) => {
    const columns = HEADER.split(',').map((name) => name.trim());
    const cells = ROW.split(',');
    cells[columns.indexOf('RegAddress.POBox')] = box;
    cells[columns.indexOf('RegAddress.AddressLine1')] = 'FIXTURE HOUSE';
    const { lines } = await importedText(t, gbCompaniesHouse, `${HEADER}\n${cells.join(',')}\n`);
    assert.deepEqual(lines[0]?.address?.lines?.slice(0, 2), ['PO BOX 99', 'FIXTURE HOUSE']);
  });
}

test('gb-companies-house skips officers who resigned, were registered by mistake or have an unknown appointment', async (t) => {
  const { text } = await imported(t, gbCompaniesHouse, ALL);
  for (const name of ['RESIGNED', 'ENDED', 'ERRORED', 'UNKNOWN', 'SHIFTED', 'PARTS', 'DISSOLVED']) {
    assert.ok(readFileSync(OFFICERS, 'utf8').includes(name), name);
    assert.ok(!text.includes(name), name);
  }
});

test('gb-companies-house takes or ignores every column of the files of officers', () => {
  const { fixedWidth, taken, ignored } = KINDS.officers;
  const { header, kinds } = fixedWidth;
  const columns = [header, ...Object.values(kinds)].flatMap((kind) => Object.keys(kind.columns));
  const parts = [kinds['1'].tail.parts, kinds['2'].tail.parts].flat();
  assert.deepEqual([...taken, ...ignored].toSorted(), [...new Set([...columns, ...parts])].toSorted());
});

test('gb-companies-house gives the date of the command line before that of the name', async (t) => {
  const { text } = await imported(t, gbCompaniesHouse, ALL, { published: '2026-11-03' });
  assert.ok(text.split('\n').every((line) => line === '' || line.includes('"as_of_date":"2026-11-03"')));
  // The first line of a file of officers has its date.
  assert.match(text, /"observed_at":"2026-11-20T00:00:00Z"/);
  assert.doesNotMatch(text, /"observed_at":"2026-11-03/);
});

test('gb-companies-house reports a column that the register did not have', async (t) => {
  const { report } = await importedText(t, gbCompaniesHouse, `${HEADER},ClimateRating\n${ROW},"A"\n`);
  assert.deepEqual(report.leftover_fields, { ClimateRating: 1 });
});

const DIRECTOR = '149900012101990000010001        20200201        ZZ1 1ZZ 197001          0020MR<A<FIXTURE<<<<<<<<<<<<';

/** A file of officers with these records. */
function snapshot(...records: string[]): string {
  const count = String(records.length).padStart(8, '0');
  return ['DDDDSNAP436220261120', ...records, `99999999${count}`].join('\n');
}

function buildLines(text: string): RegisterLine[] {
  return text.trim().split('\n').map((line) => JSON.parse(line) as RegisterLine); // prettier-ignore
}

/** Returns the officers of company 14990001 after an import with these files of officers. */
async function readOfficers(t: TestContext, ...files: string[]): Promise<RegisterLine['officers']> {
  const at = mkdtempSync(join(tmpdir(), 'openfirma-gb-'));
  t.after(() => rmSync(at, { recursive: true }));
  const paths = files.map((_, position) => join(at, `officers-${position}`));
  for (const [position, path] of paths.entries()) writeFileSync(path, files[position] ?? '');
  const companies = join(at, 'companies');
  writeFileSync(companies, `${HEADER}\n${ROW}\n`);
  const { text } = await imported(t, gbCompaniesHouse, [...paths, companies]);
  return buildLines(text)[0]?.officers;
}

const ROLES: [types: string[], role: string | undefined][] = [
  [['00'], 'Secretary'],
  [['01'], 'Director'],
  [['04'], 'LLP Member'],
  [['05'], 'LLP Designated Member'],
  [['11'], 'Judicial Factor'],
  [['12'], 'Receiver and Manager'],
  [['13'], 'CIC Manager'],
  [['17'], 'Member of an Administrative Organ'],
  [['18'], 'Member of a Supervisory Organ'],
  [['19'], 'Member of a Management Organ'],
  [['02', '03', '06', '07', '14', '15', '16', '20', '21', '22', '99', '08', '1 ', '  '], undefined],
];
for (const [types, role] of ROLES) {
  test(`gb-companies-house shows the appointment types ${types.join(', ')} as ${role}`, async (t) => {
    const records = types.map((type) => DIRECTOR.replace('2101', `21${type}`));
    assert.deepEqual((await readOfficers(t, snapshot(...records)))?.[0]?.roles?.[0], role);
  });
}

const NAMES: [claim: string, from: string, to: string, want: string][] = [
  ['the surname first', 'MR<A<', 'MR<ANN  BEE<', 'FIXTURE, ANN BEE'],
  ['no plain title', 'MR<', 'miss<', 'FIXTURE, A'],
  ['any other title last', 'MR<', 'PROF<', 'FIXTURE, A, PROF'],
  ['only a title behind a surname', 'MR<A<', 'LORD<<', 'FIXTURE, LORD'],
  ['only forenames', 'A<FIXTURE<', 'A<<', 'A'],
  ['a company by its name', '0001 ', '0001Y', 'FIXTURE'],
];
for (const [claim, from, to, want] of NAMES) {
  test(`gb-companies-house prints ${claim}`, async (t) => {
    assert.deepEqual((await readOfficers(t, snapshot(DIRECTOR.replace(from, to))))?.[0]?.name, want);
  });
}

test('gb-companies-house takes several files of one run and an appointment of two of them once', async (t) => {
  const second = snapshot(DIRECTOR, DIRECTOR.replace('9900000100', '9900000200'));
  assert.equal((await readOfficers(t, snapshot(DIRECTOR), second))?.length, 2);
});

test('gb-companies-house refuses files of officers of two runs, each of which is the whole register', async (t) => {
  const older = snapshot(DIRECTOR).replace('436220261120', '436120261119');
  await assert.rejects(
    readOfficers(t, snapshot(DIRECTOR), older),
    /officers-1": it is of another run than ".*officers-0"; all files of officers must be of one$/,
  );
});

test('gb-companies-house refuses a file of officers without a date', async (t) => {
  const undated = snapshot(DIRECTOR).replace('20261120', '20261320');
  await assert.rejects(readOfficers(t, undated), /officers-0": its first line has no date of production$/);
});

test('gb-companies-house refuses a file of officers that was cut', async (t) => {
  const whole = snapshot(DIRECTOR);
  for (let length = 0; length < whole.length; length += 7) {
    await assert.rejects(readOfficers(t, whole.slice(0, length)), InputError, `cut at ${length}`);
  }
});

const REFUSED: [claim: string, name: string, text: string, want: RegExp][] = [
  ['another CSV', 'in', 'CompanyName,Number\nA,1\n', /of none of the kinds officers, companies$/],
  ['JSON', 'in', '[{"CompanyName":"A"}]', /it is JSON, probably a response of the interface; take the CSV edition$/],
  ['only officers', 'in', snapshot(DIRECTOR), /no input is a file of companies; files of officers have no companies$/],
  ['daily updates of officers', 'in', snapshot().replace('SNAP', 'UPDT'), /of none of the kinds officers, companies$/],
  ['a row without a number', 'in', `${HEADER}\n${','.repeat(COLUMNS - 1)}\n`, /record 1: CompanyNumber is missing$/],
  [
    'parts joined without the line break that the first lacks',
    'in',
    `${HEADER}\n${ROW}${HEADER}\n${NEXT_ROW}\n`,
    /Cannot read ".*in": /,
  ],
  [
    'a part without the others',
    'BasicCompanyData-2026-11-01-part1_7.csv',
    `${HEADER}\n${ROW}\n`,
    /"BasicCompanyData-2026-11-01-part2_7.csv" is missing; give all 7 parts at once$/,
  ],
  [
    'a whole file that holds next to nothing',
    'BasicCompanyDataAsOneFile-2026-11-01.csv',
    `${HEADER}\n${ROW}\n`,
    /a full file of gb-companies-house holds at least 5000000 records, this one 1; if it is an extract, give it another name$/,
  ],
];
for (const [claim, name, text, want] of REFUSED) {
  test(`gb-companies-house refuses ${claim}`, async (t) => {
    await assert.rejects(importedText(t, gbCompaniesHouse, text, name), want);
  });
}

test('gb-companies-house refuses files of two months, each of which is the whole register', async (t) => {
  const at = mkdtempSync(join(tmpdir(), 'openfirma-gb-'));
  t.after(() => rmSync(at, { recursive: true }));
  const older = join(at, 'BasicCompanyDataAsOneFile-2026-10-01.csv');
  writeFileSync(older, `${HEADER}\n${ROW}\n`);
  await assert.rejects(
    imported(t, gbCompaniesHouse, [older, QUOTED, UNQUOTED]),
    /2026-10-01.csv": it is of another month/,
  );
});
