import assert from 'node:assert/strict';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { InputError, type RegisterLine } from '../../model/index.ts';
import { createImport } from '../fixture-import.ts';
import { roOnrc } from './index.ts';
import { lastingNumber } from '../../model/index.ts';
import { folder } from '../../../test/fixtures/folder.ts';

const FIXTURES = fileURLToPath(new URL('fixtures/', import.meta.url));
const FILES = globSync('*.csv', { cwd: FIXTURES }).map((name) => join(FIXTURES, name));

const HEADERS = new Map(
  FILES.map((file) => [basename(file).replace(/-2026.*/, ''), readFileSync(file, 'utf8').split('\r\n', 1)[0] ?? '']),
);

const imported = createImport(roOnrc);

/** Writes rows under the published header of their file and returns the path. */
function published(t: TestContext, name: string, rows: readonly string[]): string {
  const path = join(folder(t), name);
  writeFileSync(path, readText(name, rows));
  return path;
}

function readText(name: string, rows: readonly string[]): string {
  const header = HEADERS.get(/^[a-z_]+/.exec(name)?.[0] ?? '') ?? '';
  return [header, ...rows, ''].join('\r\n');
}

const firm = (number: string, more: { name?: string; cui?: string; form?: string; country?: string } = {}): string => {
  const { name = 'OMEGA INVENTATĂ SRL', cui = '', form = 'SRL', country = 'România' } = more;
  return `${name}^${cui}^${number}^01/02/2003^ROONRC.${number}^${form}^${country}${'^'.repeat(13)}`;
};

const representative = (number: string, name: string, role: string): string =>
  `${number}^${name}^${role}^01/02/1963${'^'.repeat(6)}`;

test('ro-onrc never writes births, homes, addresses of sole traders, e-mail addresses, personal numbers or people who are not officers', async (t) => {
  const { text, report } = await imported(t, FILES, { soleTraders: true });
  const source = FILES.map((file) => readFileSync(file, 'utf8')).join('');
  const secrets = [
    '19/06/1967',
    '21/03/1971',
    'Născocit',
    'Sat Închipuit',
    '1234567890123',
    '@alfa',
    'Ascunsă',
    'ASCUNSU',
  ];
  for (const secret of secrets) {
    assert.ok(source.includes(secret), secret);
    assert.ok(!text.includes(secret), secret);
    assert.ok(!JSON.stringify(report).includes(secret), secret);
  }
});

test('ro-onrc takes sole traders and family businesses on request', async (t) => {
  const soleTraders = (lines: readonly RegisterLine[]): RegisterLine[] =>
    lines.filter(({ key }) => key?.startsWith('ro-onrc:F'));
  assert.deepEqual(soleTraders((await imported(t, FILES)).lines), []);
  const asked = soleTraders((await imported(t, FILES, { soleTraders: true })).lines);
  assert.deepEqual(
    asked.map(({ legal_form, officers }) => [legal_form, officers?.map(({ name, roles }) => [name, roles])]),
    [
      ['PF', undefined],
      ['PFA', [['INVENTATU ANA', ['administrator']]]],
      ['IF', [['INVENTATU GELU', ['reprezentant']]]],
    ],
  );
});

test('ro-onrc recognises a sole trader by the letter of the number where the form is another', async (t) => {
  const { report } = await imported(t, [
    published(t, 'od_firme.part', [firm('f40/1/1991', { form: '' }), firm('J1/1/1991')]),
  ]);
  assert.equal(report.dropped['sole trader']?.count, 1);
});

test('ro-onrc accounts for every record of firms: a line or a drop', async (t) => {
  const { report } = await imported(t, FILES);
  const read = report.inputs
    .filter(({ name }) => name.includes('od_firme'))
    .reduce((sum, { records }) => sum + records, 0);
  const dropped = Object.entries(report.dropped)
    .filter(([reason]) => reason.startsWith('od_firme') || reason === 'sole trader')
    .reduce((sum, [, { count }]) => sum + count, 0);
  assert.equal(report.lines_written + dropped, read);
});

test('ro-onrc gives a firm the same key before and after its number got the new form', async (t) => {
  const before = published(t, 'od_firme-2024-07-01.csv', [firm('J08/7/2007')]);
  const after = published(t, 'od_firme-2024-08-01.csv', [firm(lastingNumber('J08/7/2007'))]);
  const [old] = (await imported(t, [before])).lines;
  const [renumbered] = (await imported(t, [after])).lines;
  assert.equal(old?.key, 'ro-onrc:J2007000007088');
  assert.equal(renumbered?.key, old?.key);
  assert.notEqual(renumbered?.identifiers?.[0]?.value, old?.identifiers?.[0]?.value);
  const both = await imported(t, [before, after]);
  assert.deepEqual(both.lines, [renumbered]);
});

test('ro-onrc takes all representatives of a firm from the newest file that has some', async (t) => {
  const firms = published(t, 'od_firme-2026-09-02.csv', [firm('J1/1/1991')]);
  const legal = 'od_reprezentanti_legali';
  const old = published(t, `${legal}-2026-07-08.csv`, [
    representative('J1/1/1991', 'VECHE INVENTATA', 'administrator'),
  ]);
  const now = published(t, `${legal}-2026-09-02.csv`, [representative('J1/1/1991', 'NOUĂ INVENTATA', 'lichidator')]);
  const { lines, report } = await imported(t, [old, firms, now]);
  assert.deepEqual(
    lines[0]?.officers?.map(({ name, source }) => [name, source.observed_at]),
    [['NOUĂ INVENTATA', '2026-09-02T00:00:00Z']],
  );
  assert.equal(report.dropped['od_reprezentanti_legali: a newer file speaks of the firm']?.count, 1);
});

