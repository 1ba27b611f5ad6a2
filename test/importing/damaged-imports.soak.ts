import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { folder } from '../fixtures/folder.ts';

const RUNS = 10_000;

/** Maximum memory of a process that imports one damaged file after the other. */
const MEMORY_MAX_KB = 500 * 1024;

test(`${RUNS} damaged files of every register import, or are refused with one line, in 500 MB`, (t) => {
  // The flags that the command sets; see src/cli/commands/import.ts.
  const flags = ['--semi-space-growth-factor=1', '--heap-growing-percent=50'];
  const run = `
    const { importDamaged } = await import(${JSON.stringify(new URL('damaged-imports.ts', import.meta.url).href)});
    const outcomes = await importDamaged(${JSON.stringify(folder(t))}, ${RUNS});
    console.log(JSON.stringify({ ...outcomes, memory: process.resourceUsage().maxRSS }));`;
  const { status, stdout, stderr } = spawnSync(process.execPath, [...flags, '--input-type=module', '--eval', run], {
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
  t.diagnostic(stdout.trim());
  assert.ok((JSON.parse(stdout) as { memory: number }).memory < MEMORY_MAX_KB, stdout);
});
