import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { duplexPair } from 'node:stream';
import { suite, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { InPlaceReading } from './in-place-reading.ts';

/** Both ends of connections, the second of which is read. */
const KINDS = [
  {
    name: 'a connection that a server accepted',
    isInPlace: true,
    open: async () => {
      const server = createServer({ allowHalfOpen: true });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
      const [accepted] = (await once(server, 'connection')) as [Socket];
      return { client, accepted, close: () => new Promise((resolve) => server.close(resolve)) };
    },
  },
  {
    name: 'a stream that is no socket',
    isInPlace: false,
    open: async () => {
      const [client, accepted] = duplexPair();
      return { client, accepted: accepted as Socket, close: async () => undefined };
    },
  },
];

/** What is read of a connection, as a text. */
function readingOf(accepted: Socket): { reading: InPlaceReading; heard: () => string } {
  let heard = '';
  const reading = new InPlaceReading(accepted, (bytes) => (heard += bytes.toString('latin1')));
  return { reading, heard: () => heard };
}

for (const { name, isInPlace, open } of KINDS)
  suite(`Of ${name}`, () => {
    test('everything is heard, in its order', async () => {
      const { client, accepted, close } = await open();
      const { reading, heard } = readingOf(accepted);
      assert.equal(reading.socket !== accepted, isInPlace);
      let sent = '';
      for (let i = 0; i < 300; i++) {
        const piece = String(i).repeat(1 + (i % 500));
        sent += piece;
        client.write(piece);
        if (i % 7 === 0) await turn();
      }
      while (heard().length < sent.length) await turn();
      assert.equal(heard(), sent);
      client.destroy();
      reading.socket.destroy();
      await close();
    });

    test('what comes once it is stopped is read from the socket', async () => {
      const { client, accepted, close } = await open();
      const { reading, heard } = readingOf(accepted);
      client.write('one');
      while (heard() !== 'one') await turn();
      reading.stop();
      const read: Buffer[] = [];
      reading.socket.on('data', (bytes: Buffer) => read.push(bytes));
      const came = once(reading.socket, 'data');
      client.write('two');
      await came;
      const ended = once(reading.socket, 'end');
      client.end('three');
      await ended;
      assert.deepEqual([heard(), Buffer.concat(read).toString()], ['one', 'twothree']);
      reading.socket.destroy();
      await close();
    });
  });

test('what two connections send at once is told apart', async () => {
  const kind = KINDS[0];
  assert.ok(kind);
  const both = await Promise.all([kind.open(), kind.open()]);
  const readings = both.map(({ accepted }) => readingOf(accepted));
  for (let i = 0; i < 200; i++) {
    both[0]?.client.write('a'.repeat(1000));
    both[1]?.client.write('b'.repeat(1000));
    await turn();
  }
  while (readings.some(({ heard }) => heard().length < 200_000)) await turn();
  assert.deepEqual(
    readings.map(({ heard }) => heard()),
    ['a'.repeat(200_000), 'b'.repeat(200_000)],
  );
  for (const { client } of both) client.destroy();
  for (const { reading } of readings) reading.socket.destroy();
  await Promise.all(both.map(({ close }) => close()));
});
