import assert from 'node:assert/strict';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { folder } from '../../test/fixtures/folder.ts';
import { InputError, type RegisterLine } from '../model/index.ts';
import { isDate, runImport, type ImportOptions } from './index.ts';
import { TOY_FILES, toyRegister } from './toy-fixture.ts';

/** A crawled register: each row has a company, the day of its request, and perhaps that the company is gone. */
const crawled = toyRegister({
  input: 'part',
  updateFrequency: { newestDays: 7, oldestDays: 90 },
  files: { ...TOY_FILES, csv: { delimiter: ';' }, required: ['key'], taken: ['key', 'asked', 'name'], ignored: [] },
  async *read(inputs, run) {
    for (const input of inputs) {
      for await (const { cells } of input.rows()) {
        const [key, asked, name] = ['key', 'asked', 'name'].map((column) => cells.get(column) ?? '');
        if (key === undefined || asked === undefined || name === undefined || !isDate(asked)) throw new Error('a row');
        if (name === '') run.gone({ key: `toy:${key}` }, asked);
        else yield { key: `toy:${key}`, name, as_of_date: asked };
      }
    }
  },
});

interface Night {
  readonly options?: Partial<ImportOptions>;
  readonly output?: string;
}

/** Imports rows as a part that continues the lines of `options.last`. Returns the output. */
async function night(t: TestContext, rows: readonly string[], { options = {}, output }: Night = {}): Promise<string> {
  const at = folder(t);
  const input = join(at, 'answers.csv');
  writeFileSync(input, ['key;asked;name', ...rows, ''].join('\n'));
  const out = output ?? join(at, 'out.ndjson');
  await runImport(crawled, { output: out, inputs: [input], maxRejects: 0, ...options });
  return out;
}

function readNames(path: string): string[] {
  const bytes = readFileSync(path);
  const text = (path.endsWith('.zst') ? zstdDecompressSync(bytes) : bytes).toString();
  return text.split('\n').slice(0, -1).map((line) => (JSON.parse(line) as RegisterLine).name ?? ''); // prettier-ignore
}

test('an import of a part continues the previous output, and the report has the counts', async (t) => {
  const out = join(folder(t), 'toy.ndjson.zst');
  await night(t, ['1;2026-01-01;A', '2;2026-01-01;B', '3;2026-01-01;C'], { output: out });
  await night(t, ['1;2026-01-02;A again', '3;2026-01-02;', '4;2026-01-02;D'], { output: out, options: { last: out } });
  assert.deepEqual(readNames(out), ['A again', 'B', 'D']);
  const report = JSON.parse(readFileSync(`${out}.report.json`, 'utf8')) as Record<string, unknown>;
  assert.deepEqual(
    [report['input'], report['last_lines'], report['lines_written']],
    ['part', { carried: 1, superseded: 1, gone: 1 }, 3],
  );
});

test('the order of inputs does not matter to an import of a part', async (t) => {
  const rows = ['1;2026-01-01;old', '1;2026-01-03;new', '1;2026-01-02;between', '2;2026-01-01;B', '2;2026-01-02;'];
  const texts = [rows, rows.toReversed()].map(async (each) => readFileSync(await night(t, each), 'utf8'));
  const [one, other] = await Promise.all(texts);
  assert.equal(one, '{"register":"toy","key":"toy:1","name":"new","as_of_date":"2026-01-03"}\n');
  assert.equal(other, one);
});

const LINE = '{"register":"toy","key":"toy:1","name":"A"}\n';
const UNUSABLE: [claim: string, name: string, bytes: string | Buffer, want: RegExp][] = [
  [
    'end in the middle of a line',
    'last.ndjson',
    LINE.slice(0, -1),
    /it ends within a line; remove it, or import with --afresh/,
  ],
  [
    'are of another register',
    'last.ndjson',
    LINE.replace('"toy"', '"other"'),
    /line 1 is of the register "other", must be "toy"/,
  ],
  [
    'are not register lines',
    'last.ndjson',
    LINE + LINE.replace('name', 'nmae'),
    /line 2: nmae is not a field of the register line/,
  ],
  ['are not JSON', 'last.ndjson', 'x\n', /line 1 is not JSON/],
  ['are cut', 'last.ndjson.zst', zstdCompressSync(LINE).subarray(0, -3), /Cannot read ".*last\.ndjson\.zst"/],
];
for (const [claim, name, bytes, want] of UNUSABLE) {
  test(`an import of a part is refused if the previous lines ${claim}, and leaves no files`, async (t) => {
    const at = folder(t);
    const last = join(at, name);
    writeFileSync(last, bytes);
    const out = join(at, 'out.ndjson');
    await assert.rejects(night(t, ['2;2026-01-01;B'], { output: out, options: { last } }), (error: unknown) => {
      assert.ok(error instanceof InputError);
      assert.match(error.message, want);
      return true;
    });
    assert.deepEqual(readdirSync(at), [name]);
  });
}

test('an import of a part is refused if the previous lines have sole traders that are not wanted any more', async (t) => {
  const last = await night(t, ['1;2026-01-01;A'], { options: { soleTraders: true } });
  assert.equal(readNames(await night(t, ['2;2026-01-01;B'], { options: { last, soleTraders: true } })).length, 2);
  await assert.rejects(
    night(t, ['2;2026-01-01;B'], { options: { last } }),
    /they have sole traders, which this import does not/,
  );
});
