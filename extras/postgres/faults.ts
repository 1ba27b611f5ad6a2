import { setTimeout as wait } from 'node:timers/promises';
import { backoffMs } from '../../src/model/index.ts';
import { BackendError } from '../../src/backend/index.ts';

/** Codes of SQL states (appendix A of PostgreSQL's manual), or their classes. */
const BUSY = /^(?:53|57014$|55P03$|40001$|40P01$)/;
const LOST = /^(?:08P01$|57P0|58|XX)/;
/** Beside those: the server cannot reach another one that it needs, such as the shard of a range. Its own connection stays open. */
const AWAY = /^08/;
const CONFLICT = /^40(?:001|P01)$/;
const SQL_STATE = /^[0-9A-Z]{5}$/;
/** A table that is not there. */
const NO_TABLE = new Set(['42P01', '3F000']);
/** A setting that an engine does not know, a statement that it does not have. */
const LACKING = new Set(['42704', '0A000']);

/** The SQL state of an error that the server has sent; undefined for all others, such as those of the network. */
export function sqlStateOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  // Codes of the system, such as EPIPE, may look like a state; only the server's errors have a severity.
  const isOfServer = error instanceof Error && 'severity' in error;
  return isOfServer && typeof code === 'string' && SQL_STATE.test(code) ? code : undefined;
}

/** Whether the table of a statement does not exist, or no longer exists. */
export function isNoTable(error: unknown): boolean {
  return NO_TABLE.has(sqlStateOf(error) ?? '');
}

/** Whether an engine lacks what a statement asks for. */
export function isLacking(error: unknown): boolean {
  return LACKING.has(sqlStateOf(error) ?? '');
}

/** Whether the server aborted a statement because of a conflict: an immediate retry may succeed. */
export function isConflict(error: unknown): boolean {
  return CONFLICT.test(sqlStateOf(error) ?? '');
}

/** Waits before a statement in conflict is repeated; random, so that statements in conflict do not meet again. */
export async function pauseAfterConflict(tries: number, firstMs: number): Promise<void> {
  await wait(backoffMs(tries + 1, { firstMs, jitter: 0.5 }));
}

/** Whether the connection is lost with which an error came. */
export function isLost(error: unknown): boolean {
  const state = sqlStateOf(error);
  return state === undefined || LOST.test(state);
}

/** The error to throw for a fault of the database. */
export function backendErrorOf(error: unknown, shown: string): BackendError {
  if (error instanceof BackendError) return error;
  const state = sqlStateOf(error);
  const reason = reasonOf(error);
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

/** The message of an error, or those of its parts: where a name has several addresses, each fails for itself. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ');
  return error instanceof Error ? error.message : String(error);
}
