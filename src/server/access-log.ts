import type { Logger } from 'pino';

export interface Answered {
  readonly requestId: string;
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly microseconds: number;
  /** Undefined if addresses are not logged, or if the client is unknown. */
  readonly clientAddress: string | undefined;
}

/** The destination of log lines, as it was passed to `pino()`. */
export interface LogDestination {
  write(lines: string): unknown;
}

/**
 * Number of pending characters at which the lines of one turn of the event loop are written together. With the last line they stay below
 * PIPE_BUF (4096), so lines of several threads never tear.
 */
const PENDING_CHARS = 3000;

/** What follows the milliseconds, for each rest of microseconds. V8 would keep the text of a quotient in its cache of texts of numbers. */
const THOUSANDTHS = Array.from({ length: 1000 }, (_, rest) => String(rest / 1000).slice(1));

/**
 * Writes one line for each answered request. With a destination, lines are put together here, in the shape of `log`: all values are tokens
 * and numbers of our own, which need no escapes.
 */
export function accessLog(log: Logger, destination: LogDestination | undefined): (answered: Answered) => void {
  if (!log.isLevelEnabled('info')) return () => undefined;
  if (destination === undefined) {
    return ({ requestId, method, route, status, microseconds, clientAddress }) => {
      const client = clientAddress !== undefined && { client_address: clientAddress };
      log.info({ request_id: requestId, method, route, status, ms: microseconds / 1000, ...client }, 'answered');
    };
  }
  const bindings = JSON.stringify(log.bindings()).slice(1, -1);
  const head = `${bindings === '' ? '' : `,${bindings}`},"request_id":"`;
  const time = isoTimes();
  let pending = '';
  const flush = (): void => {
    destination.write(pending);
    pending = '';
  };
  return ({ requestId, method, route, status, microseconds, clientAddress }) => {
    if (pending === '') setImmediate(() => pending !== '' && flush());
    pending +=
      `{"level":"info","time":"${time()}"${head}${requestId}","method":"${method}","route":"${route}",` +
      `"status":${status},"ms":${Math.trunc(microseconds / 1000)}${THOUSANDTHS[microseconds % 1000]}` +
      `${clientAddress === undefined ? '' : `,"client_address":"${clientAddress}"`},"msg":"answered"}\n`;
    if (pending.length >= PENDING_CHARS) flush();
  };
}

/** Returns the wall clock as pino writes it, `2026-11-22T10:11:12.123Z`. All lines of a millisecond share one text. */
function isoTimes(): () => string {
  let lastMs = 0;
  let second = NaN;
  let untilSecond = '';
  let text = '';
  return () => {
    const now = Date.now();
    if (now === lastMs) return text;
    lastMs = now;
    const ms = now % 1000;
    if (now - ms !== second) {
      second = now - ms;
      untilSecond = new Date(second).toISOString().slice(0, -'000Z'.length);
    }
    return (text = `${untilSecond}${String(ms).padStart(3, '0')}Z`);
  };
}
