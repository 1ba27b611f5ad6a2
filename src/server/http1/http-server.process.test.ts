import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { suite, test } from 'node:test';
import { until } from '../../../test/fixtures/until.ts';
import { HeaderTemplate } from '../header-template.ts';
import { HttpServer } from './http-server.ts';

const BODY = Buffer.alloc(30_000_000, 'a');
/** A request that the service reads, and one that Node reads. */
const REQUESTS = ['GET / HTTP/1.1\r\nHost: a\r\n\r\n', 'GET / HTTP/1.1\r\nHost: a\r\nTE: trailers\r\n\r\n'];

suite('a server that closes', () => {
  /** Opens a server whose responses are larger than the buffers of the system, and a client that does not read yet. */
  async function opened(sent: string): Promise<{ server: HttpServer; client: Socket }> {
    let answered = 0;
    const server = new HttpServer((_, response) => {
      answered++;
      response.send(new HeaderTemplate(200), `Content-Length: ${BODY.length}\r\n`, BODY);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1').pause();
    client.write(sent);
    await until('it is connected', () => server.connectionCounts.open === 1);
    if (sent !== '') await until('it is answered', () => answered === 1);
    return { server, client };
  }

  for (const [i, request] of REQUESTS.entries())
    test(`sends a slow reader the whole of a large response, and then does not wait: ${i}`, async () => {
      const { server, client } = await opened(request);
      const { port } = server.address() as AddressInfo;
      const closed = new Promise((resolve) => server.close(resolve));
      const [{ code }] = (await once(connect(port, '127.0.0.1'), 'error')) as [NodeJS.ErrnoException];
      assert.equal(code, 'ECONNREFUSED');
      let received = 0;
      for await (const bytes of client) received += (bytes as Buffer).length;
      assert.ok(received > BODY.length, `${received} bytes of ${BODY.length}`);
      await closed;
    });

  test('does not wait for a connection without a request', async () => {
    const { server, client } = await opened('');
    await new Promise((resolve) => server.close(resolve));
    client.destroy();
  });

  for (const [i, request] of REQUESTS.entries())
    test(`can close without waiting for a slow reader: ${i}`, async () => {
      const { server, client } = await opened(request);
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      client.destroy();
    });

  test('that never listened reports that when it closes, and leaves nothing running', async () => {
    const server = new HttpServer(() => undefined);
    const error = await new Promise<unknown>((resolve) => server.close(resolve));
    assert.ok(error instanceof Error && 'code' in error && error.code === 'ERR_SERVER_NOT_RUNNING');
  });
});
