/** Change files that are published with their snapshot, followed, purged, and read by a door. */
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, before, suite, test, type TestContext } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { folder } from '../../test/fixtures/folder.ts';
import { buildLines, mill, millId, mills } from '../../test/searching/generations.ts';
import type { RegisterLine } from '../../src/model/index.ts';
import { FeedReader } from '../changes/feed/index.ts';
import { Follower } from './follow.ts';
import { LIMITS, asked } from './following-fixture.ts';
import { createKey, type SigningKey } from './keys.ts';
import { readSound } from './killed-publishes-fixture.ts';
import { filesIn } from './manifest.ts';
import { folderServer, type FolderServer } from './store-fixture.ts';
import { publish, type Published } from './write-folder.ts';

/** Four generations: one mill is renamed, then a mill is added, then the renamed mill is restricted. */
const GENERATIONS: readonly (readonly RegisterLine[])[] = [
  mills(0, 20),
  [...mills(0, 19), mill(19, { name: 'Kvarn Renamed AB' })],
  [...mills(0, 19), mill(19, { name: 'Kvarn Renamed AB' }), mill(20)],
  [...mills(0, 19), mill(19, { lifecycle: { status: 'restricted' } }), mill(20)],
];
/** The company that the last generation restricts. */
const RESTRICTED = millId(19);

interface World {
  readonly published: string;
  readonly server: FolderServer;
  readonly path: string;
  readonly changes: string;
  readonly follower: Follower;
}