test('ro-onrc takes dates from the names of files or from the command line, and has none where neither has one', async (t) => {
  const inputs = [
    published(t, 'od_firme.part', [firm('J1/1/1991')]),
    published(t, 'od_reprezentanti_legali.part', [representative('J1/1/1991', 'INVENTATA ANA', 'administrator')]),
  ];
  const dates = ({ lines: [line] }: { lines: readonly RegisterLine[] }): unknown[] => [
    line?.as_of_date,
    line?.officers?.[0]?.source.observed_at,
  ];
  assert.deepEqual(dates(await imported(t, inputs)), [undefined, undefined]);
  assert.deepEqual(dates(await imported(t, inputs, { published: '2026-09-02' })), [
    '2026-09-02',
    '2026-09-02T00:00:00Z',
  ]);
});

test('ro-onrc publishes codes of state where there is no nomenclature', async (t) => {
  const firms = published(t, 'od_firme-a.csv', [firm('J1/1/1991'), firm('J1/2/1991')]);
  const states = published(t, 'od_stare_firma-a.csv', [
    'J1/1/1991^1048',
    'J1/1/1991^1084',
    'J1/2/1991^2120',
    'J1/2/1991^2069',
  ]);
  const { lines, report } = await imported(t, [firms, states]);
  assert.deepEqual(lines.map(({ company_status }) => company_status), ['1084', '2069']); // prettier-ignore
  assert.deepEqual(report.unknown_codes, {});
});

test('ro-onrc leaves out the activities of the oldest versions where a firm has too many', async (t) => {
  const firms = published(t, 'od_firme-a.csv', [firm('J1/1/1991')]);
  const row =
    (version: number) =>
    (_: unknown, i: number): string =>
      `J1/1/1991^${String(i).padStart(4, '0')}^${version}`;
  const activities = [...Array.from({ length: 60 }, row(2)), ...Array.from({ length: 60 }, row(3))];
  const { lines, report } = await imported(t, [firms, published(t, 'od_caen_autorizat-a.csv', activities)]);
  const schemes = (lines[0]?.classifications ?? []).map(({ scheme }) => scheme);
  assert.deepEqual([schemes.length, schemes.filter((scheme) => scheme === 'CAEN 2025').length], [100, 60]);
  assert.equal(report.noted['more than 100 activities, the last of the oldest version skipped']?.count, 1);
});

const REFUSED: [claim: string, name: string, rows: readonly string[], want: RegExp][] = [
  [
    'only states',
    'od_stare_firma-a.csv',
    ['J1/1/1991^1048'],
    /no input is a file of firms \(OD_FIRME\); the others only add to them$/,
  ],
  ['another CSV', 'other.csv', ['a^b', '1^2'], /of none of the kinds od_firme, od_reprezentanti_legali, /],
  [
    'a row with a cell too few',
    'od_firme-a.csv',
    [firm('J1/1/1991').slice(0, -1)],
    /record 1: the row must have 20 cells, has 19$/,
  ],
  [
    'a row with a cell too many',
    'od_firme-a.csv',
    [`${firm('J1/1/1991')}^`],
    /record 1: the row must have 20 cells, has 21$/,
  ],
  [
    'a name that is longer than any',
    'od_firme-a.csv',
    [firm('J1/1/1991', { name: 'X'.repeat(4001) })],
    /record 1: name must have at most 4000 characters/,
  ],
  [
    'a full file that is too short',
    'od_firme.csv',
    [firm('J1/1/1991')],
    /a full file of ro-onrc holds at least 3800000 records, this one 1; if it is an extract, give it another name$/,
  ],
];
for (const [claim, name, rows, want] of REFUSED) {
  test(`ro-onrc refuses ${claim}`, async (t) => {
    const input = published(t, name, rows);
    await assert.rejects(imported(t, [input]), (error) => error instanceof InputError && want.test(error.message));
  });
}

test('ro-onrc leaves out broken rows of any file where the operator allows it, and reads on behind them', async (t) => {
  const firms = published(t, 'od_firme-a.csv', ['"ÎN DOUĂ', 'RÂNDURI" SRL', firm('J1/1/1991')]);
  const states = published(t, 'od_stare_firma-a.csv', ['J1/1/1991^1048^', 'J1/1/1991^2069']);
  const names = published(t, 'n_stare_firma-a.csv', ['2069', '2069^sediu expirat']);
  const { lines, report } = await imported(t, [firms, states, names], { maxRejects: 4 });
  assert.deepEqual(lines.map(({ company_status }) => company_status), ['sediu expirat']); // prettier-ignore
  assert.deepEqual([report.records_read, report.records_rejected], [7, 4]);
  await assert.rejects(
    imported(t, [firms, states, names], { maxRejects: 3 }),
    /3 rejects are allowed, this is one more$/,
  );
});

test('ro-onrc refuses a nomenclature that is too long to be one', async (t) => {
  const codes = Array.from({ length: 20_001 }, (_, i) => `${i}^text`);
  const inputs = [published(t, 'od_firme-a.csv', [firm('J1/1/1991')]), published(t, 'n_stare_firma-a.csv', codes)];
  await assert.rejects(imported(t, inputs), /record 20001: COD is one of more than 20000 different codes$/);
});

test('ro-onrc reports a column that the register did not have', async (t) => {
  const input = join(folder(t), 'od_firme-a.csv');
  writeFileSync(input, `${HEADERS.get('od_firme')}^LEI\n${firm('J1/1/1991')}^X\n`);
  assert.deepEqual((await imported(t, [input])).report.leftover_fields, { LEI: 1 });
});
