import { once } from 'node:events';
import { createServer, type AddressInfo, type ListenOptions, type Server } from 'node:net';

export interface Place {
  readonly hosts: readonly [string, ...string[]];
  /** With 0 the system chooses a free port. */
  readonly port: number;
  /** Whether other threads of the process listen there too. */
  readonly reusePort?: boolean;
}

/**
 * Maximum number of connections that wait to be accepted; systems limit it further (Linux: `net.core.somaxconn`, 4,096). When the queue is
 * full, Linux resets connections that it has already reported as open. With Node's default of 511, a thousand clients at once overflow the
 * queue while a request is processed.
 */
const BACKLOG = 4096;

/**
 * Listens on every host of a place. A server of Node listens on one host; each further host gets a server that passes its connections to
 * the first one. Returns these further servers, which must be closed with the first. Rejects with the system's error; then nothing listens.
 */
export async function listenOn(server: Server, place: Place): Promise<readonly Server[]> {
  const { hosts, port: wanted, reusePort = false } = place;
  const [first, ...others] = hosts;
  await listening(server, { host: first, port: wanted, reusePort });
  const { port } = server.address() as AddressInfo;
  const besides: Server[] = [];
  try {
    for (const host of others) {
      // The same options as those of Node's HTTP server.
      const beside = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
        server.emit('connection', socket),
      );
      await listening(beside, { host, port, reusePort });
      besides.push(beside);
    }
  } catch (error) {
    for (const each of [server, ...besides]) each.close();
    throw error;
  }
  return besides;
}

async function listening(server: Server, options: ListenOptions): Promise<void> {
  server.listen({ ...options, backlog: BACKLOG });
  await once(server, 'listening');
}
