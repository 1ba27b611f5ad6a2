import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { foldName } from '../../src/model/index.ts';
import { SnapshotScanner, searchRowsIn } from '../../src/snapshot/index.ts';
import { makeCluster, startPostgresql } from '../peers/postgresql.ts';
import type { MatchFigures } from './figures.ts';
import type { MatchQuestion } from './questions.ts';

/** Ticks of the processor clock that Linux counts a second. */
const TICKS = 100;

/** Asks PostgreSQL for the folded names that share most trigrams, with the extension that Debian's package brings along. */
export async function askPgTrgm(
  folder: string,
  snapshot: string,
  questions: readonly MatchQuestion[],
): Promise<MatchFigures> {
  makeCluster(folder);
  const server = await startPostgresql({ folder, cores: undefined });
  const client = new pg.Client({ host: folder, user: 'postgres', database: 'postgres' });
  await client.connect();
  try {
    const file = join(folder, 'names');
    writeNames(snapshot, file);
    await client.query('CREATE EXTENSION pg_trgm');
    await client.query('CREATE TABLE names (id text, country text, folded text)');
    await client.query(`COPY names FROM '${file}'`);
    await client.query('CREATE INDEX ON names USING gin (folded gin_trgm_ops)');
    await client.query('VACUUM ANALYZE names');
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const pid = rows[0]?.pid ?? 0;
    let [first, tenth] = [0, 0];
    const before = cpuSeconds(pid);
    for (const { query, country, id } of questions) {
      const found = await client.query<{ id: string }>(
        `SELECT id FROM names WHERE folded % $1
         ORDER BY similarity(folded, $1) + CASE WHEN country = $2 THEN 0.1 ELSE 0 END DESC LIMIT 10`,
        [foldName(query), country ?? ''],
      );
      const place = found.rows.findIndex((row) => row.id === id);
      if (place === 0) first++;
      if (place >= 0) tenth++;
    }
    const cpuMicros = ((cpuSeconds(pid) - before) * 1e6) / questions.length;
    const { length } = questions;
    return { name: 'pg_trgm', questions: length, recallAt1: first / length, recallAt10: tenth / length, cpuMicros };
  } finally {
    await client.end();
    await server.stop();
  }
}

/** The folded names of all companies as COPY reads them. */
function writeNames(snapshot: string, path: string): void {
  const scanner = new SnapshotScanner(snapshot);
  const file = openSync(path, 'w');
  try {
    let lines: string[] = [];
    for (const { country, json, foldedName } of searchRowsIn(scanner)) {
      if (country !== undefined) break;
      const { id, country_code: code = '' } = JSON.parse(json) as { id: string; country_code?: string };
      if (lines.push(`${id}\t${code}\t${foldedName}\n`) < 10_000) continue;
      writeSync(file, lines.join(''));
      lines = [];
    }
    writeSync(file, lines.join(''));
  } finally {
    closeSync(file);
    void scanner.close();
  }
}

function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}
