import { constants, fstatSync, openSync, writeSync } from 'node:fs';
import { isatty } from 'node:tty';
import { isMainThread } from 'node:worker_threads';
import type { LogDestination } from '../server/index.ts';

const STANDARD_OUTPUT = 1;
/** Maximum bytes that wait for a reader: some seven thousand lines, half a second of one worker at full load. */
const WAITING_BYTES_MAX = 1024 * 1024;
/** After lines were dropped, new lines are accepted when at most this many bytes wait. Otherwise every other line would be dropped. */
const WAITING_BYTES_RESUMED = WAITING_BYTES_MAX / 2;
/** The delay before a full pipe is tried again: a pipe of 64 KiB then passes 6 MB/s. */
const FULL_MS = 10;
/** The same after another fault: a full disk, a pipe without a reader. */
const FAULT_MS = 1000;
/** No line waits longer than this for others that are written with it. */
const FLUSH_MS = 200;
/** How long the end of a thread waits for a slow reader. */
const END_MS = 500;
const NEWLINE = 0x0a;

export interface LogWrites {
  /** Lines are gathered up to this many bytes: a write for every line would cost a fifth of a request. */
  readonly batchBytes: number;
  /** Maximum bytes of a write: whole lines, unless one is longer. */
  readonly writeBytesMax: number;
}

/**
 * Writes lines to standard output and never waits for it: what cannot be written stays in bounded memory, and lines beyond that are
 * dropped and counted. Any fault of standard output is survived; it is tried again until the process ends.
 */
export class LogOutput implements LogDestination {
  readonly #fd: number;
  readonly #writes: LogWrites;
  readonly #reportDropped: (lines: number) => void;
  readonly #memory = Buffer.allocUnsafe(WAITING_BYTES_MAX);
  /** The bounds of the waiting bytes. */
  #start = 0;
  #end = 0;
  #retry: NodeJS.Timeout | undefined;
  #countDropped: (lines: number) => void = () => undefined;
  /** Lines that were dropped since `#reportDropped` was last called. */
  #unreportedLines = 0;

  /** `reportDropped` is called with the number of dropped lines when there is room again, and may write a line about them. */
  constructor(writes: LogWrites, reportDropped: (lines: number) => void, fd: number = openStandardOutput()) {
    this.#fd = fd;
    this.#writes = writes;
    this.#reportDropped = reportDropped;
    setInterval(() => {
      if (this.#retry === undefined) this.#flush();
    }, FLUSH_MS).unref();
  }

  /** Calls back with the number of lines each time when some are dropped, at once, for a counter. */
  countDroppedBy(count: (lines: number) => void): void {
    this.#countDropped = count;
  }

  write(lines: string): void {
    const bytes = Buffer.byteLength(lines);
    if (this.#unreportedLines > 0 || this.#end - this.#start + bytes > WAITING_BYTES_MAX) {
      const count = lines.split('\n').length - 1;
      this.#unreportedLines += count;
      this.#countDropped(count);
      return;
    }
    if (this.#end + bytes > WAITING_BYTES_MAX) {
      this.#memory.copyWithin(0, this.#start, this.#end);
      this.#end -= this.#start;
      this.#start = 0;
    }
    this.#end += this.#memory.write(lines, this.#end);
    if (this.#retry === undefined && this.#end - this.#start >= this.#writes.batchBytes) this.#flush();
  }

  /** Writes the waiting lines when the process or the thread ends. A reader has {@linkcode END_MS} to take them; the rest is lost. */
  end(): void {
    const sleep = new Int32Array(new SharedArrayBuffer(4));
    const deadline = performance.now() + END_MS;
    while (this.#flush() === 'EAGAIN' && performance.now() < deadline) Atomics.wait(sleep, 0, 0, FULL_MS);
    // The last flush may have made the room in which dropped lines were reported.
    this.#flush();
  }

  /** Writes all that waits; after a fault, whose code it returns, it tries again later. */
  #flush(): string | undefined {
    clearTimeout(this.#retry);
    this.#retry = undefined;
    let fault: string | undefined;
    try {
      while (this.#start < this.#end) {
        this.#start += writeSync(this.#fd, this.#memory, this.#start, this.#nextBytes());
      }
    } catch (error) {
      throwUnlessSystemError(error);
      fault = error.code;
      this.#retry = setTimeout(() => this.#flush(), fault === 'EAGAIN' ? FULL_MS : FAULT_MS).unref();
    }
    const lines = this.#unreportedLines;
    if (lines > 0 && this.#end - this.#start <= WAITING_BYTES_RESUMED) {
      this.#unreportedLines = 0;
      this.#reportDropped(lines);
    }
    return fault;
  }

  #nextBytes(): number {
    const waiting = this.#end - this.#start;
    if (waiting <= this.#writes.writeBytesMax) return waiting;
    const last = this.#memory.lastIndexOf(NEWLINE, this.#start + this.#writes.writeBytesMax - 1);
    return last < this.#start ? this.#writes.writeBytesMax : last + 1 - this.#start;
  }
}

/** Throws any error but those of the system. */
function throwUnlessSystemError(error: unknown): asserts error is NodeJS.ErrnoException & { readonly code: string } {
  const { code, errno } = error as NodeJS.ErrnoException;
  if (code === undefined || errno === undefined) throw error;
}

/**
 * Standard output, opened so that a write that would have to wait fails instead (O_NONBLOCK). A pipe or a terminal is opened again:
 * all programs that share an open file share this flag, and any of them may change it.
 */
function openStandardOutput(): number {
  const isTerminal = isatty(STANDARD_OUTPUT);
  if (isTerminal || fstatSync(STANDARD_OUTPUT).isFIFO()) {
    try {
      return openSync('/proc/self/fd/1', constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
    } catch (error) {
      // The pipe belongs to another user or has no reader, or the system has no /proc: use the open standard output.
      throwUnlessSystemError(error);
    }
  }
  // Node sets the flag on pipes and sockets when it makes this stream. The log handles its own faults, so those of the stream are ignored.
  if (isMainThread && !isTerminal) process.stdout.on('error', () => undefined);
  return STANDARD_OUTPUT;
}
