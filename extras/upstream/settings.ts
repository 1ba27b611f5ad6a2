import { secret, type Config, type ValuesOf, whole } from '../../src/extra/index.ts';
import { counter, gauge } from '../../src/server/bounds.ts';

export const UPSTREAM_SETTINGS = {
  UPSTREAM_TOKEN: secret(
    undefined,
    'The bearer token with which the service of `BACKEND` is asked. By default none is sent.',
    'a token of 1 to 4096 letters, digits and `-._~+/`, with `=` at its end only',
    (value) => (/^[A-Za-z0-9\-._~+/]{1,4096}={0,8}$/.test(value) ? value : undefined),
  ),
  UPSTREAM_CONNECTIONS: whole(
    '64',
    'At most this many requests of a worker wait for the service of `BACKEND`, each on a connection of its own.',
    1,
    1000,
  ),
} as const;

export type UpstreamConfig = Config & ValuesOf<typeof UPSTREAM_SETTINGS>;

export const UPSTREAM_METRICS = {
  upstreamFaults: counter('openfirma_upstream_faults_total', 'Requests that failed in the upstream service.', 'fault', [
    'rejected',
    'busy',
    'unavailable',
  ]),
  upstreamRequests: gauge('openfirma_upstream_requests', 'Requests that wait for the upstream service.'),
};
