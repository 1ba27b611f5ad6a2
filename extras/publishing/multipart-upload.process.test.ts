/** Snapshots that are too large for one request are sent in parts to a store that checks every signature and digest. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { buildOf, mills } from '../../test/searching/generations.ts';
import { createKey, type SigningKey } from '../changes/keys.ts';
import { HttpsStore, type StoreCredentials } from './https-store.ts';
import { publish, type Published } from './publish.ts';
import { readPublication } from './publication.ts';
import { S3, s3Store, type S3Store } from './s3-store-fixture.ts';

suite('a snapshot larger than a part', () => {
  let directory = '';
  let files: string[] = [];
  let key: SigningKey;
  before(async () => {
    directory = mkdtempSync(join(tmpdir(), 'openfirma-parts-'));
    files = await Promise.all([0, 1].map((n) => buildOf(directory, `${n}.snapshot`, mills(n, 20 + n))));
    key = await createKey(join(directory, 'key'));
  });
  after(() => rmSync(directory, { recursive: true }));

  const bytesOf = (n: number): Buffer => readFileSync(files[n] ?? assert.fail());
  /** The size of a part, so that there are three parts and the last one is smaller. */
  const partBytes = (): number => Math.ceil(bytesOf(0).length / 2.5);
  const put = async (
    { bucket }: S3Store,
    n: number,
    signal = new AbortController().signal,
    credentials: StoreCredentials = S3,
  ): Promise<Published> => {
    const store = new HttpsStore(bucket, credentials, signal, { firstWaitMs: 1, partBytes: partBytes() });
    return await publish({ snapshot: files[n] ?? assert.fail(), store, key, signal });
  };
  const published = ({ held }: S3Store): Buffer | undefined => {
    const text = held.get('/bucket/current.json');
    if (text === undefined) return undefined;
    return held.get(`/bucket/snapshots/${readPublication(String(text), 'x').publication.generation}`);
  };

  for (const hasConditions of [true, false]) {
    test(`is sent part by part and joined, ${hasConditions ? 'under a condition' : 'also without conditional writes'}`, async (t) => {
      const store = await s3Store(t, hasConditions);
      await put(store, 0);
      assert.ok(published(store)?.equals(bytesOf(0)));
      assert.equal(store.asked.filter((asked) => asked.startsWith('PUT ?partNumber=')).length, 3);
      assert.equal(store.uploads.size, 0);
      assert.equal((await put(store, 0)).unchanged, true);
      await put(store, 1);
      assert.ok(published(store)?.equals(bytesOf(1)));
    });
  }

  test('is sent again from the part that failed', async (t) => {
    const store = await s3Store(t);
    let failures = 3;
    store.before = (asked, response) =>
      asked.startsWith('PUT ?partNumber=2') && failures-- > 0 && response.writeHead(503).end() !== undefined;
    await put(store, 0);
    assert.ok(published(store)?.equals(bytesOf(0)));
    const counts = [1, 2, 3].map((n) => store.asked.filter((asked) => asked.startsWith(`PUT ?partNumber=${n}`)).length);
    assert.deepEqual(counts, [1, 4, 1]);
  });

  test('is stored once even if the last response was lost', async (t) => {
    const store = await s3Store(t);
    store.done = (asked, response) => {
      if (!asked.startsWith('POST ?uploadId=')) return;
      response.destroy();
      store.done = () => undefined;
    };
    await put(store, 0);
    assert.ok(published(store)?.equals(bytesOf(0)));
  });

  const refuse =
    (status: number, text = '') =>
    (response: Parameters<S3Store['before']>[1]): true => {
      response.writeHead(status).end(text);
      return true;
    };
  const faults: readonly (readonly [claim: string, at: string, act: (response: Parameters<S3Store['before']>[1]) => true, reason: RegExp])[] = [
    ['begins no upload', 'POST ?uploads', refuse(403), /the store answered 403 Forbidden/],
    ['answers nonsense when one begins', 'POST ?uploads', refuse(200, '<html>'), /the store does not start an upload in parts$/],
    ['refuses a part', 'PUT ?partNumber=2', refuse(400), /the store answered 400 Bad Request$/],
    ['gives a part no entity tag', 'PUT ?partNumber=2', refuse(200), /part 2 has no entity tag$/],
    ['refuses to join them', 'POST ?uploadId', refuse(400), /the store answered 400 Bad Request$/],
    ['says 200 with a fault in the body', 'POST ?uploadId', refuse(200, '<Error><Code>InternalError</Code></Error>'), /the store does not join the parts: InternalError$/],
    ['has another file of the name by then', 'POST ?uploadId', refuse(412), /another publisher has just written there/],
  ]; // prettier-ignore
  for (const [claim, at, act, reason] of faults) {
    test(`leaves nothing on a store that ${claim}`, async (t) => {
      const store = await s3Store(t);
      store.before = (asked, response) => asked.startsWith(at) && act(response);
      await assert.rejects(put(store, 0), reason);
      assert.deepEqual([store.held.size, store.uploads.size], [0, 0]);
    });
  }

  test('leaves parts on a store that cannot remove them, and names them', async (t) => {
    const store = await s3Store(t);
    store.before = (asked, response) => /^(PUT \?partNumber=3|DELETE)/.test(asked) && refuse(403)(response);
    await assert.rejects(put(store, 0), /; the parts that were sent stay on the store as the upload "upload\/\d+\+="$/);
    assert.equal(store.uploads.size, 1);
  });

  test('leaves nothing if the publisher is interrupted', async (t) => {
    const store = await s3Store(t);
    const interruption = new AbortController();
    store.done = (asked) => {
      if (asked.startsWith('PUT ?partNumber=2')) interruption.abort(new Error('interrupted'));
    };
    await assert.rejects(put(store, 0, interruption.signal), /interrupted/);
    assert.deepEqual([store.held.size, store.uploads.size], [0, 0]);
  });
});
