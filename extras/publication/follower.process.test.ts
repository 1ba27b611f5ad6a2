import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { folder } from '../../test/fixtures/folder.ts';
import { until } from '../../test/fixtures/until.ts';
import { Following, LIMITS, asked } from './following-fixture.ts';

suite('a follower', () => {
  const following = new Following();

  test('fetches a publication, polls by entity tag, and fetches the next publication', async (t) => {
    const { store, server, path, follow, at } = await following.world(t);
    const follower = follow();
    const first = await follower.poll();
    assert.ok(first.kind === 'fetched' && first.counter === 1 && following.holds(path, 0));
    assert.deepEqual(await follower.poll(), { kind: 'current', counter: 1 });
    assert.match(String(server.requests.at(-1)?.headers['if-none-match']), /^"/);
    await following.put(1, store);
    assert.equal((await follower.poll()).kind, 'fetched');
    assert.ok(following.holds(path, 1) && following.holds(`${path}.previous`, 0));
    assert.equal(asked(server, '/snapshots/'), 2);
    const names = ['.following.lock', 'changes', 'followed.json', 'openfirma.snapshot', 'openfirma.snapshot.previous'];
    assert.deepEqual(readdirSync(at).toSorted(), names);
  });

  test('removes the snapshot before once cursors have expired', async (t) => {
    const { store, path, follow } = await following.world(t);
    const follower = follow({ previousMs: 0 });
    await follower.poll();
    await following.put(1, store);
    await follower.poll();
    await follower.poll();
    assert.equal(existsSync(`${path}.previous`), false);
  });

  test('accepts another signature of the same data without a download, and a second key', async (t) => {
    const { store, server, follow } = await following.world(t);
    const follower = follow({ keys: new Map([following.key, following.other].map((one) => [one.id, one])) });
    await follower.poll();
    await following.put(0, store, following.other);
    assert.deepEqual(await follower.poll(), { kind: 'current', counter: 2 });
    assert.equal(asked(server, '/snapshots/'), 1);
  });

  test('a renewal reads a checked snapshot only if its size, time or inode has changed', async (t) => {
    const { store, server, path, follow } = await following.world(t);
    const follower = follow();
    const renew = async () => {
      await following.put(0, store);
      return (await follower.poll()).kind;
    };
    assert.equal((await follower.poll()).kind, 'fetched');
    utimesSync(path, 1000, 1000);
    assert.equal(await renew(), 'current');
    const bytes = readFileSync(path);
    bytes.writeUInt8(bytes.readUInt8(9000) ^ 1, 9000);
    writeFileSync(path, bytes);
    utimesSync(path, 1000, 1000);
    assert.equal(await renew(), 'current');
    utimesSync(path, 2000, 2000);
    assert.equal(await renew(), 'fetched');
    assert.equal(asked(server, '/snapshots/'), 2);
    assert.ok(following.holds(path, 0));
  });

  test('keeps its state after a restart, and fetches a damaged snapshot again', async (t) => {
    const { server, path, follow } = await following.world(t);
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
    assert.ok(following.holds(path, 0));
  });

  test('is the only one in its folder', async (t) => {
    const { follow } = await following.world(t);
    await follow().poll();
    const second = await follow().poll();
    assert.ok(second.kind === 'refused' && second.fault === 'failed');
    assert.match(second.reason, /Cannot follow into ".+": process \d+ holds/);
  });

  test('resumes a broken download, also in another process', async (t) => {
    const { server, follow, path } = await following.world(t);
    const { at } = { at: join(path, '..') };
    let breaks = 2;
    const incoming = join(at, 'incoming');
    const kept = (): number =>
      Math.max(0, ...readdirSync(incoming).flatMap((name) => (name.endsWith('.partial') ? statSync(join(incoming, name)).size : []))); // prettier-ignore
    server.disturb = (request, response, bytes) => {
      if (request.url?.includes('/snapshots/') !== true || breaks-- <= 0) return false;
      const from = Number(/\d+/.exec(request.headers.range ?? '0')?.[0]);
      const half = from + Math.floor((bytes.length - from) / 2);
      const tag = `"${hash('sha256', bytes).slice(0, 16)}"`;
      if (from > 0) response.setHeader('content-range', `bytes ${from}-${bytes.length - 1}/${bytes.length}`);
      response.writeHead(from > 0 ? 206 : 200, { etag: tag, 'content-length': bytes.length - from });
      response.write(bytes.subarray(from, half));
      // The connection is closed only when the bytes are stored; else they would be lost.
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
    assert.ok(following.holds(path, 0));
  });

  test('an older publication is refused, also after a restart', async (t) => {
    const here = await following.world(t);
    const { store, follow, path } = here;
    const old = join(folder(t), 'old');
    cpSync(store, old, { recursive: true });
    const first = follow();
    await first.poll();
    await following.put(1, store);
    await first.poll();
    assert.ok(following.holds(path, 1));
    cpSync(old, store, { recursive: true });
    const older = /has the counter 1, and 2 was accepted already; remove ".+followed.json" and restart to accept it$/;
    for (const follower of [first, undefined]) {
      if (follower === undefined) await first[Symbol.asyncDispose]();
      const followed = await (follower ?? follow()).poll();
      assert.ok(followed.kind === 'refused' && followed.fault === 'older' && older.test(followed.reason));
      assert.ok(following.holds(path, 1));
    }
  });

  test('a second publication with an accepted counter is refused', async (t) => {
    const here = await following.world(t);
    const follower = here.follow();
    await follower.poll();
    rmSync(join(here.store, 'current.json'));
    await following.put(1, here.store);
    await following.refuses(here, follower, 'older', /has the counter 1, and 1 was accepted with other data/);
  });

  test('stops during a download, which the next follower resumes', async (t) => {
    const { server, follow, path } = await following.world(t);
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
    assert.ok(following.holds(path, 0));
  });

  test('a damaged file of the counter is an error', async (t) => {
    const { follow, at } = await following.world(t);
    mkdirSync(at);
    writeFileSync(join(at, 'followed.json'), '{"counter":');
    const followed = await follow().poll();
    assert.ok(followed.kind === 'refused' && followed.fault === 'failed');
    assert.match(followed.reason, /followed.json": it is damaged; remove it to accept any counter once$/);
  });
});
