import type { Logger } from 'pino';

/** One answered request. */
export interface Answered {
  readonly requestId: string;
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly microseconds: number;
}

/** Where log lines go: the destination that `pino()` was given. */
export interface LogDestination {
  write(lines: string): unknown;
}

/** The number of pino's level `info`. */
const INFO = 30;
/**
 * The lines of one turn of the event loop are written together, from this many characters on. With the last line they stay below
 * PIPE_BUF (4096), so lines of several threads never tear.
 */
const PENDING_CHARS = 3000;

/**
 * Writes one line for each answered request. With a destination, lines are put together here, in the shape of `log`: all values are
 * tokens and numbers of our own and need no escapes. docs/decisions/062-batched-log.md says
 * what pino's own way costs.
 */
export function accessLog(log: Logger, destination: LogDestination | undefined): (answered: Answered) => void {
  if (!log.isLevelEnabled('info')) return () => undefined;
  if (destination === undefined) {
    return ({ requestId, method, route, status, microseconds }) =>
      log.info({ request_id: requestId, method, route, status, ms: microseconds / 1000 }, 'answered');
  }
  const bindings = JSON.stringify(log.bindings()).slice(1, -1);
  const head = `${bindings === '' ? '' : `,${bindings}`},"request_id":"`;
  let pending = '';
  const flush = (): void => {
    destination.write(pending);
    pending = '';
  };
  return ({ requestId, method, route, status, microseconds }) => {
    if (pending === '') setImmediate(() => pending !== '' && flush());
    pending +=
      `{"level":${INFO},"time":${Date.now()}${head}${requestId}","method":"${method}","route":"${route}",` +
      `"status":${status},"ms":${microseconds / 1000},"msg":"answered"}\n`;
    if (pending.length >= PENDING_CHARS) flush();
  };
}
