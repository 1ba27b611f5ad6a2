/** S3-compatible stores that redirect, lie, drip or never stop sending: `publish` fails with a message of one line, without secrets. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { buildOf, mills } from '../../test/searching/generations.ts';
import { localServer } from '../../test/fixtures/local-server.ts';
import { createKey, type SigningKey } from '../changes/keys.ts';
import { HttpsStore } from './https-store.ts';
import { publish, type Published } from './publish.ts';
import type { StoreLimits } from './https-store.ts';
import { S3, s3Store, type S3Store } from './s3-store-fixture.ts';

const LIMITS = { firstWaitMs: 1, partBytes: 2048 };
/** The time limit of an exchange, for attacks that take too long. */
const SHORT_MS = 400;

/** Sends a piece again and again until the client leaves. */
function sendFor(response: ServerResponse, piece: string | Buffer, everyMs: number, headers = {}): true {
  response.writeHead(200, { etag: '"x"', ...headers });
  const timer = setInterval(() => response.write(piece), everyMs);
  response.socket?.on('close', () => clearInterval(timer));
  return true;
}

const answer = (response: ServerResponse, status: number, body: string | Buffer = '', headers = {}): true => {
  response.writeHead(status, headers).end(body);
  return true;
};
const MEBIBYTE = Buffer.alloc(1024 ** 2, ' ');
const laughs = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]>`;

suite('a hostile store', () => {
  let directory = '';
  let snapshot = '';
  let key: SigningKey;
  before(async () => {
    directory = mkdtempSync(join(tmpdir(), 'openfirma-hostile-stores-'));
    snapshot = await buildOf(directory, 's', mills(0, 20));
    key = await createKey(join(directory, 'key'));
  });
  after(() => rmSync(directory, { recursive: true }));

  const put = async ({ bucket }: S3Store, limits: Partial<StoreLimits> = {}): Promise<Published> => {
    const { signal } = new AbortController();
    const store = new HttpsStore(bucket, S3, signal, { ...LIMITS, ...limits });
    return await publish({ snapshot, store, key, signal });
  };

  /** The response of the store to requests that begin with the text `at`, and the error that the publisher reports. */
  const ATTACKS: readonly (readonly [
    claim: string,
    at: string,
    act: (response: ServerResponse) => boolean,
    reason: RegExp,
  ])[] = [
    ['sends current.json without end', 'GET', (s) => sendFor(s, MEBIBYTE, 1), /current.json": the store sends more than 131072 bytes$/],
    ['compresses an endless current.json', 'GET', (s) => sendFor(s, MEBIBYTE, 1, { 'content-encoding': 'br' }), /current.json": .+; tried 4 times$/],
    ['drips current.json', 'GET', (s) => sendFor(s, ' ', 10), /current.json": the store took too long; tried 4 times$/],
    ['never answers', 'GET', () => true, /current.json": the store took too long; tried 4 times$/],
    ['refuses with an endless page', 'GET', (s) => answer(s, 403, Buffer.alloc(50_000_000)), /the store answered 403 Forbidden; check the settings PUBLISH_…$/],
    ['says what it likes', 'GET', (s) => s.writeHead(400, '\u009b31m').end() !== undefined, /the store answered 400 Bad Request$/],
    ['begins an upload with entities', 'POST ?uploads', (s) => answer(s, 200, `${laughs}<R><UploadId>&b;&f;</UploadId></R>`), /the store does not start an upload in parts$/],
    ['begins an upload without end', 'POST ?uploads', (s) => sendFor(s, '<UploadId>'.repeat(10_000), 1), /the store sends more than 65536 bytes$/],
    ['drips the beginning of an upload', 'POST ?uploads', (s) => sendFor(s, ' ', 20), /the store took too long; tried 4 times$/],
    ['drops a part', 'PUT ?partNumber=2', (s) => answer(s, 200, '', { etag: '"-"' }), /\d+ bytes were sent, and the store has \d+$/],
    ['refuses in a 200 that also says it joined them', 'POST ?uploadId', (s) => answer(s, 200, `${laughs}<Error><Code>AccessDenied</Code><Message><CompleteMultipartUploadResult ></Message></Error>`), /does not join the parts: AccessDenied$/],
    ['refuses in a 200 with entities', 'POST ?uploadId', (s) => answer(s, 200, `${laughs}<Error><Code>&f;</Code></Error>`), /does not join the parts: no such upload$/],
    ['joins them without end', 'POST ?uploadId', (s) => sendFor(s, MEBIBYTE, 1), /the store sends more than 65536 bytes$/],
    ['gives parts tags of its own', 'PUT ?partNumber=1', (s) => answer(s, 200, '', { etag: '"</ETag></Part><Part>&x;' }), /\d+ bytes were sent, and the store has \d+$/],
  ]; // prettier-ignore
  for (const [claim, at, act, reason] of ATTACKS) {
    test(`that ${claim} ends publish with one line`, async (t) => {
      const store = await s3Store(t);
      store.before = (asked, response) => asked.startsWith(at) && act(response);
      const limits = reason.source.includes('too long') ? { exchangeMs: SHORT_MS } : {};
      await assert.rejects(put(store, limits), (error: Error) => {
        assert.match(error.message, reason);
        // eslint-disable-next-line no-control-regex
        assert.doesNotMatch(error.message, /[\u0000-\u001f\u007f-\u009f]/);
        assert.ok(!error.message.includes(S3.secretAccessKey) && error.message.length < 500);
        return true;
      });
      assert.equal(store.held.has('/bucket/current.json'), false);
    });
  }

  for (const status of [301, 302, 303, 307, 308] as const) {
    test(`that redirects with ${status} is not followed, and the target gets no credentials`, async (t) => {
      const elsewhere = await localServer(t, (_, response) => response.end());
      for (const at of ['GET', 'HEAD', 'PUT', 'POST']) {
        const store = await s3Store(t);
        store.before = (asked, response) =>
          asked.startsWith(at) && answer(response, status, '', { location: `${elsewhere.base}/bucket` });
        await assert.rejects(
          put(store, at === 'PUT' ? { partBytes: 2 ** 30 } : {}),
          new RegExp(`the store answered ${status} `),
        );
      }
      assert.equal(elsewhere.requests.length, 0);
    });
  }

  test('that names an upload like a path or a query gets the name in one parameter', async (t) => {
    for (const id of [
      '../../other?x=1#y',
      'a b+c/=%2e%2e',
      '"\r\nx-amz-acl: public-read',
      '\u2028𝕏',
      `${'x'.repeat(1999)}'`,
    ]) {
      const store = await s3Store(t);
      store.before = (asked, response) => {
        if (asked === 'POST ?uploads=' || asked === 'POST ?uploads')
          return answer(response, 200, `<R><UploadId>${id}</UploadId></R>`);
        return false;
      };
      await assert.rejects(put(store), (error: Error) => !/[\r\n]/.test(error.message));
      const later = store.asked.filter((asked) => asked.includes('uploadId'));
      assert.ok(later.length > 0);
      for (const asked of later) {
        const query = new URLSearchParams(asked.slice(asked.indexOf('?')));
        assert.deepEqual([query.get('uploadId'), query.size <= 2], [id, true]);
      }
    }
  });

  test('that sends too many bytes is read only up to the signed or sent size', async (t) => {
    const store = await s3Store(t);
    await put(store);
    // Another key publishes the same data, so the file on the store is read.
    const other = await createKey(join(directory, 'other'));
    let asked = 0;
    store.before = (request, response) => {
      if (!request.startsWith('GET') || asked++ === 0) return false;
      return sendFor(response, MEBIBYTE, 1);
    };
    const { signal } = new AbortController();
    const again = new HttpsStore(store.bucket, S3, signal, LIMITS);
    await assert.rejects(
      publish({ snapshot, store: again, key: other, signal }),
      /the store sends more than \d+ bytes$/,
    );
  });
});
