/**
 * Runs the test suite: each file in a process of its own, three at a time, one more than there are cores, because many wait for what
 * they started. Unit tests, which start no process and open no socket, share two processes (fast; no module-level mutable state
 * allowed). Words select the files that have one of them in their path. `--soak` runs the files named `*.soak.ts` instead, one after
 * the other; `--times` prints how long each file took; `--missing` only prints the packages of Debian that tests need and this machine
 * lacks. Other arguments that begin with a dash are passed to Node.
 */
import { chmodSync, globSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join, relative } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { bundleSchemas } from './house/bundled-schemas.ts';
import { isHere, missingPackages, partOf, type Part, type PartName } from './parts.ts';

const given = process.argv.slice(2);
const isSoak = given.includes('--soak');
const isTimed = given.includes('--times');
const passedOn = given.filter((arg) => arg.startsWith('-') && !['--soak', '--times'].includes(arg));
const words = given.filter((arg) => !arg.startsWith('-'));
/** A test that hangs fails by its name, and does not hold up the run for ever. */
const TEST_MS_MAX = 600_000;

/** Writes a module that is run as a file of tests; returns its path. */
function written(name: string, source: string): string {
  const path = join(folder, `${name}.mjs`);
  writeFileSync(path, source);
  return path;
}

/** A call of an exported function of a module of this folder, as source. */
function callOf(module: string, name: string, args: readonly unknown[]): string {
  return `await (await import(${JSON.stringify(new URL(module, import.meta.url))})).${name}(...${JSON.stringify(args)});\n`;
}

/** The browser that a file of tests needs. */
function browserOf(file: string): PartName {
  return file.endsWith('firefox.browser.test.ts') ? 'firefox' : 'chromium';
}

/** The files to run, in the order in which they start: those that take longest first, as far as kind and size tell. */
function queueOf(files: readonly string[]): string[] {
  const bySize = files.toSorted((a, b) => statSync(b).size - statSync(a).size);
  const inBrowser = bySize.filter((file) => file.endsWith('.browser.test.ts'));
  const ownProcess = bySize.filter((file) => file.endsWith('.process.test.ts'));
  const together = bySize.filter((file) => !inBrowser.includes(file) && !ownProcess.includes(file));
  const halves = [0, 1].map((half) => together.filter((_, i) => i % 2 === half)).filter((half) => half.length > 0);
  const leftOut = inBrowser.filter((file) => !isHere(browserOf(file)));
  return [
    ...inBrowser.filter((file) => !leftOut.includes(file)),
    ...halves.map((half, i) => written(`unit-tests-${i + 1}`, callOf('together.ts', 'runTogether', half))),
    ...ownProcess,
    ...leftOut.map((file, i) => written(`left-out-${i + 1}`, callOf('parts.ts', 'has', [browserOf(file), file]))),
  ];
}

/** Runs files, whatever fails among them, and reports at the end what was skipped because a part is missing. */
async function runAll(queue: string[]): Promise<void> {
  const skipped: Part[] = [];
  const times: (readonly [seconds: number, file: string])[] = [];
  const stream = run({
    files: queue,
    concurrency: isSoak ? 1 : 3,
    execArgv: [...(isSoak ? [] : [`--test-timeout=${TEST_MS_MAX}`]), ...passedOn],
  });
  stream.on('test:pass', ({ skip }) => {
    const part = partOf(skip);
    if (part !== undefined) skipped.push(part);
  });
  stream.on('test:summary', ({ file, success, duration_ms: ms }) => {
    if (file === undefined) process.exitCode = success ? 0 : 1;
    else times.push([ms / 1000, file.startsWith(folder) ? basename(file) : relative('.', file)]);
  });
  for await (const line of stream.compose(new spec())) process.stdout.write(line as string);
  if (isTimed)
    for (const [seconds, file] of times.toSorted(([a], [b]) => b - a))
      process.stdout.write(`${seconds.toFixed(1).padStart(7)} s  ${file}\n`);
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
// The user who runs PostgreSQL for root has programs and data in it.
chmodSync(folder, 0o755);
process.once('exit', () => rmSync(folder, { recursive: true, maxRetries: 3 }));
const files = globSync(`{src,extras,test,clients,tools,bench}/**/*.${isSoak ? 'soak' : 'test'}.ts`)
  .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
  .toSorted();
if (given.includes('--missing')) process.stdout.write(missingPackages().join(' '));
else if (files.length === 0) {
  process.stderr.write(`No file of tests has "${words.join('" or "')}" in its path\n`);
  process.exitCode = 1;
} else {
  // Half of what a short process costs is to read and compile the program, which is the same every time.
  process.env['NODE_COMPILE_CACHE'] = join(folder, 'compiled');
  // What several files need is built once: the sample, and clusters of PostgreSQL.
  process.env['TEST_BUILDS'] = join(folder, 'builds');
  mkdirSync(process.env['TEST_BUILDS']);
  // Programs that tests start, npm included, run on this Node.
  process.env['PATH'] = `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`;
  process.env['NODE_OPTIONS'] = `${process.env['NODE_OPTIONS'] ?? ''} --import=${bundleSchemas(folder)}`;
  await runAll(isSoak ? files : queueOf(files));
}
