import { InputError, quoteValue } from '../../src/model/index.ts';

export interface StoreServer {
  readonly host: string;
  readonly port: number;
}

/** The address of a store, with the login. */
export interface StoreAddress {
  /** One server, or at least two servers of a cluster. */
  readonly servers: readonly [StoreServer, ...StoreServer[]];
  readonly isEncrypted: boolean;
  readonly user: string | undefined;
  readonly password: string | undefined;
  /** The number of a database; always 0 in a cluster. */
  readonly database: number;
}

const DEFAULT_PORT = 6379;
/** The password ends at the last "@", so that no part of it becomes a host. */
const FORM = /^(rediss?):\/\/(?:(.*)@)?([^/?#]*)(?:\/([^?#]*))?(.*)$/s;
const HOST = /^(?:\[([0-9A-Fa-f:.]+)\]|([\w.-]+))(?::(\d{1,5}))?$/;
const DATABASE_MAX = 999_999;

/**
 * Parses `redis://USER:PASSWORD@HOST:PORT,HOST:PORT/DATABASE`; with `rediss` connections are encrypted.
 * @throws {InputError} that does not show the password
 */
export function parseStoreAddress(text: string): StoreAddress {
  const [, scheme, login, hosts = '', path = '', rest = ''] = FORM.exec(text) ?? [];
  const shown = text.replace(/^(\w+:\/\/)?.*@/s, '$1***@');
  const fail = (what: string): never => {
    throw new InputError(`Cannot use the rate limit store ${quoteValue(shown)}: ${what}`);
  };
  if (scheme === undefined)
    return fail('it must be of the form redis://USER:PASSWORD@HOST:PORT,HOST:PORT/DATABASE, or begin with rediss://');
  if (rest !== '') fail('it must end after the number of the database, without "?" and "#"');
  if (hosts === '') fail('it names no host');
  if (!/^\d{0,6}$/.test(path) || Number(path) > DATABASE_MAX)
    fail(`the path must be the number of a database, got ${quoteValue(path)}`);
  const toServer = (host: string): StoreServer => {
    const [, ipv6, name, port] = HOST.exec(host) ?? [];
    const number = port === undefined ? DEFAULT_PORT : Number(port);
    const found = ipv6 ?? name;
    if (found === undefined || number < 1 || number > 65_535)
      return fail(`${quoteValue(host)} must be HOST or HOST:PORT, its port from 1 to 65535`);
    return { host: found, port: number };
  };
  const [first = '', ...others] = hosts.split(',');
  if (others.length > 0 && Number(path) !== 0) fail('several hosts are a cluster, which has only database 0');
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
    isEncrypted: scheme === 'rediss',
    user: decoded(user),
    password: decoded(login === undefined || password.length === 0 ? undefined : password.join(':')),
    database: Number(path),
  };
}

/** Returns the name of a server in messages, `HOST:PORT`. */
export function nameOfServer({ host, port }: StoreServer): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}
