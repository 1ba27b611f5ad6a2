/**
 * Another service that speaks the three operations as a backend: `BACKEND=https://…`.
 * @module
 */
import type { Extra } from '../../src/extra/index.ts';
import { UPSTREAM_SETTINGS, type UpstreamConfig } from './settings.ts';

export const upstream: Extra<UpstreamConfig> = {
  name: 'upstream',
  settings: UPSTREAM_SETTINGS,
  backend: {
    schemes: ['https', 'http'],
    isService: true,
    options: ({ UPSTREAM_CONNECTIONS: connectionsMax, UPSTREAM_TOKEN: token }) => ({ connectionsMax, token }),
    open: async (address, options) => (await import('./upstream-backend.ts')).openUpstreamBackend(address, options),
  },
};
