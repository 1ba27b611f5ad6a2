import assert from 'node:assert/strict';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { InputError, type RegisterLine } from '../../model/index.ts';
import { FieldFault, runImport, type ImportOptions } from '../index.ts';
import { closedTar, createTar, createTarMember } from './tar-fixture.ts';
import { tarMembers } from './tar.ts';
import { createZip } from './zip-fixture.ts';
import { folder } from '../../../test/fixtures/folder.ts';
import { splitChunks } from './chunk-fixture.ts';
import { TOY_FILES, toyRegister } from '../toy-fixture.ts';

const shared = { taken: ['number', 'number.$', 'name', 'name.$'], ignored: [] };

/** A register with tars of every format; the key of a line identifies its row. */
const toy = toyRegister({
  files: {
    ...TOY_FILES,
    kinds: {
      names: { ...shared, json: {}, xml: { records: 'toys.toy' }, csv: { delimiter: ';' }, required: ['name'] },
      numbers: { ...shared, json: {}, xml: { records: 'toys.toy' }, required: ['number'] },
    },
  },
  codes: {},
  expect: [],
  async *read(inputs, run) {
    for (const input of inputs) {
      for await (const row of input.rows()) {
        const line = run.line(row, (): RegisterLine => {
          const cell = row.format === 'csv' ? (row.cells.get('name') ?? '') : JSON.stringify(row.value);
          if (cell.includes('bad')) throw new FieldFault('name', 'is bad');
          return { key: `toy:${input.kind} ${row.record} ${row.member} ${cell}` };
        });
        if (line !== undefined) yield line;
      }
    }
  },
});

async function imported(t: TestContext, bytes: Buffer, more: Partial<ImportOptions> = {}) {
  const at = folder(t);
  writeFileSync(join(at, 'in'), bytes);
  const output = join(at, 'out');
  const report = await runImport(toy, { output, inputs: [join(at, 'in')], maxRejects: 0, ...more });
  const text = readFileSync(output, 'utf8').trim();
  const keys = text.split('\n').map((line) => (JSON.parse(line) as { key: string }).key.slice('toy:'.length));
  return { keys, report: report.toJSON() };
}

const xml = (...names: string[]): string =>
  `<toys>${names.map((name) => `<toy><name>${name}</name></toy>`).join('')}</toys>`;
const TOYS = { 'a/1.xml': xml('Ä'), 'a/2.xml': xml('B', 'C'), 'a/3.xml': xml(), 'a/4.xml': xml('D') };
const WANT = ['names 1 a/1.xml Ä', 'names 2 a/2.xml B', 'names 3 a/2.xml C', 'names 4 a/4.xml D'].map((key) =>
  key.replace(/\S+$/, (name) => JSON.stringify({ name: { $: name } })),
);

for (const [claim, bytes] of [
  ['a plain tar', createTar(TOYS)],
  ['a tar in gzip', gzipSync(createTar(TOYS))],
  ['a tar in Zstandard', zstdCompressSync(createTar(TOYS))],
  ['a tar padded to its record size', Buffer.concat([createTar(TOYS), Buffer.alloc(5 * 512)])],
] as const) {
  test(`runImport reads ${claim} as one input, its records numbered through`, async (t) => {
    const { keys, report } = await imported(t, bytes);
    assert.deepEqual(keys, WANT);
    assert.equal(report.inputs.length, 1);
    assert.equal(report.inputs[0]?.format, 'tar');
    assert.equal(report.inputs[0]?.records, 4);
  });
}

test('runImport reads a tar inside a zip', async (t) => {
  const ascii = createZip({ 'x.tar': createTar({ '1': xml('A') }).toString('latin1') });
  assert.deepEqual((await imported(t, ascii)).keys, ['names 1 1 {"name":{"$":"A"}}']);
});

const READ: [claim: string, bytes: Buffer, want: string[]][] = [
  [
    'files of JSON',
    createTar({ '1.json': '[{"number":1},{"number":2}]', '2.json': '{"number":3}\n' }),
    ['numbers 1 1.json {"number":1}', 'numbers 2 1.json {"number":2}', 'numbers 3 2.json {"number":3}'],
  ],
  [
    'files of CSV, each with a header of its own',
    createTar({ '1.csv': 'name;number\nA;1\n', '2.csv': 'number;name\n2;B\n' }),
    ['names 1 1.csv A', 'names 2 2.csv B'],
  ],
  [
    'a tar whose first file has no record and whose second decides the kind',
    createTar({ '1.xml': xml(), '2.xml': '<toys><toy><number>1</number></toy></toys>' }),
    ['numbers 1 2.xml {"number":{"$":"1"}}'],
  ],
  [
    'directories and links beside files',
    closedTar(
      createTarMember('./', '', '5'),
      createTarMember('link', '', '2'),
      createTarMember('1.csv', 'name\nA\n'),
      createTarMember('hard', '', '1'),
      createTarMember('2.csv', 'name\nB\n', '7'),
    ),
    ['names 1 1.csv A', 'names 2 2.csv B'],
  ],
  [
    'long names of GNU and pax, each for one file',
    closedTar(
      createTarMember('././@LongLink', `${'g'.repeat(120)}\0`, 'L'),
      createTarMember('g', 'name\nA\n'),
      createTarMember('x', `138 path=${'p'.repeat(128)}\n`, 'x'),
      createTarMember('p', 'name\nB\n'),
      createTarMember('3.csv', 'name\nC\n'),
    ),
    [`names 1 ${'g'.repeat(120)} A`, `names 2 ${'p'.repeat(128)} B`, 'names 3 3.csv C'],
  ],
];
for (const [claim, bytes, want] of READ) {
  test(`runImport reads a tar with ${claim}`, async (t) => assert.deepEqual((await imported(t, bytes)).keys, want));
}

