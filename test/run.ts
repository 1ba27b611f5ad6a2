/**
 * Runs the test suite: unit tests in one process (fast; no module-level mutable state allowed), then the files named
 * `*.process.test.ts`, which start processes or open sockets, one process each. With `--soak` as the first argument the long
 * runs instead, the files named `*.soak.ts`. Other arguments are passed to every run.
 */
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { chromiumPath } from './chromium.ts';

const soak = process.argv[2] === '--soak';
const files = globSync(`{src,test,client,fiction,sample,bench}/**/*.${soak ? 'soak' : 'test'}.ts`).toSorted();
const inBrowser = files.filter((file) => file.endsWith('.browser.test.ts'));
const ownProcess = files.filter((file) => file.endsWith('.process.test.ts'));
const together = files.filter((file) => !inBrowser.includes(file) && !ownProcess.includes(file));
const chromium = chromiumPath();
const runs = [
  ['--test-isolation=none', ...together],
  ['--test-concurrency=2', ...ownProcess],
  ['--test-concurrency=2', ...(chromium === undefined ? [] : inBrowser)],
].filter((run) => run.length > 1);

for (const run of runs) {
  const args = ['--test', ...process.argv.slice(soak ? 3 : 2), ...run];
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

if (inBrowser.length > 0 && chromium === undefined) {
  const what = `${inBrowser.length} files of browser tests were left out: there is no Chromium here`;
  process.stderr.write(`\n${what}. Install it (Debian: apt-get install chromium), or name it in CHROMIUM.\n`);
  // Whoever merges must know that they passed.
  if (process.env['CI'] !== undefined) process.exit(1);
}
