import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { InputError } from '../../../src/model/index.ts';
import { LOCKED, hasState } from '../faults.ts';
import { SCHEMA } from '../schema.ts';
import type { Writer } from './writer.ts';

/** How long a killed load blocks others. */
const LEASE_SECONDS = 15;
const RENEW_MS = 2000;
const ASK_AGAIN_MS = 500;
const LOCK_MS_MAX = 1000;

/**
 * The right to load, for one load at a time. It is a row that the holder renews, not a session lock: distributed engines have no such
 * locks, and the database may not notice a lost connection.
 */
export class Lease {
  readonly #holder = randomUUID();
  readonly #writer: Writer;
  #timer: NodeJS.Timeout | undefined;
  #fault: unknown;

  private constructor(writer: Writer) {
    this.#writer = writer;
  }

  /**
   * Takes the lease, also from a load that no longer renews it.
   * @param writer a separate connection, so that no long statement delays a renewal
   * @throws {InputError} if another load is running
   */
  static async take(writer: Writer, shown: string): Promise<Lease> {
    const lease = new Lease(writer);
    // While its holder switches, the row is locked.
    await writer.query(`SET lock_timeout = ${LOCK_MS_MAX}`);
    const running = new InputError(`Cannot load into "${shown}": another load is running; nothing was changed`);
    let seen: string | undefined;
    while (!(await lease.#isTaken(running))) {
      const [row] = await writer.query<{ mark: string }>(
        `SELECT holder || ' ' || expires_at AS mark FROM ${SCHEMA}.lease WHERE one = 1`,
      );
      seen ??= row?.mark;
      if (row !== undefined && row.mark !== seen) throw running;
      await wait(ASK_AGAIN_MS);
    }
    lease.#timer = setInterval(() => void lease.#renew(), RENEW_MS);
    return lease;
  }

  /** Throws if the lease is lost. */
  check(): void {
    if (this.#fault !== undefined) throw this.#fault;
  }

  /** Runs statements in one transaction of another connection. It fails unless the lease is held until its end. */
  async transaction<T>(writer: Writer, work: () => Promise<T>): Promise<T> {
    return await writer.transaction(async () => {
      const rows = await writer.within(
        `SELECT one FROM ${SCHEMA}.lease WHERE one = 1 AND holder = $1 AND expires_at > clock_timestamp() FOR UPDATE`,
        [this.#holder],
      );
      if (rows.length === 0) throw new InputError(LOST);
      return await work();
    });
  }

  /** Gives the lease back. */
  async release(): Promise<void> {
    clearInterval(this.#timer);
    await this.#writer.query(`DELETE FROM ${SCHEMA}.lease WHERE holder = $1`, [this.#holder]).catch(() => undefined);
  }

  async #isTaken(running: InputError): Promise<boolean> {
    const taking = this.#writer.query(
      `INSERT INTO ${SCHEMA}.lease AS lease (one, holder, expires_at)
       VALUES (1, $1, clock_timestamp() + interval '${LEASE_SECONDS} seconds')
       ON CONFLICT (one) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at
       WHERE lease.expires_at < clock_timestamp() RETURNING holder`,
      [this.#holder],
    );
    const rows = await taking.catch((error: unknown) => {
      throw hasState(error, LOCKED) ? running : error;
    });
    return rows.length > 0;
  }

  async #renew(): Promise<void> {
    try {
      const rows = await this.#writer.query(
        `UPDATE ${SCHEMA}.lease SET expires_at = clock_timestamp() + interval '${LEASE_SECONDS} seconds'
         WHERE one = 1 AND holder = $1 RETURNING holder`,
        [this.#holder],
      );
      if (rows.length === 0) this.#fault ??= new InputError(LOST);
    } catch (error) {
      // The transaction of this load has locked the row: no other load can take it.
      if (!hasState(error, LOCKED)) this.#fault ??= error;
    }
  }
}

const LOST = 'Cannot load: this load was suspended for so long that another one took its place; nothing was changed';
