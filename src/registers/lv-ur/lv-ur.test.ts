import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { ImportOptions } from '../../importer/index.ts';
import { deriveCompanyId, type RegisterLine } from '../../model/index.ts';
import { createImport } from '../fixture-import.ts';
import { lvUr } from './index.ts';
import {
  COMPANY_HEADER,
  NUMBER,
  OFFICER_HEADER,
  OTHER,
  REORGANISATION_HEADER,
  company,
  officer,
  published,
} from './rows-fixture.ts';

const fixture = (name: string): string => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url));
const COMPANIES = fixture('register-2026-11-20.csv');
const OFFICERS = fixture('officers-2026-11-19.csv');
const REORGANISATIONS = fixture('reorganizations-2026-11-20.csv');
const LABELS = fixture('all_constants.tsv');
const PROCEEDINGS = ['liquidations', 'insolvency_legal_person_proceeding'].map((name) =>
  fixture(`${name}-2026-11-20.csv`),
);
const NAMES = fixture('register_name_history-2026-11-20.csv');
const ALL = [COMPANIES, OFFICERS, REORGANISATIONS, LABELS, NAMES, ...PROCEEDINGS];

async function imported(t: TestContext, inputs: readonly string[], more: Partial<ImportOptions> = {}) {
  const result = await createImport(lvUr)(t, inputs, more);
  const byNumber = new Map(result.lines.map((line) => [line.identifiers?.[0]?.value, line]));
  return { ...result, line: (number: string) => byNumber.get(number) };
}

test('lv-ur never writes a masked personal code, a date of birth or the address of a person', async (t) => {
  const { text } = await imported(t, ALL, { soleTraders: true });
  const sources = ALL.map((path) => readFileSync(path, 'utf8')).join('');
  for (const secret of [
    '010170',
    '*****',
    '1970-01-02',
    '1950-02-03',
    'Kalniņi',
    'Anna Izdomāta',
    'lēmums',
    'Ilze Nekāda',
    'ZZZ',
  ]) {
    assert.ok(sources.includes(secret), secret);
    assert.ok(!text.includes(secret), secret);
  }
});

test('lv-ur makes one officer of rows that say the same', async (t) => {
  const row = officer({ birth: '1970-01-02' });
  const inputs = [
    published(t, 'register', COMPANY_HEADER, company()),
    published(t, 'officers', OFFICER_HEADER, row, row),
  ];
  const { lines } = await imported(t, inputs);
  assert.equal(lines[0]?.officers?.length, 1);
});

test('lv-ur takes forms that one person owns on request, and never their owners', async (t) => {
  const { lines } = await imported(t, ALL);
  const listTypes = (all: readonly RegisterLine[]): unknown[] => all.map((line) => line.company_type);
  for (const form of ['IK', 'ZEM']) assert.ok(!listTypes(lines).includes(form), form);
  const asked = await imported(t, ALL, { soleTraders: true });
  for (const form of ['IK', 'ZEM']) assert.ok(listTypes(asked.lines).includes(form), form);
  assert.ok(!asked.text.includes('Izdomāta Ilze"'));
  assert.deepEqual(
    asked.lines.find((line) => line.company_type === 'ZEM')?.officers?.map(({ name }) => name),
    ['Pārvaldnieks Zigis'],
  );
});

test('lv-ur says that an open entity is active only where both files of proceedings are given', async (t) => {
  const [liquidations = '', insolvencies = ''] = PROCEEDINGS;
  const stateWith = async (...more: string[]): Promise<unknown> =>
    (await imported(t, [COMPANIES, ...more])).line(NUMBER)?.state;
  assert.equal(await stateWith(), undefined);
  assert.equal(await stateWith(liquidations), undefined);
  assert.equal(await stateWith(insolvencies), undefined);
  assert.equal(await stateWith(...PROCEEDINGS), 'active');
});

for (const form of ['IK', 'IND', 'GIM', 'ZEM', 'ZVJ', 'PRV']) {
  test(`lv-ur counts ${form} as a sole trader`, async (t) => {
    const { lines, report } = await imported(t, [published(t, 'register', COMPANY_HEADER, company({ type: form }))]);
    assert.deepEqual(lines, []);
    assert.equal(report.dropped['sole trader']?.count, 1);
  });
}

