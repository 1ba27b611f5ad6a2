import { constants, fstatSync, openSync, writeSync } from 'node:fs';
import { isatty } from 'node:tty';
import { isMainThread } from 'node:worker_threads';
import type { LogDestination } from '../server/index.ts';

const STANDARD_OUTPUT = 1;
/** Maximum bytes in the buffer: about seven thousand lines, or half a second of one worker at full load. */
const WAITING_BYTES_MAX = 1024 * 1024;
/** After a drop, lines are accepted once the buffer holds at most this many bytes. Without this, every other line would be dropped. */
const WAITING_BYTES_RESUMED = WAITING_BYTES_MAX / 2;
/** Delay before the next write to a full pipe. With it, a pipe of 64 KiB passes 6 MB/s. */
const FULL_MS = 10;
/** Delay before the next write after other faults, such as a full disk or a pipe without a reader. */
const FAULT_MS = 1000;
/** Maximum time that a line waits for other lines of its batch. */
const FLUSH_MS = 200;
/** Maximum time that a thread waits for a slow reader before it ends. */
const END_MS = 500;
const NEWLINE = 0x0a;

export interface LogWrites {
  /** Lines are written when this many bytes have gathered: one write per line costs a fifth of the CPU time of a request. */
  readonly batchBytes: number;
  /** Maximum bytes per write. A write has whole lines, unless a line is longer. */
  readonly writeBytesMax: number;
}

/**
 * Writes lines to standard output without waiting for it. Lines that cannot be written yet stay in a bounded buffer; lines beyond it
 * are dropped and counted. After any fault of standard output, writing is retried until the process ends.
 */
export class LogOutput implements LogDestination {
  readonly #fd: number;
  readonly #writes: LogWrites;
  readonly #reportDropped: (lines: number) => void;
  readonly #memory = Buffer.allocUnsafe(WAITING_BYTES_MAX);
  /** The bounds of the unwritten bytes in `#memory`. */
  #start = 0;
  #end = 0;
  #retry: NodeJS.Timeout | undefined;
  #countDropped: (lines: number) => void = () => undefined;
  /** Lines that were dropped since `#reportDropped` was last called. */
  #unreportedLines = 0;

  /** `reportDropped` is called with the number of dropped lines when the buffer has room again. It may write a line. */
  constructor(writes: LogWrites, reportDropped: (lines: number) => void, fd: number = openStandardOutput()) {
    this.#fd = fd;
    this.#writes = writes;
    this.#reportDropped = reportDropped;
    setInterval(() => {
      if (this.#retry === undefined) this.#flush();
    }, FLUSH_MS).unref();
  }

  /** Calls `count` with the number of lines whenever lines are dropped. */
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

  /** Writes the buffer when the process or the thread ends. What a reader has not read within {@linkcode END_MS} is lost. */
  end(): void {
    const sleep = new Int32Array(new SharedArrayBuffer(4));
    const deadline = performance.now() + END_MS;
    while (this.#flush() === 'EAGAIN' && performance.now() < deadline) Atomics.wait(sleep, 0, 0, FULL_MS);
    // The last flush may have made room, and so a report of dropped lines.
    this.#flush();
  }

  /** Writes the buffer. After a fault, schedules a retry and returns the code of the fault. */
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

/** Throws any error except system errors. */
function throwUnlessSystemError(error: unknown): asserts error is NodeJS.ErrnoException & { readonly code: string } {
  const { code, errno } = error as NodeJS.ErrnoException;
  if (code === undefined || errno === undefined) throw error;
}

/**
 * Opens standard output so that a write fails instead of waiting (O_NONBLOCK). A pipe or a terminal is opened a second time, because
 * all programs that share an open file share this flag, and each of them may change it.
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
  // Node sets the flag on pipes and sockets when it creates `process.stdout`. Errors of this stream are ignored: the log handles its own.
  if (isMainThread && !isTerminal) process.stdout.on('error', () => undefined);
  return STANDARD_OUTPUT;
}
