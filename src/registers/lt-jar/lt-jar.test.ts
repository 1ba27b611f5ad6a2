import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { cutsThatImport, imported, importedText } from '../fixture-import.ts';
import { ltJar } from './index.ts';

const fixture = (name: string): string => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url));
const REGISTERED = fixture('jar_iregistruoti-excerpt.csv');
const DEREGISTERED = fixture('jar_isregistruoti-excerpt.csv');
const [HEADER = '', ROW = '', NEXT_ROW = ''] = readFileSync(REGISTERED, 'utf8').split('\n');

test('lt-jar gives the date of the command line before that of the row', async (t) => {
  const { text } = await imported(t, ltJar, [DEREGISTERED], { published: '2026-11-20' });
  assert.ok(text.split('\n').every((line) => line === '' || line.includes('"as_of_date":"2026-11-20"')));
});

test('lt-jar reports a column that the register did not have', async (t) => {
  const { report } = await importedText(t, ltJar, `${HEADER}|lei\n${ROW}|X\n`);
  assert.deepEqual(report.leftover_fields, { lei: 1 });
});

const LIST = 'ja_kodas|ja_pavadinimas|form_kodas|form_pavadinimas|formavimo_data';
const REFUSED: [claim: string, name: string, text: string, want: RegExp][] = [
  [
    'another CSV',
    'in',
    'ja_kodas|ja_pavadinimas\n1|A\n',
    /header: the columns "form_kodas", "form_pavadinimas", "formavimo_data" are missing$/,
  ],
  [
    'another list of the register',
    'in',
    `${LIST}|nvo_nuo\n1|A|310|B|2026-11-20|2020-01-01\n`,
    /stat_kodas is not a column, and neither is isreg_data/,
  ],
  ['a row without a code', 'in', `${HEADER}\n${ROW.replace(/^\d+/, '')}\n`, /record 1: ja_kodas is missing$/],
  [
    'an invalid date of deregistration',
    'in',
    `${LIST}|isreg_data\n1|A|310|B|2026-11-20|taip\n`,
    /record 1: isreg_data must be a date, YYYY-MM-DD, got "taip"$/,
  ],
  [
    'an invalid date of the list',
    'in',
    `${HEADER}\n${ROW.replace(/\d{4}-\d{2}-\d{2}$/, '20.11.2026')}\n`,
    /record 1: as_of_date must be a calendar day such as 2026-11-20, got "20.11.2026"$/,
  ],
  [
    'a whole file that holds next to nothing',
    'JAR_IREGISTRUOTI.csv',
    `${HEADER}\n${ROW}\n`,
    /a full file of lt-jar holds at least 200000 records, this one 1; if it is an extract, give it another name$/,
  ],
];
for (const [claim, name, text, want] of REFUSED) {
  test(`lt-jar refuses ${claim}`, async (t) => {
    await assert.rejects(importedText(t, ltJar, text, name), want);
  });
}

test('lt-jar takes a file cut between two records for a shorter one, and no other cut', async (t) => {
  const first = `${HEADER}\n${ROW}\n`;
  assert.deepEqual(await cutsThatImport(t, ltJar, `${first}${NEXT_ROW}\n`), [Buffer.byteLength(first)]);
});
