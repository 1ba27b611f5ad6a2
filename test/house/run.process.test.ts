/** How `npm test` runs files of tests, in a folder with some, on a machine without browsers. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';

const RUN = join(import.meta.dirname, '..', 'run.ts');

const FILES = {
  'fails.test.ts': `test('one that fails', () => { throw new Error('a fault of the test'); });`,
  'passes.test.ts': `test('a unit test', () => {});`,
  'ends.process.test.ts': `process.exit(3);`,
  'passes.process.test.ts': `test('one in a process of its own', () => {});`,
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

  /** Runs the suite of the folder where there is no program on the PATH. */
  const ran = (args: readonly string[], settings: NodeJS.ProcessEnv = {}) =>
    spawnSync(process.execPath, [RUN, ...args], {
      cwd: folder,
      env: { PATH: folder, TMPDIR: tmpdir(), ...settings },
      encoding: 'utf8',
    });

  test('runs all files, whatever fails, and lists at the end what failed', () => {
    const { status, stdout, stderr } = ran(['--times', 'fails', 'passes', 'ends']);
    assert.equal(status, 1, stderr);
    for (const name of ['a unit test', 'one in a process of its own']) assert.match(stdout, new RegExp(`✔ ${name}`));
    const [, failing = ''] = stdout.split('failing tests:');
    assert.match(failing, /✖ one that fails[^]*a fault of the test/);
    assert.match(failing, /ends\.process\.test\.ts/);
    assert.match(failing, /^ +\d+\.\d s {2}test\/passes\.process\.test\.ts$/m);
    assert.match(failing, /^ +\d+\.\d s {2}unit-tests-1\.mjs$/m);
  });

  test('counts files of tests whose part is missing as skipped, and ends with what installs the parts', () => {
    const { status, stdout } = ran(['passes', 'in']);
    assert.equal(status, 0, stdout);
    assert.match(stdout, /^ℹ pass 2$/m);
    assert.match(stdout, /^ℹ skipped 2$/m);
    assert.match(
      stdout,
      /2 tests[^\n]*lacks Chromium, Firefox\.\n[^\n]+\n\n {2}apt-get install chromium-headless-shell firefox-esr\n$/,
    );
  });

  test('fails under CI where a part is missing', () => {
    const { status, stdout } = ran(['passes', 'in'], { CI: 'true' });
    assert.equal(status, 1);
    assert.match(stdout, /^ℹ fail 2$/m);
    assert.match(stdout, /there is no Chromium\. Debian: apt-get install chromium-headless-shell/);
    assert.match(stdout, /there is no Firefox\. Debian: apt-get install firefox-esr/);
  });

  test('names the packages of what is missing', () => {
    const { status, stdout } = ran(['--missing']);
    assert.equal(status, 0);
    assert.match(stdout, /^chromium-headless-shell firefox-esr .*redis-server.* curl python3/);
  });

  for (const args of [['nosuchthing'], ['--soak', 'nosuchthing']])
    test(`says in one line that nothing matches: ${args.join(' ')}`, () => {
      const { status, stdout, stderr } = ran(args);
      assert.deepEqual([status, stdout, stderr], [1, '', 'No file of tests has "nosuchthing" in its path\n']);
    });
});