const damaged = createTar(TOYS);
damaged.writeUInt8(damaged.readUInt8(10) ^ 1, 10);

const REFUSED: [claim: string, bytes: Buffer, want: RegExp][] = [
  ['an empty tar', closedTar(createTarMember('./', '', '5')), /in": it holds no record$/],
  ['an empty file', createTar({ '1.xml': xml('A'), '2.xml': '' }), /in!2\.xml": it is empty$/],
  ['a damaged header', damaged, /in": member 1, "a\/1\.xml.*": its header is damaged; download it again$/],
  ['a sparse file', closedTar(createTarMember('s', 'name\nA\n', 'S')), /member 1, "s": it is of the type SparseFile/],
  [
    'a name without end',
    closedTar(createTarMember('x', 'x'.repeat(70_000), 'L')),
    /longer than the allowed 65536 bytes$/,
  ],
  [
    'a tar inside',
    createTar({ 'x.tar': createTar({ '1.csv': 'name\nA\n' }).toString('latin1') }),
    /a tar inside a tar$/,
  ],
  ['another tar behind', Buffer.concat([createTar(TOYS), createTar(TOYS)]), /the tar continues after its end$/],
  [
    'a file that is not XML to its end',
    createTar({ '1.xml': xml('A'), '2.xml': '<toys>' }),
    /in!2\.xml": record 1: the file/,
  ],
  ['an invalid row', createTar({ '1.csv': 'name\nA\n', '2.csv': 'name\nbad\n' }), /"2\.csv" inside it: record 2: name/],
];
for (const [claim, bytes, want] of REFUSED) {
  test(`runImport refuses a tar with ${claim}`, async (t) => {
    await assert.rejects(imported(t, bytes), (error) => error instanceof InputError && want.test(error.message));
  });
}

test('runImport reports the file inside a tar with a rejected record', async (t) => {
  const { keys, report } = await imported(t, createTar({ '1.csv': 'name\nbad\n', '2.csv': 'name\nB\n' }), {
    maxRejects: 1,
  });
  assert.deepEqual(keys, ['names 2 2.csv B']);
  assert.match(report.rejects[0]?.input ?? '', /in!1\.csv$/);
});

test('runImport refuses a tar in gzip cut at any byte, and leaves no files', async (t) => {
  const at = folder(t);
  const inputs = [join(at, 'in')];
  const bytes = gzipSync(createTar(TOYS));
  for (let end = 0; end < bytes.length; end++) {
    writeFileSync(join(at, 'in'), bytes.subarray(0, end));
    await assert.rejects(runImport(toy, { output: join(at, 'out'), inputs, maxRejects: 0 }), InputError, `at ${end}`);
  }
  assert.deepEqual(readdirSync(at), ['in']);
});

test('runImport rejects an unreadable file inside a tar, and reads the others if rejects are allowed', async (t) => {
  const files = { '1.xml': xml('A'), '2.xml': '<toys><toy>', '3.xml': '', '4.xml': xml('D') };
  const { keys, report } = await imported(t, createTar(files), { maxRejects: 2 });
  assert.deepEqual(keys.map((key) => key.split(' ')[2]), ['1.xml', '4.xml']); // prettier-ignore
  assert.deepEqual(
    report.rejects.map(({ input, record, field }) => [input.slice(input.indexOf('!')), record, field]),
    [
      ['!2.xml', 2, 'document'],
      ['!3.xml', 3, 'document'],
    ],
  );
  await assert.rejects(imported(t, createTar(files), { maxRejects: 1 }), /in!3\.xml": it is empty$/);
  const cut = createTar(files).subarray(0, -1024);
  await assert.rejects(imported(t, cut, { maxRejects: 9 }), /the tar ends in the middle/);
});

async function readNames(bytes: Buffer, size: number): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of tarMembers('x', splitChunks(bytes, size))) names.push(name);
  return names;
}

test('tarMembers refuses a tar cut at any byte, also between two files', async () => {
  const bytes = createTar(TOYS);
  assert.deepEqual(await readNames(bytes, 100), Object.keys(TOYS));
  for (let end = 0; end < bytes.length; end++) {
    await assert.rejects(readNames(bytes.subarray(0, end), 1000), /the tar ends in the middle; download it again$/);
  }
});

test('runImport reads a tar of many files in chunks of any size', async (t) => {
  const members = Array.from({ length: 3000 }, (_, i) =>
    createTarMember(`${i}.csv`, `name\n${'x'.repeat(1 + (i % 1400))}\n`),
  );
  const { keys } = await imported(t, closedTar(...members));
  assert.equal(keys.length, 3000);
  assert.ok(keys.every((key, i) => key === `names ${i + 1} ${i}.csv ${'x'.repeat(1 + (i % 1400))}`));
});
