import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { folder } from '../../../test/fixtures/folder.ts';
import type { LookUp } from '../../importer/index.ts';
import { imported } from '../fixture-import.ts';
import { hrSudreg, newestSnapshot } from './index.ts';

const SUBJECT = { mbs: 89999901, status: 1, postupak: 0, oib: 99900000003, ino_podruznica: 0 };

/** The lists that an import requires, with the lists that a test adds or replaces. */
const lists = (more: Readonly<Record<string, unknown>> = {}) => ({
  subjekti: [SUBJECT],
  tvrtke: [{ mbs: 89999901, ime: 'JEDRILICA d.o.o.', naznaka_imena: 'JEDRILICA' }],
  pravni_oblici: [{ mbs: 89999901, vrsta_pravnog_oblika_id: 6 }],
  vrste_pravnih_oblika: [{ id: 6, sifra: 5, naziv: 'društvo s ograničenom odgovornošću', kratica: 'd.o.o.' }],
  ...more,
});

/** Imports lists, each as a file of lines; undefined is a missing list. */
function importLists(
  t: TestContext,
  given: Readonly<Record<string, unknown>>,
  options: Parameters<typeof imported>[3] = {},
) {
  // prettier-ignore
  const at = folder(t);
  const inputs = Object.entries(given).flatMap(([name, records]) => {
    if (!Array.isArray(records)) return [];
    const path = join(at, name.includes('.') ? name : `in_${name}_2026-11-20.ndjson`);
    writeFileSync(path, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
    return [path];
  });
  return imported(t, hrSudreg, inputs, options);
}

test('hr-sudreg gives numbers their zeros back, and finds the MBS without them', async (t) => {
  const subjekti = [{ ...SUBJECT, oib: 999000128 }];
  const { lines } = await importLists(t, lists({ subjekti }));
  assert.deepEqual(lines[0]?.identifiers, [
    { scheme: 'national_registry_number', value: '089999901', country_scope: 'HR' },
    { scheme: 'tin', value: '00999000128', country_scope: 'HR' },
  ]);
  assert.deepEqual(lines[0]?.number_forms, ['89999901']);
});

test('hr-sudreg takes the newer of two snapshots, and all translations of one', async (t) => {
  const translation = (no: number, ime: string) => ({ mbs: 89999901, prijevod_tvrtke_rbr: no, ime, jezik_id: 2 });
  const { lines, report } = await importLists(t, {
    ...lists({ prijevodi_tvrtki: [translation(1, 'SAILBOAT Ltd'), translation(2, 'VOILIER Sàrl')] }),
    'old_tvrtke_2026-10-01.ndjson': [{ mbs: 89999901, ime: 'STARO IME d.o.o.', naznaka_imena: null }],
    'old_prijevodi_2026-10-01.ndjson': [translation(1, 'OLD NAME Ltd')],
  });
  assert.equal(lines[0]?.name, 'JEDRILICA d.o.o.');
  assert.deepEqual(
    lines[0]?.other_names?.map(({ name }) => name),
    ['JEDRILICA', 'SAILBOAT Ltd', 'VOILIER Sàrl'],
  );
  assert.deepEqual(Object.keys(report.dropped), [
    'names: a newer record has the same number',
    'translations: a newer record has the same number',
  ]);
});

/** A subject whose legal form has this code and name: 6 is in the list of forms. */
const person = (code: number, naziv: string, ime: string) =>
  lists({
    tvrtke: [{ mbs: 89999901, ime, naznaka_imena: null }],
    pravni_oblici: [{ mbs: 89999901, vrsta_pravnog_oblika_id: code }],
    vrste_pravnih_oblika: [{ id: 6, sifra: 1, naziv, kratica: 'x' }],
  });

test('hr-sudreg takes a company whose name has the letters of sole traders', async (t) => {
  const { lines } = await importLists(t, person(6, 'društvo s ograničenom odgovornošću', 'OBRT, t.p. d.o.o.'));
  assert.deepEqual(lines.map(({ name }) => name), ['OBRT, t.p. d.o.o.']); // prettier-ignore
});

for (const [claim, given] of [
  ['its form', person(6, 'trgovac pojedinac', 'IZMIŠLJENA OSOBA')],
  ['the letters of its name', person(77, 'x', 'OBRT, t.p., IZMIŠLJENA OSOBA')],
  ['the letters at the end of its name', person(77, 'x', 'IZMIŠLJENA OSOBA t. p.')],
] as const) {
  test(`hr-sudreg leaves out a sole trader by ${claim}, unless sole traders are wanted`, async (t) => {
    const { lines, report } = await importLists(t, given);
    assert.deepEqual([lines, Object.keys(report.dropped)], [[], ['sole trader']]);
    assert.equal((await importLists(t, given, { soleTraders: true })).lines.length, 1);
  });
}

const REFUSED: [claim: string, given: Readonly<Record<string, unknown>>, want: RegExp][] = [
  ['lists without subjects', lists({ subjekti: undefined }), /no input is the list subjekti of the interface$/],
  ['lists without names', lists({ tvrtke: undefined }), /no input is the list tvrtke/],
  ['subjects without their forms', lists({ pravni_oblici: undefined }), /no input is the list pravni_oblici/],
  ['forms without their names', lists({ vrste_pravnih_oblika: undefined }), /no input is the list vrste_pravnih_oblika/],
  ['another list', lists({ sudovi: [{ id: 1, naziv: 'x' }] }), /it looks like formList, but the field "kratica" is missing$/],
  ['a subject without a number', lists({ subjekti: [{ ...SUBJECT, mbs: null }] }), /record 1: mbs is missing$/],
  ['a number that is too long', lists({ subjekti: [{ ...SUBJECT, mbs: 1234567890 }] }), /mbs must have at most nine digits/],
  ['a name that is not a text', lists({ tvrtke: [{ mbs: 1, ime: true, naznaka_imena: null }] }), /ime must be text, got true/],
  ['a whole list that holds next to nothing', { ...lists({ subjekti: undefined }), 'subjekti_2026-11-20.ndjson': [SUBJECT] }, /at least 170000 records, this one 1; if it is an extract, give it another name$/],
]; // prettier-ignore
for (const [claim, given, want] of REFUSED) {
  test(`hr-sudreg refuses ${claim}`, async (t) => {
    await assert.rejects(importLists(t, given), want);
  });
}

for (const [response, id, date] of [
  [
    '[{"snapshot_id":7,"timestamp":"2026-11-19T02:00:00"},{"snapshot_id":8,"timestamp":"2026-11-20T02:00:00"}]',
    '8',
    '2026-11-20',
  ],
  ['[{"id":7},{"id":12}]', '12', undefined],
  ['[null,{"snapshot_id":7}]', '7', undefined],
] as const) {
  // prettier-ignore
  test(`hr-sudreg finds snapshot ${id} in ${response}`, () => {
    assert.deepEqual(newestSnapshot(response), { id, date });
  });
}

for (const response of ['[]', '{}', 'null', '[{"snapshot_id":"x"}]', '<html>']) {
  test(`hr-sudreg finds no snapshot in ${response}`, () => {
    assert.throws(() => newestSnapshot(response), /Cannot use the list of snapshots: it has no snapshot_id, got /);
  });
}

test('hr-sudreg asks for eight lists and four lists of codes, all of one snapshot', async () => {
  const { current, superseded } = hrSudreg.files;
  assert.ok(typeof current === 'function');
  const page = () => Promise.resolve('[{"snapshot_id":8,"timestamp":"2026-11-20T02:00:00"}]');
  const sources = await current({ page } as unknown as LookUp);
  assert.equal(sources.length, 12);
  assert.equal(sources.filter((source) => 'records' in source).length, 8);
  for (const source of sources) {
    assert.match(source.name, /_2026-11-20\.(nd)?json$/);
    assert.match(source.name, superseded ?? /^$/);
    assert.ok('url' in source && source.url.includes('?snapshot_id=8&'));
  }
});
