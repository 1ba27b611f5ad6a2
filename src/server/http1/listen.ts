import { createServer, type AddressInfo, type ListenOptions, type Server } from 'node:net';

/** Where to listen: at one port of every host; 0 is any that the system chooses for the first. */
export interface Place {
  readonly hosts: readonly [string, ...string[]];
  readonly port: number;
  /** Whether other threads of the process listen there too. */
  readonly reusePort?: boolean;
}

/**
 * Listens on every host of a place. A server of Node has one; each further host gets a server that hands its connections over.
 * Returns those, which must be closed with the server. Rejects with the system's error, and then nothing listens.
 */
export async function listenOn(server: Server, place: Place): Promise<readonly Server[]> {
  const { hosts, port: wanted, reusePort = false } = place;
  const [first, ...others] = hosts;
  await listening(server, { host: first, port: wanted, reusePort });
  const { port } = server.address() as AddressInfo;
  const besides: Server[] = [];
  try {
    for (const host of others) {
      // The options are those of Node's HTTP server.
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

/** Resolves once a server listens; rejects where it cannot. */
function listening(server: Server, options: ListenOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(options, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
