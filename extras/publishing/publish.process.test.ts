/** Snapshots that are published to a folder; publishers that are killed, that fail, or that run at the same time. */
import assert from 'node:assert/strict';
import { spawn, spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { hash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { buildOf, mills } from '../../test/searching/generations.ts';
import { COMMAND, environment } from '../../test/fixtures/serving.ts';
import { createKey, readKey, type SigningKey } from '../changes/keys.ts';
import { FolderStore } from './folder-store.ts';
import { publish, type Published } from './publish.ts';
import { KilledPublishes, soundIn } from './killed-publishes-fixture.ts';
import type { Publication } from './publication.ts';

suite('publishing to a folder', () => {
  let directory = '';
  let files: string[] = [];
  let key: SigningKey;
  before(async () => {
    directory = mkdtempSync(join(tmpdir(), 'openfirma-publishing-'));
    files = await Promise.all([0, 1, 2, 3].map((n) => buildOf(directory, `${n}.snapshot`, mills(n, 20 + n))));
    key = await createKey(join(directory, 'key'));
  });
  after(() => rmSync(directory, { recursive: true }));

  const fileOf = (n: number): string => files[n] ?? assert.fail();
  const put = (n: number, to: string, keep?: number): Promise<Published> =>
    publish({ snapshot: fileOf(n), store: new FolderStore(to), key, keep, signal: new AbortController().signal });
  const run = (to: string, n: number, ...more: string[]): SpawnSyncReturns<string> =>
    spawnSync(COMMAND, ['publish', '--to', to, ...more, fileOf(n)], {
      encoding: 'utf8',
      env: environment({ PUBLISH_KEY: join(directory, 'key') }),
    });

  const sound = (to: string): Publication => soundIn(to, key);
  const snapshotsIn = (to: string): string[] => readdirSync(join(to, 'snapshots')).toSorted();

  test('each publication has the next counter and the digest of the one before, and keeps earlier snapshots', async () => {
    const to = join(directory, 'counting');
    const generations: string[] = [];
    let text: string | undefined;
    for (const [n, file] of files.entries()) {
      await put(n, to);
      const publication = sound(to);
      generations.unshift(publication.generation);
      assert.deepEqual(
        [publication.counter, publication.previous, publication.generations],
        [n + 1, text === undefined ? undefined : hash('sha256', text), generations],
      );
      assert.ok(readFileSync(file).equals(readFileSync(join(to, 'snapshots', publication.generation))));
      text = readFileSync(join(to, 'current.json'), 'utf8');
    }
    assert.deepEqual(snapshotsIn(to), generations.toSorted());
    const again = await put(3, to);
    assert.deepEqual([again.unchanged, again.sent, again.removed], [true, false, []]);
    const { size, sha256, generation } = sound(to);
    const renewed = { size, sha256, generation, counter: 5, previous: hash('sha256', text ?? ''), generations };
    assert.deepEqual({ ...again.publication, ...renewed }, sound(to));
    const { date, expires_at } = sound(to);
    assert.equal(Date.parse(expires_at) - Date.parse(date), 7 * 86_400_000);
    const back = await put(0, to);
    assert.deepEqual([back.sent, sound(to).counter, sound(to).generations.length], [false, 6, 4]);
  });

  test('--keep removes older generations, never the current one, and no other files', async () => {
    const to = join(directory, 'keeping');
    for (const n of [0, 1, 2]) await put(n, to);
    writeFileSync(join(to, 'snapshots', 'notes.txt'), 'of somebody else');
    const { removed } = await put(3, to, 2);
    assert.equal(removed.length, 2);
    assert.deepEqual(snapshotsIn(to), [...sound(to).generations.slice(0, 2), 'notes.txt'].toSorted());
    await put(0, to, 1);
    assert.deepEqual(snapshotsIn(to), [sound(to).generation, 'notes.txt'].toSorted());
  });

  test('a new key continues the publication of the previous one', async () => {
    const to = join(directory, 'rotating');
    await put(0, to);
    const next = await createKey(join(directory, 'next'));
    const { publication, sent } = await publish({
      snapshot: fileOf(0),
      store: new FolderStore(to),
      key: next,
      signal: new AbortController().signal,
    });
    assert.deepEqual([publication.counter, publication.key, sent], [2, next.id, false]);
  });

  test('a refused publication changes nothing and prints one line with the reason', async () => {
    const to = join(directory, 'refusing');
    await put(1, to);
    const bytes = readFileSync(fileOf(2));
    bytes.writeUInt8(bytes.readUInt8(2000) ^ 1, 2000);
    writeFileSync(join(directory, 'flipped'), bytes);
    const text = readFileSync(join(to, 'current.json'), 'utf8');
    const signal = new AbortController().signal;
    const attempts: [options: Partial<Parameters<typeof publish>[0]>, reason: RegExp][] = [
      [
        { snapshot: join(directory, 'flipped') },
        /Cannot trust the snapshot ".+flipped": it is damaged: .+ the checksum of/,
      ],
      [{ snapshot: join(directory, 'key', 'public.txt') }, /another kind of file/],
      [{ counter: 1 }, /the counter 1 must be greater than 1, the one before$/],
    ];
    for (const [options, reason] of attempts)
      await assert.rejects(
        publish({ snapshot: fileOf(2), store: new FolderStore(to), key, signal, ...options }),
        reason,
      );
    assert.equal(readFileSync(join(to, 'current.json'), 'utf8'), text);
    writeFileSync(join(to, 'current.json'), text.replace('"counter": 1', '"counter": 9'));
    await assert.rejects(put(2, to), /current.json": its signature is wrong$/);
    assert.equal(existsSync(join(to, '.publishing.lock')), false);
  });

  test('the command prints its result, or the missing setting', () => {
    const to = join(directory, 'commanded');
    const first = run(to, 0, '--keep', '2');
    assert.equal(first.status, 0, first.stderr);
    assert.match(first.stdout, /^".+commanded" has generation \w+ now, as number 1: \d+ bytes\n$/);
    assert.match(run(to, 0).stdout, /has generation \w+ already: renewed as number 2, until \S+Z\n$/);
    const without = spawnSync(COMMAND, ['publish', '--to', to, fileOf(0)], { encoding: 'utf8', env: environment({}) });
    assert.deepEqual(
      [without.status, without.stderr],
      [1, 'openfirma: Cannot publish: PUBLISH_KEY is not set; it names the folder of a key ("openfirma keys new")\n'],
    );
    assert.equal(run(to, 0, '--keep', '0').status, 2);
  });

  test('a publisher that is killed before a rename leaves a valid publication, and the next one completes it', async () => {
    const killed = new KilledPublishes(directory, files, key);
    assert.deepEqual(await killed.killAt((call) => call.startsWith('renameSync')), ['old', 'old']);
  });

  test('of simultaneous publishers only one continues: no publication is lost, and the others fail', async () => {
    const to = join(directory, 'crossing');
    mkdirSync(to);
    const ended = await Promise.all(
      files.map(async (file) => {
        const child = spawn(COMMAND, ['publish', '--to', to, file], {
          env: environment({ PUBLISH_KEY: join(directory, 'key') }),
        });
        let stderr = '';
        child.stderr.on('data', (bytes: Buffer) => (stderr += bytes.toString()));
        const status = await new Promise((resolve) => child.on('close', resolve));
        return { status, stderr };
      }),
    );
    const done = ended.filter(({ status }) => status === 0);
    for (const { status, stderr } of ended)
      if (status !== 0) assert.match(stderr, /^openfirma: Cannot publish to ".+crossing": (process \d+ holds|another)/);
    assert.ok(done.length >= 1);
    const { counter, generations } = sound(to);
    assert.deepEqual([counter, generations.length], [done.length, done.length]);
  });

  test('the key of a publisher is read from its folder', async () => {
    assert.equal((await readKey(join(directory, 'key'))).id, key.id);
  });
});
