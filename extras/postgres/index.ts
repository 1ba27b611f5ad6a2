/**
 * PostgreSQL as a backend: `openfirma load` fills a database, `BACKEND=postgres://…` serves it.
 * @module
 */
import { requirePackages } from '../../src/files/index.ts';
import { InputError } from '../../src/model/index.ts';
import { whole, type Config, type Extra, type ValuesOf } from '../../src/extra/index.ts';

const SETTINGS = {
  DATABASE_CONNECTIONS: whole('10', 'At most this many connections of a worker to the database.', 1, 1000),
} as const;

export const postgres: Extra<Config & ValuesOf<typeof SETTINGS>> = {
  name: 'postgres',
  settings: SETTINGS,
  commands: {
    load: { load: async (readConfig) => (await import('./commands/load.ts')).loadCommand(readConfig) },
  },
  backend: {
    schemes: ['postgres', 'postgresql'],
    isService: false,
    help: 'a database, `postgres://…`, which `openfirma load` fills',
    open: async (address, options, use) => {
      requirePackages(['pg'], (reason) => new InputError(`Cannot open a PostgreSQL database: ${reason}`));
      const { openPostgresBackend } = await import('./postgres-backend.ts');
      const own = use && { connectionsMax: use.config.DATABASE_CONNECTIONS };
      return openPostgresBackend(address, { ...options, ...own });
    },
  },
};
