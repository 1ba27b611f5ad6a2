import { parentPort, type Worker } from 'node:worker_threads';
import { HEADER_BYTES, recordAt, recordBytes, writeRecord } from './run.ts';

/** Work that takes records and has one result, which can be sent to another thread. */
export interface RecordWork<Result> {
  /** Takes a record; the bytes are valid during the call. */
  add(key: Buffer, value: Buffer): void;
  finish(): Result | Promise<Result>;
}

/** Number of bytes of records that are sent at once. A larger record is a batch of its own. */
const BATCH_BYTES = 256 * 1024;
/** Number of batches that start the thread: it would take longer to start than to process fewer. */
const BATCHES_OF_THREAD = 8;
/** Maximum number of batches that the thread has not processed yet. With more the sender waits, so that memory is bounded. */
const BATCHES_AHEAD_MAX = 32;

/** Processes records in a separate thread while the sender continues. A small number of records is processed by `finish`, without a thread. */
export class RecordThread<Result> {
  readonly #start: () => Worker;
  readonly #workHere: () => RecordWork<Result>;
  readonly #waiting: Buffer[] = [];
  #batch = Buffer.alloc(0);
  #used = 0;
  #worker: Worker | undefined;
  #ahead = 0;
  #result: { readonly value: Result } | undefined;
  #error: { readonly reason: unknown } | undefined;
  #change = Promise.withResolvers<void>();

  /**
   * @param start starts a thread that calls {@linkcode serveRecords}
   * @param workHere the same work, for few records
   */
  constructor(start: () => Worker, workHere: () => RecordWork<Result>) {
    this.#start = start;
    this.#workHere = workHere;
  }

  /** Starts the thread now, because the work is large even with few records. */
  start(): void {
    this.#worker ??= this.#started();
  }

  /** Adds a record; the bytes are copied. */
  add(key: Uint8Array, value: Uint8Array): void {
    const bytes = HEADER_BYTES + key.length + value.length;
    if (this.#used + bytes > this.#batch.length) {
      this.#send();
      this.#batch = Buffer.allocUnsafeSlow(Math.max(BATCH_BYTES, bytes));
    }
    this.#used = writeRecord(this.#batch, this.#used, key, value);
  }

  /** Returns a promise while the thread is far behind; await it before more records are added. It is rejected if the thread fails. */
  whenReady(): Promise<void> | undefined {
    if (this.#ahead <= BATCHES_AHEAD_MAX && this.#error === undefined) return undefined;
    return this.#until(() => this.#ahead <= BATCHES_AHEAD_MAX / 2 || undefined).then(() => undefined);
  }

  /** Returns the result of the work on all records. Rejects with the reason of `signal` when it aborts. */
  async finish(signal?: AbortSignal): Promise<Result> {
    signal?.throwIfAborted();
    this.#send();
    if (this.#worker === undefined) {
      const work = this.#workHere();
      for (const batch of this.#waiting.splice(0)) addBatch(work, batch);
      return await work.finish();
    }
    this.#worker.postMessage(undefined);
    signal?.addEventListener('abort', () => this.#fail(signal.reason), { once: true });
    const { value } = await this.#until(() => this.#result);
    return value;
  }

  /** Ends the thread. */
  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #send(): void {
    if (this.#used > 0) this.#waiting.push(this.#batch.subarray(0, this.#used));
    this.#batch = Buffer.alloc(0);
    this.#used = 0;
    if (this.#worker === undefined && this.#waiting.length < BATCHES_OF_THREAD) return;
    const worker = (this.#worker ??= this.#started());
    for (const batch of this.#waiting.splice(0)) {
      worker.postMessage(batch, [batch.buffer as ArrayBuffer]);
      this.#ahead++;
    }
  }

  #started(): Worker {
    return this.#start()
      .on('message', (result?: { readonly value: Result }) => {
        if (result === undefined) this.#ahead--;
        else this.#result = result;
        this.#changed();
      })
      .on('error', (error) => this.#fail(error))
      .on('exit', () => this.#fail(new Error('A thread ended before its work was done')));
  }

  #fail(reason: unknown): void {
    this.#error ??= { reason };
    this.#changed();
  }

  #changed(): void {
    this.#change.resolve();
    this.#change = Promise.withResolvers();
  }

  /** Returns the value once it is defined. Rejects if the thread has failed, or fails before that. */
  async #until<Value>(read: () => Value | undefined): Promise<Value> {
    for (;;) {
      if (this.#error !== undefined) throw this.#error.reason;
      const value = read();
      if (value !== undefined) return value;
      await this.#change.promise;
    }
  }
}

/** Does the work of this thread on the records that it is sent, and sends the result. */
export function serveRecords(work: RecordWork<unknown>): void {
  const finish = async (): Promise<void> => parentPort?.postMessage({ value: await work.finish() });
  parentPort?.on('message', (batch?: Uint8Array) => {
    if (batch === undefined) {
      // A rejection ends the thread with its reason.
      void finish();
      return;
    }
    addBatch(work, Buffer.from(batch.buffer, batch.byteOffset, batch.length));
    parentPort?.postMessage(undefined);
  });
}

function addBatch(work: RecordWork<unknown>, batch: Buffer): void {
  for (let at = 0; at < batch.length; at += recordBytes(batch, at)) {
    const { key, value } = recordAt(batch, at);
    work.add(key, value);
  }
}
