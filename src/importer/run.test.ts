import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync, gzipSync, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { InputError, type RegisterLine } from '../model/index.ts';
import type { ImportOptions } from './index.ts';
import { createTar } from './formats/tar-fixture.ts';
import { createZip } from './formats/zip-fixture.ts';
import { folder } from '../../test/fixtures/folder.ts';
import { importToys } from './imported-toys-fixture.ts';

const CSV = '"number";"name";"state"\n"1";"Ä Oy";"on"\n"2";"B Oy";"off"\n';
const JSON_FILE = JSON.stringify({
  toys: [
    { number: '1', name: 'Ä Oy' },
    { number: '2', name: 'B Oy' },
  ],
});

const MAC = { '__MACOSX/._toys.csv': '\0\u0005', '.DS_Store': '\0\0\0\u0001', 'folder/.DS_Store': 'Bud1' };

const WRAPPED: [string, Buffer][] = [
  ['plain CSV', Buffer.from(CSV)],
  ['plain JSON', Buffer.from(JSON_FILE)],
  ['gzip', gzipSync(CSV)],
  ['Zstandard', zstdCompressSync(CSV)],
  ['zip', createZip({ 'toys.csv': CSV })],
  ['zip of JSON', createZip({ 'folder/toys.json': JSON_FILE })],
  ['a zip made on a Mac', createZip({ 'folder/toys.csv': CSV, ...MAC })],
  ['a tar made on a Mac', createTar({ './._toys.csv': '\0\u0005', ...MAC, './toys.json': JSON_FILE })],
  ['CSV without a last line break in a zip', createZip({ 'toys.csv': `${CSV.slice(0, -'"off"\n'.length)}off` })],
  ['CSV without a last line break in gzip', gzipSync(`${CSV.slice(0, -'"off"\n'.length)}off`)],
];
for (const [claim, bytes] of WRAPPED) {
  test(`runImport reads ${claim} under any file name`, async (t) => {
    const at = folder(t);
    writeFileSync(join(at, 'input.txt'), bytes);
    const report = await importToys(join(at, 'out.ndjson'), [join(at, 'input.txt')]);
    assert.equal(report.written, 2);
    assert.match(
      readFileSync(join(at, 'out.ndjson'), 'utf8'),
      /^\{"register":"toy","name":"Ä Oy".*\}\n\{"register":"toy","name":"B Oy".*\}\n$/,
    );
  });
}

for (const [claim, bytes] of WRAPPED.slice(1)) {
  test(`runImport refuses ${claim} cut at any byte and leaves no files`, async (t) => {
    const at = folder(t);
    const input = join(at, 'input');
    const output = join(at, 'out.ndjson');
    for (let end = 0; end < bytes.length; end++) {
      // All cuts within a block of a tar have the same effect, so most are skipped.
      if (claim.includes('tar') && end % 512 > 1 && end % 512 < 511 && end % 37 !== 0) continue;
      writeFileSync(input, bytes.subarray(0, end));
      await assert.rejects(importToys(output, [input]), InputError, `cut at ${end} of ${bytes.length}`);
    }
    assert.deepEqual(readdirSync(at), ['input']);
  });
}

test('runImport accepts a plain CSV only if it is cut between two records', async (t) => {
  const at = folder(t);
  const input = join(at, 'input');
  const lines: Record<number, number> = {};
  for (let end = 0; end <= CSV.length; end++) {
    const bytes = Buffer.from(CSV).subarray(0, end);
    writeFileSync(input, bytes);
    await importToys(join(at, 'out'), [input]).then(
      // A complete row without a line break is imported and reported.
      ({ written, inputs: [one] }) => (lines[end] = one?.last_row_without_line_break === true ? -written : written),
      (error: unknown) => assert.ok(error instanceof InputError),
    );
  }
  const first = Buffer.byteLength(CSV.slice(0, CSV.indexOf('on"\n') + 4));
  const states = [CSV.indexOf('"on"'), CSV.indexOf('"off"')].map((end) => Buffer.byteLength(CSV.slice(0, end)));
  const unended = Object.fromEntries(states.map((end, i) => [end, -i - 1]));
  assert.deepEqual(lines, { ...unended, [first - 1]: 1, [first]: 1, [CSV.length]: 2 });
});

