import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { suite, test, type TestContext } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { until, untilSteady } from '../../../test/fixtures/until.ts';
import { HeaderTemplate } from '../header-template.ts';
import type { RequestListener } from '../http.ts';
import { HttpServer } from './http-server.ts';

const HEAD = new HeaderTemplate(200);
const GET = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
/** After this request Node reads the connection. */
const TO_NODE = 'GET / HTTP/1.1\r\nHost: a\r\nTE: trailers\r\n\r\n';
/** Maximum number of bytes that systems buffer between two programs: Linux up to 4 MB on one side, 6 to 32 MB on the other. */
const SYSTEM_BYTES_MAX = 40_000_000;
const LARGE = Buffer.alloc(SYSTEM_BYTES_MAX + 10_000_000, 'a');
const UNSENT_BYTES_MAX = 256 * 1024;

for (const isPlain of [true, false])
  suite(`responses that are not read, PLAIN_HTTP ${isPlain ? 'on' : 'off'}`, () => {
    /** Opens a server; its clients are closed at the end of the test. */
    async function opened(t: TestContext, handle: RequestListener, connectionsMax?: number): Promise<Opened> {
      const server = new HttpServer(handle, isPlain, connectionsMax);
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      t.after(async () => {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      });
      const client = (text: string): Socket => {
        const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').pause();
        socket.on('error', () => undefined).write(text);
        t.after(() => socket.destroy());
        return socket;
      };
      return { server, client };
    }

    const sizes: readonly (readonly [claim: string, bytes: number])[] = [
      ['a hundred kilobytes', 100_000],
      ['the maximum that is copied', 16_000],
      ['more than the system buffers', LARGE.length],
    ];
    for (const [claim, bytes] of sizes)
      for (const [first, name] of [
        [GET, 'alike'],
        [TO_NODE, 'of any kind'],
      ] as const)
        // prettier-ignore
        test(`of ${claim} are limited, to pipelined requests ${name}`, async (t) => {
          let answered = 0;
          const { server, client } = await opened(t, (_, response) => {
            answered++;
            response.send(HEAD, `Content-Length: ${bytes}\r\n`, LARGE.subarray(0, bytes));
          });
          client(first + GET.repeat(5000));
          await until('an answer waits', () => server.connectionCounts.bytesUnsent > 0);
          let unsentMax = 0;
          await untilSteady('no more requests are answered', () => {
            unsentMax = Math.max(unsentMax, server.connectionCounts.bytesUnsent);
            return answered;
          });
          const answeredMax = Math.ceil((SYSTEM_BYTES_MAX + UNSENT_BYTES_MAX) / bytes);
          assert.ok(answered <= answeredMax, `${answered} of 5001 requests were answered`);
          assert.ok(unsentMax > 0 && unsentMax <= UNSENT_BYTES_MAX, `${unsentMax} bytes waited`);
        });

    test('are sent to all pipelined requests when they are read', async (t) => {
      let answered = 0;
      const { client } = await opened(t, (_, response) => {
        answered++;
        const send = (): void => response.send(HEAD, `Content-Length: 100000\r\n`, LARGE.subarray(0, 100_000));
        if (answered % 2 === 0) setImmediate(send);
        else send();
      });
      const socket = client(GET.repeat(500));
      // A client may end its side after its last request.
      socket.end();
      let received = 0;
      for await (const bytes of socket) received += (bytes as Buffer).length;
      assert.equal(answered, 500);
      assert.ok(received > 500 * 100_000, `${received} bytes`);
    });

    test('to pipelined requests leave the event loop to others', async (t) => {
      let answered = 0;
      const { client } = await opened(t, (_, response) => {
        answered++;
        response.send(HEAD, 'Content-Length: 2\r\n', Buffer.from('ok'));
      });
      client(GET.repeat(1000)).resume();
      let atOnceMax = 0;
      for (let before = 0; before < 1000;) {
        await turn();
        atOnceMax = Math.max(atOnceMax, answered - before);
        before = answered;
      }
      assert.ok(atOnceMax <= 2, `${atOnceMax} answers in one turn`);
    });

    test('share the memory of a large body', async (t) => {
      let answered = 0;
      const { client } = await opened(t, (_, response) => {
        answered++;
        response.send(HEAD, `Content-Length: ${LARGE.length}\r\n`, LARGE);
      });
      const before = process.memoryUsage().arrayBuffers;
      for (let i = 0; i < 30; i++) client(i % 2 === 0 ? GET : TO_NODE);
      await until('all are answered', () => answered === 30);
      const more = process.memoryUsage().arrayBuffers - before;
      assert.ok(more < LARGE.length, `${more} bytes more for 30 answers of ${LARGE.length}`);
    });

    test('end with the connection when the client takes nothing for the stated time', async (t) => {
      const { server, client } = await opened(t, (_, response) => {
        response.send(HEAD, `Content-Length: ${LARGE.length}\r\n`, LARGE);
      });
      assert.equal(server.stalledMs, 120_000);
      server.stalledMs = 300;
      const started = Date.now();
      client(GET);
      await until('the client is there', () => server.connectionCounts.open === 1);
      await until('the client is gone', () => server.connectionCounts.open === 0);
      assert.ok(Date.now() - started >= 250);
    });

    test('are sent to the end while the client reads, however slowly', async (t) => {
      t.mock.timers.enable({ apis: ['setInterval'] });
      const { server, client } = await opened(t, (_, response) => {
        response.send(HEAD, `Content-Length: ${LARGE.length}\r\n`, LARGE);
      });
      const socket = client(GET);
      // Simulates four minutes, in which the connection is checked every second.
      for (let minute = 0; minute < 4; minute++) {
        await until('bytes wait', () => server.connectionCounts.bytesUnsent > 0);
        t.mock.timers.tick(60_000);
        socket.resume();
        const enough = Math.min(LARGE.length, socket.bytesRead + 1_000_000);
        await until('it reads a part', () => socket.bytesRead >= enough || socket.closed);
        socket.pause();
      }
      socket.resume();
      await until('it reads the rest', () => socket.bytesRead >= LARGE.length || socket.closed);
      assert.ok(socket.bytesRead > LARGE.length, `${socket.bytesRead} bytes of ${LARGE.length}`);
    });

    test('connections above the maximum are refused at once and counted, until others end', async (t) => {
      const { server, client } = await opened(
        t,
        (_, response) => response.send(HEAD, 'Content-Length: 2\r\n', Buffer.from('ok')),
        3,
      );
      let dropped = 0;
      server.on('drop', () => dropped++);
      const kept = [client(GET), client(GET), client('')];
      await until('three are open', () => server.connectionCounts.open === 3);
      const refused = [client(GET), client(GET)];
      await Promise.all(refused.map((socket) => new Promise((resolve) => socket.resume().on('close', resolve))));
      assert.deepEqual([server.connectionCounts.open, dropped], [3, 2]);
      kept[0]?.destroy();
      await until('one is closed', () => server.connectionCounts.open === 2);
      const [answer] = (await once(client(GET).resume(), 'data')) as [Buffer];
      assert.match(answer.toString(), /^HTTP\/1\.1 200 /);
      assert.equal(dropped, 2);
    });
  });

interface Opened {
  readonly server: HttpServer;
  readonly client: (text: string) => Socket;
}
