import { createServer, type AddressInfo } from 'node:net';
import { InputError } from '../../model/index.ts';

/** Where to listen: two settings, and their names for messages. */
export interface ListenAddress {
  readonly host: string;
  readonly port: number;
  /** What the names of both settings begin with. */
  readonly prefix: '' | 'METRICS_';
}

/**
 * The port, which is known before the service listens, because documents and problems name the address. A free one is
 * looked for; and one that workers are to share is tried alone first, or they would share it with another service too.
 */
export async function freePort(address: ListenAddress, isShared: boolean): Promise<number> {
  if (address.port !== 0 && !isShared) return address.port;
  const probe = createServer();
  return await new Promise((resolve, reject) => {
    probe.once('error', (error) => reject(listenFault(error, address)));
    probe.listen({ host: address.host, port: address.port, exclusive: true }, () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

/** What to say where the system refuses to listen. */
export function listenFault(error: Error, { host, port, prefix }: ListenAddress): Error {
  if (!('code' in error)) return error;
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `another program listens there; set ${prefix}PORT to a free one`,
    EADDRNOTAVAIL: `this machine has no such address; set ${prefix}HOST to one it has`,
    EACCES: `permission denied; set ${prefix}PORT to 1024 or more`,
    ENOTFOUND: `the name of the host is unknown; set ${prefix}HOST to an address of this machine`,
  };
  const reason = reasons[String(error.code)];
  return reason === undefined
    ? error
    : new InputError(`Cannot listen on ${host}, port ${port}: ${reason}`, { cause: error });
}

/** The host as an address names it; one that listens on every network is best known by this machine's own name. */
export function hostOfAddress(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
