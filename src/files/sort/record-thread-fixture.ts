/** Work whose result depends on the order of its records, here and in a thread; in a thread it may be asked to fail. */
import { isMainThread, workerData } from 'node:worker_threads';
import { createHash } from 'node:crypto';
import { serveRecords, type RecordWork } from './record-thread.ts';

interface Seen {
  readonly records: number;
  readonly digest: string;
  readonly isThread: boolean;
}

export class DigestWork implements RecordWork<Seen> {
  readonly #hash = createHash('sha256');
  #records = 0;

  add(key: Buffer, value: Buffer): void {
    if (workerData === 'fails') throw Object.assign(new Error('the disk is full'), { code: 'ENOSPC' });
    // oxlint-disable-next-line unicorn/no-process-exit -- It ends this thread.
    if (workerData === 'ends') process.exit(0);
    this.#hash.update(`${key.length} ${value.length} `).update(key).update(value);
    this.#records++;
  }

  finish(): Seen {
    return { records: this.#records, digest: this.#hash.digest('hex'), isThread: !isMainThread };
  }
}

if (!isMainThread) serveRecords(new DigestWork());
