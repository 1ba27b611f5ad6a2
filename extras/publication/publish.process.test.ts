/** Snapshots that are published to a folder; publishers that are killed, that fail, or that run at the same time. */
import assert from 'node:assert/strict';
import { spawn, spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { buildLines, mills } from '../../test/searching/generations.ts';
import { COMMAND, environment } from '../../test/fixtures/serving.ts';
import { createKey, type SigningKey } from './keys.ts';
import { exportSnapshot } from '../exports/export.ts';
import { publish, type Published } from './write-folder.ts';
import { KilledPublishes, readSound } from './killed-publishes-fixture.ts';
import type { Publication } from './manifest.ts';

suite('publishing to a folder', () => {
  let directory = '';
  let files: string[] = [];
  let key: SigningKey;
  before(async () => {
    directory = mkdtempSync(join(tmpdir(), 'openfirma-publishing-'));
    files = await Promise.all([0, 1, 2, 3].map((n) => buildLines(directory, `${n}.snapshot`, mills(n, 20 + n))));
    key = await createKey(join(directory, 'key'));
  });
  after(() => rmSync(directory, { recursive: true }));

  const fileOf = (n: number): string => files[n] ?? assert.fail();
  const put = (n: number, to: string, keep?: number): Promise<Published> =>
    publish({ snapshot: fileOf(n), to: to, key, keep, signal: new AbortController().signal });
  const run = (to: string, n: number, ...more: string[]): SpawnSyncReturns<string> =>
    spawnSync(COMMAND, ['publish', '--to', to, ...(more.includes('--') ? more : [...more, fileOf(n)])], {
      encoding: 'utf8',
      env: environment({ PUBLISH_KEY: join(directory, 'key') }),
    });

  const sound = (to: string): Publication => readSound(to, key);
  const listSnapshots = (to: string): string[] => readdirSync(join(to, 'snapshots')).toSorted();

  test('each publication has the next counter, and keeps the snapshot of the one before', async () => {
    const to = join(directory, 'counting');
    let earlier: string | undefined;
    for (const [n, file] of files.entries()) {
      const { written, removed } = await put(n, to);
      const { counter, files: published } = sound(to);
      assert.equal(counter, n + 1);
      assert.ok(readFileSync(file).equals(readFileSync(join(to, published[0].path))));
      assert.deepEqual(written, [published[0].path]);
      assert.deepEqual(published.slice(1).map(({ path }) => path), n === 0 ? [] : [earlier]); // prettier-ignore
      assert.equal(removed.length, n < 2 ? 0 : 1);
      earlier = published[0].path;
    }
    const again = await put(3, to);
    assert.deepEqual([again.unchanged, again.written, again.removed], [true, [], []]);
    assert.deepEqual([sound(to).counter, sound(to).files[0].path], [5, earlier]);
    const left = Date.parse(sound(to).expires_at) - Date.now();
    assert.ok(left > 6.9 * 86_400_000 && left <= 7 * 86_400_000);
    const damaged = join(to, sound(to).files[0].path);
    writeFileSync(damaged, 'damaged');
    assert.deepEqual((await put(3, to)).written, [sound(to).files[0].path]);
  });

  test('--keep removes older snapshots, never the current one, and no other files', async () => {
    const to = join(directory, 'keeping');
    for (const n of [0, 1, 2]) await put(n, to, 9);
    assert.equal(listSnapshots(to).length, 3);
    writeFileSync(join(to, 'snapshots', 'notes.txt'), 'of somebody else');
    const { removed } = await put(3, to, 2);
    assert.equal(removed.length, 2);
    assert.deepEqual(listSnapshots(to), [...sound(to).files.map(({ path }) => basename(path)), 'notes.txt'].toSorted());
    await put(0, to, 1);
    assert.deepEqual(listSnapshots(to), [basename(sound(to).files[0].path), 'notes.txt'].toSorted());
  });

  test('a new key continues the publication of the previous one', async () => {
    const to = join(directory, 'rotating');
    await put(0, to);
    const next = await createKey(join(directory, 'next'));
    const { signal } = new AbortController();
    const { publication, written } = await publish({ snapshot: fileOf(0), to, key: next, signal });
    assert.deepEqual([publication.counter, publication.key, written], [2, next.id, []]);
  });

  test('exports of the same generation are published beside it, and removed with the next ones', async () => {
    const [to, into] = [join(directory, 'exporting'), join(directory, 'exports')];
    const write = async (n: number): Promise<unknown> =>
      await exportSnapshot({ snapshot: fileOf(n), into, formats: ['csv', 'ndjson'], withOfficers: false, publisher: 'Test', yieldIfDue: () => undefined }); // prettier-ignore
    const { signal } = new AbortController();
    const exporting = async (n: number): Promise<Published> =>
      await publish({ snapshot: fileOf(n), to, key, exports: [into], signal });
    await write(0);
    await exporting(0);
    const listed = sound(to).files.map(({ path }) => path.replace(/-[0-9a-f]{8}/, ''));
    const { generation } = sound(to);
    for (const name of ['SHA256SUMS', 'ndjson/companies/SE.ndjson.gz'])
      assert.ok(listed.includes(`exports/${generation}/${name}`), listed.join());
    await assert.rejects(exporting(1), /Cannot publish the exports ".+": they are not of the generation "\w+"; export/);
    assert.equal(sound(to).counter, 1);
    await write(1);
    const { removed } = await exporting(1);
    assert.deepEqual(removed.map((path) => path.slice(0, -9)), [`exports/${generation}`]); // prettier-ignore
    assert.equal(readdirSync(join(to, 'exports')).length, 1);
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
      await assert.rejects(publish({ snapshot: fileOf(2), to: to, key, signal, ...options }), reason);
    assert.equal(readFileSync(join(to, 'current.json'), 'utf8'), text);
    writeFileSync(join(to, 'current.json'), text.replace('"counter": 1', '"counter": 9'));
    await assert.rejects(put(2, to), /current.json": its signature is wrong$/);
    assert.equal(existsSync(join(to, '.publishing.lock')), false);
  });

  test('the command prints its result, or the missing setting', () => {
    const to = join(directory, 'commanded');
    const first = run(to, 0, '--keep', '2');
    assert.equal(first.status, 0, first.stderr);
    assert.match(first.stdout, /^".+commanded" has generation \w+ now, as number 1: 1 file, 1 of them new\n$/);
    assert.match(run(to, 0).stdout, /has generation \w+ already: renewed as number 2, until \S+Z\n$/);
    const without = spawnSync(COMMAND, ['publish', '--to', to, fileOf(0)], { encoding: 'utf8', env: environment({}) });
    assert.deepEqual(
      [without.status, without.stderr],
      [1, 'openfirma: Cannot publish: PUBLISH_KEY is not set; it names the folder of a key ("openfirma keys new")\n'],
    );
    assert.equal(run(to, 0, '--keep', '0').status, 2);
    const address = run('https://s3.example/bucket', 0);
    assert.deepEqual([address.status, address.stderr], [1, 'openfirma: Cannot publish to "https://s3.example/bucket": it is an address; publish to a folder, and carry it with --exec\n']); // prettier-ignore
  });

  test('--exec runs a program after the publication, which stays if the program fails', () => {
    const to = join(directory, 'executing');
    const script = `require('fs').writeFileSync(process.argv[1] + '/seen', require('fs').readFileSync(process.argv[1] + '/current.json')); process.exit(Number(process.argv[2]))`;
    const exec = (code: string): SpawnSyncReturns<string> => run(to, 0, '--exec', process.execPath, fileOf(0), '--', '-e', script, to, code); // prettier-ignore
    assert.equal(exec('0').status, 0);
    const failed = exec('23');
    assert.deepEqual([failed.status, failed.stderr], [1, `openfirma: Cannot carry "${to}", which is published: "${process.execPath}" ended with status 23\n`]); // prettier-ignore
    assert.equal(sound(to).counter, 2);
    assert.equal(readFileSync(join(to, 'seen'), 'utf8'), readFileSync(join(to, 'current.json'), 'utf8'));
  });

  test('a publisher that is killed before a rename leaves a valid publication, and the next one completes it', async () => {
    const killed = new KilledPublishes(directory, files, key);
    assert.deepEqual(await killed.killAt((call) => call.startsWith('renameSync')), ['old', 'old']);
  });

  test('of simultaneous publishers of one machine only one continues, and the others fail', async () => {
    const to = join(directory, 'crossing');
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
      if (status !== 0) assert.match(stderr, /^openfirma: Cannot publish to ".+crossing": process \d+ holds/);
    assert.ok(done.length >= 1);
    assert.equal(sound(to).counter, done.length);
  });
});