suite('published change files', () => {
  let directory = '';
  let key: SigningKey;
  /** The snapshot of each generation, beside the change files of that time. */
  const files: string[] = [];
  before(async () => {
    directory = mkdtempSync(join(tmpdir(), 'openfirma-published-changes-'));
    key = await createKey(join(directory, 'key'));
    for (const [n, lines] of GENERATIONS.entries()) {
      const at = join(directory, String(n));
      if (n === 0) mkdirSync(at);
      else cpSync(join(directory, String(n - 1)), at, { recursive: true });
      const previous = join(at, 's');
      files.push(await buildLines(at, 's', lines, n === 0 ? {} : { previous }));
    }
  });
  after(() => rmSync(directory, { recursive: true }));

  const put = (n: number, to: string, changes?: number): Promise<Published> =>
    publish({ snapshot: files[n] ?? assert.fail(), to, key, changes, keep: 1, signal: new AbortController().signal });
  const createFollower = (t: TestContext, address: string, path: string): Follower => {
    const signal = new AbortController().signal;
    const keys = new Map([[key.id, key]]);
    const follower = new Follower({ address, keys, path, previousMs: 60_000, signal, limits: LIMITS });
    t.after(() => follower[Symbol.asyncDispose]());
    return follower;
  };
  const world = async (t: TestContext, n: number, changes?: number): Promise<World> => {
    const published = folder(t);
    await put(n, published, changes);
    const server = await folderServer(t, published);
    const at = join(folder(t), 'followed');
    const path = join(at, 'openfirma.snapshot');
    const follower = createFollower(t, server.address, path);
    return { published, server, path, changes: join(at, 'changes'), follower };
  };
  const readTexts = (at: string): string => readdirSync(at).map((name) => gunzipSync(readFileSync(join(at, name)))).join(''); // prettier-ignore
  const namesIn = (published: string): string[] => filesIn('changes', readSound(published, key)).map(({ path }) => basename(path)); // prettier-ignore
  const eventsAt = async (path: string, published: string): Promise<string[]> => {
    const feed = (await new FeedReader(path).feed(readSound(published, key).generation)) ?? assert.fail();
    return feed.page(feed.start, 100).events.map(({ id, event }) => `${event} ${id}`);
  };

  test('are fetched with their snapshot, and from the next publication only the new file', async (t) => {
    const { published, server, path, changes, follower } = await world(t, 1);
    assert.equal((await follower.poll()).kind, 'fetched');
    assert.deepEqual(await eventsAt(path, published), [`changed ${RESTRICTED}`]);
    await put(2, published);
    const requests = server.requests.length;
    assert.equal((await follower.poll()).kind, 'fetched');
    // current.json, the new change file and the snapshot.
    assert.equal(server.requests.length - requests, 3);
    assert.deepEqual(await eventsAt(path, published), [`changed ${RESTRICTED}`, `added ${millId(20)}`]);
    assert.deepEqual(readdirSync(changes).toSorted(), namesIn(published).toSorted());
    assert.deepEqual(await follower.poll(), { kind: 'current', counter: 2 });
    assert.ok((await put(2, published)).unchanged);
  });

  test('are purged where they are published, and by followers before they serve the restriction', async (t) => {
    const { published, server, path, changes, follower } = await world(t, 2);
    await follower.poll();
    for (const at of [join(published, 'changes'), changes]) assert.match(readTexts(at), /Kvarn Renamed AB/);
    await put(3, published);
    assert.doesNotMatch(readTexts(join(published, 'changes')), /Kvarn Renamed AB/);
    const held = readFileSync(path);
    server.disturb = ({ url }, response) => {
      if (url?.includes('/snapshots/') !== true) return false;
      response.writeHead(404).end();
      return true;
    };
    assert.equal((await follower.poll()).kind, 'refused');
    assert.ok(
      readFileSync(path).equals(held) && /Kvarn Renamed AB/.test(readTexts(changes)),
      'nothing changes by half',
    );
    server.disturb = undefined;
    assert.equal((await follower.poll()).kind, 'fetched');
    assert.doesNotMatch(readTexts(changes), /Kvarn Renamed AB/);
    assert.deepEqual(await eventsAt(path, published), [`added ${millId(20)}`, `restricted ${RESTRICTED}`]);
  });

  test('are limited by --changes; without published files, followers have none', async (t) => {
    const { published, path, changes, follower } = await world(t, 2, 1);
    await follower.poll();
    assert.deepEqual(await eventsAt(path, published), [`added ${millId(20)}`]);
    // The same snapshot is published with more change files, and then without.
    await put(2, published);
    assert.deepEqual(await follower.poll(), { kind: 'current', counter: 2 });
    assert.equal((await eventsAt(path, published)).length, 2);
    await put(2, published, 0);
    assert.deepEqual(await follower.poll(), { kind: 'current', counter: 3 });
    assert.deepEqual([readdirSync(changes), readdirSync(join(published, 'changes'))], [[], []]);
  });

  test('are kept after a restart, and a damaged or missing file is fetched again', async (t) => {
    const { published, server, path, changes, follower } = await world(t, 2);
    await follower.poll();
    const [lost = '', damaged = ''] = readdirSync(changes);
    rmSync(join(changes, lost));
    writeFileSync(join(changes, damaged), 'damaged');
    writeFileSync(join(changes, 'stranger'), 'of an earlier publication');
    await follower[Symbol.asyncDispose]();
    const second = createFollower(t, server.address, path);
    assert.deepEqual(await second.poll(), { kind: 'current', counter: 1 });
    assert.deepEqual(readdirSync(changes).toSorted(), [lost, damaged].toSorted());
    assert.equal((await eventsAt(path, published)).length, 2);
    assert.equal(asked(server, '/snapshots/'), 1);
  });

  const flip = (bytes: Buffer): Buffer => {
    const flipped = Buffer.from(bytes);
    flipped.writeUInt8(flipped.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1);
    return flipped;
  };
  const LIES: readonly (readonly [claim: string, fault: string, send: (bytes: Buffer) => Buffer | undefined])[] = [
    ['flips a bit of a change file', 'damaged', flip],
    ['cuts it', 'damaged', (bytes) => bytes.subarray(0, -1)],
    ['sends something longer', 'damaged', (bytes) => Buffer.concat([bytes, bytes])],
    ['has lost it', 'unreachable', () => undefined],
  ];
  for (const [claim, fault, lie] of LIES)
    test(`of a server that ${claim} change nothing and give one line with the reason`, async (t) => {
      const { published, server, path, changes, follower } = await world(t, 1);
      await follower.poll();
      const held = (): Buffer[] => [path, ...readdirSync(changes).map((name) => join(changes, name))].map((file) => readFileSync(file)); // prettier-ignore
      const whole = held();
      await put(2, published);
      server.disturb = ({ url = '' }, response, bytes) => {
        if (!url.startsWith('/changes/')) return false;
        const sent = lie(bytes);
        response.writeHead(sent === undefined ? 404 : 200, { 'content-length': sent?.length ?? 0 }).end(sent);
        return true;
      };
      const refused = await follower.poll();
      assert.ok(refused.kind === 'refused' && !refused.reason.includes('\n'), JSON.stringify(refused));
      assert.equal(refused.fault, fault, refused.reason);
      assert.deepEqual(held(), whole);
      const requests = server.requests.length;
      assert.equal((await follower.poll()).kind, 'refused');
      if (fault === 'damaged') assert.equal(server.requests.length, requests + 1, 'it is not requested again at once');
      server.disturb = undefined;
      assert.equal((await follower.poll(true)).kind, 'fetched');
    });
});
