import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';

/** A server on this machine until the test ends, with the requests that came. */
export interface LocalServer {
  readonly port: number;
  readonly base: string;
  readonly requests: readonly IncomingMessage[];
}

/** Starts a server on this machine for one test, with TLS where a certificate is given. */
export async function localServer(
  t: Pick<TestContext, 'after'>,
  listener: RequestListener,
  tls?: ServerOptions,
): Promise<LocalServer> {
  const requests: IncomingMessage[] = [];
  const recorded: RequestListener = (request, response) => {
    requests.push(request);
    listener(request, response);
  };
  const server = tls === undefined ? createServer(recorded) : createTlsServer(tls, recorded);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { port, base: `http${tls === undefined ? '' : 's'}://127.0.0.1:${port}`, requests };
}
