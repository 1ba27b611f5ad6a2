import { createServer, type AddressInfo } from 'node:net';
import { InputError } from '../../model/index.ts';
import { listenOn, type Place } from '../../server/index.ts';

export interface ListenAddress {
  readonly host: string;
  readonly port: number;
  readonly prefix: '' | 'METRICS_';
}

/** The addresses of `localhost`, whatever the hosts file of the system says. */
const LOOPBACK = ['127.0.0.1', '::1'] as const;
/** Maximum tries to find a port that is free on all addresses of a host. */
const TRIES_MAX = 20;

/**
 * Returns where to listen. Documents and problems contain the address, so the port must be known before the service listens. A shared
 * port is first opened unshared, to detect other services on it.
 * @param found the port that the first worker has found
 */
export async function findPlace(address: ListenAddress, isShared: boolean, found?: number): Promise<Place> {
  const hosts = await resolveHosts(address.host);
  if (found !== undefined) return { hosts, port: found, reusePort: isShared };
  if (address.port !== 0 && !isShared) return { hosts, port: address.port };
  for (let tries = 1; ; tries++) {
    try {
      return { hosts, port: await freePort(hosts, address.port), reusePort: isShared };
    } catch (error) {
      const isAnyPort = address.port === 0 && tries < TRIES_MAX;
      if (!isAnyPort || (error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw listenFault(error, address);
    }
  }
}

/** Returns the addresses of a host; for `localhost`, the loopback addresses that the system has, because IPv6 may be off. */
async function resolveHosts(host: string): Promise<Place['hosts']> {
  if (host !== 'localhost') return [host];
  const found: string[] = [];
  for (const each of LOOPBACK) {
    try {
      await freePort([each], 0);
      found.push(each);
    } catch (error) {
      if (!['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    }
  }
  const [first, ...others] = found;
  return first === undefined ? LOOPBACK : [first, ...others];
}

/** Returns a port that is currently free on every host: `wanted`, or any port if `wanted` is 0. Rejects if no port is free. */
async function freePort(hosts: Place['hosts'], wanted: number): Promise<number> {
  const probe = createServer();
  const besides = await listenOn(probe, { hosts, port: wanted });
  const { port } = probe.address() as AddressInfo;
  await Promise.all([probe, ...besides].map((each) => new Promise((resolve) => each.close(resolve))));
  return port;
}

export function listenFault(error: unknown, { host, port, prefix }: ListenAddress): unknown {
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `another program listens there; set ${prefix}PORT to a free one`,
    EADDRNOTAVAIL: `this machine has no such address; set ${prefix}HOST to one it has`,
    EACCES: `permission denied; set ${prefix}PORT to 1024 or more`,
    ENOTFOUND: `the name of the host is unknown; set ${prefix}HOST to an address of this machine`,
  };
  const { code = '', address = host } = error as { readonly code?: string; readonly address?: string };
  const reason = reasons[code];
  const named = address === host ? host : `${host} (${address})`;
  return reason === undefined
    ? error
    : new InputError(`Cannot listen on ${named}, port ${port}: ${reason}`, { cause: error });
}

/** Returns the host for a URL; `localhost` for a service that listens on every network. */
export function hostOfAddress(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
