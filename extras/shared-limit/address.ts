import { InputError, quoteValue } from '../../src/model/index.ts';

export interface StoreServer {
  readonly host: string;
  readonly port: number;
}

/** The address of a store, with the login. */
export interface StoreAddress {
  /** The server, or the Sentinels that name it. */
  readonly servers: readonly [StoreServer, ...StoreServer[]];
  /** The name by which Sentinel knows the server; undefined without Sentinel. */
  readonly service: string | undefined;
  readonly isEncrypted: boolean;
  /** The login of the server. Sentinels get none. */
  readonly user: string | undefined;
  readonly password: string | undefined;
  readonly database: number;
}

const PORTS = { server: 6379, sentinel: 26_379 } as const;
/** The password ends at the last "@", so that no part of it becomes a host. */
const FORM = /^(rediss?)(\+sentinel)?:\/\/(?:(.*)@)?([^/?#]*)(?:\/([^?#]*))?(.*)$/s;
const HOST = /^(?:\[([0-9A-Fa-f:.]+)\]|([\w.-]+))(?::(\d{1,5}))?$/;
const DATABASE_MAX = 999_999;

/**
 * Parses `redis://USER:PASSWORD@HOST:PORT/DATABASE`, or `redis+sentinel://USER:PASSWORD@HOST:PORT,HOST:PORT/NAME/DATABASE`; with `rediss`
 * connections are encrypted.
 * @throws {InputError} that does not show the password
 */
export function parseStoreAddress(text: string): StoreAddress {
  const [, scheme, sentinel, login, hosts = '', path = '', rest = ''] = FORM.exec(text) ?? [];
  const shown = text.replace(/^([\w+]+:\/\/)?.*@/s, '$1***@');
  const fail = (what: string): never => {
    throw new InputError(`Cannot use the rate limit store ${quoteValue(shown)}: ${what}`);
  };
  if (scheme === undefined)
    return fail(
      'it must be of the form redis://USER:PASSWORD@HOST:PORT/DATABASE or redis+sentinel://USER:PASSWORD@HOST:PORT,HOST:PORT/NAME/DATABASE, or begin with rediss',
    );
  if (rest !== '') fail('it must end after the number of the database, without "?" and "#"');
  if (hosts === '') fail('it names no host');
  const [service, database = ''] = sentinel === undefined ? [undefined, path] : path.split(/\/(.*)/s, 2);
  if (service === '')
    fail('after the Sentinels it must name the service that they watch, as in redis+sentinel://HOST/NAME');
  if (!/^\d{0,6}$/.test(database) || Number(database) > DATABASE_MAX)
    fail(`the path must be the number of a database, got ${quoteValue(database)}`);
  const toServer = (host: string): StoreServer => {
    const [, ipv6, name, port] = HOST.exec(host) ?? [];
    const number = port === undefined ? PORTS[sentinel === undefined ? 'server' : 'sentinel'] : Number(port);
    const found = ipv6 ?? name;
    if (found === undefined || number < 1 || number > 65_535)
      return fail(`${quoteValue(host)} must be HOST or HOST:PORT, its port from 1 to 65535`);
    return { host: found, port: number };
  };
  const [first = '', ...others] = hosts.split(',');
  if (others.length > 0 && sentinel === undefined)
    fail('it must be one host; clusters are not supported, and Sentinels need redis+sentinel://');
  const [user, ...password] = login?.split(':') ?? [];
  const decoded = (part: string | undefined): string | undefined => {
    try {
      return part === undefined || part === '' ? undefined : decodeURIComponent(part);
    } catch {
      return fail('user and password must be percent-encoded, "%" as "%25"');
    }
  };
  return {
    servers: [toServer(first), ...others.map(toServer)],
    service,
    isEncrypted: scheme === 'rediss',
    user: decoded(user),
    password: decoded(login === undefined || password.length === 0 ? undefined : password.join(':')),
    database: Number(database),
  };
}

/** Returns the name of a store in messages: `HOST:PORT`, or `NAME at HOST:PORT,HOST:PORT` with Sentinel. */
export function nameOf({ servers, service }: StoreAddress): string {
  const hosts = servers.map(({ host, port }) => `${host.includes(':') ? `[${host}]` : host}:${port}`).join(',');
  return service === undefined ? hosts : `${service} at ${hosts}`;
}
