import { integer, setting, type Config, type ValuesOf } from '../../src/extra/index.ts';

export const POSTGRES_SETTINGS = {
  DATABASE_CONNECTIONS: setting(
    '10',
    'At most this many connections of a worker to the database.',
    'a whole number from 1 to 1000',
    (value) => integer(value, 1, 1000),
  ),
} as const;

export type PostgresConfig = Config & ValuesOf<typeof POSTGRES_SETTINGS>;
