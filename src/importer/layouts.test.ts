import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { InputError, type RegisterLine } from '../model/index.ts';
import { readCell, runImport } from './index.ts';
import { TOY_FILES, toyRegister } from './toy-fixture.ts';

const shared = { taken: ['number', 'name', 'at.city', 'person', 'role'], ignored: [] };

/** A register with several kinds of files: companies in CSV or JSON, people only in JSON, wrapped in an object. */
const toy = toyRegister({
  files: {
    ...TOY_FILES,
    stamp: /(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})/,
    kinds: {
      people: { ...shared, json: { recordsAt: 'people' }, required: ['number', 'person'] },
      companies: { ...shared, json: {}, csv: { delimiter: ';' }, required: ['number', 'at.city'] },
      towns: { ...shared, csv: { delimiter: '\t' }, required: ['number', 'name'] },
      triples: { csv: { delimiter: ';' }, json: {}, required: ['a', 'b', 'c', 'd'], taken: [], ignored: [] },
      places: { csv: { delimiter: ';' }, required: ['place'], taken: [], ignored: ['place', 'post'] },
    },
  },
  codes: {},
  expect: [
    { full: /^all-companies/, records: 2 },
    { full: /^all-people/, records: 3 },
    { full: /^officered/, records: 1, officers: 1 },
  ],
  async *read(inputs, run) {
    for (const input of inputs) {
      if (input.kind === 'places') {
        await input.passOver('no line has a place');
        continue;
      }
      for await (const row of input.rows()) {
        if (row.format === 'json') run.code('role', (row.value as Record<string, string>)['role'], 'left out');
        const line = run.line(row, (): RegisterLine => ({
          key: `toy:${input.kind}`,
          ...(run.soleTraders ? { name: 'sole' } : {}),
        }));
        if (line !== undefined) yield line;
      }
    }
  },
});

/** A register whose two kinds of files have different encodings. The encoding decides the kind before the columns do. */
const foreign = toyRegister({
  files: {
    ...TOY_FILES,
    kinds: {
      new: { ...shared, csv: { delimiter: ';' }, required: ['number', 'name'] },
      old: {
        ...shared,
        encoding: 'windows-1252',
        csv: { delimiter: '\t', quotes: 'none' },
        required: ['number', 'name'],
      },
    },
  },
  async *read(inputs, run) {
    for (const input of inputs) {
      for await (const row of input.rows()) {
        const line = run.line(row, () => ({ key: `toy:${input.kind}`, name: readCell(row, 'name') ?? '' }));
        if (line !== undefined) yield line;
      }
    }
  },
});

async function importedBytes(t: TestContext, bytes: Buffer, maxRejects = 0): Promise<string> {
  const at = mkdtempSync(join(tmpdir(), 'openfirma-kinds-'));
  t.after(() => rmSync(at, { recursive: true }));
  writeFileSync(join(at, 'in'), bytes);
  const report = await runImport(foreign, { output: join(at, 'out'), inputs: [join(at, 'in')], maxRejects });
  const { rejects } = report.toJSON();
  return readFileSync(join(at, 'out'), 'utf8') + rejects.map(({ field, reason }) => `${field} ${reason}`).join('\n');
}

test('runImport recognises kinds of different encodings and decodes both', async (t) => {
  assert.equal(
    await importedBytes(t, Buffer.from('number;name\n1;Åsa – A\n')),
    '{"register":"toy","key":"toy:new","name":"Åsa – A"}\n',
  );
  const old = Buffer.from('number\tname\n1\tÅSA ? "A"\n', 'latin1');
  // A dash in Windows-1252. The same byte is a control character in ISO-8859-1.
  old[old.indexOf('?')] = 0x96;
  assert.equal(await importedBytes(t, old), '{"register":"toy","key":"toy:old","name":"ÅSA – \\"A\\""}\n');
});

