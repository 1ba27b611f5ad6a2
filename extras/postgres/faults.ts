import { setTimeout as wait } from 'node:timers/promises';
import { backoffMs, toErrorMessage } from '../../src/model/index.ts';
import { BackendError } from '../../src/backend/index.ts';

/** SQL states (appendix A of PostgreSQL's manual), or classes of them, of a busy server and of a lost connection. */
const BUSY = /^(?:53|57014$|55P03$|40001$|40P01$)/;
const LOST = /^(?:08P01$|57P0|58|XX)/;
/** The server cannot reach another server, such as a shard. The connection to this one stays open. */
const AWAY = /^08/;
/** The server aborted a statement because of a conflict: an immediate retry may succeed. */
export const CONFLICT = /^40(?:001|P01)$/;
/** A missing table or schema. */
export const NO_TABLE = /^(?:42P01|3F000)$/;
/** A server or a pooler ends the opening of a session. */
export const NO_SESSION = /^08P01$/;
/** A prepared statement exists already, or does not exist: the session is not the one of the connection. */
const OTHER_SESSION = /^(?:42P05|26000)$/;
/** An engine lacks a setting or a statement. */
export const LACKING = /^(?:42704|0A000)$/;
/** A row or table stays locked for longer than `lock_timeout`. */
export const LOCKED = /^55P03$/;
const SQL_STATE = /^[0-9A-Z]{5}$/;

/** Returns the SQL state of an error of the server; undefined for other errors, such as those of the network. */
export function readSqlState(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  // Codes of the system, such as EPIPE, may look like a state; only the server's errors have a severity.
  const isOfServer = error instanceof Error && 'severity' in error;
  return isOfServer && typeof code === 'string' && SQL_STATE.test(code) ? code : undefined;
}

/** Returns whether the server refused with one of some SQL states. */
export function hasState(error: unknown, states: RegExp): boolean {
  return states.test(readSqlState(error) ?? '');
}

/** Waits for a random time before a conflicting statement is repeated. */
export async function pauseAfterConflict(tries: number, firstMs: number): Promise<void> {
  await wait(backoffMs(tries + 1, { firstMs, jitter: 0.5 }));
}

/** Returns whether an error means that its connection is lost. */
export function isLost(error: unknown): boolean {
  const state = readSqlState(error);
  return state === undefined || LOST.test(state);
}

/** Returns the error to throw for a fault of the database. */
export function toBackendError(error: unknown, shown: string): BackendError {
  if (error instanceof BackendError) return error;
  const state = readSqlState(error);
  const reason = toErrorMessage(error);
  const options = { cause: error };
  if (hasState(error, BUSY))
    return new BackendError('busy', `The database "${shown}" is busy: ${reason} (${state})`, options);
  if (isLost(error) || hasState(error, AWAY)) {
    const away = { ...options, retryAfterSeconds: 2 };
    return new BackendError('unavailable', `The database "${shown}" is away: ${reason}`, away);
  }
  return hasState(error, OTHER_SESSION) ? sharedSessions(error) : createRefusal(error, shown);
}

/** Returns the error to throw for a pooler that gives each statement any session, as PgBouncer does in transaction mode. */
export function sharedSessions(cause?: unknown): BackendError {
  const cure = 'set its pool_mode to "session", or name the address of the database itself';
  return new BackendError('rejected', `A pooler gives each statement another session: ${cure}`, { cause });
}

export function createRefusal(error: unknown, shown: string): BackendError {
  const reason = `${toErrorMessage(error)} (${readSqlState(error) ?? 'no state'})`;
  return new BackendError('rejected', `The database "${shown}" refuses: ${reason}`, { cause: error });
}
