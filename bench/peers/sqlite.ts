import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { stopProcess } from '../../test/fixtures/programs.ts';
import { serveBackend, type Peer, type PeerSite } from './peer.ts';
import { readRows, type PeerRow } from './rows.ts';

const TABLES = `
  PRAGMA journal_mode = OFF;
  PRAGMA synchronous = OFF;
  PRAGMA cache_size = -500000;
  CREATE TABLE companies (
    rank INTEGER PRIMARY KEY, country TEXT NOT NULL, folded TEXT NOT NULL, id TEXT NOT NULL, json BLOB NOT NULL,
    identifiers BLOB NOT NULL
  ) STRICT;
  CREATE TABLE numbers (number TEXT, rank INTEGER, country TEXT, PRIMARY KEY (number, rank)) STRICT, WITHOUT ROWID;
  CREATE TABLE officers (
    rank INTEGER, nth INTEGER, json BLOB NOT NULL, PRIMARY KEY (rank, nth)
  ) STRICT, WITHOUT ROWID;
`;

const INDEXES = `
  CREATE UNIQUE INDEX companies_id ON companies (id);
  CREATE INDEX companies_name ON companies (folded);
  CREATE INDEX companies_country ON companies (country, folded);
  ANALYZE;
`;

/** SQLite by node:sqlite, in the process of the HTTP server. */
export const sqlite: Peer = {
  name: 'SQLite',
  find: () => `SQLite ${process.versions.sqlite ?? ''} by node:sqlite`,
  load: loadSqlite,
  start: async (site, generation) => {
    const { port, front, child } = await serveBackend(site, 'sqlite', sqlitePath(site.folder), generation);
    return { port, front, stop: () => stopProcess(child) };
  },
};

/** The path of the database file in the folder of the peer. */
export function sqlitePath(folder: string): string {
  return join(folder, 'companies.sqlite');
}

/** Fills a database file: all companies in one transaction, then the indexes. */
export async function loadSqlite({ folder, rows }: Pick<PeerSite, 'folder' | 'rows'>): Promise<number> {
  const path = sqlitePath(folder);
  const database = new DatabaseSync(path);
  try {
    database.exec(`${TABLES}; BEGIN`);
    const insert = inserter(database);
    for await (const row of readRows(rows)) insert(row);
    database.exec(`COMMIT; ${INDEXES}`);
  } finally {
    database.close();
  }
  return statSync(path).size;
}

function inserter(database: DatabaseSync): (row: PeerRow) => void {
  const company = database.prepare('INSERT INTO companies VALUES (?, ?, ?, ?, ?, ?)');
  const number = database.prepare('INSERT INTO numbers VALUES (?, ?, ?)');
  const officer = database.prepare('INSERT INTO officers VALUES (?, ?, ?)');
  return ({ rank, country, folded, id, json, identifiers, numbers, officers }) => {
    company.run(rank, country, folded, id, Buffer.from(json), Buffer.from(identifiers));
    for (const one of numbers) number.run(one, rank, country);
    for (const [nth, one] of officers.entries()) officer.run(rank, nth, Buffer.from(one));
  };
}
