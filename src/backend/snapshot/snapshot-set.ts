import { statSync } from 'node:fs';
import { InputError } from '../../model/index.ts';
import { SnapshotReader, verifyChecksum, previousPath } from '../../snapshot/index.ts';
import type { Eventually } from '../backend.ts';

/** What happens to the data while it is served. Every event is worth a line of the log. */
export type SwapEvent =
  /** Other data answers from now on; `ms` is how long everything else waited for it. */
  | { readonly kind: 'swapped'; readonly from: string; readonly to: string; readonly ms: number }
  /** A new file cannot be served; what was served goes on. Told once for each file. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** An earlier generation was closed: its cursors have expired, or there were too many generations. */
  | { readonly kind: 'closed'; readonly generation: string; readonly hasExpired: boolean };

/** How a backend goes on from one generation of its data to the next. */
export interface SwapOptions {
  /** How long a cursor can be used, and so how long its generation is kept. */
  readonly cursorTtlSeconds: number;
  /** How many earlier generations are kept at most. One more closes the one whose cursors expire first. */
  readonly generationsMax: number;
  /** A clock that never goes backwards, in milliseconds. */
  readonly nowMs: () => number;
  readonly onSwap: (event: SwapEvent) => void;
}

export const SWAP_DEFAULTS: SwapOptions = {
  cursorTtlSeconds: 900,
  generationsMax: 32,
  nowMs: () => performance.now(),
  onSwap: () => undefined,
};

/** An earlier snapshot, open for the cursors that were issued in it. */
interface Earlier {
  readonly reader: SnapshotReader;
  /** When the last cursor of it can have been issued. */
  issuedMs: number;
}

/**
 * The snapshot at a path, and the ones that were there before it. Another file at the path, or a link there that leads
 * to another one, takes over when it is looked for; a file that cannot be served changes nothing.
 */
export class Generations {
  readonly #path: string;
  readonly #options: SwapOptions;
  readonly #ending = new AbortController();
  #current: SnapshotReader;
  readonly #earlier = new Map<string, Earlier>();
  /** What lay at the path when `current` was opened. */
  #taken: string;
  /** What lay there and was refused. */
  #refused: string | undefined;
  /** What lies there and is being checked. */
  #checking: { readonly seen: string; readonly done: Promise<void> } | undefined;
  /** What a build kept, and its generation, so that it is opened for its own cursors only. */
  #kept: { readonly seen: string; readonly generation: string | undefined } | undefined;
  #openingKept: Promise<void> | undefined;

  /** Opens the snapshot. Throws an InputError that says why where it is no sound one. */
  constructor(path: string, options: SwapOptions) {
    this.#path = path;
    this.#options = options;
    this.#taken = seenAt(path);
    this.#current = SnapshotReader.openChecked(path);
  }

  /** What answers now. */
  get current(): SnapshotReader {
    return this.#current;
  }

