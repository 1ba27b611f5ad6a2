import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';

test('bench:builds prints the cost of SQLite, a full build, one of another checkout and two refreshes', () => {
  const script = join(import.meta.dirname, 'builds.ts');
  const options = ['--companies', '2000', '--rounds', '1', '--other', join(import.meta.dirname, '..')];
  const { stdout, stderr, status } = spawnSync(process.execPath, [script, ...options], { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  const rows = stdout.split('\n').slice(3, -1);
  assert.deepEqual(
    rows.map((row) => row.slice(0, 34).trimEnd()),
    [
      'SQLite, three indexes',
      'full build',
      'full build of --other',
      'refresh, 1 % changed, new days',
      'refresh, 0.1 % changed, new days',
    ],
  );
});
