import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { StepProgress } from '../build/index.ts';
import { createProgress } from './output.ts';

/** Returns a progress display whose clock the test moves, and the texts that it wrote. */
function watched(t: TestContext, isTTY: boolean) {
  let now = 1000;
  t.mock.method(performance, 'now', () => now);
  const written: string[] = [];
  const progress: StepProgress = createProgress('import', { isTTY, write: (text) => written.push(text) });
  const updateAt = (ms: number, done: number, total?: number): void => {
    now = 1000 + ms;
    progress.update(done, total, '7 records');
  };
  return { written, progress, updateAt };
}

test('createProgress is silent for the first two seconds', (t) => {
  const { written, updateAt, progress } = watched(t, true);
  updateAt(1900, 10, 100);
  progress.finish();
  assert.deepEqual(written, []);
});

test('createProgress draws one bar over itself on a terminal and wipes it at the end', (t) => {
  const { written, updateAt, progress } = watched(t, true);
  updateAt(2000, 25, 100);
  updateAt(2100, 26, 100);
  updateAt(4000, 50, 100);
  progress.finish('done');
  assert.deepEqual(written, [
    '\r\u001b[Kimport  [######..................]  25 %  6 s left  7 records',
    '\r\u001b[Kimport  [############............]  50 %  4 s left  7 records',
    '\r\u001b[K',
    'import  4 s  done\n',
  ]);
});

test('createProgress wipes the bar of another step before its last line', (t) => {
  const { written, progress } = watched(t, true);
  progress.finish('done');
  assert.deepEqual(written, ['\r\u001b[K', 'import  0 s  done\n']);
});

test('createProgress writes a plain line every five seconds elsewhere', (t) => {
  const { written, updateAt } = watched(t, false);
  updateAt(2000, 10, 100);
  updateAt(6000, 30, 100);
  updateAt(7000, 70, 100);
  assert.deepEqual(written, ['import  10 %  18 s left  7 records\n', 'import  70 %  3 s left  7 records\n']);
});

test('createProgress shows only the time where the total is unknown', (t) => {
  const { written, updateAt } = watched(t, false);
  updateAt(200_000, 10);
  assert.deepEqual(written, ['import  3 min  7 records\n']);
});
