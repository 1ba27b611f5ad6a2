/** `npm test` in a folder with some test files, on a machine without browsers. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { COMMAND } from '../fixtures/serving.ts';

const RUN = join(import.meta.dirname, '..', 'run.ts');

const FILES = {
  'fails.test.ts': `test('one that fails', () => { throw new Error('a fault of the test'); });`,
  'passes.test.ts': `test('a unit test', () => {});`,
  'ends.process.test.ts': `process.exit(3);`,
  'passes.process.test.ts': `test('one in a process of its own', () => {});`,
  'passes.long.process.test.ts': `test('a long one', () => {});`,
  'in.browser.test.ts': `test('one in Chromium', () => {});`,
  'in-firefox.browser.test.ts': `test('one in Firefox', () => {});`,
};

suite('npm test', () => {
  let folder = '';
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'openfirma-run-'));
    mkdirSync(join(folder, 'test'));
    for (const [name, text] of Object.entries(FILES))
      writeFileSync(join(folder, 'test', name), `import { test } from 'node:test';\n${text}\n`);
  });
  after(() => rmSync(folder, { recursive: true }));

  /** Runs the suite of the folder without any program on the PATH. */
  const ran = (args: readonly string[], settings: NodeJS.ProcessEnv = {}) =>
    spawnSync(process.execPath, [RUN, ...args], {
      cwd: folder,
      env: { PATH: folder, TMPDIR: tmpdir(), TEST_COMMAND: COMMAND, ...settings },
      encoding: 'utf8',
    });

  test('runs all files but long ones, whatever fails, and lists at the end what failed', () => {
    const { status, stdout, stderr } = ran(['--times']);
    assert.equal(status, 1, stderr);
    for (const name of ['a unit test', 'one in a process of its own']) assert.match(stdout, new RegExp(`✔ ${name}`));
    assert.doesNotMatch(stdout, /a long one/);
    const [, failing = ''] = stdout.split('failing tests:');
    assert.match(failing, /✖ one that fails[^]*a fault of the test/);
    assert.match(failing, /ends\.process\.test\.ts/);
    assert.match(failing, /^ +\d+\.\d s +\d+\.\d {2}test\/passes\.process\.test\.ts$/m);
    assert.match(failing, /^ +\d+\.\d s {10}test\/passes\.test\.ts$/m);
  });

  test('runs long files that a word selects, skips files that need a missing program, and ends with the command that installs it', () => {
    const { status, stdout } = ran(['passes', 'in']);
    assert.equal(status, 0, stdout);
    assert.match(stdout, /✔ a long one/);
    assert.match(stdout, /^ℹ pass 3$/m);
    assert.match(stdout, /^ℹ skipped 2$/m);
    assert.match(
      stdout,
      /2 tests[^\n]*lacks Firefox, Chromium\.\n[^\n]+\n\n {2}apt-get install firefox-esr chromium-headless-shell\n$/,
    );
  });

  test('runs long files with --all, and fails under CI if a program is missing', () => {
    const { status, stdout } = ran(['--all'], { CI: 'true' });
    assert.equal(status, 1);
    assert.match(stdout, /✔ a long one/);
    assert.match(stdout, /^ℹ fail 4$/m);
    assert.match(stdout, /Chromium is not installed\. Debian: apt-get install chromium-headless-shell/);
    assert.match(stdout, /Firefox is not installed\. Debian: apt-get install firefox-esr/);
  });

  test('prints the packages of missing programs', () => {
    const { status, stdout } = ran(['--missing']);
    assert.equal(status, 0);
    assert.match(stdout, /^chromium-headless-shell firefox-esr .*redis-server.* curl python3/);
  });

  for (const args of [['nosuchthing'], ['--soak', 'nosuchthing']])
    test(`reports in one line that no file matches: ${args.join(' ')}`, () => {
      const { status, stdout, stderr } = ran(args);
      assert.deepEqual([status, stdout, stderr], [1, '', 'No file of tests has "nosuchthing" in its path\n']);
    });
});
