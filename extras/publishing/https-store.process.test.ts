/** Stores that take PUT: with and without conditional writes, and with a second publisher. */
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { after, before, suite, test, type TestContext } from 'node:test';
import { buildOf, mills } from '../../test/searching/generations.ts';
import { localServer } from '../../test/fixtures/local-server.ts';
import { createKey, type SigningKey } from '../changes/keys.ts';
import { HttpsStore, type StoreCredentials } from './https-store.ts';
import { publish, type Published } from './publish.ts';
import { COMMAND, environment, type Environment } from '../../test/fixtures/serving.ts';
import { readPublication } from './publication.ts';
import { S3, s3Store } from './s3-store-fixture.ts';

suite('publishing to a store with PUT', () => {
  let directory = '';
  let files: string[] = [];
  let key: SigningKey;
  before(async () => {
    directory = mkdtempSync(join(tmpdir(), 'openfirma-putting-'));
    files = await Promise.all([0, 1, 2].map((n) => buildOf(directory, `${n}.snapshot`, mills(n, 20 + n))));
    key = await createKey(join(directory, 'key'));
  });
  after(() => rmSync(directory, { recursive: true }));

  type Conditions = 'honoured' | 'ignored' | 'refused';

  /** Starts a store in memory. `before` may send a response instead of the store. */
  async function world(t: TestContext, conditions: Conditions) {
    const held = new Map<string, Buffer>();
    const state: { before: (request: IncomingMessage, response: ServerResponse) => boolean } = { before: () => false };
    const tagOf = (bytes: Buffer): string => `"${hash('md5', bytes)}"`;
    const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      const body = await buffer(request);
      if (state.before(request, response)) return;
      const path = request.url ?? '';
      const present = held.get(path);
      const { 'if-none-match': none, 'if-match': match } = request.headers;
      if (request.method === 'PUT') {
        const isConditional = none !== undefined || match !== undefined;
        if (isConditional && conditions === 'refused') return void response.writeHead(501).end();
        const holds =
          (none === undefined || present === undefined) &&
          (match === undefined || (present !== undefined && match === tagOf(present)));
        if (conditions === 'honoured' && !holds) return void response.writeHead(412).end();
        held.set(path, body);
        return void response.writeHead(201).end();
      }
      if (request.method === 'DELETE') return void response.writeHead(held.delete(path) ? 204 : 404).end();
      if (present === undefined) return void response.writeHead(404).end();
      response.writeHead(200, { etag: tagOf(present), 'content-length': present.length });
      response.end(request.method === 'HEAD' ? undefined : present);
    };
    const server = await localServer(t, (request, response) => void answer(request, response));
    const put = (n: number, keep?: number, credentials: StoreCredentials = S3): Promise<Published> => {
      const { signal } = new AbortController();
      const store = new HttpsStore(`${server.base}/bucket/`, credentials, signal, {
        firstWaitMs: 1,
        partBytes: 2 ** 30,
      });
      return publish({ snapshot: files[n] ?? assert.fail(), store, key, keep, signal });
    };
    const current = () => readPublication(String(held.get('/bucket/current.json')), 'x').publication;
    return { ...server, held, state, put, current };
  }

  for (const conditions of ['honoured', 'ignored', 'refused'] as const) {
    test(`a store whose conditional writes are ${conditions} gets each publication, and removes old ones`, async (t) => {
      const { put, current, held } = await world(t, conditions);
      for (const n of [0, 1, 2]) {
        await put(n, 2);
        const { counter, generation, sha256 } = current();
        assert.equal(counter, n + 1);
        assert.equal(hash('sha256', held.get(`/bucket/snapshots/${generation}`) ?? ''), sha256);
      }
      const kept = current().generations.slice(0, 2);
      assert.deepEqual(
        [...held.keys()].toSorted(),
        ['/bucket/current.json', ...kept.map((one) => `/bucket/snapshots/${one}`)].toSorted(),
      );
      assert.equal((await put(2, 2)).unchanged, true);
    });

    test(`another publisher during a publication is not overwritten if conditional writes are ${conditions}`, async (t) => {
      const { put, current, held, state } = await world(t, conditions);
      await put(0);
      const theirs = held.get('/bucket/current.json') ?? assert.fail();
      await put(1);
      state.before = (request) => {
        if (request.method === 'PUT' && request.url?.includes('snapshots') === true)
          held.set('/bucket/current.json', theirs);
        return false;
      };
      await assert.rejects(put(2), /another publisher has just written there; nothing was replaced, try again$/);
      assert.equal(current().counter, 1);
    });
  }

  test('a publisher that writes at the last moment is not overwritten if the store has conditional writes', async (t) => {
    const { put, current, held, state } = await world(t, 'honoured');
    await put(0);
    const theirs = held.get('/bucket/current.json') ?? assert.fail();
    await put(1);
    state.before = (request) => {
      if (request.method === 'PUT' && request.url === '/bucket/current.json') held.set(request.url, theirs);
      return false;
    };
    await assert.rejects(put(2), /another publisher has just written there/);
    assert.equal(current().counter, 1);
  });

  test('requests are signed with the digest of the body, and have no secrets', async (t) => {
    const { put, requests, held } = await world(t, 'honoured');
    await put(0);
    for (const { headers } of requests) {
      assert.match(
        String(headers.authorization),
        /^AWS4-HMAC-SHA256 Credential=AKID\/\d{8}\/eu-north-1\/s3\/aws4_request, SignedHeaders=[a-z0-9;-]*host[a-z0-9;-]*, Signature=[0-9a-f]{64}$/,
      );
      assert.ok(!JSON.stringify(headers).includes('hidden'));
    }
    const sent = requests
      .filter(({ method }) => method === 'PUT')
      .map(({ headers }) => headers['x-amz-content-sha256']);
    assert.deepEqual(new Set(sent), new Set([...held.values()].map((bytes) => hash('sha256', bytes))));
  });

  test('other stores get the header field Authorization', async (t) => {
    const { put, requests } = await world(t, 'honoured');
    await put(0, undefined, { region: 'x', authorization: 'Bearer of-a-test' });
    assert.ok(requests.every(({ headers }) => headers.authorization === 'Bearer of-a-test'));
  });

  test('temporary failures are retried; a refusal, a redirect or an unreachable store is an error', async (t) => {
    const { put, current, state, held } = await world(t, 'honoured');
    let failures = 3;
    state.before = (_, response) => failures-- > 0 && response.writeHead(503).end() !== undefined;
    await put(0);
    const earlier = String(held.get('/bucket/current.json'));
    const faults: [status: number, reason: RegExp][] = [
      [403, /the store answered 403 Forbidden; check the settings PUBLISH_…$/],
      [307, /the store answered 307 Temporary Redirect$/],
      [500, /the store answered 500 Internal Server Error; tried 4 times$/],
    ];
    for (const [status, reason] of faults) {
      state.before = (request, response) =>
        request.method === 'PUT' && response.writeHead(status, { location: 'http://10.0.0.1/' }).end() !== undefined;
      await assert.rejects(put(1), (error: Error) => {
        assert.match(error.message, reason);
        return !String(error.stack).includes('hidden');
      });
      assert.equal(String(held.get('/bucket/current.json')), earlier);
    }
    // The store writes the file, but its response is lost.
    state.before = (request, response) => {
      if (request.method !== 'PUT' || request.url !== '/bucket/current.json') return false;
      state.before = () => false;
      response.on('finish', () => undefined);
      response.writeHead = () => response.destroy();
      return false;
    };
    await put(2);
    assert.equal(current().counter, 2);
  });

  test('the command publishes over TLS only to a store with a known authority', async (t) => {
    const pem = (name: string): string =>
      join(import.meta.dirname, '..', '..', 'src', 'fetching', 'fixtures', `${name}.pem`);
    const cert = readFileSync(pem('toy-server'), 'utf8') + readFileSync(pem('toy-intermediate'), 'utf8');
    const store = await s3Store(t, true, { cert, key: readFileSync(pem('toy-server-key')) });
    const run = async (settings: Environment): Promise<readonly [status: number, said: string]> => {
      const child = spawn(COMMAND, ['publish', '--to', store.bucket, files[0] ?? ''], {
        env: environment({
          PUBLISH_KEY: join(directory, 'key'),
          PUBLISH_ACCESS_KEY_ID: S3.accessKeyId,
          PUBLISH_SECRET_ACCESS_KEY: S3.secretAccessKey,
          PUBLISH_REGION: S3.region,
          ...settings,
        }),
      });
      const said = Promise.all([text(child.stdout), text(child.stderr)]);
      const [status] = (await once(child, 'close')) as [number];
      return [status, (await said).join('')];
    };
    const [refused, why] = await run({});
    assert.equal(refused, 1);
    assert.match(
      why,
      /^openfirma: Cannot publish to "https:[^\n]+": unable to [^\n]+ certificate; NODE_EXTRA_CA_CERTS [^\n]+\n$/,
    );
    assert.equal(store.held.size, 0);
    const [status, said] = await run({ NODE_EXTRA_CA_CERTS: pem('toy-root') });
    assert.deepEqual([status, /has generation \w+ now, as number 1/.test(said)], [0, true], said);
    assert.equal(store.held.size, 2);
  });

  test('half of a key is refused', () => {
    const { signal } = new AbortController();
    assert.throws(
      () => new HttpsStore('https://x', { accessKeyId: 'a', region: 'b' }, signal),
      /set both PUBLISH_ACCESS_KEY_ID/,
    );
  });
});
