/** A follower, and stores that send single bytes slowly, or replay earlier data. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync, readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { buildLines, mills } from '../../test/searching/generations.ts';
import { folder } from '../../test/fixtures/folder.ts';
import { until } from '../../test/fixtures/until.ts';
import { Following, LIMITS, asked } from './following-fixture.ts';
import { createKey, type SigningKey } from './keys.ts';
import { Follower } from './follow.ts';
import { publish } from './write-folder.ts';
import { folderServer } from './store-fixture.ts';

const EVERY_MS = 20;

/** Writes the next item every `EVERY_MS` until the client leaves. */
function drip(response: ServerResponse, bytes: Iterator<string | Buffer>): true {
  const write = (): void => {
    const { value } = bytes.next() as { value: string | Buffer | undefined };
    if (value !== undefined) response.socket?.write(value);
  };
  const timer = setInterval(write, EVERY_MS);
  response.socket?.on('close', () => clearInterval(timer));
  return true;
}

function* headers(): Generator<string> {
  yield 'HTTP/1.1 200 OK\r\n';
  for (;;) yield 'x-a: b\r\n';
}

function* body(bytes: Buffer): Generator<string | Buffer> {
  yield `HTTP/1.1 200 OK\r\netag: "1"\r\ncontent-length: ${bytes.length}\r\n\r\n`;
  for (const byte of bytes) yield Buffer.of(byte);
}

suite('a follower of a dripping store', () => {
  let directory = '';
  let store = '';
  let key: SigningKey;
  const signal = new AbortController().signal;
  before(async () => {
    directory = mkdtempSync(join(tmpdir(), 'openfirma-dripping-'));
    store = join(directory, 'store');
    key = await createKey(join(directory, 'key'));
    mkdirSync(join(directory, 'at'));
    const previous = await buildLines(join(directory, 'at'), 's', mills(0, 100));
    const snapshot = await buildLines(join(directory, 'at'), 's', mills(0, 101), { previous });
    await publish({ snapshot, to: store, key, signal });
  });
  after(() => rmSync(directory, { recursive: true }));

  const DRIPS: readonly (readonly [
    what: string,
    isHit: (url: string) => boolean,
    bytes: (bytes: Buffer) => Iterator<string | Buffer>,
  ])[] = [
    ['headers', () => true, headers],
    ['current.json', (url) => url === '/current.json', body],
    ['a change file', (url) => url.includes('/changes/'), body],
    ['the snapshot', (url) => url.includes('/snapshots/'), body],
  ];
  for (const [what, isHit, bytesOf] of DRIPS) {
    test(`that drips ${what} fails with a message`, async (t) => {
      const server = await folderServer(t, store);
      const path = join(folder(t), 'followed', 's');
      const options = { address: server.address, path, keys: new Map([[key.id, key]]), previousMs: 0, signal };
      const impatient = new Follower({ ...options, limits: { ...LIMITS, idleTimeoutMs: 300 } });
      server.disturb = ({ url = '' }, response, bytes) => isHit(url) && drip(response, bytesOf(bytes));
      const refused = await impatient.poll();
      await impatient[Symbol.asyncDispose]();
      assert.ok(refused.kind === 'refused', JSON.stringify(refused));
      assert.equal(refused.fault, 'unreachable');
      assert.match(refused.reason, /the server sent (nothing|only \d+ bytes) for 0\.3 seconds; tried 3 times$/);
      server.disturb = undefined;
      await using follower = new Follower({ ...options, limits: LIMITS });
      assert.equal((await follower.poll()).kind, 'fetched');
    });
  }
});

suite('a follower', () => {
  const following = new Following();

  test('interrupts a download for a requested poll, and resumes it', async (t) => {
    const { store, server, path, follow } = await following.world(t);
    const follower = follow();
    await follower.poll();
    await following.put(1, store);
    server.disturb = ({ url = '' }, response, bytes) => url.includes('/snapshots/') && drip(response, body(bytes));
    const asking = new AbortController();
    const polled = follower.poll(false, asking.signal);
    await until('it downloads', () => asked(server, '/snapshots/') === 2);
    asking.abort();
    await assert.rejects(polled, { name: 'AbortError' });
    server.disturb = undefined;
    assert.equal((await follower.poll(true)).kind, 'fetched');
    assert.ok(following.holds(path, 1));
  });

  test('serves expired data and reports it, until it is renewed', async (t) => {
    const here = await following.world(t);
    const { store, path, follow } = here;
    await following.put(0, store, following.key, -1);
    const expired = readFileSync(join(store, 'current.json'), 'utf8');
    const follower = follow();
    // A follower without data accepts expired data.
    assert.equal((await follower.poll()).kind, 'fetched');
    for (const _ of [1, 2]) {
      const refused = await follower.poll();
      assert.ok(refused.kind === 'refused' && refused.fault === 'expired' && refused.counter === 2);
      assert.match(
        refused.reason,
        /it expired at \S+Z; the publisher must renew it \("openfirma publish"\), or the server/,
      );
    }
    await following.put(0, store);
    assert.deepEqual(await follower.poll(), { kind: 'current', counter: 3 });
    assert.ok(following.holds(path, 0));
    assert.equal(asked(here.server, '/snapshots/'), 1);
    // A replayed publication is older.
    writeFileSync(join(store, 'current.json'), expired);
    const replayed = await follower.poll();
    assert.ok(replayed.kind === 'refused' && replayed.fault === 'older');
  });
});
