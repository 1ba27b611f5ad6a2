/** Twenty publications under load, half of them after a fault of the store: no request fails, and no walk mixes data. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createKey } from '../../../extras/publication/keys.ts';
import { publish } from '../../../extras/publication/write-folder.ts';
import { folderServer } from '../../../extras/publication/store-fixture.ts';
import { folder } from '../../fixtures/folder.ts';
import { followedLoad } from '../../serving/followed-load.ts';
import { buildLines, mills } from '../../searching/generations.ts';
import { startService, stopService } from '../../fixtures/serving.ts';
import { until } from '../../fixtures/until.ts';

const PUBLICATIONS = 20;

test(`${PUBLICATIONS} publications under load`, { timeout: 900_000 }, async (t) => {
  const directory = folder(t);
  const store = join(directory, 'store');
  const files: string[] = [];
  for (let n = 0; n <= PUBLICATIONS; n++) files.push(await buildLines(directory, `${n}.snapshot`, mills(n, 100 + n)));
  const key = await createKey(join(directory, 'key'));
  const put = async (n: number): Promise<void> => {
    const { signal } = new AbortController();
    await publish({ snapshot: files[n] ?? '', to: store, key, keep: 2, signal });
  };
  await put(0);
  const server = await folderServer(t, store);
  const running = await startService(directory, ['--workers', '2'], {
    DATA_DIR: join(directory, 'data'),
    SNAPSHOT: server.address,
    SNAPSHOT_KEYS: key.text,
    SNAPSHOT_CHECK_SECONDS: '1',
    FOLLOW_SECONDS: '1',
    TRUSTED_PROXIES: '127.0.0.1',
    METRICS_PORT: '0',
  });
  t.after(() => running.child.kill('SIGKILL'));
  const count = (text: string): number => running.stdout().split(text).length - 1;
  const metrics = /"address":"([^"]+\/metrics)"/.exec(running.stdout())?.[1] ?? '';
  await until('both workers have data', async () =>
    /^openfirma_data_generation\{.+\} 2$/m.test(await (await fetch(metrics)).text()),
  );
  const load = followedLoad(running.port);
  for (let n = 1; n <= PUBLICATIONS; n++) {
    await put(n);
    if (n % 2 === 0) {
      const path = join(store, 'current.json');
      const text = readFileSync(path, 'utf8');
      const faults = count('"cannot follow: ');
      writeFileSync(path, n % 4 === 0 ? text.slice(0, 50) : text.replace(/"size": \d/, '"size": 9'));
      await until(
        'the fault is reported',
        () => count('"cannot follow: ') > faults || count('"serving new data"') >= 2 * n,
      );
      writeFileSync(path, text);
    }
    await until(`publication ${n} is served`, () => count('"serving new data"') >= 2 * n);
    await until('its pages are requested', () => load.seen() === n + 1);
  }
  const { failures, answers } = await load.end();
  assert.deepEqual(failures, []);
  process.stdout.write(`${answers} requests over ${PUBLICATIONS} publications, none failed\n`);
  await stopService(running);
});
