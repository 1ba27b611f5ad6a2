import assert from 'node:assert/strict';
import { mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { DOOR_NAMES, SETTINGS } from '../../src/cli/settings.ts';
import { folder } from '../fixtures/folder.ts';
import { startService, stopService, type Environment, type Running } from '../fixtures/serving.ts';
import { until } from '../fixtures/until.ts';
import { buildSample } from './unread-clients.ts';

test('--sample serves invented companies where there is no snapshot, and every request it prints works', async (t) => {
  const directory = folder(t);
  const serve = async (settings: Environment): Promise<Running> => {
    const running = await startService(directory, ['--sample'], settings);
    t.after(() => running.child.kill('SIGKILL'));
    return running;
  };
  // The sample that an earlier program built is replaced.
  const snapshot = join(directory, 'd2', 'sample', 'openfirma.snapshot');
  mkdirSync(dirname(snapshot), { recursive: true });
  await buildSample(snapshot);
  const earlier = statSync(snapshot).ino;
  const running = await serve({ DATA_DIR: 'd2', SNAPSHOT: 'd2/absent.snapshot' });
  await until('it prints requests', () => running.stdout().includes('/v1/companies/'));
  const printed = /^ {2}curl (?:--get )?'([^']+)'(?: --data-urlencode '(\p{L})=(\p{L}+)')?$/gmu;
  const requests = [...running.stdout().matchAll(printed)];
  assert.equal(requests.length, 4);
  for (const [, target = '', name, value = ''] of requests) {
    const url = new URL(target);
    if (name !== undefined) url.searchParams.set(name, value);
    const answer = await fetch(url);
    assert.equal(answer.status, 200, url.href);
    const { data } = (await answer.json()) as { data: object };
    assert.notEqual(Object.keys(data).length, 0, `${url.href} finds something`);
  }
  const doors = [...running.stdout().matchAll(/^ {2}([a-z]+) +(http:\S+)$/gm)];
  assert.deepEqual(
    doors.map(([, name]) => name),
    DOOR_NAMES,
  );
  for (const [, name = '', url = ''] of doors) {
    const { status } = await fetch(url);
    assert.equal(status, 200, url);
    assert.equal((await fetch(`${running.address}/developers/${name}`)).status, 200, name);
  }
  const json = async (path: string): Promise<{ data: unknown[] }> =>
    (await (await fetch(running.address + path)).json()) as { data: unknown[] };
  const [, , lookUp = ''] = doors.find(([, name]) => name === 'lookup') ?? [];
  assert.equal((await json(new URL(lookUp).pathname)).data.length, 1);
  const { data: events } = (await json('/changes')) as { data: { event: string }[] };
  assert.deepEqual([...new Set(events.map(({ event }) => event))].toSorted(), ['added', 'changed']);
  const messy = (await json(`/reconcile/v1?queries=${encodeURIComponent('{"a":{"query":"Alokas Marjatila"}}')}`)) as {
    a?: { result: { name: string }[] };
  };
  assert.match(messy.a?.result[0]?.name ?? '', /^Aallokas Marjatila/);
  await stopService(running);
  assert.equal(running.stderr(), '');
  const made = statSync(snapshot).ino;
  assert.notEqual(made, earlier);
  // The next start builds the sample only if something differs. The setting DOORS takes precedence. Empty settings are unset ones.
  const again = await serve({
    ...Object.fromEntries(Object.keys(SETTINGS).map((name) => [`OPENFIRMA_${name}`, ''])),
    METRICS_PORT: '',
    DATA_DIR: 'd2',
    SNAPSHOT: 'd2/absent.snapshot',
    DOORS: 'none',
    WORKERS: '2',
  });
  await until('it prints requests', () => again.stdout().includes('/v1/companies/'));
  assert.doesNotMatch(again.stdout(), /\/changes|making the sample/);
  assert.equal((await fetch(`${again.address}/changes`)).status, 404);
  await stopService(again);
  assert.equal(statSync(snapshot).ino, made);
});
