import { finished } from 'node:stream/promises';
import type { Client } from 'pg';
import { InputError, toErrorMessage } from '../../../src/model/index.ts';
import type { DatabaseAddress } from '../address.ts';
import { CONFLICT, LACKING, hasState, pauseAfterConflict } from '../faults.ts';

const CONNECT_MS_MAX = 10_000;
const TRIES_MAX = 6;
const FIRST_PAUSE_MS = 50;

/** A connection that writes. Repeats statements that conflict with others. */
export class Writer {
  readonly #client: Client;

  private constructor(client: Client) {
    this.#client = client;
  }

  /**
   * Connects to the first host that accepts writes.
   * @throws {InputError} if no host accepts writes
   */
  static async open(address: DatabaseAddress): Promise<Writer> {
    const { default: pg } = await import('pg');
    const reasons: string[] = [];
    for (const connectionString of address.hosts) {
      const client = new pg.Client({
        connectionString,
        application_name: 'openfirma load',
        connectionTimeoutMillis: CONNECT_MS_MAX,
        keepAlive: true,
      });
      // Ignored here: the error also rejects the statement that is running.
      client.on('error', () => undefined);
      try {
        await client.connect();
        const { rows } = await client.query<{ readonly is_read_only: boolean }>(
          `SELECT current_setting('transaction_read_only') = 'on' AS is_read_only`,
        );
        if (rows[0]?.is_read_only === false) return await new Writer(client).#prepared();
        reasons.push('it takes no writes');
      } catch (error) {
        reasons.push(toErrorMessage(error));
      }
      await client.end().catch(() => undefined);
    }
    throw new InputError(`Cannot load into "${address.shown}": ${reasons.join('; ')}`);
  }

  async query<T extends Record<string, unknown>>(text: string, values: readonly unknown[] = []): Promise<T[]> {
    return await untilNoConflict(async () => (await this.#client.query<T>(text, [...values])).rows);
  }

  /** Runs an optional statement that not every engine supports. */
  async queryIfKnown(text: string): Promise<void> {
    await this.query(text).catch((error: unknown) => {
      if (!hasState(error, LACKING)) throw error;
    });
  }

  /** Runs statements in one transaction. Repeats it as a whole if it conflicts with others. */
  async transaction<T>(work: () => Promise<T>): Promise<T> {
    return await untilNoConflict(async () => {
      await this.#client.query('BEGIN');
      try {
        const result = await work();
        await this.#client.query('COMMIT');
        return result;
      } catch (error) {
        await this.#client.query('ROLLBACK').catch(() => undefined);
        throw error;
      }
    });
  }

  /** Runs a statement within {@linkcode transaction}, and returns its rows. */
  async within<T extends Record<string, unknown>>(text: string, values: readonly unknown[] = []): Promise<T[]> {
    return (await this.#client.query<T>(text, [...values])).rows;
  }

  /** Copies rows into a table: all of them, or none. */
  async copy(table: string, rows: string): Promise<void> {
    const { from } = await import('pg-copy-streams');
    const bytes = Buffer.from(rows);
    await untilNoConflict(async () => {
      const stream = this.#client.query(from(`COPY ${table} FROM STDIN`));
      stream.end(bytes);
      await finished(stream);
    });
  }

  async close(): Promise<void> {
    await this.#client.end().catch(() => undefined);
  }

  async #prepared(): Promise<this> {
    // Loads have no time limit. A crash of the server loses only a load that is not served: the switch waits until its writes are on disk.
    await this.#client.query('SET statement_timeout = 0');
    await this.#client.query('SET synchronous_commit = off');
    // YugabyteDB hashes the first column of a key by default; other databases do not have the setting.
    await this.queryIfKnown('SET yb_use_hash_splitting_by_default = off');
    return this;
  }
}

async function untilNoConflict<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (tries === TRIES_MAX || !hasState(error, CONFLICT)) throw error;
      await pauseAfterConflict(tries, FIRST_PAUSE_MS);
    }
  }
}

/** Returns a value in the text format of COPY. */
export function cell(value: string | number | boolean | Buffer | null): string {
  if (value === null) return '\\N';
  if (Buffer.isBuffer(value)) return `\\\\x${value.toString('hex')}`;
  if (typeof value !== 'string') return String(value);
  return NEEDS_ESCAPE.test(value) ? value.replaceAll(NEEDS_ESCAPES, (char) => ESCAPES[char] ?? char) : value;
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
const NEEDS_ESCAPE = /[\\\t\n\r]/;
const NEEDS_ESCAPES = /[\\\t\n\r]/g;
