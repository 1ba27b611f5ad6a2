import { pino, type Logger } from 'pino';
import type { LogDestination } from '../server/index.ts';

/** Log lines are gathered up to this many bytes: a write for every line would cost a fifth of a request. */
const BATCH_BYTES = 8 * 1024;
/** Writes of several threads to one pipe stay whole up to this size, which POSIX calls PIPE_BUF. */
const SHARED_WRITE_BYTES = 4096;
const SHARED_BATCH_BYTES = 3 * 1024;
/** No line waits longer than this. */
const FLUSH_MS = 200;

/** A log, and the destination that it writes to. */
export interface OpenLog {
  readonly log: Logger;
  readonly logDestination: LogDestination;
}

/**
 * Opens the log on standard output: one JSON object a line, with `bindings` in each. Gathered lines are written when the process, or
 * the thread, ends. `shared` is for one of several threads with the same standard output.
 */
export function openLog(
  level: string,
  options: { readonly shared: boolean; readonly bindings?: object | undefined },
): OpenLog {
  const sizes = options.shared
    ? { minLength: SHARED_BATCH_BYTES, maxWrite: SHARED_WRITE_BYTES }
    : { minLength: BATCH_BYTES };
  const destination = pino.destination({ ...sizes, periodicFlush: FLUSH_MS, sync: true });
  process.on('exit', () => destination.flushSync());
  const log = pino({ level }, destination);
  return { log: options.bindings === undefined ? log : log.child(options.bindings), logDestination: destination };
}
