/**
 * A PostgreSQL server of a test, in its own folder behind a socket; or the engine that POSTGRES_TEST_URL names, in which each test has its
 * own database.
 */
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { runProgram, stopProcess, untilAnswers } from '../../fixtures/programs.ts';
import {
  INSTALLED,
  giveToServer,
  keepCopy,
  makeCluster,
  serverUser,
  type PostgresPrograms,
} from './postgres-programs.ts';

/** No waiting for disks: a crash of the machine need not be survived. */
const SETTINGS = ['fsync=off', 'full_page_writes=off', 'shared_buffers=32MB', 'listen_addresses=', 'autovacuum=off'];

/** The engine that tests use instead of a server of their own. */
const GIVEN = process.env['POSTGRES_TEST_URL'];

/** Makes a database with a unique name in the server of another database; returns its address. */
export async function freshDatabase(address: string): Promise<string> {
  const name = `openfirma_test_${randomUUID().replaceAll('-', '')}`;
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  const url = new URL(address);
  url.pathname = name;
  return url.href;
}

/** Returns the texts that occur in any file of a folder. */
export function findTexts(folder: string, texts: readonly string[]): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const contents = files.map(({ parentPath, name }) => readFileSync(join(parentPath, name)));
  return texts.filter((text) => contents.some((content) => content.includes(text)));
}

/** Options of a start. */
export interface ServerOptions {
  /** The primary server, of which the new server is a standby with a copy of its data. */
  readonly primary?: PostgresServer;
  /** The version; by default the installed one. */
  readonly programs?: PostgresPrograms;
  /** A command that becomes the user of servers and runs the server; the command line of the server is appended to it. */
  readonly starter?: readonly string[];
}

/** A server that a test starts, stops and queries. */
export class PostgresServer {
  readonly #folder: string;
  readonly #settings: readonly string[];
  readonly #options: ServerOptions;
  #child: ChildProcess | undefined;
  readonly #databases: string[] = [];

  private constructor(folder: string, settings: readonly string[], options: ServerOptions) {
    this.#folder = folder;
    this.#settings = settings;
    this.#options = options;
  }

  /** Makes a cluster, or a copy of one by `pg_basebackup`, and starts it. */
  static async start(settings: readonly string[] = [], options: ServerOptions = {}): Promise<PostgresServer> {
    const server = new PostgresServer(GIVEN ?? mkdtempSync(join(tmpdir(), 'openfirma-postgres-')), settings, options);
    if (GIVEN !== undefined) return server;
    const { primary, programs = INSTALLED } = options;
    const folder = server.#folder;
    giveToServer(folder);
    const data = join(folder, 'data');
    const shared = process.env['TEST_BUILDS'];
    const kept = shared === undefined ? undefined : join(shared, `cluster-of-${programs.name.replaceAll(' ', '-')}`);
    if (primary !== undefined) {
      const args = ['-D', data, '-h', primary.#folder, '-U', 'postgres', '-R', '-N', '-c', 'fast'];
      runProgram(programs.find('pg_basebackup'), args, {
        ...serverUser(),
        cwd: folder,
        env: programs.environment(folder),
      });
    } else if (kept !== undefined && existsSync(kept)) runProgram('cp', ['-a', kept, data]);
    else {
      makeCluster(folder, programs);
      if (kept !== undefined) keepCopy(data, kept);
    }
    await server.resume();
    return server;
  }

  /** The folder of the server's data. */
  get data(): string {
    return join(this.#folder, 'data');
  }

  /** Starts the server again. */
  async resume(): Promise<void> {
    const { programs = INSTALLED, starter = [] } = this.#options;
    const log = openSync(join(this.#folder, 'log'), 'a');
    const settings = [...SETTINGS, ...this.#settings].flatMap((setting) => ['-c', setting]);
    const command = [...starter, programs.find('postgres'), '-D', this.data, '-k', this.#folder, ...settings];
    const [program = '', ...args] = command;
    const user = starter.length === 0 ? serverUser() : undefined;
    const env = programs.environment(this.#folder);
    const child = spawn(program, args, { ...user, env, stdio: ['ignore', 'ignore', log] });
    closeSync(log);
    this.#child = child;
    await untilAnswers(child, () => this.query('SELECT 1'));
  }

  /** Stops the server: its connections end at once. After SIGQUIT, a crash, it recovers when it starts. */
  async stop(signal: 'SIGINT' | 'SIGQUIT' = 'SIGINT'): Promise<void> {
    if (this.#child !== undefined) await stopProcess(this.#child, signal);
    this.#child = undefined;
  }

  /** The address of a database. */
  address(database?: string): string {
    if (GIVEN === undefined) return `postgres://postgres@${this.host}/${database ?? 'postgres'}`;
    const url = new URL(GIVEN);
    if (database !== undefined) url.pathname = database;
    return url.href;
  }

  /** The host in the address of the server. */
  get host(): string {
    return encodeURIComponent(this.#folder);
  }

  /** Makes an empty database; returns its address. */
  async database(): Promise<string> {
    const address = await freshDatabase(this.address());
    this.#databases.push(new URL(address).pathname.slice(1));
    return address;
  }

  /** Runs a statement. */
  async query(text: string, address = GIVEN ?? this.address()): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: address });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(text)).rows;
    } finally {
      await client.end();
    }
  }

  /** Takes a lock by a statement, and holds it until `release` is called. */
  async lock(statement: string, address: string): Promise<{ readonly release: () => Promise<void> }> {
    const client = new pg.Client({ connectionString: address });
    client.on('error', () => undefined);
    await client.connect();
    await client.query(`BEGIN; ${statement}`);
    return { release: async () => await client.end() };
  }

  async remove(): Promise<void> {
    if (GIVEN === undefined) {
      await this.stop();
      rmSync(this.#folder, { recursive: true });
      return;
    }
    for (const name of this.#databases) await this.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  }
}
