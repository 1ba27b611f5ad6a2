import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { cutsThatImport, imported, importedText } from '../fixture-import.ts';
import { ieCro } from './index.ts';

const fixture = (name: string): string => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url));
const EXCERPT = fixture('companies-excerpt.csv');
const [HEADER = '', ROW = '', NEXT_ROW = ''] = readFileSync(EXCERPT, 'utf8').split('\n');

test('ie-cro gives every line the date of the command line, and none by default', async (t) => {
  const dated = await imported(t, ieCro, [EXCERPT], { published: '2026-11-20' });
  assert.ok(dated.text.trim().split('\n').every((line) => line.includes('"as_of_date":"2026-11-20"'))); // prettier-ignore
  assert.ok(!(await imported(t, ieCro, [EXCERPT])).text.includes('as_of_date'));
});

test('ie-cro reports a column that the register did not have', async (t) => {
  const { report } = await importedText(t, ieCro, `${HEADER},lei\n${ROW},X\n`);
  assert.deepEqual(report.leftover_fields, { lei: 1 });
});

const REFUSED: [claim: string, name: string, text: string, want: RegExp][] = [
  ['another CSV', 'in', 'company_num,name\n1,A\n', /header: the columns "company_name", .+"company_type" are missing$/],
  ['a row without a number', 'in', `${HEADER}\n${ROW.replace('990001', '')}\n`, /record 1: company_num is missing$/],
  [
    'a whole file that holds next to nothing',
    'companies.csv',
    `${HEADER}\n${ROW}\n`,
    /a full file of ie-cro holds at least 800000 records, this one 1; if it is an extract, give it another name$/,
  ],
];
for (const [claim, name, text, want] of REFUSED) {
  test(`ie-cro refuses ${claim}`, async (t) => {
    await assert.rejects(importedText(t, ieCro, text, name), want);
  });
}

test('ie-cro takes a file cut between two records for a shorter one, and no other cut', async (t) => {
  const first = `${HEADER}\n${ROW}\n`;
  assert.deepEqual(await cutsThatImport(t, ieCro, `${first}${NEXT_ROW}\n`), [first.length]);
});
