/**
 * The tables in the database. Each load has its own tables, whose names end with the number of the load.
 * These tables never change, except that the rows of companies that a later load restricts are deleted.
 */

/** The version of these tables that this program writes, and the only version that it reads. */
export const LAYOUT = 3;

/** The schema of all tables. Another service on the same server needs another database. */
export const SCHEMA = 'openfirma';

export const TABLES = [
  'names',
  'countries',
  'ranks',
  'postings',
  'numbers',
  'companies',
  'officers',
  'details',
  'withheld',
] as const;
export type Table = (typeof TABLES)[number];

export function formatTableName(table: Table, load: number): string {
  return `${SCHEMA}.${table}_${load}`;
}

/** Returns the name of the table that will replace a table of a load. */
export function formatReplacementName(table: Table, load: number): string {
  return `${formatTableName(table, load)}_new`;
}

/** Matches the name of a table of a load. */
export const TABLE_NAME = new RegExp(`^(?:${TABLES.join('|')})_(\\d+)(?:_new)?$`);

export type LoadState = 'loading' | 'served' | 'kept';

/**
 * The statements that create the tables of all loads: the list of loads, the lease of the running load, and the list of loads whose files
 * still hold the bytes of deleted rows. No table has a sequence: the holder of the lease numbers the loads.
 */
export const CONTROL = [
  `CREATE SCHEMA IF NOT EXISTS ${SCHEMA}`,
  `CREATE TABLE IF NOT EXISTS ${SCHEMA}.loads (
    load int PRIMARY KEY, layout int NOT NULL, generation text NOT NULL, state text NOT NULL, facts text NOT NULL,
    prefix_filter bytea, began_at timestamptz NOT NULL, replaced_at timestamptz)`,
  `CREATE TABLE IF NOT EXISTS ${SCHEMA}.lease (
    one int PRIMARY KEY, holder text NOT NULL, expires_at timestamptz NOT NULL)`,
  `CREATE TABLE IF NOT EXISTS ${SCHEMA}.rewrites (load int PRIMARY KEY)`,
];

/**
 * Keys are single columns that compare by bytes, so that an engine that shards by range finds a page in one or two shards. No table has a
 * second index: ranks have a table of their own, in any shard. The columns `names.key` and `countries.key` come from {@linkcode nameKey},
 * `ranks.place` from {@linkcode formatPlace}, `postings.key` and `numbers.key` from {@linkcode numberKey}.
 */
const COLUMNS: Readonly<Record<Table, readonly string[]>> = {
  names: ['key text COLLATE "C" PRIMARY KEY', 'json text NOT NULL'],
  countries: ['key text COLLATE "C" PRIMARY KEY', 'json text NOT NULL'],
  ranks: ['place text COLLATE "C" PRIMARY KEY', 'key text COLLATE "C" NOT NULL'],
  postings: ['key bytea PRIMARY KEY', 'ranks int[] NOT NULL'],
  numbers: ['key bytea PRIMARY KEY'],
  companies: [
    'id text COLLATE "C" PRIMARY KEY',
    'json text NOT NULL',
    'canonical_id text COLLATE "C"',
    'numbers text[] NOT NULL',
    'has_more_officers boolean NOT NULL',
  ],
  officers: ['id text COLLATE "C"', 'nth int', 'resigned int NOT NULL', 'json text NOT NULL', 'PRIMARY KEY (id, nth)'],
  details: ['id text COLLATE "C" PRIMARY KEY', 'json text NOT NULL'],
  withheld: ['id text COLLATE "C" PRIMARY KEY'],
};

/** Returns the statement that creates a table of a load, under its own name or another one. */
export function createTableStatement(table: Table, name: string): string {
  return `CREATE TABLE IF NOT EXISTS ${name} (${COLUMNS[table].join(', ')})`;
}

/**
 * Returns the statement that keeps the database from collecting samples of the values of a table: samples name companies, which a later
 * load may restrict. No plan needs samples, because all statements look up keys.
 */
export function disableSamplesStatement(table: Table, name: string): string {
  const columns = COLUMNS[table].map((column) => column.split(' ')[0]).filter((column) => column !== 'PRIMARY');
  return `ALTER TABLE ${name} ${columns.map((column) => `ALTER ${column} SET STATISTICS 0`).join(', ')}`;
}

/** A character after every character of folded names, which have only letters, digits and blanks. */
export const NAME_END = '~';

/**
 * Returns the key of a company in name order: the folded name, a byte of value 1, and the rank. The rank replaces the published name and
 * the id, which order companies of the same folded name: a rank is short even for the longest name.
 */
export function nameKey(country: string | undefined, foldedName: string, rank: number): string {
  return `${country ?? ''}${foldedName}\u0001${padRank(rank)}`;
}

/** The number of digits at the end of a key of {@linkcode nameKey}. */
export const RANK_DIGITS = 10;

/** A character after every digit. */
export const RANK_END = ':';

function padRank(rank: number): string {
  return String(rank).padStart(RANK_DIGITS, '0');
}

/** Returns the rank of a company, among all companies or in a country, as the column `place` has it. */
export function formatPlace(country: string | undefined, rank: number): string {
  return `${country ?? ''}${padRank(rank)}`;
}

/** Returns the key of a row: a number and the rank of its company, or a prefix and the last rank in a part of its posting list. */
export function numberKey(country: string | undefined, number: Buffer, rank: number): Buffer {
  const last = Buffer.alloc(5);
  last.writeUInt32BE(rank, 1);
  return Buffer.concat([numberPrefix(country, number), last]);
}

/** Returns the common start of the keys of all numbers that begin with a prefix. */
export function numberPrefix(country: string | undefined, prefix: Buffer): Buffer {
  return Buffer.concat([Buffer.from(country ?? '\0\0', 'latin1'), prefix]);
}

/** Reads the rank in a key of {@linkcode numberKey}. */
export function rankInKey(key: Buffer): number {
  return key.readUInt32BE(key.length - 4);
}

/** Returns the smallest key after all keys with a prefix. The last byte can grow: UTF-8 has no byte 0xff. */
export function behind(prefix: Buffer): Buffer {
  const end = Buffer.from(prefix);
  end.writeUInt8(end.readUInt8(end.length - 1) + 1, end.length - 1);
  return end;
}

/** Maximum number of numbers with a prefix that has no posting list: a page of companies and one more. */
export const UNLISTED_MAX = 26;

/** Maximum number of ranks in a row of a posting list: two rows contain a whole page from any rank. */
export const POSTINGS_MAX = 64;

/**
 * Returns the length of the head of a Company resource: id, object and lifecycle. The head ends at the first brace, because the lifecycle
 * contains no object.
 */
export function headLength(json: string): number {
  return json.indexOf('}') + 1;
}
