/** Change files that are published with their snapshot, followed, purged, and served by the door of a follower. */
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test, type TestContext } from 'node:test';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { folder } from '../../../test/fixtures/folder.ts';
import { buildOf, mill, millId, mills } from '../../../test/searching/generations.ts';
import { FeedReader, readChanges, signCopy } from '../../changes/feed/index.ts';
import type { RegisterLine } from '../../../src/model/index.ts';
import { LIMITS } from '../following-fixture.ts';
import { createKey, type SigningKey } from '../../changes/keys.ts';
import { FolderStore } from '../folder-store.ts';
import { Follower } from '../follower.ts';
import { publish, type Published } from '../publish.ts';
import { soundIn } from '../killed-publishes-fixture.ts';
import { folderServer, type FolderServer } from '../store-fixture.ts';
import { digestOfText, signPublication } from '../publication.ts';
import { readChangeList, writeChangeList } from './change-list.ts';

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
  readonly store: string;
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
      files.push(await buildOf(at, 's', lines, n === 0 ? {} : { previous }));
    }
  });
  after(() => rmSync(directory, { recursive: true }));

  const put = (n: number, to: string, changes?: number): Promise<Published> =>
    publish({
      snapshot: files[n] ?? assert.fail(),
      store: new FolderStore(to),
      key,
      changes,
      signal: new AbortController().signal,
    });
  const listIn = (store: string) => {
    const { changes = assert.fail('the publication names no list') } = soundIn(store, key);
    return readChangeList(readFileSync(join(store, 'changes', changes), 'utf8'), changes);
  };
  const followerOf = (t: TestContext, address: string, path: string): Follower => {
    const signal = new AbortController().signal;
    const keys = new Map([[key.id, key]]);
    const follower = new Follower({ address, keys, path, previousMs: 60_000, signal, limits: LIMITS });
    t.after(() => follower[Symbol.asyncDispose]());
    return follower;
  };
  const world = async (t: TestContext, n: number, changes?: number): Promise<World> => {
    const store = folder(t);
    await put(n, store, changes);
    const server = await folderServer(t, store);
    const at = join(folder(t), 'followed');
    const path = join(at, 'openfirma.snapshot');
    const follower = followerOf(t, server.address, path);
    return { store, server, path, changes: join(at, 'changes'), follower };
  };
  const textIn = (at: string): string =>
    readdirSync(at)
      .map((name) => readFileSync(join(at, name)))
      .map((bytes) => (bytes.readUInt32LE() === 0xfd2fb528 ? zstdDecompressSync(bytes) : bytes).toString('utf8'))
      .join('');
  const eventsAt = async (path: string, store: string): Promise<string[]> => {
    const feed = (await new FeedReader(path).feed(soundIn(store, key).generation)) ?? assert.fail();
    return feed.page(feed.start, 100).events.map(({ id, event }) => `${event} ${id}`);
  };

  test('are sent with their snapshot, and the next publication sends only the new file', async (t) => {
    const { store, server, path, changes, follower } = await world(t, 1);
    const first = await follower.poll();
    assert.ok(first.kind === 'fetched', JSON.stringify(first));
    assert.deepEqual(await eventsAt(path, store), [`changed ${RESTRICTED}`]);
    await put(2, store);
    const asked = server.requests.length;
    assert.equal((await follower.poll()).kind, 'fetched');
    // current.json, the list, the new change file and the snapshot.
    assert.equal(server.requests.length - asked, 4);
    assert.deepEqual(await eventsAt(path, store), [`changed ${RESTRICTED}`, `added ${millId(20)}`]);
    const names = listIn(store).files.map(({ name }) => name);
    assert.deepEqual(readdirSync(changes).toSorted(), names.toSorted());
    assert.deepEqual(await follower.poll(), { kind: 'current', counter: 2 });
    assert.ok((await put(2, store)).unchanged);
  });

  test('are purged on the store and at followers when a company is restricted, and readers are notified', async (t) => {
    const { store, path, changes, follower } = await world(t, 2);
    await follower.poll();
    for (const at of [join(store, 'changes'), changes]) assert.match(textIn(at), /Kvarn Renamed AB/);
    await put(3, store);
    assert.equal((await follower.poll()).kind, 'fetched');
    for (const at of [join(store, 'changes'), changes]) assert.doesNotMatch(textIn(at), /Kvarn Renamed AB/);
    assert.deepEqual(await eventsAt(path, store), [`added ${millId(20)}`, `restricted ${RESTRICTED}`]);
  });

  test('are limited by --changes; without published files, followers have none', async (t) => {
    const { store, path, changes, follower } = await world(t, 2, 1);
    await follower.poll();
    assert.deepEqual(await eventsAt(path, store), [`added ${millId(20)}`]);
    // The same snapshot is published with more change files, and then without.
    await put(2, store);
    assert.deepEqual(await follower.poll(), { kind: 'current', counter: 2 });
    assert.equal((await eventsAt(path, store)).length, 2);
    await put(2, store, 0);
    assert.deepEqual(await follower.poll(), { kind: 'current', counter: 3 });
    assert.deepEqual([existsSync(changes), readdirSync(join(store, 'changes'))], [false, []]);
    assert.equal(soundIn(store, key).changes, undefined);
  });

  test('of a killed publisher are removed by the next publication', async (t) => {
    const store = folder(t);
    await put(1, store);
    const killed = new FolderStore(store);
    killed.remove = () => Promise.reject(new Error('killed'));
    const signal = new AbortController().signal;
    await put(2, store);
    await assert.rejects(publish({ snapshot: files[3] ?? '', store: killed, key, signal }), /killed/);
    assert.match(textIn(join(store, 'changes')), /Kvarn Renamed AB/);
    const next = await buildOf(join(directory, '3'), 't', [...mills(0, 19), mill(20), mill(21)]);
    await publish({ snapshot: next, store: new FolderStore(store), key, signal });
    assert.doesNotMatch(textIn(join(store, 'changes')), /Kvarn Renamed AB/);
  });

  test('are kept after a restart, and a damaged or missing file is fetched again', async (t) => {
    const { store, server, path, changes, follower } = await world(t, 2);
    await follower.poll();
    const [lost = '', damaged = ''] = readdirSync(changes);
    rmSync(join(changes, lost));
    writeFileSync(join(changes, damaged), 'damaged');
    writeFileSync(join(changes, 'stranger'), 'of an earlier publication');
    await follower[Symbol.asyncDispose]();
    const second = followerOf(t, server.address, path);
    assert.deepEqual(await second.poll(), { kind: 'current', counter: 1 });
    assert.deepEqual(readdirSync(changes).toSorted(), [lost, damaged].toSorted());
    assert.equal((await eventsAt(path, store)).length, 2);
    assert.equal(server.requests.filter(({ url }) => url?.includes('/snapshots/')).length, 1);
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
    for (const what of ['list', 'file'] as const)
      test(`of a store that ${claim}, the ${what}, change nothing and give one line with the reason`, async (t) => {
        const { store, server, path, changes, follower } = await world(t, 1);
        await follower.poll();
        const held = [readFileSync(path), ...readdirSync(changes).map((name) => readFileSync(join(changes, name)))];
        await put(2, store);
        const list = soundIn(store, key).changes ?? '';
        server.disturb = (request, response, bytes) => {
          const { url = '' } = request;
          if (!url.startsWith('/changes/') || url.endsWith(list) !== (what === 'list')) return false;
          const sent = lie(bytes);
          response.writeHead(sent === undefined ? 404 : 200, { 'content-length': sent?.length ?? 0 }).end(sent);
          return true;
        };
        const refused = await follower.poll();
        assert.ok(refused.kind === 'refused' && !refused.reason.includes('\n'), JSON.stringify(refused));
        assert.equal(refused.fault, fault, refused.reason);
        const now = [readFileSync(path), ...readdirSync(changes).map((name) => readFileSync(join(changes, name)))];
        assert.ok(held.every((bytes, i) => now[i]?.equals(bytes)) && now.length === held.length);
        server.disturb = undefined;
        assert.equal((await follower.poll(true)).kind, 'fetched');
      });

  test('are listed by a signed digest: a list of another publication is refused', async (t) => {
    const { store, follower } = await world(t, 1);
    const text = readFileSync(join(store, 'current.json'), 'utf8');
    writeFileSync(join(store, 'current.json'), text.replace(/(?<="changes": ")[0-9a-f]{8}/, '00000000'));
    const refused = await follower.poll();
    assert.ok(refused.kind === 'refused' && refused.fault === 'untrusted', JSON.stringify(refused));
    assert.match(refused.reason, /its signature is wrong$/);
  });

  test('are signed by the key of the publication, even if signed before, and the files of the build do not change', async (t) => {
    const { store, changes, follower } = await world(t, 2);
    const at = join(directory, '2', 'changes');
    const names = readdirSync(at);
    const keys = new Map([[key.id, key]]);
    await follower.poll();
    for (const name of names) {
      assert.equal((await readChanges(join(changes, name), { keys })).end.key, key.id);
      assert.equal((await readChanges(join(at, name))).end.key, undefined);
    }
    assert.deepEqual(readdirSync(at), names, 'no copy is left');
    // A file that already has this signature is published unchanged.
    const [first = ''] = names;
    const own = join(folder(t), 'changes');
    cpSync(join(changes, first), join(own, first));
    const read = await readChanges(join(own, first), { keys });
    await using copy = await signCopy(read, key);
    assert.deepEqual(readFileSync(copy.path), readFileSync(read.path));
    assert.ok(listIn(store).files.some(({ sha256 }) => sha256 === hash('sha256', readFileSync(read.path))));
  });

  const lastLine = (bytes: Buffer, change: (end: Record<string, unknown>) => object): Buffer => {
    const lines = zstdDecompressSync(bytes).toString('utf8').trimEnd().split('\n');
    const end = JSON.parse(lines.pop() ?? '') as Record<string, unknown>;
    return zstdCompressSync(`${[...lines, JSON.stringify(change(end))].join('\n')}\n`);
  };
  const FORGED: readonly (readonly [
    claim: string,
    reason: RegExp,
    forge: (bytes: Buffer) => Promise<Buffer> | Buffer,
  ])[] = [
    [
      'is not signed',
      /it is not signed$/,
      (bytes) => lastLine(bytes, (end) => ({ ...end, key: undefined, signature: undefined })),
    ],
    [
      'has the signature of another file',
      /its signature is wrong$/,
      (bytes) => lastLine(bytes, (end) => ({ ...end, signature: Buffer.alloc(64, 7).toString('base64url') })),
    ],
    [
      'is signed by an unknown key',
      /it is signed by the key "[0-9a-f]{16}"; known are "[0-9a-f]{16}"$/,
      async (bytes) => {
        const at = mkdtempSync(join(directory, 'forged-'));
        const path = join(at, 'a.ndjson.zst');
        writeFileSync(path, bytes);
        await using copy = await signCopy(await readChanges(path), await createKey(join(at, 'key')));
        return readFileSync(copy.path);
      },
    ],
  ];
  for (const [claim, reason, forge] of FORGED)
    test(`one of which ${claim} is refused with its publication in one line, and nothing changes`, async (t) => {
      const { store, server, path, changes, follower } = await world(t, 1);
      await follower.poll();
      const held = [readFileSync(path), ...readdirSync(changes).map((name) => readFileSync(join(changes, name)))];
      await put(2, store);
      const list = listIn(store).files;
      const last = list.at(-1) ?? assert.fail();
      const bytes = await forge(readFileSync(join(store, 'changes', last.sha256)));
      const sha256 = hash('sha256', bytes);
      writeFileSync(join(store, 'changes', sha256), bytes);
      const text = writeChangeList({ files: [...list.slice(0, -1), { ...last, size: bytes.length, sha256 }] });
      writeFileSync(join(store, 'changes', digestOfText(text)), text);
      const publication = { ...soundIn(store, key), changes: digestOfText(text) };
      writeFileSync(join(store, 'current.json'), signPublication(publication, key));
      const refused = await follower.poll();
      assert.ok(refused.kind === 'refused' && !refused.reason.includes('\n'), JSON.stringify(refused));
      assert.equal(refused.fault, 'untrusted');
      assert.match(refused.reason, reason);
      const now = [readFileSync(path), ...readdirSync(changes).map((name) => readFileSync(join(changes, name)))];
      assert.ok(held.every((one, i) => now[i]?.equals(one)) && now.length === held.length);
      const asked = server.requests.length;
      assert.equal((await follower.poll()).kind, 'refused');
      assert.equal(server.requests.length, asked + 1, 'the files are not requested again at once');
    });
});