test('runImport accepts a file without a record of a kind that may have such files, and refuses others', async (t) => {
  const kinds = {
    things: { ...shared, json: { recordsAt: 'things' }, required: ['number'] },
    days: { ...shared, json: { recordsAt: 'days' }, mayBeEmpty: /^day/, required: ['number'] },
  };
  const read = async function* (): AsyncGenerator<RegisterLine> {};
  const dated = toyRegister({ files: { ...TOY_FILES, kinds }, codes: {}, expect: [], read });
  const at = mkdtempSync(join(tmpdir(), 'openfirma-kinds-'));
  t.after(() => rmSync(at, { recursive: true }));
  for (const name of ['day', 'thing']) writeFileSync(join(at, name), '{"days":[]}');
  const importFile = (name: string) =>
    runImport(dated, { output: join(at, 'out'), inputs: [join(at, name)], maxRejects: 0 });
  assert.equal((await importFile('day')).written, 0);
  await assert.rejects(importFile('thing'), /it holds no record$/);
});

test('runImport refuses a file whose encoding no kind has', async (t) => {
  const utf16 = Buffer.from('\uFEFFnumber;name\n', 'utf16le');
  await assert.rejects(importedBytes(t, utf16), /it is UTF-16; must be UTF-8$/);
  const utf8 = Buffer.from('number\tname\n1\tÅSA\n');
  await assert.rejects(importedBytes(t, utf8), /it is UTF-8; must be WINDOWS-1252$/);
  const latin1 = Buffer.from('number;name\n1;\u00c5SA\n', 'latin1');
  await assert.rejects(importedBytes(t, latin1), /not UTF-8 near byte 14: in another encoding/);
  const neither = Buffer.from('number\tnom\n1\t\u00c5SA\n');
  await assert.rejects(
    importedBytes(t, neither),
    /of none of the kinds new, old; or it is UTF-8; must be WINDOWS-1252$/,
  );
});

