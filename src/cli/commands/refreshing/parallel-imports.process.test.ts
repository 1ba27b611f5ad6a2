import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test, type TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { FORMATS, ensureFile } from '../../../../bench/imports/formats.ts';
import { folder } from '../../../../test/fixtures/folder.ts';
import { InputError } from '../../../model/index.ts';
import { importUnlessMade } from '../import.ts';
import { ParallelImports } from './parallel-imports.ts';

/** Enough for a file of some 5 MB, which is imported in a thread. */
const RECORDS = 12_000;

/** Writes an invented file, and returns its register and the options of its import. */
function invented(t: TestContext, name: 'csv' | 'lines', signal = new AbortController().signal) {
  const directory = folder(t);
  const format = FORMATS[name] ?? assert.fail();
  const output = join(directory, 'lines', 'out.ndjson');
  mkdirSync(join(directory, 'lines'));
  const inputs = [ensureFile(directory, format, RECORDS)];
  return { register: format.register, options: { output, inputs, maxRejects: 0, signal } };
}

suite('Imports in parallel', () => {
  test('write the same lines as one import', async (t) => {
    const [csv, lines] = [invented(t, 'csv'), invented(t, 'lines')];
    const imports = new ParallelImports();
    const outcomes = await Promise.all(
      [csv, lines].map(({ register, options }) => imports.import(register, options, false)),
    );
    for (const [i, { register, options }] of [csv, lines].entries()) {
      const output = join(folder(t), 'out.ndjson');
      const { report } = await importUnlessMade(register, { ...options, output });
      assert.deepEqual(outcomes[i]?.report, report);
      assert.ok(readFileSync(output).equals(readFileSync(options.output)), register);
      assert.equal((await imports.import(register, options, false)).unchanged, true);
    }
  });

  test('fail one by one, with the reason of each', async (t) => {
    const [csv, lines] = [invented(t, 'csv'), invented(t, 'lines')];
    appendFileSync(lines.options.inputs[0] ?? '', '{"name":\n');
    const imports = new ParallelImports();
    const [good, bad] = await Promise.allSettled(
      [csv, lines].map(({ register, options }) => imports.import(register, options, false)),
    );
    assert.equal(good?.status, 'fulfilled');
    assert.ok(bad?.status === 'rejected' && bad.reason instanceof InputError);
    assert.match(bad.reason.message, /companies\.jsonl.*record 12001/);
    assert.deepEqual(readdirSync(join(lines.options.output, '..')), []);
  });

  for (const [when, wait] of [
    ['at once', async () => undefined],
    [
      'while they write',
      async (directory: string) => {
        while (readdirSync(directory).length === 0) await delay(2);
      },
    ],
  ] as const)
    test(`end if they are interrupted ${when}, and leave nothing`, async (t) => {
      const interrupt = new AbortController();
      const { register, options } = invented(t, 'csv', interrupt.signal);
      const imported = new ParallelImports().import(register, options, false);
      const reason = new InputError('interrupted');
      const directory = join(options.output, '..');
      await Promise.all([assert.rejects(imported, reason), wait(directory).then(() => interrupt.abort(reason))]);
      assert.deepEqual(readdirSync(directory), []);
    });
});
