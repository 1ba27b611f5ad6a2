import { globSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { foldName, foldNumber } from '../../src/model/index.ts';
import { spawnServer } from '../machine.ts';
import { LIMIT_DEFAULT, type Question } from '../questions.ts';
import { findProgram, freePort, outputOf, stopProcess, untilAnswers } from './programs.ts';
import type { DataSite, Loaded, Peer, PeerSite, RunningPeer } from './peer.ts';
import { readRows } from './rows.ts';

/** Names and numbers are keys of patricia tries, which find prefixes; companies refer to them. */
const SCHEMA = `
table_create Names TABLE_PAT_KEY ShortText
table_create Numbers TABLE_PAT_KEY ShortText
table_create Countries TABLE_HASH_KEY ShortText
table_create Companies TABLE_HASH_KEY ShortText
column_create Companies rank COLUMN_SCALAR UInt32
column_create Companies name COLUMN_SCALAR Names
column_create Companies numbers COLUMN_VECTOR Numbers
column_create Companies country COLUMN_SCALAR Countries
column_create Companies json COLUMN_SCALAR Text
column_create Companies identifiers COLUMN_SCALAR Text
column_create Companies officers COLUMN_SCALAR Text
column_create Names companies COLUMN_INDEX Companies name
column_create Numbers companies COLUMN_INDEX Companies numbers
column_create Countries companies COLUMN_INDEX Companies country
`;

/** The folder of the server on Debian, which may not be on the PATH. */
const DEBIAN = '/usr/sbin';

/** Groonga with its own HTTP server: its answers have its own form, with the service's JSON as a text in it. */
export const groonga: Peer = {
  name: 'groonga',
  find: () => {
    const [, version = ''] = /(\d+\.\d+\.\d+)/.exec(outputOf(findProgram('groonga'), ['--version'])) ?? [];
    return `groonga ${version} (${httpd() === undefined ? 'its built-in server, which closes each connection' : 'groonga-httpd'})`;
  },
  load: loadGroonga,
  start: startGroonga,
  requestOf,
  dataOf,
};

/** The server that keeps connections open; undefined where it is not installed. */
function httpd(): string | undefined {
  try {
    return findProgram('groonga-httpd', DEBIAN);
  } catch {
    // `find` reports it, with the server that is used instead.
    return undefined;
  }
}

async function loadGroonga({ folder, rows, cores }: DataSite): Promise<Loaded> {
  mkdirSync(join(folder, 'data'));
  const database = join(folder, 'data', 'db');
  outputOf(findProgram('groonga'), ['-n', database, 'status']);
  const child = spawnServer(cores, [findProgram('groonga'), database], { stdio: ['pipe', 'ignore', 'inherit'] });
  const { stdin } = child;
  if (stdin === null) throw new Error('groonga has no standard input');
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const write = async (lines: string): Promise<void> => {
    if (!stdin.write(lines)) await Promise.race([new Promise((resolve) => stdin.once('drain', resolve)), ended]);
  };
  await write(`${SCHEMA.trim()}\nload --table Companies\n[\n`);
  let isFirst = true;
  for await (const batch of readRows(rows)) {
    const records = batch.map(({ id, rank, folded, numbers, country, json, identifiers, officers }) =>
      JSON.stringify({
        _key: id,
        rank,
        name: folded,
        numbers,
        country,
        json,
        identifiers,
        officers: officers.join(','),
      }),
    );
    if (records.length > 0) await write((isFirst ? '' : ',\n') + records.join(',\n'));
    isFirst = isFirst && records.length === 0;
  }
  stdin.end('\n]\n');
  const code = await ended;
  if (code !== 0) throw new Error(`groonga ended with ${code} while it loaded companies`);
  // The files have holes: count the blocks on disk.
  const bytes = globSync(`${database}*`).reduce((sum, path) => sum + statSync(path).blocks * 512, 0);
  return { bytes };
}

async function startGroonga({ folder, cores }: PeerSite): Promise<RunningPeer> {
  const port = await freePort();
  const server = httpd();
  const database = join(folder, 'data', 'db');
  if (server !== undefined) writeFileSync(join(folder, 'httpd.conf'), httpdSettings(folder, database, port));
  const command =
    server === undefined
      ? [
          findProgram('groonga'),
          '-s',
          '--protocol',
          'http',
          '--bind-address',
          '127.0.0.1',
          '-p',
          String(port),
          '-t',
          '1',
          database,
        ]
      : [server, '-p', folder, '-c', join(folder, 'httpd.conf')];
  const child = spawnServer(cores, command, { cwd: folder });
  try {
    await untilAnswers(child, async () => {
      const { status } = await fetch(`http://127.0.0.1:${port}/d/status`);
      if (status !== 200) throw new Error(`groonga answered ${status}`);
    });
  } catch (error) {
    await stopProcess(child);
    throw error;
  }
  return { port, front: child.pid ?? 0, data: undefined, stop: () => stopProcess(child) };
}

/** One process that keeps connections open for all requests and writes no log. */
function httpdSettings(folder: string, database: string, port: number): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder};`);
  return `
