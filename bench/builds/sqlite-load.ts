/**
 * Loads register lines into SQLite, as one would for the same searches: names and numbers folded, three indexes, no check of the lines. The
 * arguments are the file of lines and the new database.
 */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { decompressor } from '../../src/files/index.ts';
import { foldName, foldNumber, type RegisterLine } from '../../src/model/index.ts';

const [input = '', output = ''] = process.argv.slice(2);
const database = new DatabaseSync(output);
database.exec(`
  PRAGMA journal_mode = OFF;
  PRAGMA synchronous = OFF;
  CREATE TABLE companies (rank INTEGER PRIMARY KEY, country TEXT, folded TEXT, json TEXT);
  CREATE TABLE numbers (number TEXT, rank INTEGER);
  BEGIN;
`);
const company = database.prepare('INSERT INTO companies VALUES (?, ?, ?, ?)');
const number = database.prepare('INSERT INTO numbers VALUES (?, ?)');
let rank = 0;
for await (const text of createInterface({ input: createReadStream(input).pipe(decompressor('zstd')) })) {
  const { name = '', country_code: country = '', identifiers = [] } = JSON.parse(text) as RegisterLine;
  company.run(rank, country, foldName(name), text);
  for (const { value } of identifiers) number.run(foldNumber(value), rank);
  rank++;
}
database.exec(`
  COMMIT;
  CREATE INDEX companies_name ON companies (folded);
  CREATE INDEX companies_country ON companies (country, folded);
  CREATE INDEX numbers_number ON numbers (number);
`);
database.close();
