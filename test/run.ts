/**
 * Runs the test suite: unit tests in two processes at the same time, one for each of two cores, half of the files in each (fast; no
 * module-level mutable state allowed), then the files named `*.process.test.ts`, which start processes or open sockets, one process
 * each, then those named `*.browser.test.ts`. With `--soak` as the first argument the long runs instead, the files named
 * `*.soak.ts`: all, or those whose path has one of the words behind it. Arguments that begin with a dash are passed to every run.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { bundleSchemas } from './bundled-schemas.ts';
import { CHROMIUM, FIREFOX } from './installed-browsers.ts';

const soak = process.argv[2] === '--soak';
const given = process.argv.slice(soak ? 3 : 2);
const words = given.filter((arg) => !arg.startsWith('-'));
/** A test that hangs fails by its name, and does not hold up the run for ever. */
const TEST_MS_MAX = 600_000;
const files = globSync(`{src,test,client,fiction,sample,bench}/**/*.${soak ? 'soak' : 'test'}.ts`)
  .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
  .toSorted();
if (files.length === 0) throw new Error(`No test file has "${words.join('" or "')}" in its path`);
const inBrowser = files.filter((file) => file.endsWith('.browser.test.ts'));
/** The browsers, each with the files of tests that need it. */
const browsers = [
  { ...FIREFOX, tests: inBrowser.filter((file) => file.endsWith('firefox.browser.test.ts')) },
  { ...CHROMIUM, tests: inBrowser.filter((file) => !file.endsWith('firefox.browser.test.ts')) },
];
const ownProcess = files.filter((file) => file.endsWith('.process.test.ts'));
const together = files.filter((file) => !inBrowser.includes(file) && !ownProcess.includes(file));

// Half of what a short process costs is to read and compile the program, which is the same every time.
const compiled = mkdtempSync(join(tmpdir(), 'openfirma-compiled-'));
// The sample is built once for all that need it: test/service.ts.
const builds = mkdtempSync(join(tmpdir(), 'openfirma-builds-'));
const bundled = mkdtempSync(join(tmpdir(), 'openfirma-bundled-'));
const options = `${process.env['NODE_OPTIONS'] ?? ''} --import=${bundleSchemas(bundled)}`;
const env = { ...process.env, NODE_COMPILE_CACHE: compiled, TEST_BUILDS: builds, NODE_OPTIONS: options };

/** How files of tests are run: each in a process of its own, or all in one. */
const EACH = '--test';
const TOGETHER = 'test/together.ts';

/** Runs test files; what is said is shown as it comes, or all at once where another run speaks meanwhile. */
async function run(args: readonly string[], tests: readonly string[], speaksLast = false): Promise<number> {
  if (tests.length === 0) return 0;
  const timeout = soak ? [] : [`--test-timeout=${TEST_MS_MAX}`];
  const all = [...timeout, ...given.filter((arg) => arg.startsWith('-')), ...args, ...tests];
  const child = spawn(process.execPath, all, { env, stdio: ['inherit', speaksLast ? 'pipe' : 'inherit', 'inherit'] });
  const said = child.stdout === null ? undefined : text(child.stdout);
  const [status] = (await once(child, 'close')) as [number | null];
  if (said !== undefined) process.stdout.write(await said);
  return status ?? 1;
}

/** Runs all, one kind after the other, as far as they pass. */
async function runAll(): Promise<number> {
  const halves = soak
    ? [await run([TOGETHER], together)]
    : await Promise.all(
        [0, 1].map((half) =>
          run(
            [TOGETHER],
            together.filter((_, i) => i % 2 === half),
            half === 1,
          ),
        ),
      );
  const failed = halves.find((status) => status !== 0);
  if (failed !== undefined) return failed;
  // One more than there are cores: many of these wait for what they started.
  const status = await run([EACH, '--test-concurrency=3'], ownProcess);
  if (status !== 0) return status;
  const runnable = browsers.flatMap(({ path, tests }) => (path === undefined ? [] : tests));
  return await run([EACH, '--test-concurrency=2'], runnable);
}

process.exitCode = await runAll();
for (const made of [compiled, builds, bundled]) rmSync(made, { recursive: true });

const missing = browsers.filter(({ path, tests }) => path === undefined && tests.length > 0);
for (const { name, debian, variable, tests } of process.exitCode === 0 ? missing : []) {
  const what = `${tests.length} files of browser tests were left out: there is no ${name} here`;
  process.stderr.write(`\n${what}. Install it (Debian: apt-get install ${debian}), or name it in ${variable}.\n`);
}
// Whoever merges must know that they passed.
if (process.exitCode === 0 && missing.length > 0 && process.env['CI'] !== undefined) process.exitCode = 1;