test('lv-ur knows its labels without the file of enumerations, and the register’s own where both are', async (t) => {
  const roles = async (...labels: string[]): Promise<unknown> =>
    (await imported(t, [COMPANIES, OFFICERS, ...labels])).line(NUMBER)?.officers?.[0]?.roles;
  assert.deepEqual(await roles(), ['Valdes priekšsēdētājs', 'Likvidators']);
  const file = published(
    t,
    'in.tsv',
    'type\tpublic_code\tdescription_LV\tdescription_EN',
    'position\tLIQUIDATOR\tL 1\t',
  );
  assert.deepEqual(await roles(file), ['Valdes priekšsēdētājs', 'L 1']);
  const newer = published(t, '2026-11-20', 'type\tpublic_code\tdescription_lv', 'position\tLIQUIDATOR\tL 2');
  assert.deepEqual(await roles(file, newer), ['Valdes priekšsēdētājs', 'L 2']);
});

for (const [closed, want] of [
  [' ', undefined],
  ['', undefined],
  ['L', 'Izslēgts no reģistra'],
  ['R', 'Izslēgts reorganizācijas rezultātā'],
  ['A', 'Anulēts'],
  ['Q', 'Q'],
] as const) {
  test(`lv-ur shows ${want ?? 'no status'} for closed = "${closed}"`, async (t) => {
    const { lines, report } = await imported(t, [published(t, 'register', COMPANY_HEADER, company({ closed }))]);
    assert.equal(lines[0]?.company_status, want);
    assert.deepEqual(
      report.unknown_codes,
      closed === 'Q' ? { closed: { Q: 1 }, 'closed as a state, left out': { Q: 1 } } : {},
    );
  });
}

const SHOWN: [claim: string, more: Parameters<typeof officer>[0], shown: boolean][] = [
  ['a position', { position: 'ADMINISTRATOR' }, true],
  ['a position on an auditing body', { position: 'MEMBER', body: 'AUDIT_COMMITTEE' }, false],
  ['a position before an assembly', { position: 'AUTHORISED_REPRESENTATIVE', body: 'CONGRESS' }, true],
  ['a seat on a managing body', { position: '', body: 'SUPERVISORY_BOARD' }, true],
  ['a seat in an assembly', { position: '', body: 'CONGRESS' }, false],
  ['a seat on an unknown body', { position: '', body: 'SOVIET' }, false],
  ['nothing', { position: '' }, false],
  ['an unknown position', { position: 'TREASURER', body: 'EXECUTIVE_BOARD' }, false],
  ['the owner', { position: 'OWNER' }, false],
  ['the guardian of an owner', { position: 'GUARDIAN' }, false],
  ['no name', { name: '-' }, false],
];
for (const [claim, more, shown] of SHOWN) {
  test(`lv-ur ${shown ? 'shows' : 'leaves out'} an officer with ${claim}`, async (t) => {
    const inputs = [
      published(t, 'register', COMPANY_HEADER, company()),
      published(t, 'officers', OFFICER_HEADER, officer(more)),
    ];
    const { lines, report } = await imported(t, inputs);
    assert.equal(lines[0]?.officers?.length, shown ? 1 : undefined);
    assert.equal(Object.keys(report.dropped).length, shown ? 0 : 1);
  });
}

const DATES: [claim: string, dates: [string, string], want: unknown[]][] = [
  ['one officer with two roles if their days are equal', ['2019-05-20', '2019-05-20'], ['2019-05-20']],
  ['two officers if their days differ', ['2019-05-20', '2020-01-01'], ['2019-05-20', '2020-01-01']],
  ['two officers if only one has a day', ['2019-05-20', ''], ['2019-05-20', undefined]],
  ['one officer without a day', ['', ''], [undefined]],
  ['one officer without a day if both days are invalid', ['2019-02-30', '0000-00-00'], [undefined]],
];
for (const [claim, [first, second], want] of DATES) {
  test(`lv-ur turns two roles of one person into ${claim}`, async (t) => {
    const inputs = [
      published(t, 'register', COMPANY_HEADER, company()),
      published(
        t,
        'officers',
        OFFICER_HEADER,
        officer({ date: first }),
        officer({ date: second, position: 'LIQUIDATOR' }),
      ),
    ];
    const officers = (await imported(t, inputs)).lines[0]?.officers ?? [];
    assert.deepEqual(
      officers.map((one) => one.appointed_on),
      want,
    );
  });
}

test('lv-ur keeps people of one name apart by what it never shows', async (t) => {
  const rows = [officer({ birth: '1970-01-01' }), officer({ birth: '1980-01-01', position: 'LIQUIDATOR' })];
  const inputs = [
    published(t, 'register', COMPANY_HEADER, company()),
    published(t, 'officers', OFFICER_HEADER, ...rows),
  ];
  assert.equal((await imported(t, inputs)).lines[0]?.officers?.length, 2);
});

