import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { CatalogueFile, ImportOptions } from '../../importer/index.ts';
import { folder } from '../../../test/fixtures/folder.ts';
import { imported, importedText } from '../fixture-import.ts';
import { currentFiles, skRpo } from './index.ts';
import { toAlpha2 } from './address.ts';

const fixture = (name: string): string => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url));
const ALL = ['rpo-init_2026-11-07.json', 'rpo-actual_2026-11-10.json'].map(fixture);

for (const [numeric, want] of [
  ['703', 'SK'],
  ['040', 'AT'],
  ['070', 'BA'],
  ['688', 'RS'],
  ['999', '999'],
  ['001', '001'],
  ['200', '200'],
  ['7', '7'],
  [undefined, undefined],
] as const) {
  test(`the country ${numeric} is ${want}`, () => assert.equal(toAlpha2(numeric), want));
}

const record = (more: object = {}): object => ({
  id: 1,
  identifiers: [{ value: '99999013' }],
  fullNames: [{ value: 'A' }],
  ...more,
});
const file = (...records: object[]): string => JSON.stringify({ exportDate: '2026-11-07T01:02:03', results: records });

async function buildLine(t: TestContext, more: object, options: Partial<ImportOptions> = {}) {
  const { lines, report } = await importedText(t, skRpo, file(record(more)), 'in', options);
  return { line: lines[0], report };
}

const DATES: [claim: string, name: string, options: Partial<ImportOptions>, text: string, want: string | undefined][] = [
  ['that of the file', 'init_2026-11-07.json', {}, JSON.stringify({ results: [record()] }), '2026-11-07'],
  ['that of the command line before that of the file', 'actual_2026-11-08.json', { published: '2026-11-20' }, file(record()), '2026-11-20'],
  ['that of the export, where the name has none', 'in', {}, file(record()), '2026-11-07'],
  ['that of the last change, where there is no other', 'in', {}, JSON.stringify([record({ dbModificationDate: '2026-01-02' })]), '2026-01-02'],
  ['no date for a record without one', 'in', {}, JSON.stringify(record()), undefined],
]; // prettier-ignore
for (const [claim, name, options, text, want] of DATES) {
  test(`sk-rpo takes as its date ${claim}`, async (t) => {
    const { lines } = await importedText(t, skRpo, text, name, options);
    assert.equal(lines[0]?.as_of_date, want);
  });
}

test('sk-rpo reads the wrapper, a bare array and one object after another alike', async (t) => {
  const [a, b] = [record(), record({ id: 2, identifiers: [] })].map((one) => JSON.stringify(one));
  for (const text of [
    `{"results":[${a},${b}]}`,
    `{"results":[${a},${b}],"license":"x"}`,
    `[${a},${b}]`,
    `${a}\n${b}\n`,
  ]) {
    const { lines, report } = await importedText(t, skRpo, text);
    assert.deepEqual(lines.map(({ key }) => key), ['sk-rpo:1', 'sk-rpo:2']); // prettier-ignore
    assert.deepEqual(report.leftover_fields, {});
  }
});

test('sk-rpo takes only current entries; 1800-01-01 is not an end', async (t) => {
  const person = (name: string, validTo?: string): object => ({
    stakeholderType: { value: 'Konateľ', code: '3' },
    personName: { formatedName: name },
    ...(validTo === undefined ? {} : { validTo }),
  });
  const { line } = await buildLine(t, {
    statutoryBodies: [person('A'), person('B', '2020-01-01'), person('C', '1800-01-01'), person('D', '')],
  });
  assert.deepEqual(line?.officers?.map(({ name }) => name), ['A', 'C', 'D']); // prettier-ignore
});

test('sk-rpo never writes an owner, a home or a person who left office', async (t) => {
  const { text } = await imported(t, skRpo, ALL, { soleTraders: true });
  const sources = ALL.map((path) => readFileSync(path, 'utf8')).join('');
  for (const secret of ['Majiteľ Tichý', 'Tajná', 'Pezinok', 'Odišla Nikdová', 'Kúzlo Neexistujúci']) {
    assert.ok(sources.includes(secret), secret);
    assert.ok(!text.includes(secret), secret);
  }
});

for (const code of ['100', '101', '105', '110', '422']) {
  test(`sk-rpo skips the form ${code}, a person in business, unless it is requested`, async (t) => {
    const trader = { legalForms: [{ value: { value: 'Forma', code } }] };
    const { line, report } = await buildLine(t, trader);
    assert.equal(line, undefined);
    assert.equal(report.dropped['sole trader']?.count, 1);
    assert.equal((await buildLine(t, trader, { soleTraders: true })).line?.name, 'A');
  });
}

test('sk-rpo takes a record of the trade register without a form for a person in business', async (t) => {
  const { report } = await buildLine(t, { sourceRegister: { value: { value: 'Živnostenský register', code: '2' } } });
  assert.equal(report.dropped['sole trader']?.count, 1);
});

