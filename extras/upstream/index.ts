/**
 * A backend that forwards to another service with the three operations: `BACKEND=https://…`.
 * @module
 */
import type { Extra } from '../../src/extra/index.ts';
import { UPSTREAM_METRICS, UPSTREAM_SETTINGS, type UpstreamConfig } from './settings.ts';

export const upstream: Extra<UpstreamConfig> = {
  name: 'upstream',
  settings: UPSTREAM_SETTINGS,
  backend: {
    schemes: ['https', 'http'],
    isService: true,
    help: 'another service that speaks the three operations, `https://…`, or `http://…` on this machine',
    open: async (address, options, use) => {
      const { openUpstreamBackend, optionsFor } = await import('./upstream-backend.ts');
      return openUpstreamBackend(address, { ...options, ...(use && optionsFor(use)) });
    },
  },
  metrics: UPSTREAM_METRICS,
};
