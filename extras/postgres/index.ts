/**
 * PostgreSQL as a backend: `openfirma load` fills a database, `BACKEND=postgres://…` serves it.
 * @module
 */
import type { Extra } from '../../src/extra/index.ts';
import { POSTGRES_SETTINGS, type PostgresConfig } from './settings.ts';

export const postgres: Extra<PostgresConfig> = {
  name: 'postgres',
  settings: POSTGRES_SETTINGS,
  commands: {
    load: { load: async (readConfig) => (await import('./commands/load.ts')).loadCommand(readConfig) },
  },
  backend: {
    schemes: ['postgres', 'postgresql'],
    isService: false,
    help: 'a database, `postgres://…`, which `openfirma load` fills',
    open: async (address, options, use) => {
      const { openPostgresBackend } = await import('./postgres-backend.ts');
      const own = use && { connectionsMax: use.config.DATABASE_CONNECTIONS };
      return openPostgresBackend(address, { ...options, ...own });
    },
  },
};