test('sk-rpo prefers the record that was changed last, and of two of one day that of the newest file', async (t) => {
  const at = folder(t);
  const write = (name: string, ...records: object[]): string => {
    const path = join(at, name);
    writeFileSync(path, gzipSync(JSON.stringify({ results: records })));
    return path;
  };
  const named = (name: string, dbModificationDate: string): object =>
    record({ fullNames: [{ value: name }], dbModificationDate });
  const inputs = [
    write('init_2026-11-07.json.gz', named('of the set', '2026-11-06'), { ...named('changed later', '2026-11-09'), id: 2, identifiers: [] }),
    write('actual_2026-11-08.json.gz', named('of the day', '2026-11-06'), { ...named('changed before', '2026-11-01'), id: 2, identifiers: [] }),
    write('actual_2026-11-09.json.gz'),
  ]; // prettier-ignore
  const { lines } = await imported(t, skRpo, inputs);
  assert.deepEqual(lines.map(({ name }) => name), ['of the day', 'changed later']); // prettier-ignore
});

const REFUSED: [claim: string, name: string, text: string, want: RegExp][] = [
  ['a record without an id', 'in', file({ fullNames: [] }), /record 1: id is missing$/],
  ['a name that is not a text', 'in', file(record({ fullNames: [{ value: 7 }] })), /fullNames.value must be text, got 7$/],
  ['an object in place of a list', 'in', file(record({ addresses: {} })), /addresses must be a list, got/],
  ['results that are not a list', 'in', '{"results":{"a":1}}', /"results" is not an array/],
  ['an empty set', 'init_2026-11-07.json', '{"results":[]}', /holds no record$/],
  ['a set without its first part', 'init_2026-11-07_002.json', file(record()), /init_2026-11-07_001 is missing before init_2026-11-07_002; give/],
  ['a part that holds next to nothing', 'init_2026-11-07_001.json', file(record()), /holds at least 50000 records, this one 1; if it is an extract, give it another name$/],
  ['a page in its place', 'in', '<html/>', /it is a web page: perhaps the download was refused$/],
]; // prettier-ignore
for (const [claim, name, text, want] of REFUSED) {
  test(`sk-rpo refuses ${claim}`, async (t) => {
    await assert.rejects(importedText(t, skRpo, text, name), want);
  });
}

const object = (key: string): CatalogueFile => ({ name: key, url: `https://b/${key}`, bytes: 5 });
const parts = (date: string, ...numbers: string[]): CatalogueFile[] =>
  numbers.map((part) => object(`batch-init/init_${date}_${part}`));
const SETS: [claim: string, sets: CatalogueFile[], list: string, want: string[]][] = [
  ['the newest set, and what changed since', [...parts('2026-10-03', '001.json.gz'), ...parts('2026-11-07', '001.json.gz', '002.json.gz')], '', ['init_2026-11-07_001.json.gz', 'init_2026-11-07_002.json.gz', 'actual_2026-11-07.json.gz', 'actual_2026-11-08.json.gz']],
  ['an older set where the newest is not there whole by its list', [...parts('2026-10-03', '001.json.gz'), ...parts('2026-11-07', '001.json.gz', 'list.txt')], 'init_2026-11-07_001.json.gz\ninit_2026-11-07_002.json.gz\n', ['init_2026-10-03_001.json.gz', 'actual_2026-10-04.json.gz', 'actual_2026-11-07.json.gz', 'actual_2026-11-08.json.gz']],
  ['a set of fewer parts where its list says so', [...parts('2026-10-03', '001.json.gz', '002.json.gz'), ...parts('2026-11-07', '001.json.gz', 'list.txt')], 'init_2026-11-07_001.json.gz', ['init_2026-11-07_001.json.gz', 'actual_2026-11-07.json.gz', 'actual_2026-11-08.json.gz']],
  ['an older set where the newest has fewer parts', [...parts('2026-10-03', '001.json.gz', '002.json.gz'), ...parts('2026-11-07', '001.json.gz')], '', ['init_2026-10-03_001.json.gz', 'init_2026-10-03_002.json.gz', 'actual_2026-10-04.json.gz', 'actual_2026-11-07.json.gz', 'actual_2026-11-08.json.gz']],
  ['nothing where a part is missing and there is no other set', parts('2026-11-07', '001.json.gz', '003.json.gz'), '', []],
  ['nothing in an empty bucket', [], '', []],
]; // prettier-ignore
for (const [claim, sets, list, want] of SETS) {
  test(`sk-rpo fetches ${claim}`, async () => {
    const daily = ['2026-10-04', '2026-11-07', '2026-11-08'].map((day) => object(`batch-daily/actual_${day}.json.gz`));
    const files = await currentFiles({
      s3: async (_, prefix) => [...sets, ...daily, object('batch-init/')].filter(({ name }) => name.startsWith(prefix)),
      page: async () => list,
    });
    assert.deepEqual(files.map(({ name }) => name), want); // prettier-ignore
    for (const download of files) assert.match('url' in download ? download.url : '', /^https:\/\/b\/batch-/);
  });
}
