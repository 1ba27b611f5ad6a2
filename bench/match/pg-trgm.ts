import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { foldName } from '../../src/model/index.ts';
import { makeCluster, startPostgresql } from '../peers/postgresql.ts';
import type { MatchFigures } from './figures.ts';
import { writeNamedRows } from './named-rows.ts';
import type { MatchQuestion } from './questions.ts';

/** Ticks of the processor clock that Linux counts a second. */
const TICKS = 100;

/** As many as another peer may compare. */
const FOUND_MAX = 100;

/** Its figures, and the companies that it found for each question, the likeliest first. */
export interface PgTrgmFigures extends MatchFigures {
  readonly found: readonly (readonly string[])[];
}

/** Asks PostgreSQL for the folded names that share most trigrams, with the extension that Debian's package brings along. */
export async function askPgTrgm(
  folder: string,
  snapshot: string,
  questions: readonly MatchQuestion[],
): Promise<PgTrgmFigures> {
  makeCluster(folder);
  const server = await startPostgresql({ folder, cores: undefined });
  const client = new pg.Client({ host: folder, user: 'postgres', database: 'postgres' });
  await client.connect();
  try {
    const file = join(folder, 'names');
    writeNamedRows(snapshot, file, ({ id, country, foldedName }) => `${id}\t${country}\t${foldedName}`);
    await client.query('CREATE EXTENSION pg_trgm');
    await client.query('CREATE TABLE names (id text, country text, folded text)');
    await client.query(`COPY names FROM '${file}'`);
    await client.query('CREATE INDEX ON names USING gin (folded gin_trgm_ops)');
    await client.query('VACUUM ANALYZE names');
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const pid = rows[0]?.pid ?? 0;
    const all: string[][] = [];
    const before = cpuSeconds(pid);
    for (const { query, country } of questions) {
      const found = await client.query<{ id: string }>(
        `SELECT id FROM names WHERE folded % $1
         ORDER BY similarity(folded, $1) + CASE WHEN country = $2 THEN 0.1 ELSE 0 END DESC LIMIT ${FOUND_MAX}`,
        [foldName(query), country ?? ''],
      );
      all.push(found.rows.map((row) => row.id));
    }
    const cpuMicros = ((cpuSeconds(pid) - before) * 1e6) / questions.length;
    const places = questions.map(({ id = '' }, i) => all[i]?.indexOf(id) ?? -1);
    const { length } = questions;
    return {
      name: 'pg_trgm',
      questions: length,
      recallAt1: places.filter((place) => place === 0).length / length,
      recallAt10: places.filter((place) => place >= 0 && place < 10).length / length,
      cpuMicros,
      found: all,
    };
  } finally {
    await client.end();
    await server.stop();
  }
}

function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}
