import { closeSync, openSync, writeSync } from 'node:fs';
import { open, type RootDatabase } from 'lmdb';
import { InputError } from '../../model/index.ts';
import { CLIENTS_MAX, fullAtAfter, leftIn, medianOf, type Limiter } from './limiter.ts';
import { hashOfText } from '../cache/text-hash.ts';

/** Twice what a hundred thousand clients take. */
const FILE_BYTES = 16 * 2 ** 20;
const PAGE_BYTES = 4096;
/** Of a new file these are in use. */
const HEAD_BYTES = 2 * PAGE_BYTES;
const BUCKET_BYTES = 8;

/**
 * Clients are kept in so many parts, and what has to be forgotten is looked for in one part only: in all of them it would
 * hold up every process for a tenth of a second.
 */
const PARTS = 32;
/** A part of fewer clients than this would forget too much of too little. */
const PART_CLIENTS_MIN = 256;
/**
 * So many new clients may come before a process counts all again, for counting costs as much as the rest. Each other
 * process may thus go over the bound by as many.
 */
const UNCOUNTED_MAX = 64;
const FIRST_PART = 'A'.charCodeAt(0);

/**
 * A token bucket per client, in one file that all processes of a service map into memory. Each request is one write
 * transaction, so it is counted exactly once whichever process answers, and a process that is killed amid one leaves
 * the file as it was before. Nothing is ever synced to disk: the file is worth nothing once the service has ended.
 *
 * At the bound the fullest half of one part is forgotten, as {@linkcode MemoryLimiter} does with the whole.
 */
export class SharedLimiter implements Limiter {
  readonly #buckets: RootDatabase<Buffer, string>;
  readonly #path: string;
  readonly #nowMs: () => number;
  readonly #clientsMax: number;
  readonly #parts: number;
  readonly #bytes = Buffer.alloc(BUCKET_BYTES);
  #client = '';
  /** How many new clients there is room for, as far as this process knows. */
  #room = 0;
  readonly #takeOne = (): number => this.#take(this.#client);

  /** Opens the file, or makes it; its directory must exist. `nowMs` must be the same clock in all processes. */
  constructor(path: string, nowMs: () => number, clientsMax: number = CLIENTS_MAX) {
    this.#path = path;
    this.#nowMs = nowMs;
    this.#clientsMax = clientsMax;
    this.#parts = Math.min(PARTS, Math.max(1, Math.floor(clientsMax / PART_CLIENTS_MIN)));
    this.#buckets = open<Buffer, string>({
      path,
      noSubdir: true,
      encoding: 'binary',
      mapSize: FILE_BYTES,
      pageSize: PAGE_BYTES,
      noSync: true,
      // Half the time of writing. It needs the room of the whole file: see `reserve`.
      useWritemap: true,
      overlappingSync: false,
    });
  }

  /**
   * Takes all the room on the disk that the file will ever need, 16 MB. To be called once, on a new file, before any other
   * process opens it: a write to a mapped file on a full disk would end the process. Throws an InputError where there is
   * no room.
   */
  reserve(): void {
    const path = this.#path;
    try {
      const file = openSync(path, 'r+');
      try {
        let position = HEAD_BYTES;
        const zeros = Buffer.alloc(2 ** 20);
        while (position < FILE_BYTES) {
          position += writeSync(file, zeros, 0, Math.min(zeros.length, FILE_BYTES - position), position);
        }
      } finally {
        closeSync(file);
      }
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new InputError(
        `Cannot reserve ${FILE_BYTES} bytes for the allowance "${path}": ${reason}; set TMPDIR to a folder with room, or WORKERS to 1`,
        { cause: error },
      );
    }
  }

  /** How many clients are remembered now. */
  get size(): number {
    return this.#buckets.transactionSync(() => this.#count());
  }

  /** Counts the request in one transaction. */
  take(client: string): number {
    this.#client = client;
    return this.#buckets.transactionSync(this.#takeOne);
  }

  /** Releases the file. */
  async close(): Promise<void> {
    await this.#buckets.close();
  }

  #take(client: string): number {
    // Whole milliseconds, as in memory. The clock is read here, where no other process is writing.
    const now = Math.floor(this.#nowMs());
    const part = partOf(client) % this.#parts;
    const key = keyOf(part, client);
    const known = this.#buckets.getBinaryFast(key)?.readDoubleLE(0);
    const fullAt = fullAtAfter(known, now);
    const left = leftIn(fullAt, now);
    if (left < 0) return -1;
    if (known === undefined && --this.#room < 0) this.#makeRoom(part);
    this.#bytes.writeDoubleLE(fullAt, 0);
    this.#buckets.putSync(key, this.#bytes);
    return left;
  }

  #count(): number {
    const { entryCount } = this.#buckets.getStats() as { readonly entryCount: number };
    return entryCount;
  }

  /** Makes room for one new client, and for as many more as are there. */
  #makeRoom(part: number): void {
    if (this.#count() >= this.#clientsMax) this.#forgetFullest(part);
    this.#room = Math.min(UNCOUNTED_MAX, this.#clientsMax - this.#count()) - 1;
  }

  /** Forgets half of the first part, from this one on, that remembers anybody. */
  #forgetFullest(part: number): void {
    for (let i = 0; i < this.#parts; i++) {
      const first = (part + i) % this.#parts;
      const range = this.#buckets.getRange({ start: keyOf(first, ''), end: keyOf(first + 1, '') });
      const entries = Array.from(range, ({ key, value }) => [key, value.readDoubleLE(0)] as const);
      if (entries.length === 0) continue;
      const { surplus, median } = medianOf(entries.map(([, fullAt]) => fullAt));
      const fullest = entries.filter(([, fullAt]) => fullAt <= median).slice(0, surplus);
      for (const [key] of fullest) this.#buckets.removeSync(key);
      return;
    }
  }
}

function keyOf(part: number, client: string): string {
  return String.fromCharCode(FIRST_PART + part) + client;
}

/** A number that is spread evenly over clients. */
function partOf(client: string): number {
  const hash = hashOfText(client);
  return (hash ^ (hash >>> 15)) >>> 0;
}
