/** `npm test` in a folder with some test files, on a machine without browsers. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { folder } from '../fixtures/folder.ts';
import { COMMAND } from '../fixtures/serving.ts';

const FILES = {
  'fails.test.ts': `test('one that fails', () => { throw new Error('a fault of the test'); });`,
  'passes.test.ts': `test('a unit test', () => {});`,
  'ends.process.test.ts': `process.exit(3);`,
  'passes.long.process.test.ts': `test('a long one', () => {});`,
  'in.browser.test.ts': `test('one in Chromium', () => {});`,
};

test('npm run test:all runs every file, and fails for a test, a file that ends early, and under CI a missing program', (t) => {
  const at = folder(t);
  mkdirSync(join(at, 'test'));
  for (const [name, text] of Object.entries(FILES))
    writeFileSync(join(at, 'test', name), `import { test } from 'node:test';\n${text}\n`);
  const { status, stdout } = spawnSync(process.execPath, [join(import.meta.dirname, '..', 'run.ts'), '--all'], {
    cwd: at,
    env: { PATH: at, TMPDIR: tmpdir(), TEST_COMMAND: COMMAND, CI: 'true' },
    encoding: 'utf8',
  });
  assert.equal(status, 1);
  for (const name of ['a unit test', 'a long one']) assert.match(stdout, new RegExp(`✔ ${name}`));
  const [, failing = ''] = stdout.split('failing tests:');
  assert.match(failing, /✖ one that fails[^]*a fault of the test/);
  assert.match(failing, /ends\.process\.test\.ts/);
  assert.match(failing, /Chromium is not installed\. Debian: apt-get install chromium-headless-shell/);
  assert.match(stdout, /^ℹ fail 3$/m);
});