test('lv-ur takes the newest record of an entity and its officers from the newest file that has any', async (t) => {
  const inputs = [
    published(t, 'register-2026-11-01.csv', COMPANY_HEADER, company({ name: 'Vecs' }), company({ number: OTHER })),
    published(t, 'register-2026-11-02.csv', COMPANY_HEADER, company({ name: 'Jauns' })),
    published(t, 'officers-2026-11-03.csv', OFFICER_HEADER, officer({ name: 'Jauna' })),
    published(t, 'officers-2026-11-01.csv', OFFICER_HEADER, officer({ name: 'Veca' }), officer({ number: OTHER })),
  ];
  const { line, report } = await imported(t, inputs);
  assert.equal(line(NUMBER)?.name, 'Jauns');
  assert.equal(line(NUMBER)?.as_of_date, '2026-11-02');
  assert.equal(line(OTHER)?.as_of_date, '2026-11-01');
  assert.deepEqual(
    line(NUMBER)?.officers?.map(({ name, source }) => [name, source.observed_at]),
    [['Jauna', '2026-11-03T00:00:00Z']],
  );
  assert.equal(line(OTHER)?.officers?.[0]?.source.observed_at, '2026-11-01T00:00:00Z');
  assert.equal(report.dropped['a newer record has the same number']?.count, 1);
  assert.equal(report.dropped['officers: a newer file has officers of the entity']?.count, 1);
});

const deriveId = (number: string): string =>
  deriveCompanyId({ kind: 'identifier', scheme: 'national_registry_number', scope: 'LV', comparedValue: number });

const LIFECYCLES: [claim: string, closed: string, rows: string[], want: RegisterLine['lifecycle']][] = [
  ['redirects an acquired entity', 'R', [`ACQUISITION;${NUMBER};${OTHER}`], { status: 'redirected', canonical_id: deriveId(OTHER) }], // prettier-ignore
  ['redirects a transformed entity', 'R', [`TRANSFORMATION;${NUMBER};${OTHER}`], { status: 'redirected', canonical_id: deriveId(OTHER) }], // prettier-ignore
  ['splits a divided entity, also into one', 'R', [`DIVISION;${NUMBER};${OTHER}`], { status: 'split', successor_ids: [deriveId(OTHER)] }], // prettier-ignore
  ['leaves a separated entity as it is', 'R', [`SEPARATION;${NUMBER};${OTHER}`], undefined],
  ['leaves an open entity as it is', ' ', [`ACQUISITION;${NUMBER};${OTHER}`], undefined],
  ['leaves a liquidated entity as it is', 'L', [`ACQUISITION;${NUMBER};${OTHER}`], undefined],
  ['leads to no entity without a line', 'R', [`ACQUISITION;${NUMBER};40990000036`], undefined],
  ['leads to no number that is not there', 'R', [`ACQUISITION;${NUMBER};010100999`], undefined],
  ['leads no entity to itself', 'R', [`ACQUISITION;${NUMBER};${NUMBER}`], undefined],
];
for (const [claim, closed, rows, want] of LIFECYCLES) {
  test(`lv-ur ${claim}`, async (t) => {
    const sole = company({ number: '40990000036', type: 'IK' });
    const inputs = [
      published(t, 'register', COMPANY_HEADER, company({ closed }), company({ number: OTHER }), sole),
      published(t, 'reorganizations', REORGANISATION_HEADER, ...rows),
    ];
    const { lines, line } = await imported(t, inputs);
    assert.equal(lines.length, 2);
    assert.deepEqual(line(NUMBER)?.lifecycle, want);
    assert.equal(line(OTHER)?.lifecycle, undefined);
  });
}

test('lv-ur accounts for every record of its files', async (t) => {
  const { report, lines } = await imported(t, ALL);
  const dropped = Object.values(report.dropped).reduce((sum, { count }) => sum + count, 0);
  // Three labels, seven reorganisations, three names and six proceedings were used. Roles with the same day are one officer.
  const appointments = lines.flatMap(({ officers = [] }) => officers.map(({ roles }) => roles?.length ?? 1));
  const used = 3 + 7 + 3 + 6 + appointments.reduce((sum, count) => sum + count, 0);
  assert.equal(lines.length + dropped + used, report.records_read);
});
