import { isatty } from 'node:tty';
import { isMainThread } from 'node:worker_threads';
import { pino, stdTimeFunctions, type Logger } from 'pino';
import type { LogDestination } from '../server/index.ts';
import type { LogFormat } from '../extra/index.ts';
import { LogOutput, type LogWrites } from './log-output.ts';

/** Lines are written in batches: one write per line costs a fifth of the CPU time of a request. */
const SINGLE: LogWrites = { batchBytes: 8 * 1024, writeBytesMax: 64 * 1024 };
/** Several threads write to one pipe: writes of up to 4096 bytes (PIPE_BUF in POSIX) are not interleaved. */
const SHARED: LogWrites = { batchBytes: 3 * 1024, writeBytesMax: 4096 };

export interface OpenLog {
  readonly log: Logger;
  /** Takes lines directly, for speed; absent if lines need the text format of `log`. */
  readonly logDestination?: LogDestination;
  readonly output: LogOutput;
}

/**
 * Opens the log on standard output: one line per event, each with `bindings`; by default text on a terminal, else JSON. From then on,
 * faults of standard output and standard error neither delay nor end the process. Buffered lines are written when the process or the
 * thread ends.
 */
export function openLog(
  level: string,
  format: LogFormat | undefined,
  isShared: boolean,
  bindings: object = {},
): OpenLog {
  // Node then reports a pipe without a reader to these listeners instead of waiting.
  if (isMainThread) for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const output = new LogOutput(isShared ? SHARED : SINGLE, (lines) => log.warn({ lines }, 'log lines were dropped'));
  process.on('exit', () => output.end());
  const isText = (format ?? (isatty(1) ? 'text' : 'json')) === 'text';
  const destination = isText ? { write: (line: string) => output.write(formatLogLine(line)) } : output;
  const options = {
    level,
    // Omits process ID and host name, which log collectors add.
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  };
  const log: Logger = pino(options, destination).child(bindings);
  return { log, output, ...(!isText && { logDestination: output }) };
}

const PLACED = new Set(['level', 'time', 'msg', 'err']);
const PLAIN = /^[\w.:/@+-]+$/;
/** Control characters that JSON does not escape and terminals interpret. */
const CONTROLS = /[\u007f-\u009f\u2028\u2029]/g;

/**
 * Converts a log line from JSON to text: time, level and message, then the other fields as `name=value`. The stack of an error follows
 * on indented lines.
 */
export function formatLogLine(json: string): string {
  const line = JSON.parse(json) as Readonly<Record<string, unknown>>;
  const fields = Object.entries(line).flatMap(([name, value]) =>
    PLACED.has(name) ? [] : [` ${name}=${textOfValue(value)}`],
  );
  const msg = line['msg'];
  const level = String(line['level']).toUpperCase().padEnd(5);
  const message = typeof msg === 'string' ? escaped(msg) : '';
  return `${String(line['time'])} ${level} ${message}${fields.join('')}\n${formatStack(line['err'])}`;
}

function textOfValue(value: unknown): string {
  if (typeof value === 'string' && PLAIN.test(value)) return value;
  return JSON.stringify(value).replaceAll(CONTROLS, escapeCharacter);
}

function formatStack(error: unknown): string {
  if (error === undefined) return '';
  const stack = typeof error === 'object' && error !== null && 'stack' in error ? error.stack : error;
  return String(stack)
    .split('\n')
    .map((text) => `    ${escaped(text.trim())}\n`)
    .join('');
}

function escaped(text: string): string {
  return JSON.stringify(text)
    .slice(1, -1)
    .replaceAll('\\"', '"')
    .replaceAll('\\\\', '\\')
    .replaceAll(CONTROLS, escapeCharacter);
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