  /**
   * Looks whether another snapshot lies at the path, and goes on with it once its checksum is right; closes what no cursor
   * needs any more. A file that was refused is tried again only when asked to: `isRetrying`.
   */
  look(isRetrying = false): Eventually<void> {
    this.#closeExpired();
    const seen = seenAt(this.#path);
    if (seen === this.#checking?.seen) return this.#checking.done;
    if (seen === this.#taken || (seen === this.#refused && !isRetrying)) return undefined;
    const done = this.#check(seen);
    this.#checking = { seen, done };
    return done;
  }

  /**
   * The data of a generation, or undefined where it is not kept. An unknown one may be what another process has checked and
   * serves already, or what it serves still, which a build has kept beside the path.
   */
  find(generation: string): Eventually<SnapshotReader | undefined> {
    return this.#known(generation) ?? this.#findAside(generation);
  }

  /** Notes that a cursor of a generation is issued, which is kept until it has expired. */
  issued(generation: string): void {
    const earlier = this.#earlier.get(generation);
    if (earlier !== undefined) earlier.issuedMs = this.#options.nowMs();
  }

  async close(): Promise<void> {
    const readers = [this.#current, ...[...this.#earlier.values()].map(({ reader }) => reader)];
    this.#earlier.clear();
    this.#ending.abort();
    await this.#checking?.done;
    for (const reader of readers) await reader.close();
  }

  #known(generation: string): SnapshotReader | undefined {
    return generation === this.#current.about.generation ? this.#current : this.#earlier.get(generation)?.reader;
  }

  async #check(seen: string): Promise<void> {
    let fault: unknown;
    try {
      await verifyChecksum(this.#path, this.#ending.signal);
    } catch (error) {
      fault = error;
    }
    // It may have been taken meanwhile, or another file be on its way.
    if (this.#checking?.seen !== seen) return;
    this.#checking = undefined;
    if (this.#ending.signal.aborted) return;
    if (seenAt(this.#path) !== seen) await this.look();
    else if (fault === undefined) this.#open(seen);
    else this.#refuse(seen, fault);
  }

  #open(seen: string): void {
    const started = performance.now();
    try {
      this.#take(SnapshotReader.openChecked(this.#path), seen, started);
    } catch (error) {
      this.#refuse(seen, error);
    }
  }

  /** Looks for a generation that a cursor names where it may lie; what lies there is checked first, as anything is. */
  async #findAside(generation: string): Promise<SnapshotReader | undefined> {
    const seen = seenAt(this.#path);
    if (seen !== this.#taken && seen !== this.#refused && isOf(this.#path, generation)) await this.look();
    const known = this.#known(generation);
    if (known !== undefined) return known;
    // Several who ask at once wait for one check.
    this.#openingKept ??= this.#openKept(generation).finally(() => (this.#openingKept = undefined));
    await this.#openingKept;
    return this.#known(generation);
  }

  #refuse(seen: string, error: unknown): void {
    this.#refused = seen;
    this.#options.onSwap({ kind: 'refused', reason: error instanceof InputError ? error.message : String(error) });
  }

  #take(reader: SnapshotReader, seen: string, startedMs: number): void {
    const before = this.#current;
    const from = before.about.generation;
    const to = reader.about.generation;
    const open = [before, ...[...this.#earlier.values()].map(({ reader: earlier }) => earlier)];
    if (open.some(({ fileKey, about }) => fileKey === reader.fileKey && about.generation !== to)) {
      close(reader);
      throw new InputError(
        `Cannot serve "${this.#path}": the file was written over while it is served; build aside and rename`,
      );
    }
    this.#checking = undefined;
    this.#taken = seen;
    this.#current = reader;
    // The same data again, perhaps in another file: the one before has nothing that this one has not.
    if (from === to) close(before);
    else this.#keep(before);
    const returned = this.#earlier.get(to);
    if (returned !== undefined) close(returned.reader);
    this.#earlier.delete(to);
    if (from !== to) this.#options.onSwap({ kind: 'swapped', from, to, ms: performance.now() - startedMs });
  }

  #keep(reader: SnapshotReader): void {
    this.#earlier.set(reader.about.generation, { reader, issuedMs: this.#options.nowMs() });
    while (this.#earlier.size > this.#options.generationsMax) {
      const [first] = [...this.#earlier].toSorted(([, a], [, b]) => a.issuedMs - b.issuedMs);
      if (first !== undefined) this.#drop(first[0], false);
    }
  }

  #closeExpired(): void {
    // One second more: cursors count whole ones.
    const lastMs = this.#options.nowMs() - (this.#options.cursorTtlSeconds + 1) * 1000;
    for (const [generation, { issuedMs }] of this.#earlier) if (issuedMs < lastMs) this.#drop(generation, true);
  }

  #drop(generation: string, hasExpired: boolean): void {
    const earlier = this.#earlier.get(generation);
    this.#earlier.delete(generation);
    if (earlier !== undefined) close(earlier.reader);
    this.#options.onSwap({ kind: 'closed', generation, hasExpired });
  }

  async #openKept(generation: string): Promise<void> {
    if (this.#options.generationsMax === 0) return;
    const path = previousPath(this.#path);
    const seen = seenAt(path);
    if (this.#kept?.seen === seen && this.#kept.generation !== generation) return;
    this.#kept = { seen, generation: undefined };
    const reader = seen === MISSING ? undefined : openOrNothing(path);
    if (reader === undefined) return;
    this.#kept = { seen, generation: reader.about.generation };
    if (reader.about.generation === generation && (await isSound(path, this.#ending.signal)) && seenAt(path) === seen) {
      this.#keep(reader);
    } else {
      close(reader);
    }
  }
}

const MISSING = 'missing';

/** Names what lies at a path, for noticing that it is something else: links are followed. */
function seenAt(path: string): string {
  try {
    const { dev, ino, size, mtimeMs } = statSync(path);
    return `${dev}:${ino}:${size}:${mtimeMs}`;
  } catch {
    // Whatever the reason is, opening the file tells it.
    return MISSING;
  }
}

function openOrNothing(path: string): SnapshotReader | undefined {
  try {
    return SnapshotReader.openChecked(path);
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

/** Whether a file says that it is of a generation, as far as it can be read. */
function isOf(path: string, generation: string): boolean {
  const reader = openOrNothing(path);
  if (reader === undefined) return false;
  close(reader);
  return reader.about.generation === generation;
}

async function isSound(path: string, signal: AbortSignal): Promise<boolean> {
  try {
    await verifyChecksum(path, signal);
    return true;
  } catch {
    // Damaged, gone or given up: in any case nothing is answered from it, and its cursors are told to start again.
    return false;
  }
}

/** Every answer is a copy and given at once, so nobody waits for a reader that is closed. */
function close(reader: SnapshotReader): void {
  void reader.close();
}
