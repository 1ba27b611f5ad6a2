import type { Client, ClientBase, Pool, PoolClient } from 'pg';
import { BackendError, Permits, type ConnectionOptions } from '../../src/backend/index.ts';
import type { DatabaseAddress, SessionKind } from './address.ts';
import {
  CONFLICT,
  LACKING,
  NO_SESSION,
  createRefusal,
  hasState,
  isLost,
  pauseAfterConflict,
  toBackendError,
} from './faults.ts';
import { refuseSharedSessions } from './shared-sessions.ts';
import type { Statement } from './statements.ts';

export type Row = readonly unknown[];

/** Maximum number of attempts of a statement that conflicts with others. */
const TRIES_MAX = 4;
const FIRST_PAUSE_MS = 5;
/** The maximum age of a connection, so that load spreads again after an outage of a server. */
const LIFETIME_SECONDS = 1800;
const CONNECT_MS_MAX = 5000;
/** Extra time, in milliseconds, that this process waits after the deadline of the server before it drops a connection. */
const GRACE_MS = 1000;

/** Makes every statement read an index in its order. The database has no samples of values that would lead it to choose that plan. */
export const BY_KEYS = 'SET enable_seqscan = off; SET enable_bitmapscan = off; SET enable_sort = off';

/** A bounded pool of connections to one of several hosts, for reading. */
export class Connections {
  readonly #address: DatabaseAddress;
  readonly #options: ConnectionOptions;
  readonly #permits: Permits;
  #pool: Promise<Pool> | undefined;
  /** The position of the host to which new connections lead. */
  #host = 0;
  /** Whether the connection that is being opened may lead to a host of any kind: always for `any`, or if no preferred standby was found. */
  #isAnyTaken = false;
  #hasConnected = false;
  /** Whether a check has found that connections have sessions of their own. */
  #hasOwnSessions = false;
  #isClosed = false;

  constructor(address: DatabaseAddress, options: ConnectionOptions) {
    this.#address = address;
    this.#options = options;
    this.#permits = new Permits('the database', options);
  }

  /**
   * Runs a statement that only reads, and returns its rows. Replaces a lost connection once, and repeats a statement that conflicts with
   * others.
   * @throws {BackendError} or the error of the server, such as a missing table
   */
  async rows(statement: Statement): Promise<readonly Row[]> {
    return await this.#permits.run(async () => {
      const untilMs = performance.now() + this.#options.deadlineMs;
      for (let tries = 1, isReplaced = false; ; tries++) {
        try {
          return await this.#attempt(statement);
        } catch (error) {
          const mayTryAgain = tries < TRIES_MAX && performance.now() < untilMs && !(error instanceof BackendError);
          if (mayTryAgain && hasState(error, CONFLICT)) await pauseAfterConflict(tries, FIRST_PAUSE_MS);
          // The server may have closed an idle connection.
          else if (mayTryAgain && isLost(error) && !isReplaced) isReplaced = true;
          else throw error;
        }
      }
    });
  }

  /** Returns the error to throw for a fault of {@linkcode rows}. */
  toBackendError(error: unknown): BackendError {
    return toBackendError(error, this.#address.shown);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const pool = await this.#pool;
    this.#pool = undefined;
    await pool?.end();
  }

  async #attempt(statement: Statement): Promise<readonly Row[]> {
    const client = await this.#connect();
    try {
      const { rows } = await client.query<unknown[]>({ ...statement, rowMode: 'array' });
      client.release();
      return rows;
    } catch (error) {
      client.release(isLost(error));
      throw error;
    }
  }

  /** Connects to the first host of the right kind that responds, starting with the host of the last connection. */
  async #connect(): Promise<PoolClient> {
    if (this.#isClosed) throw new BackendError('unavailable', 'The connections to the database are closed');
    this.#pool ??= this.#open();
    const pool = await this.#pool;
    let fault: unknown;
    const { hosts, sessionKind } = this.#address;
    for (let tries = 0; tries < hosts.length * (sessionKind === 'prefer-standby' ? 2 : 1); tries++) {
      this.#isAnyTaken = sessionKind === 'any' || tries >= hosts.length;
      const host = this.#host;
      try {
        const client = await pool.connect();
        this.#hasConnected = true;
        return client;
      } catch (error) {
        fault = error;
        // Another request may have moved to the next host.
        if (this.#host === host) this.#host = (host + 1) % hosts.length;
      }
    }
    // A pooler reports with one state that it refuses a setting, and that it lost its server, which was there before.
    if (!this.#hasConnected && hasState(fault, NO_SESSION)) throw createRefusal(fault, this.#address.shown);
    throw fault;
  }

  async #open(): Promise<Pool> {
    const { default: pg } = await import('pg');
    const hostNow = (): string => this.#address.hosts[this.#host] ?? this.#address.hosts[0];
    const isAnyTaken = (): boolean => this.#isAnyTaken;
    class HostClient extends pg.Client {
      // The pool creates a client when a connection is requested.
      readonly isAnyTaken = isAnyTaken();

      constructor(options?: object) {
        super({ ...options, connectionString: hostNow() });
        // Ignored here: the error also rejects the query that is running.
        this.on('error', () => undefined);
      }
    }
    const { connectionsMax, deadlineMs } = this.#options;
    const connectionTimeoutMillis = Math.min(CONNECT_MS_MAX, deadlineMs);
    const connectBeside = async (): Promise<Client> => {
      const client = new HostClient({ connectionTimeoutMillis, query_timeout: connectionTimeoutMillis });
      await client.connect();
      return client;
    };
    // The pool waits for the promise of `onConnect`, although the types of the pool do not declare it.
    const hooks: object = {
      onConnect: async (client: HostClient): Promise<void> => {
        if (!client.isAnyTaken && !(await this.#isRight(client)))
          throw new Error('it is not of the kind that target_session_attrs names');
        if (!this.#hasOwnSessions) await refuseSharedSessions(client, connectBeside);
        this.#hasOwnSessions = true;
        // Not in the startup message: PgBouncer refuses the parameter.
        await client.query(`SET statement_timeout = ${deadlineMs}`);
        await client.query(BY_KEYS).catch((error: unknown) => {
          if (!hasState(error, LACKING)) throw error;
        });
      },
    };
    const pool = new pg.Pool({
      Client: HostClient as unknown as new () => Client,
      max: connectionsMax,
      connectionTimeoutMillis,
      idleTimeoutMillis: 60_000,
      maxLifetimeSeconds: LIFETIME_SECONDS,
      query_timeout: deadlineMs + GRACE_MS,
      application_name: 'openfirma',
      keepAlive: true,
      ...hooks,
    });
    // Ignored here: the pool replaces an idle connection that breaks.
    pool.on('error', () => undefined);
    return pool;
  }

  async #isRight(client: ClientBase): Promise<boolean> {
    const { sessionKind } = this.#address;
    const { rows } = await client.query<unknown[]>({
      text: `SELECT pg_is_in_recovery(), current_setting('transaction_read_only') = 'on'`,
      rowMode: 'array',
    });
    const [isStandby, isReadOnly] = rows[0] ?? [];
    const right: Readonly<Record<SessionKind, boolean>> = {
      any: true,
      'read-write': isReadOnly === false,
      'read-only': isReadOnly === true,
      primary: isStandby === false,
      standby: isStandby === true,
      'prefer-standby': isStandby === true,
    };
    return right[sessionKind];
  }
}
