import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { folder } from '../../../test/fixtures/folder.ts';
import { InputError } from '../../model/index.ts';
import { createImport } from '../fixture-import.ts';
import { lvUr } from './index.ts';
import { COMPANY_HEADER, NUMBER, OFFICER_HEADER, company, officer, published } from './rows-fixture.ts';

const imported = createImport(lvUr);

const REFUSED: [claim: string, name: string, rows: string[], want: RegExp][] = [
  [
    'only officers',
    'officers.csv',
    [OFFICER_HEADER, officer()],
    /no input is a register.csv; officers have no companies/,
  ],
  ['another register', 'x.csv', ['a;b', '1;2'], /of none of the kinds companies, officers, /],
  [
    'former names without entities',
    'register_name_history-excerpt.csv',
    ['regcode;name;date_to', `${NUMBER};A;2019-01-01`],
    /no input is a register.csv/,
  ],
  ['a row without a number', 'x', [COMPANY_HEADER, company({ number: '' })], /record 1: regcode is missing$/],
  ['an invalid number', 'x', [COMPANY_HEADER, company({ number: 'LV1' })], /regcode must be digits, got "LV1"$/],
  [
    'a full file that is too short',
    'register.csv',
    [COMPANY_HEADER, company()],
    /at least 435000 records, this one 1; if it is an extract, give it another name$/,
  ],
];
for (const [claim, name, rows, want] of REFUSED) {
  test(`lv-ur refuses ${claim}`, async (t) => {
    await assert.rejects(
      imported(t, [published(t, name, ...rows)]),
      (error) => error instanceof InputError && want.test(error.message),
    );
  });
}

test('lv-ur refuses an output in a folder that does not exist, before it makes files for the join', async (t) => {
  const at = folder(t);
  const input = published(t, 'x', COMPANY_HEADER, company());
  await assert.rejects(
    imported(t, [input], { output: join(at, 'none', 'sub', 'out') }),
    (error) => error instanceof InputError && /^Cannot write ".*out": no such file or directory$/.test(error.message),
  );
  assert.deepEqual(readdirSync(at), []);
});

const REFUSED_BESIDE: [claim: string, rows: string[], want: RegExp][] = [
  ['an appointment without a number', [OFFICER_HEADER, officer({ number: '' })], /_registration_number is missing$/],
  [
    'labels in no known language',
    ['type\tpublic_code\tdescription_ru', 'position\tOWNER\tX'],
    /description_lv is not a column/,
  ],
];
for (const [claim, rows, want] of REFUSED_BESIDE) {
  test(`lv-ur refuses ${claim}`, async (t) => {
    const inputs = [published(t, 'register', COMPANY_HEADER, company()), published(t, 'beside', ...rows)];
    await assert.rejects(imported(t, inputs), (error) => error instanceof InputError && want.test(error.message));
  });
}
