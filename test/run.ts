/**
 * Runs the test suite. Each file has its own process, three at a time: one more than there are cores, because many tests wait for processes
 * that they started. Unit tests, which start no process and open no socket, share two processes.
 *
 * Words select the files that have one of these words in their path. `--all` includes the files named `*.long.*`, which otherwise run only
 * if a word selects them. `--soak` runs the files named `*.soak.ts` instead, one after the other. `--times` prints the duration and the CPU
 * time of each file. `--missing` only prints the Debian packages that tests need and this machine lacks. Other options are passed to Node.
 */
import { chmodSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { bundleSchemas } from './house/bundled-schemas.ts';
import { publishedProgram } from './house/published-program.ts';
import { findPart, isHere, missingPackages, type Part, type PartName } from './parts.ts';
import { FileTimes, longestFirst } from './times.ts';

const OWN_OPTIONS = ['--all', '--soak', '--times', '--missing'];
const given = process.argv.slice(2);
const [isAll, isSoak, isTimed, isMissing] = OWN_OPTIONS.map((option) => given.includes(option));
const passedOn = given.filter((arg) => arg.startsWith('-') && !OWN_OPTIONS.includes(arg));
const words = given.filter((arg) => !arg.startsWith('-'));
/** Whether this run includes all files: no word selects some of them. */
const isWhole = words.length === 0 && !isSoak;
/** Maximum duration of a test; a test that hangs then fails. */
const TEST_MS_MAX = 600_000;

/** Writes a module that runs as a test file; returns its path. */
function written(name: string, source: string): string {
  const path = join(folder, `${name}.mjs`);
  writeFileSync(path, source);
  return path;
}

/** Source that calls an exported function of a module of this folder. */
function formatCall(module: string, name: string, args: readonly unknown[]): string {
  return `await (await import(${JSON.stringify(new URL(module, import.meta.url))})).${name}(...${JSON.stringify(args)});\n`;
}

/** Returns the browser that a test file needs. */
function findBrowser(file: string): PartName {
  return file.includes('firefox') ? 'firefox' : 'chromium';
}

/** Returns the files to run in the order of their start, longest first. */
function createQueue(files: readonly string[]): string[] {
  const inBrowser = files.filter((file) => file.endsWith('.browser.test.ts'));
  const ownProcess = files.filter((file) => file.endsWith('.process.test.ts'));
  const together = longestFirst(files.filter((file) => !inBrowser.includes(file) && !ownProcess.includes(file)));
  const halves = [0, 1].map((half) => together.filter((_, i) => i % 2 === half)).filter((half) => half.length > 0);
  const skipped = inBrowser.filter((file) => !isHere(findBrowser(file)));
  return [
    ...halves.map((half, i) => written(`unit-tests-${i + 1}`, formatCall('together.ts', 'runTogether', half))),
    ...longestFirst([...inBrowser.filter((file) => !skipped.includes(file)), ...ownProcess]),
    ...skipped.map((file, i) => written(`skipped-${i + 1}`, formatCall('parts.ts', 'has', [findBrowser(file), file]))),
  ];
}

/** Runs all files, whatever fails. At the end reports which tests were skipped because a program is missing. */
async function runAll(queue: string[]): Promise<void> {
  const skipped: Part[] = [];
  const times = new FileTimes(folder);
  const limit = isSoak ? [] : [`--test-timeout=${TEST_MS_MAX}`];
  const stream = run({
    files: queue,
    concurrency: isSoak ? 1 : 3,
    execArgv: [...limit, ...times.execArgv, ...passedOn],
  });
  stream.on('test:pass', (event) => {
    const part = findPart(event.skip);
    if (part !== undefined) skipped.push(part);
    times.addTest(event);
  });
  stream.on('test:fail', (event) => times.addTest(event));
  stream.on('test:summary', ({ file, success, duration_ms: ms }) => {
    if (file === undefined) process.exitCode = success ? 0 : 1;
    else times.addFile(file, ms);
  });
  for await (const line of stream.compose(new spec())) process.stdout.write(line as string);
  times.keep();
  if (isTimed) process.stdout.write(times.table());
  if (skipped.length === 0) return;
  const parts = [...new Set(skipped)];
  const names = parts.map(({ name }) => name).join(', ');
  const packages = parts.map(({ debian }) => debian).join(' ');
  process.stdout.write(`
${skipped.length} tests, or groups or files of tests, were skipped, because this machine lacks ${names}.
Debian installs all of that with one command:

  apt-get install ${packages}
`);
}

const folder = mkdtempSync(join(tmpdir(), 'openfirma-tests-'));
// When root runs the tests, PostgreSQL runs as another user, who has programs and data in this folder.
chmodSync(folder, 0o755);
process.once('exit', () => rmSync(folder, { recursive: true, maxRetries: 3 }));
const files = globSync(`{src,extras,test,clients,tools,bench}/**/*.${isSoak ? 'soak' : 'test'}.ts`)
  .filter((file) =>
    words.length === 0 ? isAll || !file.includes('.long.') : words.some((word) => file.includes(word)),
  )
  .toSorted();
if (isMissing) process.stdout.write(missingPackages().join(' '));
else if (files.length === 0) {
  process.stderr.write(`No file of tests has "${words.join('" or "')}" in its path\n`);
  process.exitCode = 1;
} else {
  // Reading and compiling the program is half of the CPU time of a short process.
  process.env['NODE_COMPILE_CACHE'] = join(folder, 'compiled');
  // The sample and clusters of PostgreSQL are built once for all files.
  process.env['TEST_BUILDS'] = join(folder, 'builds');
  mkdirSync(process.env['TEST_BUILDS']);
  // Programs that tests start, npm included, run on this Node.
  process.env['PATH'] = `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`;
  process.env['NODE_OPTIONS'] = `${process.env['NODE_OPTIONS'] ?? ''} --import=${bundleSchemas(folder)}`;
  // Bundled, the program starts in two thirds of the CPU time. Bundling takes as long as a few starts. Soaks measure it, as operators run it.
  if (isWhole || isSoak) process.env['TEST_COMMAND'] ??= await publishedProgram(join(folder, 'program'));
  await runAll(isSoak ? files : createQueue(files));
}
