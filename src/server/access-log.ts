import { symbols, type Logger } from 'pino';

/** The number that the log has for the level `info`. */
const INFO = 30;

/** The lines of one turn of the event loop are written at once, up to about this many characters: some thirty lines are one write of the log. */
const PENDING_CHARS = 8000;

/** Three digits behind the decimal point, and the end of a line: to write a number with a fraction takes ten times as long. */
const THOUSANDTHS = Array.from({ length: 1000 }, (_, i) => flat(`.${String(i).padStart(3, '0')},"msg":"answered"}\n`));

/** What a line of the log says of one answer. */
export interface Answered {
  readonly requestId: string;
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly microseconds: number;
}

/**
 * Makes what writes the line of one answer, in the same shape and to the same place as the log's own lines. There is one for every
 * request, and all its values are known to need no escapes (tokens, numbers and names of ours), so it is written as it stands:
 * the general way takes six times as long.
 */
export function answeredLines(log: Logger): (answered: Answered) => void {
  if (!log.isLevelEnabled('info')) return () => undefined;
  const stream = (log as Logger & { readonly [symbols.streamSym]: { write: (line: string) => void } })[
    symbols.streamSym
  ];
  const bindings = Object.entries(log.bindings()).map(([name, value]) => `,${JSON.stringify(name)}:${JSON.stringify(value)}`).join(''); // prettier-ignore
  // What is the same in many lines is one text: to put a line together of few is half of what it costs.
  let begun = { timeMs: 0, text: '' };
  let last = { method: '', route: '', status: 0, text: '' };
  let pending = '';
  const flush = (): void => {
    if (pending === '') return;
    stream.write(pending);
    pending = '';
  };
  return ({ requestId, method, route, status, microseconds }) => {
    if (pending === '') setImmediate(flush);
    const timeMs = Date.now();
    if (timeMs !== begun.timeMs) {
      begun = { timeMs, text: flat(`{"level":${INFO},"time":${timeMs}${bindings},"request_id":"`) };
    }
    if (method !== last.method || route !== last.route || status !== last.status) {
      const text = flat(`","method":"${method}","route":"${route}","status":${status},"ms":`);
      last = { method, route, status, text };
    }
    pending += `${begun.text}${requestId}${last.text}${Math.floor(microseconds / 1000)}${THOUSANDTHS[microseconds % 1000]}`;
    if (pending.length >= PENDING_CHARS) flush();
  };
}

/** The same text in one piece: what is put together stays in its parts until somebody looks at it, and that anew in each line. */
function flat(text: string): string {
  return Buffer.from(text).toString();
}
