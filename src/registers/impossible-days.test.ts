/** Every register imports its fixtures with days whose year is wrong: the days are absent and counted, and nothing else changes. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test, type TestContext } from 'node:test';
import type { RegisterLine } from '../model/index.ts';
import { folder } from '../../test/fixtures/folder.ts';
import { imported, type Imported } from './fixture-import.ts';
import { fixtureCases, type FixtureCase } from './fixtures.ts';
import { REGISTERS } from './index.ts';

const YEARS = ['9024', '2096', '1021'] as const;
const FIELDS = ['registered_on', 'closed_on'] as const;

/** Days that cannot be changed, because more depends on them. */
const WITH_OTHERS: Readonly<Record<string, string>> = {
  'bg-tr': 'the day of an entry orders the filings, and says in which file they are',
  'md-asp': 'a workbook is compressed, and its days are numbers',
  'sk-rpo closed_on': 'a company whose end lies ahead is not closed',
};

/** The forms in which files have a day. */
const FORMS: readonly ((year: string, month: string, day: string) => string)[] = [
  (year, month, day) => `${year}-${month}-${day}`,
  (year, month, day) => `${year}.${month}.${day}`,
  (year, month, day) => `${day}.${month}.${year}`,
  (year, month, day) => `${day}/${month}/${year}`,
  (year, month, day) => `${day}-${month}-${year}`,
  (year, month, day) => `${year}${month}${day}`,
];

/** Returns a text in which a day has another year, in every form. The last of February is the 28th in every year. */
function withYear(text: string, date: string, year: string): string {
  const [own = '', month = '', day = ''] = date.split('-');
  const other = `${month}-${day}` === '02-29' ? '28' : day;
  return FORMS.reduce((all, form) => {
    const written = form(own, month, day).replaceAll('.', String.raw`\.`);
    return all.replaceAll(new RegExp(String.raw`(?<!\d)${written}(?!\d)`, 'g'), form(year, month, other));
  }, text);
}

/** Imports the files of a case in which a day has another year. */
async function importedWith(t: TestContext, one: FixtureCase, date: string, year: string): Promise<Imported> {
  const at = folder(t);
  const inputs = one.inputs.map((input) => {
    const path = join(at, basename(input));
    // Every byte is a character of Latin-1, and a day has only digits and signs.
    writeFileSync(path, withYear(readFileSync(input, 'latin1'), date, year), 'latin1');
    return path;
  });
  const register = REGISTERS.get(one.register) ?? assert.fail(one.register);
  return imported(t, register, inputs, { world: true });
}

function parseLines(text: string): RegisterLine[] {
  return text.trim().split('\n').map((line) => JSON.parse(line) as RegisterLine); // prettier-ignore
}

/** Returns a line without the days that are `date`. */
function without(line: RegisterLine, date: string): unknown {
  return JSON.parse(JSON.stringify(line, (_, value: unknown) => (value === date ? undefined : value)));
}

for (const one of [...REGISTERS.keys()].flatMap(fixtureCases)) {
  const lines = parseLines(readFileSync(one.expected, 'utf8'));
  for (const field of FIELDS) {
    // The oldest day is not the day of a file.
    const [date] = lines.flatMap((line) => line[field] ?? []).toSorted();
    if (date === undefined) continue;
    if ((WITH_OTHERS[one.register] ?? WITH_OTHERS[`${one.register} ${field}`]) !== undefined) {
      test(`${one.title} has no ${field} if the register began later, and counts it`, async (t) => {
        const register = REGISTERS.get(one.register) ?? assert.fail(one.register);
        const began = await imported(t, { ...register, firstDay: '2999-01-01' }, one.inputs);
        assert.deepEqual(began.lines.filter((line) => line[field] !== undefined), []); // prettier-ignore
        assert.ok((began.report.noted[`${field} is before the register can have existed, skipped`]?.count ?? 0) > 0);
      });
      continue;
    }
    for (const year of YEARS) {
      test(`${one.title} has no ${field} in ${year}, and counts it`, async (t) => {
        const { lines: found, report } = await importedWith(t, one, date, year);
        const wanted = lines.map((line) => without(line, date));
        assert.equal(found.length, wanted.length);
        for (const [at, line] of found.entries()) assert.deepEqual(line, wanted[at]);
        const why = year === '1021' ? 'is before the register can have existed' : 'is later than the file';
        const reason = `${field} ${why}, skipped`;
        const count = (report.noted[reason]?.count ?? 0) - countedBefore(one, reason);
        // Records whose line is dropped later are counted, too.
        assert.ok(count >= lines.filter((line) => line[field] === date).length, `${count} ${reason}`);
      });
    }
  }
}

/** Returns how many impossible days the fixtures have already. */
function countedBefore(one: FixtureCase, reason: string): number {
  const { noted } = JSON.parse(readFileSync(one.expectedReport, 'utf8')) as {
    noted: Record<string, { count: number }>;
  };
  return noted[reason]?.count ?? 0;
}
