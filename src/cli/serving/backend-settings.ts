import { integer, setting } from '../setting-values.ts';

/** Whether an address of {@linkcode BACKEND_SETTINGS} is that of another service. */
export function isUpstream(address: string | undefined): boolean {
  return address !== undefined && /^https?:/.test(address);
}

/** The settings of what is asked for data instead of a file. */
export const BACKEND_SETTINGS = {
  BACKEND: setting(
    undefined,
    'What to serve from: a database, `postgres://…`, which `openfirma load` fills, or another service that speaks the three operations, `https://…`. By default none, and the file `SNAPSHOT` is served.',
    'an address that begins with postgres:// or https://, or with http:// on this machine',
    (value) => (/^(?:postgres(?:ql)?|https?):\/\/./.test(value) ? value : undefined),
  ),
  DATABASE_CONNECTIONS: setting(
    '10',
    'At most this many connections of a worker to the database.',
    'a whole number from 1 to 1000',
    (value) => integer(value, 1, 1000),
  ),
  UPSTREAM_TOKEN: setting(
    undefined,
    'The bearer token with which the service of `BACKEND` is asked. By default none is sent.',
    'a token of 1 to 4096 letters, digits and `-._~+/`, with `=` at its end only',
    (value) => (/^[A-Za-z0-9\-._~+/]{1,4096}={0,8}$/.test(value) ? value : undefined),
  ),
  UPSTREAM_CONNECTIONS: setting(
    '64',
    'At most this many requests of a worker wait for the service of `BACKEND`, each on a connection of its own.',
    'a whole number from 1 to 1000',
    (value) => integer(value, 1, 1000),
  ),
} as const;

/** Those that are undefined where nothing is set. */
export type OptionalBackendSetting = 'BACKEND' | 'UPSTREAM_TOKEN';
