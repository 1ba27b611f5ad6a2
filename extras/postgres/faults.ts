import { setTimeout as wait } from 'node:timers/promises';
import { backoffMs, messageOf } from '../../src/model/index.ts';
import { BackendError } from '../../src/backend/index.ts';

/** Codes of SQL states (appendix A of PostgreSQL's manual), or their classes. */
const BUSY = /^(?:53|57014$|55P03$|40001$|40P01$)/;
const LOST = /^(?:08P01$|57P0|58|XX)/;
/** The server cannot reach another server, such as a shard. The connection to this one stays open. */
const AWAY = /^08/;
const CONFLICT = /^40(?:001|P01)$/;
const SQL_STATE = /^[0-9A-Z]{5}$/;
/** A missing table or schema. */
const NO_TABLE = new Set(['42P01', '3F000']);
/** An unknown setting, an unsupported statement. */
const LACKING = new Set(['42704', '0A000']);

/** The SQL state of an error of the server; undefined for other errors, such as those of the network. */
export function sqlStateOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  // Codes of the system, such as EPIPE, may look like a state; only the server's errors have a severity.
  const isOfServer = error instanceof Error && 'severity' in error;
  return isOfServer && typeof code === 'string' && SQL_STATE.test(code) ? code : undefined;
}

export function isNoTable(error: unknown): boolean {
  return NO_TABLE.has(sqlStateOf(error) ?? '');
}

/** Whether an engine lacks the setting or statement. */
export function isLacking(error: unknown): boolean {
  return LACKING.has(sqlStateOf(error) ?? '');
}

/** Whether the server aborted a statement because of a conflict: an immediate retry may succeed. */
export function isConflict(error: unknown): boolean {
  return CONFLICT.test(sqlStateOf(error) ?? '');
}

/** Waits for a random time before a conflicting statement is repeated. */
export async function pauseAfterConflict(tries: number, firstMs: number): Promise<void> {
  await wait(backoffMs(tries + 1, { firstMs, jitter: 0.5 }));
}

/** Whether an error means that its connection is lost. */
export function isLost(error: unknown): boolean {
  const state = sqlStateOf(error);
  return state === undefined || LOST.test(state);
}

/** The error to throw for a fault of the database. */
export function backendErrorOf(error: unknown, shown: string): BackendError {
  if (error instanceof BackendError) return error;
  const state = sqlStateOf(error);
  const reason = messageOf(error);
  const options = { cause: error };
  if (state !== undefined && BUSY.test(state))
    return new BackendError('busy', `The database "${shown}" is busy: ${reason} (${state})`, options);
  if (isLost(error) || (state !== undefined && AWAY.test(state))) {
    return new BackendError('unavailable', `The database "${shown}" is away: ${reason}`, {
      ...options,
      retryAfterSeconds: 2,
    });
  }
  return new BackendError('rejected', `The database "${shown}" refuses: ${reason} (${state ?? 'no state'})`, options);
}
