import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { InputError } from '../../../src/model/index.ts';
import { LOCKED, hasState } from '../faults.ts';
import { SCHEMA } from '../schema.ts';
import type { Writer } from './writer.ts';

/** How long a killed load blocks other loads. */
const LEASE_SECONDS = 15;
const RENEW_MS = 2000;
const ASK_AGAIN_MS = 500;
const LOCK_MS_MAX = 1000;

const LOST = 'Cannot load: this load was suspended, and another one has begun meanwhile; nothing was changed';

export type Lease = Awaited<ReturnType<typeof takeLease>>;

/**
 * Takes the lease: the right to load, which only one load has at a time. A lease that its holder no longer renews is taken over. The lease
 * is a row that the holder renews, not a session lock: distributed engines have no such locks, and the database may not notice a lost
 * connection.
 * @param writer a separate connection, so that no long statement delays a renewal
 * @throws {InputError} if another load is running
 */
export async function takeLease(writer: Writer, shown: string) {
  const holder = randomUUID();
  let fault: unknown;
  const renew = async (): Promise<void> => {
    try {
      const rows = await writer.query(
        `UPDATE ${SCHEMA}.lease SET expires_at = clock_timestamp() + interval '${LEASE_SECONDS} seconds'
         WHERE one = 1 AND holder = $1 RETURNING holder`,
        [holder],
      );
      if (rows.length === 0) fault ??= new InputError(LOST);
    } catch (error) {
      // The row is locked by the transaction of this load itself, so no other load can take it.
      if (!hasState(error, LOCKED)) fault ??= error;
    }
  };
  // While the holder of the lease switches loads, the row is locked.
  await writer.query(`SET lock_timeout = ${LOCK_MS_MAX}`);
  await waitForRow(writer, holder, shown);
  const timer = setInterval(() => void renew(), RENEW_MS);
  return {
    /** Throws if the lease is lost. */
    check(): void {
      if (fault !== undefined) throw fault;
    },
    /**
     * Runs statements in one transaction of another connection. The transaction fails unless the lease is held until the transaction ends.
     */
    transaction: async <T>(other: Writer, work: () => Promise<T>): Promise<T> =>
      await other.transaction(async () => {
        const rows = await other.within(
          `SELECT one FROM ${SCHEMA}.lease WHERE one = 1 AND holder = $1 AND expires_at > clock_timestamp() FOR UPDATE`,
          [holder],
        );
        if (rows.length === 0) throw new InputError(LOST);
        return await work();
      }),
    /** Releases the lease. */
    async release(): Promise<void> {
      clearInterval(timer);
      await writer.query(`DELETE FROM ${SCHEMA}.lease WHERE holder = $1`, [holder]).catch(() => undefined);
    },
  };
}

/** Takes the row of the lease once it has expired; fails if its holder renews it. */
async function waitForRow(writer: Writer, holder: string, shown: string): Promise<void> {
  const running = new InputError(`Cannot load into "${shown}": another load is running; nothing was changed`);
  for (let seen: string | undefined; ;) {
    const taking = writer.query(
      `INSERT INTO ${SCHEMA}.lease AS lease (one, holder, expires_at)
       VALUES (1, $1, clock_timestamp() + interval '${LEASE_SECONDS} seconds')
       ON CONFLICT (one) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at
       WHERE lease.expires_at < clock_timestamp() RETURNING holder`,
      [holder],
    );
    const taken = await taking.catch((error: unknown) => {
      throw hasState(error, LOCKED) ? running : error;
    });
    if (taken.length > 0) return;
    const [row] = await writer.query<{ mark: string }>(
      `SELECT holder || ' ' || expires_at AS mark FROM ${SCHEMA}.lease WHERE one = 1`,
    );
    seen ??= row?.mark;
    if (row !== undefined && row.mark !== seen) throw running;
    await wait(ASK_AGAIN_MS);
  }
}
