import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { suite, test } from 'node:test';
import { readAccepted } from './read-buffer.ts';

suite('accepted connections', () => {
  test('are read into one buffer, and leave the count of the server when they close', async () => {
    const texts: string[] = [];
    const buffers = new Set<ArrayBufferLike>();
    const server = createServer({ allowHalfOpen: true }, (accepted) => {
      const socket = readAccepted(accepted, (bytes) => {
        buffers.add(bytes.buffer);
        texts.push(bytes.toString());
        socket.end(`read ${bytes.toString()}`);
      });
      // This fails if a release of Node lacks what is used here: then connections are read as streams, which costs more.
      assert.notEqual(socket, accepted);
      assert.match(socket.remoteAddress ?? '', /127\.0\.0\.1/);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const ask = async (text: string): Promise<string> => {
      const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
      client.write(text);
      const answer = await client.setEncoding('utf8').toArray();
      return answer.join('');
    };
    assert.deepEqual(await Promise.all(['one', 'two', 'three'].map(ask)), ['read one', 'read two', 'read three']);
    assert.deepEqual(texts.toSorted(), ['one', 'three', 'two']);
    assert.equal(buffers.size, 1);
    const closed = once(server, 'close');
    server.close();
    await closed;
  });

  test('are read as streams if they have no handle', async () => {
    const stream = new Duplex({ read: () => undefined });
    const texts: string[] = [];
    assert.equal(
      readAccepted(stream as Socket, (bytes) => void texts.push(bytes.toString())),
      stream,
    );
    stream.push('one');
    await once(stream, 'data');
    assert.deepEqual(texts, ['one']);
  });
});
