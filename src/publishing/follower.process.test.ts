/** A follower, and stores that cut, lie, stall and go back in time. */
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test, type TestContext } from 'node:test';
import { buildOf, mills } from '../../test/generations.ts';
import { folder } from '../../test/folder.ts';
import { until } from '../../test/until.ts';
import {
  FolderStore,
  Follower,
  createKey,
  publish,
  type Followed,
  type FollowerOptions,
  type SigningKey,
} from './index.ts';
import { readPublication, signPublication, type Publication } from './publication.ts';
import { folderServer, send, type FolderServer } from './store-fixture.ts';

const LIMITS = { firstWaitMs: 1, silenceMs: 300, attemptsInARow: 3, progressBytes: 1024 } as const;

suite('a follower', () => {
  let directory = '';
  let files: string[] = [];
  let key: SigningKey;
  let other: SigningKey;
  before(async () => {
    directory = mkdtempSync(join(tmpdir(), 'openfirma-following-'));
    files = await Promise.all([0, 1, 2].map((n) => buildOf(directory, `${n}.snapshot`, mills(n, 300 + n))));
    [key, other] = [await createKey(join(directory, 'key')), await createKey(join(directory, 'other'))];
  });
  after(() => rmSync(directory, { recursive: true }));

  const put = (n: number, to: string, signing = key): Promise<unknown> => {
    const snapshot = files[n] ?? assert.fail();
    return publish({ snapshot, store: new FolderStore(to), key: signing, signal: new AbortController().signal });
  };
  const publicationIn = (to: string): Publication =>
    readPublication(readFileSync(join(to, 'current.json'), 'utf8'), to).publication;

  interface World {
    readonly store: string;
    readonly server: FolderServer;
    readonly at: string;
    readonly path: string;
    readonly follow: (options?: Partial<FollowerOptions>) => Follower;
  }

  /** A store with the first snapshot, and a place to follow it in. */
  async function world(t: TestContext): Promise<World> {
    const store = folder(t);
    await put(0, store);
    const server = await folderServer(t, store);
    const at = join(folder(t), 'followed');
    const path = join(at, 'openfirma.snapshot');
    const follow = (options: Partial<FollowerOptions> = {}): Follower => {
      const follower = new Follower({
        address: server.address,
        keys: new Map([[key.id, key]]),
        path,
        previousMs: 60_000,
        signal: new AbortController().signal,
        limits: LIMITS,
        ...options,
      });
      t.after(() => follower[Symbol.asyncDispose]());
      return follower;
    };
    return { store, server, at, path, follow };
  }

  const holds = (path: string, n: number): boolean => readFileSync(path).equals(readFileSync(files[n] ?? ''));
  const asked = ({ requests }: FolderServer, what: string): number =>
    requests.filter(({ url }) => url?.includes(what)).length;

  /** Expects a refusal, and that the first snapshot is still there with nothing of the second but a download to resume. */
  async function refuses(
    { path, at }: World,
    follower: Follower,
    fault: string,
    reason: RegExp,
    isRetrying = false,
  ): Promise<void> {
    const followed = await follower.poll(isRetrying);
    assert.ok(followed.kind === 'refused', followed.kind);
    assert.deepEqual([followed.fault, followed.counter], [fault, 1], followed.reason);
    assert.match(followed.reason, reason);
    assert.ok(!followed.reason.includes('\n'));
    assert.ok(holds(path, 0));
    const names = readdirSync(at, { recursive: true }).map(String);
    const incoming = names.filter((name) => name.startsWith('incoming') && /snapshot|partial$/.test(name));
    assert.ok(incoming.length <= 1, incoming.join());
  }

  test('fetches what is published, asks by entity tag, and fetches what is published next', async (t) => {
    const { store, server, path, follow, at } = await world(t);
    const follower = follow();
    const first = await follower.poll();
    assert.ok(first.kind === 'fetched' && first.counter === 1 && holds(path, 0));
    assert.deepEqual(await follower.poll(), { kind: 'current', counter: 1 });
    assert.match(String(server.requests.at(-1)?.headers['if-none-match']), /^"/);
    await put(1, store);
    assert.equal((await follower.poll()).kind, 'fetched');
    assert.ok(holds(path, 1) && holds(`${path}.previous`, 0));
    assert.equal(asked(server, '/snapshots/'), 2);
    const names = ['.following.lock', 'followed.json', 'openfirma.snapshot', 'openfirma.snapshot.previous'];
    assert.deepEqual(readdirSync(at).toSorted(), names);
  });

  test('removes the snapshot before once cursors have expired', async (t) => {
    const { store, path, follow } = await world(t);
    const follower = follow({ previousMs: 0 });
    await follower.poll();
    await put(1, store);
    await follower.poll();
    await follower.poll();
    assert.equal(existsSync(`${path}.previous`), false);
  });

  test('takes another signature of the same data without a download, and a second key', async (t) => {
    const { store, server, follow } = await world(t);
    const follower = follow({ keys: new Map([key, other].map((one) => [one.id, one])) });
    await follower.poll();
    await put(0, store, other);
    assert.deepEqual(await follower.poll(), { kind: 'current', counter: 2 });
    assert.equal(asked(server, '/snapshots/'), 1);
  });

  test('knows after a restart what it has, and fetches again what was damaged', async (t) => {
    const { server, path, follow } = await world(t);
    await using first = follow();
    await first.poll();
    await first[Symbol.asyncDispose]();
    const second = follow();
    assert.equal((await second.poll()).kind, 'current');
    assert.equal(asked(server, '/snapshots/'), 1);
    await second[Symbol.asyncDispose]();
    const bytes = readFileSync(path);
    bytes.writeUInt8(bytes.readUInt8(9000) ^ 1, 9000);
    writeFileSync(path, bytes);
    assert.equal((await follow().poll()).kind, 'fetched');
    assert.ok(holds(path, 0));
  });

  test('is alone in its folder', async (t) => {
    const { follow } = await world(t);
    await follow().poll();
    const second = await follow().poll();
    assert.ok(second.kind === 'refused' && second.fault === 'failed');
    assert.match(second.reason, /Cannot follow into ".+": process \d+ holds/);
  });

  test('resumes a download that breaks off, also in another process', async (t) => {
    const { server, follow, path } = await world(t);
    const { at } = { at: join(path, '..') };
    let breaks = 2;
    const partial = join(at, 'incoming', '.snapshot.partial');
    const kept = (): number => statSync(partial, { throwIfNoEntry: false })?.size ?? 0;
    server.disturb = (request, response, bytes) => {
      if (request.url?.includes('/snapshots/') !== true || breaks-- <= 0) return false;
      const from = Number(/\d+/.exec(request.headers.range ?? '0')?.[0]);
      const half = from + Math.floor((bytes.length - from) / 2);
      const tag = `"${hash('sha256', bytes).slice(0, 16)}"`;
      if (from > 0) response.setHeader('content-range', `bytes ${from}-${bytes.length - 1}/${bytes.length}`);
      response.writeHead(from > 0 ? 206 : 200, { etag: tag, 'content-length': bytes.length - from });
      response.write(bytes.subarray(from, half));
      // What has just arrived would be lost with the connection.
      void until('bytes are kept', () => kept() >= half || response.closed).then(() => response.destroy());
      return true;
    };
    const first = follow({ limits: { ...LIMITS, attemptsInARow: 1 } });
    const broken = await first.poll();
    assert.ok(broken.kind === 'refused' && broken.fault === 'unreachable', JSON.stringify(broken));
    await first[Symbol.asyncDispose]();
    const followed = await follow().poll();
    assert.equal(followed.kind, 'fetched', JSON.stringify(followed));
    const ranges = server.requests.flatMap(({ headers: { range } }) => range ?? []);
    assert.ok(ranges.length >= 2, ranges.join());
    assert.ok(holds(path, 0));
  });

  /** What a store does to the second publication, and what the follower says. */
  const LIES: readonly (readonly [
    claim: string,
    fault: Extract<Followed, { kind: 'refused' }>['fault'],
    reason: RegExp,
    lie: (world: World) => void | Promise<void>,
  ])[] = [
    ['has another key', 'untrusted', /signed by the key "\w+"; known are "\w+"$/, () => undefined],
    [
      'changes what is signed',
      'untrusted',
      /its signature is wrong$/,
      ({ store }) => {
        const path = join(store, 'current.json');
        writeFileSync(path, readFileSync(path, 'utf8').replace('"counter": 2', '"counter": 3'));
      },
    ],
    [
      'cuts current.json',
      'untrusted',
      /current.json": it is no JSON$/,
      ({ store }) => {
        const path = join(store, 'current.json');
        writeFileSync(path, readFileSync(path, 'utf8').slice(0, 100));
      },
    ],
    [
      'sends a page of its own',
      'untrusted',
      /it is no JSON$/,
      ({ server }) => {
        server.disturb = (_, response) => response.writeHead(200).end('<html>') !== undefined;
      },
    ],
    [
      'sends an endless current.json',
      'unreachable',
      /longer than the allowed \d+ bytes$/,
      ({ server }) => {
        server.disturb = (_, response) => response.writeHead(200).end(Buffer.alloc(200_000)) !== undefined;
      },
    ],
    [
      'flips a bit of the snapshot',
      'damaged',
      /its SHA-256 is [0-9a-f]{64}, and current.json says/,
      ({ server }) => {
        server.disturb = (request, response, bytes) => {
          if (request.url?.includes('/snapshots/') !== true) return false;
          const flipped = Buffer.from(bytes);
          flipped.writeUInt8(flipped.readUInt8(9000) ^ 1, 9000);
          send(request, response, flipped);
          return true;
        };
      },
    ],
    [
      'cuts the snapshot and says so',
      'damaged',
      /it has \d+ bytes, and current.json says \d+$/,
      ({ server }) => {
        server.disturb = (request, response, bytes) =>
          request.url?.includes('/snapshots/') === true
            ? (send(request, response, bytes.subarray(0, 5000)), true)
            : false;
      },
    ],
    [
      'announces a longer snapshot',
      'damaged',
      /the server announces \d+ bytes/,
      ({ server }) => {
        server.disturb = (request, response, bytes) =>
          request.url?.includes('/snapshots/') === true
            ? (send(request, response, Buffer.concat([bytes, bytes])), true)
            : false;
      },
    ],
    [
      'sends bytes without end',
      'damaged',
      /the server sent more than \d+ bytes/,
      ({ server }) => {
        server.disturb = (request, response, bytes) => {
          if (request.url?.includes('/snapshots/') !== true) return false;
          response.writeHead(200, { 'content-type': 'application/octet-stream' });
          response.end(Buffer.concat([bytes, bytes]));
          return true;
        };
      },
    ],
    [
      'has lost the snapshot',
      'unreachable',
      /the server answered 404/,
      ({ store }) => rmSync(join(store, 'snapshots', publicationIn(store).generation)),
    ],
    [
      'says nothing',
      'unreachable',
      /the server sent nothing for 0.3 seconds; tried 3 times$/,
      ({ server }) => {
        server.disturb = () => true;
      },
    ],
    [
      'stalls amid the snapshot',
      'unreachable',
      /the server sent nothing for 0.3 seconds; tried \d+ times$/,
      ({ server }) => {
        server.disturb = (request, response, bytes) => {
          if (request.url?.includes('/snapshots/') !== true) return false;
          response.writeHead(200, { 'content-length': bytes.length });
          response.write(bytes.subarray(0, 500));
          return true;
        };
      },
    ],
    [
      'breaks every answer off',
      'unreachable',
      /tried 3 times$/,
      ({ server }) => {
        server.disturb = (_, response) => response.destroy() !== undefined;
      },
    ],
    [
      'redirects to an address that is not public',
      'unreachable',
      /it redirects to "http:\/\/10\.0\.0\.1\/.+ is not on the public internet$/,
      ({ server }) => {
        server.disturb = (_, response) =>
          response.writeHead(302, { location: 'http://10.0.0.1/current.json' }).end() !== undefined;
      },
    ],
    [
      'asks to come back later',
      'unreachable',
      /the server answered 503/,
      ({ server }) => {
        server.disturb = (_, response) => response.writeHead(503).end() !== undefined;
      },
    ],
    [
      'names a snapshot of another generation',
      'damaged',
      /it holds generation "\w+", and current.json says "claimed"$/,
      ({ store }) => {
        const { previous: _, ...publication } = publicationIn(store);
        const claimed = { ...publication, counter: 3, generation: 'claimed', generations: ['claimed'] };
        cpSync(join(store, 'snapshots', publication.generation), join(store, 'snapshots', 'claimed'));
        writeFileSync(join(store, 'current.json'), signPublication(claimed, key));
      },
    ],
    [
      'signs what is no snapshot',
      'damaged',
      /another kind of file/,
      ({ store }) => {
        const bytes = Buffer.from('not a snapshot');
        writeFileSync(join(store, 'snapshots', 'none'), bytes);
        const facts = { size: bytes.length, sha256: hash('sha256', bytes) };
        const { previous: _, ...publication } = publicationIn(store);
        const claimed = { ...publication, ...facts, counter: 3, generation: 'none', generations: ['none'] };
        writeFileSync(join(store, 'current.json'), signPublication(claimed, key));
      },
    ],
  ];
  for (const [claim, fault, reason, lie] of LIES) {
    test(`a store that ${claim} is refused, and followed again when it is sound`, async (t) => {
      const here = await world(t);
      const follower = here.follow();
      await follower.poll();
      const sound = join(folder(t), 'sound');
      if (claim === 'has another key') await put(1, here.store, other);
      else {
        await put(1, here.store);
        cpSync(here.store, sound, { recursive: true });
        await lie(here);
      }
      await refuses(here, follower, fault, reason);
      const downloads = asked(here.server, '/snapshots/');
      await refuses(here, follower, fault, reason);
      // What was damaged is not downloaded again at every poll.
      if (fault === 'damaged') assert.equal(asked(here.server, '/snapshots/'), downloads);
      here.server.disturb = undefined;
      if (existsSync(sound)) cpSync(sound, here.store, { recursive: true });
      else await put(2, here.store);
      const followed = await follower.poll(true);
      assert.equal(followed.kind, 'fetched', JSON.stringify(followed));
      assert.equal(readdirSync(here.at).includes('incoming'), false);
    });
  }

  test('a store that goes back in time is refused, after a restart too', async (t) => {
    const here = await world(t);
    const { store, follow, path } = here;
    const old = join(folder(t), 'old');
    cpSync(store, old, { recursive: true });
    const first = follow();
    await first.poll();
    await put(1, store);
    await first.poll();
    assert.ok(holds(path, 1));
    cpSync(old, store, { recursive: true });
    const older = /has the counter 1, and 2 was accepted already; remove ".+followed.json" and restart to accept it$/;
    for (const follower of [first, undefined]) {
      if (follower === undefined) await first[Symbol.asyncDispose]();
      const followed = await (follower ?? follow()).poll();
      assert.ok(followed.kind === 'refused' && followed.fault === 'older' && older.test(followed.reason));
      assert.ok(holds(path, 1));
    }
  });

  test('a second publication of a number that was accepted is refused', async (t) => {
    const here = await world(t);
    const follower = here.follow();
    await follower.poll();
    rmSync(join(here.store, 'current.json'));
    await put(1, here.store);
    await refuses(here, follower, 'older', /has the counter 1, and 1 was accepted with other data/);
  });

  test('stops amid a download, which the next one resumes', async (t) => {
    const { server, follow, path } = await world(t);
    const stopping = new AbortController();
    server.disturb = (request, response, bytes) => {
      if (request.url?.includes('/snapshots/') !== true) return false;
      response.writeHead(200, { 'content-length': bytes.length, etag: '"x"' });
      response.write(bytes.subarray(0, 5000));
      stopping.abort();
      return true;
    };
    await using follower = follow({ signal: stopping.signal });
    await assert.rejects(follower.poll(), { name: 'AbortError' });
    await follower[Symbol.asyncDispose]();
    server.disturb = undefined;
    assert.equal((await follow().poll()).kind, 'fetched');
    assert.ok(holds(path, 0));
  });

  test('a damaged memory of the counter is not taken for none', async (t) => {
    const { follow, at } = await world(t);
    mkdirSync(at);
    writeFileSync(join(at, 'followed.json'), '{"counter":');
    const followed = await follow().poll();
    assert.ok(followed.kind === 'refused' && followed.fault === 'failed');
    assert.match(followed.reason, /followed.json": it is damaged; remove it to accept any counter once$/);
  });
});