worker_processes 1; daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/log;
events { worker_connections 1024; }
http {
  access_log off; keepalive_timeout 72; keepalive_requests 1000000000; ${temporary.join(' ')}
  groonga_database ${database};
  server { listen 127.0.0.1:${port}; location /d/ { groonga on; groonga_log_path off; groonga_query_log_path off; } }
}
`;
}

const COLUMNS = { search: 'json', company: 'json,identifiers', officers: 'officers' };

/** Folding drops what tells the spellings of a query apart, so a question that is asked once names its own and turns the cache off. */
function requestOf(question: Question, isOnce: boolean): { target: string } | undefined {
  if (question.ask === 'target') return undefined;
  const { filter, limit } =
    question.ask === 'search' ? searchOf(question) : { filter: `_key == ${text(question.id)}`, limit: 1 };
  const parameters = new URLSearchParams({
    table: 'Companies',
    filter,
    limit: String(limit),
    output_columns: COLUMNS[question.ask],
    ...(question.ask === 'search' && { sort_keys: 'rank' }),
    ...(question.ask === 'search' && isOnce && { cache: 'no', spelling: question.q }),
  });
  return { target: `/d/select?${parameters.toString()}` };
}

/** Asks for one company more than the page has, as the other peers do: it says that there is a next page. */
function searchOf({ q, country, limit = LIMIT_DEFAULT, start }: Extract<Question, { ask: 'search' }>): {
  filter: string;
  limit: number;
} {
  const [name, number] = [foldName(q), foldNumber(q)];
  const either = [
    ...(name === '' ? [] : [`name @^ ${text(name)}`]),
    ...(number === '' ? [] : [`numbers @^ ${text(number)}`]),
  ];
  const filter = [
    either.length === 0 ? 'false' : `(${either.join(' || ')})`,
    ...(country === undefined ? [] : [`country == ${text(country)}`]),
    ...(start === undefined ? [] : [`rank >= ${start}`]),
  ].join(' && ');
  return { filter, limit: limit + 1 };
}

function text(value: string): string {
  return JSON.stringify(value);
}

/** `[[status, …], [[[hits], [columns], row, row …]]]`. */
function dataOf(body: Buffer, question: Question): string {
  const [, [found]] = JSON.parse(body.toString()) as [unknown, [[unknown, unknown, ...string[][]]]];
  const rows = found.slice(2) as string[][];
  const limit = question.ask === 'search' ? (question.limit ?? LIMIT_DEFAULT) : 1;
  const page = rows.slice(0, limit);
  if (question.ask !== 'company') return page.map(([json = '']) => json).join(',');
  return page.map(([json = '', identifiers]) => `${json.slice(0, -1)},"identifiers":${identifiers}}`).join(',');
}