test('runImport refuses a zip whose content was altered', async (t) => {
  const at = folder(t);
  const bytes = createZip({ 'toys.csv': CSV });
  const sum = bytes.indexOf('PK\u0001\u0002') + 16;
  bytes.writeUInt8(bytes.readUInt8(sum) ^ 1, sum);
  writeFileSync(join(at, 'toys.zip'), bytes);
  await assert.rejects(importToys(join(at, 'out'), [join(at, 'toys.zip')]), /length or checksum/);
  assert.deepEqual(readdirSync(at), ['toys.zip']);
});

const REFUSED: [string, string, string, Partial<ImportOptions>, RegExp][] = [
  ['a file without a needed column', 'toys.csv', 'number;title\n1;A\n', {}, /header: the column "name" is missing$/],
  ['a column named twice', 'toys.csv', 'number;name;name\n1;A;B\n', {}, /the column "name" occurs twice$/],
  ['a format that is not declared', 'toys.xml', '<toys/>', {}, /it is XML; take the JSON or the CSV edition$/],
  ['only a header', 'toys.csv', 'number;name\n', {}, /it holds no record$/],
  ['a wrong type', 'toys.json', '[{"number":"1","name":"A"},{"number":2}]', {}, /record 2: number must be text$/],
  [
    'a line that breaks the format',
    'toys.csv',
    'number;name\n-;A\n',
    {},
    /record 1: identifiers\[0\]\.value must contain/,
  ],
  [
    'one reject too many',
    'toys.json',
    '[{"number":1},{"number":2}]',
    { maxRejects: 1 },
    /record 2: .*1 rejects are allowed/,
  ],
  [
    'a full file that is too short',
    'toys-full.csv',
    CSV,
    {},
    /full file of toy holds at least 3 records, this one 2; if it is an extract, give it another name$/,
  ],
  [
    'a file that its name rules out',
    'toys_changes.csv',
    'key\n1\n',
    {},
    /^Cannot take ".*toys_changes\.csv": it only has changes; take the toys$/,
  ],
  ['an invalid publish date', 'toys.csv', CSV, { published: '2026-02-30' }, /"2026-02-30" as the publish date/],
  [
    'a publish date to come',
    'toys.csv',
    CSV,
    { published: '2999-01-01' },
    /"2999-01-01" as the publish date: must not be after today$/,
  ],
];
for (const [claim, name, text, more, want] of REFUSED) {
  test(`runImport refuses ${claim}, and keeps the previous output`, async (t) => {
    const at = folder(t);
    writeFileSync(join(at, name), text);
    writeFileSync(join(at, 'out'), 'older');
    await assert.rejects(
      importToys(join(at, 'out'), [join(at, name)], more),
      (error) => error instanceof InputError && want.test(error.message) && !error.message.includes('\n'),
    );
    assert.equal(readFileSync(join(at, 'out'), 'utf8'), 'older');
    assert.deepEqual(readdirSync(at).toSorted(), ['out', name].toSorted());
  });
}

test('runImport reads the newest file first, undated ones last, and dates each line by its file', async (t) => {
  const at = folder(t);
  const names = ['undated-b', 'toys-2026-01-02.csv', 'undated-a', 'toys-2026-01-03.csv'];
  for (const name of names) writeFileSync(join(at, name), `number;name\n1;${name}\n`);
  await importToys(join(at, 'out'), names.map((name) => join(at, name))); // prettier-ignore
  const lines = readFileSync(join(at, 'out'), 'utf8').trim().split('\n');
  assert.deepEqual(
    lines.map((line) => (JSON.parse(line) as RegisterLine).name),
    ['toys-2026-01-03.csv', 'toys-2026-01-02.csv', 'undated-b', 'undated-a'],
  );
  assert.match(lines[0] ?? '', /"as_of_date":"2026-01-03"/);
});