test('runImport rejects a row that cannot be divided into cells by its place', async (t) => {
  const bytes = Buffer.from('number\tname\n1\tÅ\n2\tB\tC\n3\tD\n', 'latin1');
  assert.equal(
    await importedBytes(t, bytes, 1),
    '{"register":"toy","key":"toy:old","name":"Å"}\n{"register":"toy","key":"toy:old","name":"D"}\nthe row must have 2 cells, has 3',
  );
  await assert.rejects(importedBytes(t, bytes), /in": record 2: the row must have 2 cells, has 3$/);
});

const CASES: [string, string, string, string | RegExp][] = [
  ['a bare JSON array', 'in', '[{"number":1,"at":{"city":"B"}}]', 'toy:companies'],
  ['a wrapped JSON array', 'in', '{"people":[{"number":1,"person":"A"}]}', 'toy:people'],
  ['a CSV', 'in', 'at.city;number\nB;1\n', 'toy:companies'],
  ['a CSV of another delimiter', 'in', 'number\tname\n1\t"The ""A"""\n2\tB;C\n', 'toy:towns'],
  ['a CSV whose rows are invalid with another delimiter', 'in', 'number;at.city\n1;"The ""A"""\n', 'toy:companies'],
  [
    'a CSV with a broken header',
    'in',
    '"number"x;at.city\n1;B\n',
    /of none of the kinds people, companies, towns, triples, places$/,
  ],
  [
    'a CSV of a kind that has none',
    'in',
    'number;person\n1;A\n',
    /of none of the kinds people, companies, towns, triples, places$/,
  ],
  [
    'a JSON file of no kind',
    'in',
    '[{"number":1,"at":{"town":"B"}}]',
    /of none of the kinds people, companies, towns, triples, places$/,
  ],
  [
    'a record that is not an object',
    'in',
    '["number"]',
    /of none of the kinds people, companies, towns, triples, places$/,
  ],
  [
    'a file that lacks a column, naming it and what the file looks like',
    'in',
    'a;b;c\n1;2;3\n',
    /: it looks like triples, but the column "d" is missing$/,
  ],
  [
    'a file that lacks a field, naming it and what the file looks like',
    'in',
    '[{"a":1,"b":2,"d":3}]',
    /: it looks like triples, but the field "c" is missing$/,
  ],
  ['a file of other columns, showing them', 'in', 'x;y\n1;2\n', /: its first record \("x", "y"\) has the required/],
  ['another delimiter', 'in', 'a|b|c|d\n1|2|3|4\n', /: its columns are divided by "\|"; must be ";"$/],
  [
    'a response of an interface',
    'in',
    '{"total":1,"hits":[{"number":1,"person":"A"}]}',
    /: it is a response of the interface: give the list under "hits"$/,
  ],
  [
    'a response whose list lies deeper',
    'in',
    '{"_embedded":{"units":[{"number":1,"at":{"city":"B"}}]}}',
    /give the list under "_embedded\.units"$/,
  ],
  [
    'a response without records',
    'in',
    '{"total":0,"hits":[]}',
    /its first record \("total", "hits"\) has the required fields of none/,
  ],
  [
    'more columns than any table has',
    'in',
    ';'.repeat(4096),
    /of none of the kinds people, companies, towns, triples, places$/,
  ],
  [
    'a cell that is too long',
    'in',
    'a'.repeat(2 ** 20 + 1),
    /of none of the kinds people, companies, towns, triples, places$/,
  ],
  ['a format that no kind has', 'in', '<people/>', /: it is XML; take the JSON or the CSV edition$/],
  ['a file without a record', 'in', '[]', /it holds no record$/],
  ['a full file of one kind that is too short', 'all-people', '[{"number":1,"person":"A"}]', /at least 3 records/],
  [
    'a full file without the officers it should give',
    'officered',
    '[{"number":1,"person":"A","role":"boss"},{"number":2,"person":"B","role":"boss"},{"number":3,"person":"C"}]',
    /at least 1 officer, here 0; unknown role "boss" 2; if it is an extract, give it another name$/,
  ],
  ['a full file of the other kind', 'all-companies', 'number;at.city\n1;B\n', /at least 2 records/],
];
for (const [claim, name, text, want] of CASES) {
  test(`runImport ${typeof want === 'string' ? `recognises ${claim} as ${want}` : `refuses ${claim}`}`, async (t) => {
    const at = mkdtempSync(join(tmpdir(), 'openfirma-kinds-'));
    t.after(() => rmSync(at, { recursive: true }));
    writeFileSync(join(at, name), text);
    const run = (): Promise<unknown> =>
      runImport(toy, { output: join(at, 'out'), inputs: [join(at, name)], maxRejects: 0 });
    if (typeof want !== 'string') {
      await assert.rejects(run, (error) => error instanceof InputError && want.test(error.message));
      return;
    }
    await run();
    const [first = ''] = readFileSync(join(at, 'out'), 'utf8').split('\n', 1);
    assert.deepEqual(JSON.parse(first), { key: want, register: 'toy' });
  });
}

test('runImport passes the option for sole traders to the register', async (t) => {
  const at = mkdtempSync(join(tmpdir(), 'openfirma-kinds-'));
  t.after(() => rmSync(at, { recursive: true }));
  writeFileSync(join(at, 'in'), 'number;at.city\n1;B\n');
  await runImport(toy, { output: join(at, 'out'), inputs: [join(at, 'in')], maxRejects: 0, soleTraders: true });
  assert.match(readFileSync(join(at, 'out'), 'utf8'), /"name":"sole"/);
});

test('runImport passes over a file with the reason, and reports a last row without a line break', async (t) => {
  const at = mkdtempSync(join(tmpdir(), 'openfirma-kinds-'));
  t.after(() => rmSync(at, { recursive: true }));
  const [companies, places] = [join(at, 'companies'), join(at, 'places')];
  writeFileSync(companies, 'number;at.city\n1;B\n');
  for (const [text, end] of [
    ['place;post\nNärpes;64200\n', {}],
    ['place;post\nNärp', { last_row_without_line_break: true }],
  ] as const) {
    writeFileSync(places, text);
    const report = await runImport(toy, { output: join(at, 'out'), inputs: [places, companies], maxRejects: 0 });
    const passed = { name: places, format: 'csv', proven_whole: false, passed_over: 'no line has a place', records: 0 };
    assert.deepEqual(report.inputs[0], { ...passed, ...end });
    assert.equal(report.read, 1);
  }
});
