import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { fixtureCases } from '../../src/registers/fixtures.ts';
import { COMMAND } from '../fixtures/serving.ts';

const INPUT = fixtureCases('ie-cro')[0]?.inputs[0] ?? assert.fail();
const ARGS = ['import', 'ie-cro', '--out', '-', INPUT];

test('import to standard output fails with one line if its reader is gone', async () => {
  const child = spawn(COMMAND, ARGS, { stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.destroy();
  const [said, [status]] = await Promise.all([text(child.stderr), once(child, 'close') as Promise<[number]>]);
  assert.equal(said, 'openfirma: Cannot write "-": its reader is gone\n');
  assert.equal(status, 1);
});

test('import to a full device fails with one line, though all lines fit into one write', () => {
  if (process.platform !== 'linux') return;
  const full = openSync('/dev/full', 'w');
  const { status, stderr } = spawnSync(COMMAND, ARGS, { stdio: ['ignore', full, 'pipe'], encoding: 'utf8' });
  assert.equal(stderr, 'openfirma: Cannot write "-": the disk is full\n');
  assert.equal(status, 1);
});

test('commands that only print end silently when their reader stops', async () => {
  const child = spawn(COMMAND, ['coverage', '--json'], { stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.destroy();
  const [said, [status]] = await Promise.all([text(child.stderr), once(child, 'close') as Promise<[number]>]);
  assert.deepEqual([said, status], ['', 0]);
});
