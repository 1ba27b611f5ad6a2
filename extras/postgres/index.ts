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
    options: ({ DATABASE_CONNECTIONS: connectionsMax }) => ({ connectionsMax }),
    open: async (address, options) => (await import('./postgres-backend.ts')).openPostgresBackend(address, options),
  },
};
