import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test, type TestContext } from 'node:test';
import { OFFICER_KINDS, type RegisterLine } from '../model/index.ts';
import { imported, toCounts, type Imported } from './fixture-import.ts';
import { fixtureCases } from './fixtures.ts';
import { REGISTERS } from './index.ts';

const cases = [...REGISTERS.keys()].flatMap(fixtureCases);

for (const [id, register] of REGISTERS) {
  test(`${id} has a fixture`, () => assert.ok(cases.some((one) => one.register === id && one.inputs.length > 0)));

  test(`${id} says whose data it is and where it is had`, () => {
    for (const text of [register.name, register.publisher, register.licence.name, register.attribution])
      assert.ok(text);
    for (const address of [register.licence.url, register.files.page])
      assert.equal(new URL(address).protocol, 'https:');
  });
}

for (const [id, { ordinary = [] }] of REGISTERS) {
  test(`${id} has a row for every reason that it declares ordinary`, () => {
    const reports = cases.filter((one) => one.register === id).map((one) => readFileSync(one.expectedReport, 'utf8'));
    for (const reason of ordinary)
      assert.ok(
        reports.some((report) => report.includes(JSON.stringify(reason))),
        reason,
      );
  });
}

for (const [id, { hasOfficers, hasOfficersOnRequest }] of REGISTERS) {
  if (!hasOfficers && hasOfficersOnRequest !== true) continue;
  test(`${id} has officers of each kind, or says the kind of none`, () => {
    const lines = cases.filter((one) => one.register === id).flatMap((one) => readFileSync(one.expected, 'utf8').trim().split('\n')); // prettier-ignore
    const officers = lines.flatMap((line) => (JSON.parse(line) as RegisterLine).officers ?? []);
    assert.ok(officers.length > 0);
    const kinds = new Set(officers.flatMap(({ kind }) => kind ?? []));
    assert.deepEqual([...kinds].toSorted(), kinds.size === 0 ? [] : [...OFFICER_KINDS]);
  });
}

/** Registers whose lines are written file by file, beside those with a mapping. Others join their files and sort the companies. */
const IN_ORDER_OF_FILES = new Set(['de-offeneregister', 'fi-prh', 'fr-rne', 'gleif']);

for (const one of cases) {
  const register = REGISTERS.get(one.register);
  if (register === undefined) continue;
  let whole: Promise<Imported> | undefined;
  const importOnce = (t: TestContext): Promise<Imported> => (whole ??= imported(t, register, one.inputs));

  test(`${one.title} turns its fixtures into the expected lines and report, in any order`, async (t) => {
    const expected = readFileSync(one.expected, 'utf8');
    const { text, report } = await importOnce(t);
    assert.notEqual(expected, '', `the fixture has no expected lines: run "npm run fixture ${one.register}"`);
    assert.equal(text, expected);
    assert.deepEqual(toCounts(report), JSON.parse(readFileSync(one.expectedReport, 'utf8')));
    const reversed = await imported(t, register, one.inputs.toReversed());
    if (register.mapping !== undefined || IN_ORDER_OF_FILES.has(one.register))
      assert.deepEqual(sortedLines(reversed.text), sortedLines(expected));
    else {
      assert.equal(reversed.text, expected);
      assert.deepEqual(toCounts(reversed.report), toCounts(report));
    }
  });

  test(`${one.title} gives no address of a sole trader, also on request`, async (t) => {
    const { lines } = await imported(t, register, one.inputs, { soleTraders: true });
    const others = new Set((await importOnce(t)).lines.map(readNumbers));
    for (const line of lines)
      if (!others.has(readNumbers(line))) assert.equal(line.address, undefined, readNumbers(line));
  });
}

/** The key and the numbers of a line. */
function readNumbers({ key, identifiers }: RegisterLine): string {
  return JSON.stringify([key, identifiers]);
}

function sortedLines(text: string): string[] {
  return text.split('\n').toSorted();
}
