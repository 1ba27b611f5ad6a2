/**
 * Runs the test suite: unit tests in one process (fast; no module-level mutable state allowed), then the files named
 * `*.process.test.ts`, which start processes or open sockets, one process each. With `--soak` as the first argument the long
 * runs instead, the files named `*.soak.ts`. Other arguments are passed to every run.
 */
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';

const soak = process.argv[2] === '--soak';
const files = globSync(`{src,test,client,fiction,sample,bench}/**/*.${soak ? 'soak' : 'test'}.ts`).toSorted();
const ownProcess = files.filter((file) => file.endsWith('.process.test.ts'));
const together = files.filter((file) => !file.endsWith('.process.test.ts'));
const runs = [
  ['--test-isolation=none', ...together],
  ['--test-concurrency=2', ...ownProcess],
].filter((run) => run.length > 1);

for (const run of runs) {
  const args = ['--test', ...process.argv.slice(soak ? 3 : 2), ...run];
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
