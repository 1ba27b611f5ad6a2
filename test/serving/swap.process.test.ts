import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { existsSync, linkSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { SnapshotReader } from '../../src/snapshot/index.ts';
import {
  MILLS,
  buildLines,
  mill,
  millId,
  millName,
  mills,
  ofVersion,
  pointTo,
  put,
  putBytes,
} from '../searching/generations.ts';
import { ResidentCommand, type Ended } from '../fixtures/resident-command.ts';
import { startService, stopService, type Environment } from '../fixtures/serving.ts';
import { until, untilSteady } from '../fixtures/until.ts';

interface Page {
  readonly data: readonly { readonly name: string }[];
  readonly next_cursor: string | null;
}

suite('a running service', () => {
  let directory = '';
  const files = { first: '', second: '', restricting: '' };
  const children: ChildProcess[] = [];
  before(async () => {
    directory = mkdtempSync(join(tmpdir(), 'openfirma-swapping-'));
    files.first = await buildLines(directory, 'first', mills(0, 40));
    files.second = await buildLines(directory, 'second', mills(1, 50), { previous: files.first });
    files.restricting = await buildLines(
      directory,
      'restricting',
      [...mills(0, 50), mill(12, { lifecycle: { status: 'restricted' } })],
      { previous: files.second },
    );
  });
  after(() => {
    resident.close();
    for (const child of children) child.kill('SIGKILL');
    rmSync(directory, { recursive: true });
  });

  /** Starts a service over a path of this directory; its log is recorded. */
  async function serve(snapshot: string, settings: Environment = {}) {
    const running = await startService(directory, ['--snapshot', snapshot], {
      SNAPSHOT_CHECK_SECONDS: '1',
      ...settings,
    });
    const { address, child, stderr, stdout } = running;
    children.push(child);
    const count = (text: string): number => stdout().split(text).length - 1;
    const generation = async (): Promise<string> =>
      ((await (await fetch(`${address}/readyz`)).json()) as { generation: string }).generation;
    const page = async (cursor?: string | null): Promise<Page> => {
      const more = typeof cursor === 'string' ? `&cursor=${cursor}` : '';
      const answer = await fetch(`${address}/v1/search?q=${MILLS}&limit=10${more}`);
      assert.equal(answer.status, 200);
      return (await answer.json()) as Page;
    };
    const stop = async (): Promise<void> => {
      await stopService(running);
      assert.equal(stderr(), '');
    };
    return {
      child,
      generation,
      page,
      stop,
      /** Waits until the log contains a text more than `times` times. */
      logs: async (text: string, times = 0) => await until(() => `${text}: ${stdout()}`, () => count(text) > times), // prettier-ignore
      count,
      serves: async (wanted: string) => await until(() => `it serves ${wanted}: ${stdout()}`, async () => (await generation()) === wanted), // prettier-ignore
    };
  }
  const resident = new ResidentCommand();
  const run = async (...args: string[]): Promise<Ended> => await resident.run(args, directory);
  const readGeneration = (file: string): string => {
    const reader = SnapshotReader.open(join(directory, file));
    void reader.close();
    return reader.metadata.generation;
  };
  const listNames = ({ data }: Page): string[] => data.map(({ name }) => name);

  suite('whose file is replaced', () => {
    let path = '';
    let running: Awaited<ReturnType<typeof serve>>;
    before(async () => {
      path = join(directory, 'a');
      put(files.first, path);
      running = await serve('a');
    });
    after(() => running.stop());

    test('notices the new one, and lets walks end where they began', async () => {
      const first = await running.page();
      put(files.second, path);
      await running.serves(readGeneration('second'));
      assert.equal(listNames(await running.page())[0], millName(1));
      assert.deepEqual(
        listNames(await running.page(first.next_cursor)),
        Array.from({ length: 10 }, (_, i) => millName(10 + i)),
      );
      await running.logs('"serving new data"');
      assert.equal(running.count('"serving new data"'), 1);
    });

    test('refuses damaged and older snapshots with one line of the log each, and continues', async () => {
      const generation = await running.generation();
      const bytes = readFileSync(files.second);
      bytes.writeUInt8(bytes.readUInt8(5000) ^ 1, 5000);
      for (const [n, bad] of [bytes, ofVersion(files.second, 1), bytes.subarray(0, 5000)].entries()) {
        putBytes(bad, path);
        await running.logs('"refused new data', n);
        assert.equal(running.count('"refused new data'), n + 1);
        assert.equal(await running.generation(), generation);
      }
    });
  });

  test('checks at once on SIGHUP, and only then if the setting says so', async () => {
    pointTo('first', join(directory, 'current'));
    const running = await serve('current', { SNAPSHOT_CHECK_SECONDS: '0' });
    // A worker checks once at its start, and each signal checks a refused file again: once no more lines come, both are over.
    putBytes(Buffer.from('damaged'), join(directory, 'damaged'));
    pointTo('damaged', join(directory, 'current'));
    running.child.kill('SIGHUP');
    await running.logs('"refused new data');
    await untilSteady('no more files are refused', () => running.count('"refused new data'));
    pointTo('second', join(directory, 'current'));
    for (let i = 0; i < 20; i++) assert.equal(await running.generation(), readGeneration('first'));
    running.child.kill('SIGHUP');
    await running.serves(readGeneration('second'));
    await running.stop();
  });

  test('continues a cursor in every worker, also in those that skipped its generation', async () => {
    const settings = { CURSOR_SECRET: 'a secret of both services', SNAPSHOT_CHECK_SECONDS: '0' };
    const path = join(directory, 'skipped');
    put(files.first, path);
    const running = await serve('skipped', { ...settings, WORKERS: '2' });
    const issuing = await serve('second', settings);
    const { next_cursor: cursor } = await issuing.page();
    await issuing.stop();
    put(files.second, path);
    // One worker checks at once; the other one does not.
    assert.equal(listNames(await running.page(cursor))[0], millName(11));
    put(files.restricting, path);
    running.child.kill('SIGHUP');
    await running.logs('"serving new data"', 2);
    // All at once, so that each request has a connection of its own.
    const pages = await Promise.all(Array.from({ length: 30 }, async () => await running.page(cursor)));
    assert.deepEqual(new Set(pages.map((page) => listNames(page)[0])), new Set([millName(11)]));
    await running.stop();
  });

  test('closes what no cursor needs any more', async () => {
    const path = join(directory, 'd');
    put(files.first, path);
    const running = await serve('d', { CURSOR_TTL_SECONDS: '1' });
    put(files.second, path);
    await running.logs('"closed data whose cursors have expired"');
    if (existsSync('/proc/self/maps')) {
      const maps = readFileSync(`/proc/${running.child.pid}/maps`, 'utf8').split('\n');
      assert.deepEqual(
        maps.filter((line) => line.includes('(deleted)') && line.includes(directory)),
        [],
      );
    }
    await running.stop();
  });

  test('leaves beside the snapshot only the note of its check, and nothing in the folder for temporary files, and other programs read the new file', async () => {
    const [temporary, inOwn] = ['temporary', 'own'].map((name) => join(directory, name)) as [string, string];
    for (const parent of [temporary, inOwn]) mkdirSync(parent);
    put(files.first, join(inOwn, 'x'));
    const running = await serve('own/x', { SNAPSHOT_CHECK_SECONDS: '0', TMPDIR: temporary });
    await until('the file is checked', () => existsSync(join(inOwn, 'x.sound')));
    put(files.second, join(inOwn, 'x'));
    assert.match((await run('search', 'own/x', millName(45))).stdout, /Kvarn 000045 AB/);
    assert.equal((await running.page()).data.length, 10);
    assert.deepEqual(readdirSync(inOwn).toSorted(), ['x', 'x.sound']);
    assert.deepEqual(readdirSync(temporary), []);
    await running.stop();
  });

  suite('rollback', () => {
    /** Builds a snapshot twice; the second build continues the first. */
    async function twice(name: string, second = mills(1, 50)): Promise<string> {
      await buildLines(directory, name, mills(0, 40));
      return await buildLines(directory, name, second, { previous: join(directory, name) });
    }
    const rollback = async (name: string, ...flags: string[]): Promise<Ended> =>
      await run('rollback', '--snapshot', name, ...flags);
    const besides = (name: string): string[] => readdirSync(directory).filter((file) => file.startsWith(`${name}.r`));

    test('puts the previous snapshot back under a running service, and back again', async () => {
      await twice('e');
      const [first, second] = [readGeneration('e.previous'), readGeneration('e')];
      const running = await serve('e');
      const { next_cursor: cursor } = await running.page();
      const done = await rollback('e');
      assert.equal(done.status, 0, done.stderr);
      // The first mill is restored, and the last ten are withdrawn.
      assert.equal(done.stderr, `companies that changed: 11\n"e" is generation ${first} again\n`);
      assert.deepEqual([readGeneration('e'), readGeneration('e.previous')], [first, second]);
      await running.serves(first);
      assert.equal(listNames(await running.page(cursor))[0], millName(11));
      assert.equal((await rollback('e')).status, 0);
      await running.serves(second);
      assert.deepEqual(besides('e'), []);
      await running.stop();
    });

    test('follows a link to the file that a build wrote', async () => {
      await twice('f');
      pointTo('f', join(directory, 'to-f'));
      const first = readGeneration('f.previous');
      assert.equal((await rollback('to-f')).status, 0);
      assert.equal(readGeneration('f'), first);
    });

    test('is refused where it would show companies again that were restricted', async () => {
      await twice('g', [...mills(0, 40), mill(3, { lifecycle: { status: 'restricted' } })]);
      const generation = readGeneration('g');
      const refused = await rollback('g');
      assert.equal(refused.status, 1);
      assert.match(
        refused.stderr,
        /^openfirma: Cannot roll back "g": 1 company that it restricts would be shown again; .*--accept-restricted\n$/,
      );
      assert.equal(readGeneration('g'), generation);
      assert.match((await run('get', 'g', millId(3))).stdout, /restricted/);
      const accepted = await rollback('g', '--accept-restricted');
      assert.match(
        accepted.stderr,
        /^companies shown again that were restricted: 1\ncompanies that changed: 1\n.*again\n$/,
      );
      assert.match((await run('get', 'g', millId(3))).stdout, /Kvarn 000003 AB/);
    });

    test('works where the present snapshot is damaged, and says what it cannot know', async () => {
      await twice('h');
      const first = readGeneration('h.previous');
      putBytes(Buffer.from('no snapshot'), join(directory, 'h'));
      const done = await rollback('h');
      assert.equal(done.status, 0, done.stderr);
      assert.match(done.stderr, /"h" was damaged: companies that it restricted may be shown again\n/);
      assert.equal(readGeneration('h'), first);
    });

    test('says so where there is nothing to go back to', async () => {
      put(files.first, join(directory, 'i'));
      assert.match(
        (await rollback('i')).stderr,
        /Cannot roll back "i": there is no ".*i\.previous", where a build keeps/,
      );
      linkSync(join(directory, 'i'), join(directory, 'i.previous'));
      assert.match((await rollback('i')).stderr, /holds the same data/);
      putBytes(ofVersion(files.first, 1), join(directory, 'i.previous'));
      assert.match((await rollback('i')).stderr, /has format version 1/);
    });

    test('finishes one that was interrupted', async () => {
      await twice('j');
      const [first, second] = [readGeneration('j.previous'), readGeneration('j')];
      // The state after the second of three steps: both names are the earlier file, and the later file has a temporary name.
      linkSync(join(directory, 'j'), join(directory, 'j.rolling-back'));
      rmSync(join(directory, 'j'));
      linkSync(join(directory, 'j.previous'), join(directory, 'j'));
      assert.match((await rollback('j')).stderr, /finished the interrupted rollback/);
      assert.deepEqual([readGeneration('j'), readGeneration('j.previous')], [first, second]);
      assert.deepEqual(besides('j'), []);
    });

    test('is not lost by building the same again', async () => {
      await twice('k');
      const first = readGeneration('k.previous');
      await buildLines(directory, 'k', mills(1, 50), { previous: join(directory, 'k') });
      assert.equal(readGeneration('k.previous'), first);
    });
  });
});
