import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { folder } from '../../test/fixtures/folder.ts';
import { OWN_PROCESS, isRunning, ownedByOthers, removeLeftovers } from './owner.ts';

const OWNER = new URL('./owner.ts', import.meta.url).href;
const TELL = `process.stdout.write((await import(${JSON.stringify(OWNER)})).OWN_PROCESS); setInterval(() => {}, 1000);`;

test('files of a process are kept as long as that process runs', async (t) => {
  const at = folder(t);
  const child = spawn(process.execPath, ['--input-type=module', '--eval', TELL]);
  t.after(() => child.kill('SIGKILL'));
  const [name] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
  const [pid = ''] = name.split('-');
  assert.equal(pid, String(child.pid));
  const ofOthers = [`.x.${name}`, `.x.${name}.aB3_d4`, '.x.old', '.y.1'];
  const abandoned = ['.x.4194305', '.x.4194305-1', '.x.4194305-1.aB3_d4', `.x.${OWN_PROCESS}`, `.x.${process.pid}`];
  // Other systems do not report when a process started.
  if (name !== pid) abandoned.push(`.x.${pid}-1`);
  for (const one of [...ofOthers, ...abandoned]) mkdirSync(join(at, one));
  assert.deepEqual(
    (await ownedByOthers(at, '.x.', '')).toSorted((a, b) => a.name.length - b.name.length),
    ofOthers.slice(0, 2).map((one) => ({ name: one, owner: name })),
  );
  await removeLeftovers(at, '.x.', '');
  assert.deepEqual(readdirSync(at).toSorted(), ofOthers.toSorted());
  assert.ok(isRunning(name) && isRunning(pid));
  child.kill('SIGKILL');
  await once(child, 'exit');
  assert.ok(!isRunning(name) && !isRunning(pid));
});

test('a text that is not the name of a process is never a running one', () => {
  for (const name of ['', '0', '-1', '1-', 'x', '1 ', '1.5', '1-2-3', '99999999999999999999']) {
    assert.equal(isRunning(name), false, name);
  }
});
