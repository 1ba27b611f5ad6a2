import type { OpenFile } from '../../files/index.ts';

/** Number of entries: more than 20 workers have open with the largest GENERATIONS_MAX. A further entry replaces the oldest. */
const ENTRIES = 2048;
/** Size of an entry in bytes: a generation, the path of an open file, its signature, and a zero byte. */
const ENTRY_BYTES = 160;
/** Size in bytes of the counter of all entries ever written. */
const COUNTER_BYTES = 8;

/** Allocates memory for {@linkcode OpenSnapshots} that threads can share. */
export function openSnapshotsMemory(): SharedArrayBuffer {
  return new SharedArrayBuffer(COUNTER_BYTES + ENTRIES * ENTRY_BYTES);
}

/**
 * The snapshots that threads of one process have opened after a check. A worker that skipped a generation finds it here when a cursor
 * names it. Entries are not removed: the signature shows whether the file is still open.
 */
export class OpenSnapshots {
  readonly #counter: Uint32Array;
  readonly #entries: Buffer;

  constructor(memory: SharedArrayBuffer) {
    this.#counter = new Uint32Array(memory, 0, 1);
    this.#entries = Buffer.from(memory, COUNTER_BYTES);
  }

  add(generation: string, { path, signature }: OpenFile): void {
    const start = (Atomics.add(this.#counter, 0, 1) % ENTRIES) * ENTRY_BYTES;
    this.#entries.write(`${generation} ${path} ${signature}`.padEnd(ENTRY_BYTES, '\0'), start, 'latin1');
  }

  /** Returns the files of a generation. Some may be closed, and other files may be at their paths now. */
  *listFiles(generation: string): Generator<OpenFile, void, undefined> {
    const wanted = `${generation} `;
    for (let at = -1; (at = this.#entries.indexOf(wanted, at + 1, 'latin1')) >= 0;) {
      if (at % ENTRY_BYTES !== 0) continue;
      const text = this.#entries.toString('latin1', at, at + ENTRY_BYTES);
      const [, path, signature] = text.slice(0, text.indexOf('\0')).split(' ');
      if (path !== undefined && signature !== undefined) yield { path, signature };
    }
  }
}
