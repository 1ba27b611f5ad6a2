/** Bodies that the service does not read: how much of them is read, and that the client gets the response. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { suite, test, type TestContext } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { HeaderTemplate } from '../header-template.ts';
import { HttpServer } from './http-server.ts';
import { DROP_INTERVAL_MS, NodeConnection } from './node-connection.ts';

const REFUSED = new HeaderTemplate(404);
const READ_BYTES_MAX = 64 * 1024;
const BODY_BYTES = 1_000_000;
/** Turns of the event loop in which a server that does not wait would read on. */
const TURNS = 100;

for (const isPlain of [true, false])
  suite(`bodies that are not read, PLAIN_HTTP ${isPlain ? 'on' : 'off'}`, () => {
    /** Opens a server that refuses every request, and a client. Time stands still until the test moves it. */
    async function opened(t: TestContext) {
      t.mock.timers.enable({ apis: ['setTimeout'] });
      const server = new HttpServer(
        (_, response) => response.send(REFUSED, 'Content-Length: 2\r\n', Buffer.from('no')),
        isPlain,
      );
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { mock: received } = t.mock.method(NodeConnection.prototype, 'receive');
      const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
      client.on('error', () => undefined);
      const texts: string[] = [];
      client.on('data', (bytes: Buffer) => texts.push(bytes.toString('latin1')));
      t.after(async () => {
        t.mock.timers.reset();
        client.destroy();
        await new Promise((resolve) => server.close(resolve));
      });
      const reads = (): readonly number[] => received.calls.map(({ arguments: [bytes] }) => bytes.length);
      return { client, reads, answers: () => texts.join('').split('HTTP/1.1 404 ').slice(1) };
    }

    function post(client: Socket, fields: string): void {
      client.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${BODY_BYTES}\r\n${fields}\r\n`);
      client.write(Buffer.alloc(BODY_BYTES, 'x'));
    }

    /** Waits until the server has read all that it reads without time passing. Returns the number of reads. */
    async function settled(reads: () => readonly number[]): Promise<number> {
      for (let quiet = 0, before = reads().length; quiet < TURNS; quiet++, await turn()) {
        if (reads().length !== before) [quiet, before] = [0, reads().length];
      }
      return reads().length;
    }

    test('are answered before they are read, then read once an interval, and the connection is kept', async (t) => {
      const { client, reads, answers } = await opened(t);
      post(client, '');
      await once(client, 'data');
      let count = await settled(reads);
      assert.ok(count <= 3, `${count} reads at once: the head, and the body`);
      for (const whole = (): boolean => reads().reduce((a, b) => a + b) > BODY_BYTES; !whole();) {
        t.mock.timers.tick(DROP_INTERVAL_MS - 1);
        assert.equal(await settled(reads), count, 'not before the interval is over');
        t.mock.timers.tick(1);
        while (reads().length === count) await turn();
        assert.equal(await settled(reads), ++count);
      }
      assert.ok(Math.max(...reads()) <= READ_BYTES_MAX);
      client.write('HEAD / HTTP/1.1\r\nHost: a\r\n\r\n');
      while (answers().length < 2) await turn();
    });

    for (const fields of ['Connection: close\r\n', 'Expect: 100-continue\r\n'])
      test(`are not read on a connection that is closed after the response: ${fields.trim()}`, async (t) => {
        const { client, reads, answers } = await opened(t);
        post(client, fields);
        await once(client, 'close');
        assert.equal(answers().length, 1);
        assert.match(answers()[0] ?? '', /\r\nConnection: close\r\n\r\nno$/);
        assert.ok(reads().length <= 3, `${reads().length} reads: time stood still`);
      });
  });
