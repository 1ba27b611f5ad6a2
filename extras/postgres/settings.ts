import { type Config, type ValuesOf, whole } from '../../src/extra/index.ts';

export const POSTGRES_SETTINGS = {
  DATABASE_CONNECTIONS: whole('10', 'At most this many connections of a worker to the database.', 1, 1000),
} as const;

export type PostgresConfig = Config & ValuesOf<typeof POSTGRES_SETTINGS>;
