import assert from 'node:assert/strict';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { LogOutput } from './log-output.ts';

const LINE = `${'x'.repeat(1023)}\n`;
/** Maximum number of 1 KiB lines in the buffer. */
const WAITING_LINES = 1024;

test('the end of a process logs how many lines were dropped, though all waiting lines are written at once', (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'openfirma-log-output-'));
  const path = join(directory, 'log');
  const fd = openSync(path, 'w');
  t.after(() => {
    closeSync(fd);
    rmSync(directory, { recursive: true });
  });
  // Nothing is written before the end.
  const writes = { batchBytes: Infinity, writeBytesMax: 64 * 1024 };
  let counted = 0;
  const output = new LogOutput(writes, (lines) => output.write(`${lines} lines were dropped\n`), fd);
  output.countDroppedBy((lines) => (counted += lines));
  for (let i = 0; i < WAITING_LINES + 3; i++) output.write(LINE);
  output.end();
  assert.equal(readFileSync(path, 'utf8'), `${LINE.repeat(WAITING_LINES)}3 lines were dropped\n`);
  assert.equal(counted, 3);
});