test('runImport dates and measures a file by its zip if its own name has no date', async (t) => {
  const at = folder(t);
  const importDay = async (zip: string, file: string): Promise<string | undefined> => {
    writeFileSync(join(at, zip), createZip({ [file]: CSV }));
    await importToys(join(at, 'out'), [join(at, zip)]);
    const [line = ''] = readFileSync(join(at, 'out'), 'utf8').split('\n');
    return (JSON.parse(line) as RegisterLine).as_of_date;
  };
  assert.equal(await importDay('toys_2026-01-02.zip', 'toys.csv'), '2026-01-02');
  assert.equal(await importDay('toys_2026-01-02.zip', 'toys-2026-01-03.csv'), '2026-01-03');
  assert.equal(await importDay('toys_All_2026-01-02.zip', 'extract.csv'), '2026-01-02');
  await assert.rejects(
    importDay('toys_All_2026-01-02.zip', 'toys.csv'),
    / 3 records.+, give "toys_All_2026-01-02.zip" another name$/,
  );
  await assert.rejects(importDay('toys.zip', 'toys-full.csv'), /extract, unpack it and give it another name$/);
});

test('runImport skips rejects within the limit and reports them with unknown codes and new fields', async (t) => {
  const at = folder(t);
  const rows = [{ number: '1', name: 'A', state: 'odd' }, { number: 2 }, { number: '3', name: 'C', colour: 'red' }];
  writeFileSync(join(at, 'in'), JSON.stringify(rows));
  await importToys(join(at, 'out'), [join(at, 'in')], { maxRejects: 1 });
  const report = JSON.parse(readFileSync(join(at, 'out.report.json'), 'utf8')) as Record<string, unknown>;
  assert.equal(report['records_read'], 3);
  assert.equal(report['lines_written'], 2);
  assert.deepEqual(report['unknown_codes'], { state: { odd: 1 } });
  assert.deepEqual(report['leftover_fields'], { colour: 1 });
  assert.deepEqual(report['rejects'], [{ input: join(at, 'in'), record: 2, field: 'number', reason: 'must be text' }]);
});

test('runImport compresses by the name of the output', async (t) => {
  const at = folder(t);
  writeFileSync(join(at, 'in'), CSV);
  for (const name of ['out', 'out.gz', 'out.zst']) await importToys(join(at, name), [join(at, 'in')]);
  const plain = readFileSync(join(at, 'out'), 'utf8');
  assert.equal(gunzipSync(readFileSync(join(at, 'out.gz'))).toString(), plain);
  assert.equal(zstdDecompressSync(readFileSync(join(at, 'out.zst'))).toString(), plain);
});

test('runImport stops at a signal and leaves no files', async (t) => {
  const at = folder(t);
  writeFileSync(join(at, 'in'), CSV);
  const signal = AbortSignal.abort(new InputError('Cannot import: interrupted'));
  await assert.rejects(importToys(join(at, 'out'), [join(at, 'in')], { signal }), /interrupted/);
  assert.deepEqual(readdirSync(at), ['in']);
});

test('runImport never writes over an input', async (t) => {
  const at = folder(t);
  writeFileSync(join(at, 'in'), CSV);
  await assert.rejects(importToys(join(at, '.', 'in'), [join(at, 'in')]), /it is one of the inputs$/);
  assert.equal(readFileSync(join(at, 'in'), 'utf8'), CSV);
});

test('runImport refuses an output that is not a file', async (t) => {
  const at = folder(t);
  writeFileSync(join(at, 'in'), CSV);
  mkdirSync(join(at, 'out'));
  await assert.rejects(importToys(join(at, 'out'), [join(at, 'in')]), /it is not a file; - is standard output$/);
  assert.deepEqual(readdirSync(at).toSorted(), ['in', 'out']);
});

test('runImport keeps the previous lines and their report if the new report cannot be written', async (t) => {
  const at = folder(t);
  writeFileSync(join(at, 'in'), CSV);
  writeFileSync(join(at, 'out'), 'old lines');
  mkdirSync(join(at, 'out.report.json'));
  await assert.rejects(
    importToys(join(at, 'out'), [join(at, 'in')]),
    /Cannot write ".*out\.report\.json": it is not a file/,
  );
  assert.equal(readFileSync(join(at, 'out'), 'utf8'), 'old lines');
  assert.deepEqual(readdirSync(at).toSorted(), ['in', 'out', 'out.report.json']);
});

test('runImport names an output folder that does not exist', async (t) => {
  const at = folder(t);
  writeFileSync(join(at, 'in'), CSV);
  await assert.rejects(
    importToys(join(at, 'none', 'out'), [join(at, 'in')]),
    /Cannot write ".*none.*no such file or directory/,
  );
});
