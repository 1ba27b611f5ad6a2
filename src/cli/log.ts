import { pino, type Logger } from 'pino';

/** Log lines are gathered up to this many bytes: a write for every line costs a fifth of a whole request. */
const BATCH_BYTES = 8 * 1024;
/** Of several processes that write to one pipe, these are never cut apart by one another: what POSIX calls PIPE_BUF. */
const SHARED_WRITE_BYTES = 4096;
const SHARED_BATCH_BYTES = 3 * 1024;
/** And no line waits longer than this. */
const FLUSH_MS = 200;

/**
 * The log on standard output, one JSON object a line, which `facts` are part of. What is gathered is written when the
 * process ends. `shared` is for one of several processes with the same standard output.
 */
export function openLog(
  level: string,
  options: { readonly shared: boolean; readonly facts?: object | undefined },
): Logger {
  const sizes = options.shared
    ? { minLength: SHARED_BATCH_BYTES, maxWrite: SHARED_WRITE_BYTES }
    : { minLength: BATCH_BYTES };
  const destination = pino.destination({ ...sizes, periodicFlush: FLUSH_MS, sync: true });
  process.on('exit', () => destination.flushSync());
  const log = pino({ level }, destination);
  return options.facts === undefined ? log : log.child(options.facts);
}
