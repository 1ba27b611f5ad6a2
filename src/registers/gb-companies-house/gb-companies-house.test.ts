import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { countsOf, cutsThatImport, imported, importedText } from '../fixture-import.ts';
import { TAKEN_COLUMNS } from './columns.ts';
import { gbCompaniesHouse } from './index.ts';

const fixture = (name: string): string => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url));
const QUOTED = fixture('BasicCompanyData-2026-11-01-part1_2.csv');
const UNQUOTED = fixture('BasicCompanyData-2026-11-01-part2_2.csv');
const [HEADER = '', ROW = '', NEXT_ROW = ''] = readFileSync(QUOTED, 'utf8').split('\n');
const COLUMNS = HEADER.split(',').length;

test('gb-companies-house turns both layouts with every known trap into the expected lines', async (t) => {
  const { text, report } = await imported(t, gbCompaniesHouse, [QUOTED, UNQUOTED]);
  assert.equal(text, readFileSync(fixture('expected.ndjson'), 'utf8'));
  assert.deepEqual(countsOf(report), JSON.parse(readFileSync(fixture('expected.report.json'), 'utf8')));
  assert.deepEqual(
    report.inputs.map(({ published, records }) => ({ published, records })),
    [
      { published: '2026-11-01', records: 13 },
      { published: '2026-11-01', records: 2 },
    ],
  );
});

test('gb-companies-house gives the date of the command line before that of the name', async (t) => {
  const inputs = [QUOTED, UNQUOTED];
  const { text } = await imported(t, gbCompaniesHouse, inputs, { published: '2026-11-03' });
  assert.ok(text.split('\n').every((line) => line === '' || line.includes('"as_of_date":"2026-11-03"')));
});

test('gb-companies-house reports a column that the register did not have', async (t) => {
  const { report } = await importedText(t, gbCompaniesHouse, `${HEADER},ClimateRating\n${ROW},"A"\n`);
  assert.deepEqual(report.leftover_fields, { ClimateRating: 1 });
});

const REFUSED: [claim: string, name: string, text: string, want: RegExp][] = [
  ['another CSV', 'in', 'CompanyName,Number\nA,1\n', /header: the column "CompanyNumber" is missing$/],
  ['JSON', 'in', '[{"CompanyName":"A"}]', /record 1: CompanyNumber is missing$/],
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
    /a full file of gb-companies-house holds at least 5000000 records, this one 1$/,
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

test('gb-companies-house takes a file cut between two records for a shorter one, and no other cut', async (t) => {
  // The columns without which a file is refused are enough: every byte costs one import.
  const row = 'A LTD,14990001,ENGLAND,Private Limited Company,Active,"99999 - Dormant ""Co""",,,"x"';
  const first = `${TAKEN_COLUMNS.join(',')}\r\n${row}`;
  const whole = `${first}\r\nB LTD,SC990003,,,,,,,\r\n`;
  // A record is whole when its last quote is closed, and after its line break; at the very end its start is enough.
  const lengths = [first.length, first.length + 2, whole.length - 1];
  assert.deepEqual(await cutsThatImport(t, gbCompaniesHouse, whole), lengths);
});
