/** Requests with a body that the service refuses without reading it, over both readers of HTTP. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { startSample } from '../fixtures/built-sample.ts';
import { stopService, type Running } from '../fixtures/serving.ts';
import { converse, parseResponses, type RawResponse } from './raw-http.ts';

const BODY_BYTES = 310_000;
const POOR = '198.51.100.1';

/** Refused requests. */
const REFUSALS: readonly (readonly [claim: string, status: number, target: string, client: string, bytes: number])[] = [
  ['to an unknown path', 404, '/nowhere', '198.51.100.2', BODY_BYTES],
  ['to a search', 405, '/v1/search?q=nordlys', '198.51.100.2', BODY_BYTES],
  ['to a page', 405, '/', '198.51.100.2', BODY_BYTES],
  ['to a door, longer than the door takes', 400, '/changes/query', '198.51.100.2', 2 * BODY_BYTES],
  ['to a door, of a client that cannot pay for it', 429, '/changes/query', POOR, BODY_BYTES],
];

for (const plainHttp of ['on', 'off'])
  suite(`refused bodies, PLAIN_HTTP ${plainHttp}`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'openfirma-refused-'));
    let running: Running;
    before(async () => {
      running = await startSample(folder, { TRUSTED_PROXIES: '127.0.0.1', DOORS: 'changes', PLAIN_HTTP: plainHttp });
    });
    after(async () => {
      await stopService(running);
      rmSync(folder, { recursive: true });
    });

    const formatHead = (target: string, client: string, bytes: number, fields = ''): string =>
      `POST ${target} HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${client}\r\nContent-Length: ${bytes}\r\n${fields}\r\n`;

    /** Sends texts, each after the response to the one before, and returns the responses when there are as many or the service closes. */
    async function responsesTo(...texts: readonly string[]): Promise<RawResponse[]> {
      const socket = connect(running.port, '127.0.0.1');
      const received: Buffer[] = [];
      let responses: RawResponse[] = [];
      for (const text of texts) {
        if (socket.destroyed) break;
        socket.write(text, 'latin1');
        while (responses.length <= texts.indexOf(text)) {
          const [piece] = (await Promise.race([once(socket, 'data'), once(socket, 'end')])) as [Buffer?];
          if (piece === undefined) break;
          received.push(piece);
          responses = parseResponses(Buffer.concat(received));
        }
      }
      socket.destroy();
      return responses;
    }
    const GET = `GET /livez HTTP/1.1\r\nHost: a\r\n\r\n`;

    const BAD = `GET /changes?limit=0 HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${POOR}\r\n\r\n`;

    /** Uses up the limit of the door, of which ten requests come back in a second, and a body of 310 KB takes 76. */
    async function impoverish(): Promise<void> {
      for (let isPoor = false; !isPoor;) {
        const { bytes } = await converse(running.port, [BAD.repeat(200)], { answers: 200 });
        isPoor = parseResponses(bytes).some(({ status }) => status === 429);
      }
    }

    for (const [claim, status, target, client, bytes] of REFUSALS) {
      test(`a body ${claim} gets ${status} before it has arrived, and the connection serves the next request`, async () => {
        if (client === POOR) await impoverish();
        const [first, ...rest] = await responsesTo(formatHead(target, client, bytes), 'x'.repeat(bytes) + GET);
        assert.equal(first?.status, status);
        assert.deepEqual([first.headers.get('connection'), rest.map((each) => each.status)], [['keep-alive'], [200]]);
      });

      test(`a client that waits for leave to send a body ${claim} gets ${status} instead, and the connection ends`, async () => {
        if (client === POOR) await impoverish();
        const head = formatHead(target, client, bytes, 'Expect: 100-continue\r\n');
        const responses = await responsesTo(head, GET);
        assert.deepEqual(
          responses.map((each) => [each.status, each.headers.get('connection')]),
          [[status, ['close']]],
        );
      });
    }

    test('a client that waits for leave to send a body that is taken gets it', async () => {
      const body = JSON.stringify({ companies: ['0'.repeat(28)] });
      const head = formatHead('/changes/query', '198.51.100.3', body.length, 'Expect: 100-continue\r\n');
      const statuses = (await responsesTo(head, body)).map((each) => each.status);
      assert.equal(statuses[0], 100);
      assert.equal(statuses.length, 2);
    });
  });
