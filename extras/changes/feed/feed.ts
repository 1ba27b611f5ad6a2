import { existsSync, realpathSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { readSignature } from '../../../src/files/index.ts';
import { companyKeys, type IdList } from '../company-keys.ts';
import { chainTo } from './chain.ts';
import { FeedFile } from './feed-file.ts';
import { changesFolder, listChangeFiles } from './folder.ts';
import type { FeedEvent } from './format.ts';
import { ChangesError } from './lines.ts';

/** Maximum number of events: 48 MB of memory for each worker. Earlier files are not served. */
const EVENTS_MAX = 2_000_000;

/** Milliseconds after which the folder is checked again for purged files. */
const CHECK_MS = 5000;

/** Maximum milliseconds that a request waits during loading; a server gives up after ten seconds. */
const PATIENCE_MS = 5000;

/** A position in a feed, before the event of a line. */
export interface FeedPosition {
  readonly number: number;
  readonly line: number;
}

export interface FeedPage {
  readonly events: FeedEvent[];
  readonly next: FeedPosition | undefined;
}

/** The served chain of change files that leads to one generation. */
export class Feed {
  readonly generation: string | undefined;
  readonly files: readonly FeedFile[];

  constructor(generation: string | undefined, files: readonly FeedFile[]) {
    this.generation = generation;
    this.files = files;
  }

  /** The time after which all changes are served; undefined without files. */
  get keptSince(): string | undefined {
    return this.files[0]?.header.time;
  }

  get start(): FeedPosition {
    return { number: this.files[0]?.header.number ?? 0, line: 0 };
  }

  get end(): FeedPosition {
    const last = this.files.at(-1);
    return { number: last?.header.number ?? 0, line: last?.lines ?? 0 };
  }

  /** The position after a generation; undefined if no file of the chain leads from it or to it. */
  after(generation: string): FeedPosition | undefined {
    // After a rollback, several files may lead to the same generation.
    const leading = this.files.findLast(({ header }) => header.to === generation);
    if (leading !== undefined) return { number: leading.header.number, line: leading.lines };
    return this.files[0]?.header.from === generation ? this.start : undefined;
  }

  /** The position after a time; undefined if some events after it may not be kept. */
  since(time: string): FeedPosition | undefined {
    if (this.keptSince === undefined || time < this.keptSince) return undefined;
    const first = this.files.find(({ header }) => header.time > time);
    return first === undefined ? this.end : { number: first.header.number, line: 0 };
  }

  has({ number, line }: FeedPosition): boolean {
    if (this.files.length === 0) return number === 0 && line === 0;
    const file = this.files[this.#findIndex(number)];
    return file !== undefined && line <= file.lines;
  }

  /**
   * Returns at most `limit` events after a position, and the next position, which is undefined at the end.
   */
  page(at: FeedPosition, limit: number): FeedPage {
    const events: FeedEvent[] = [];
    for (const { file, lines } of this.linesFrom(at)) {
      const beyond = file.addTo(events, lines, limit);
      if (beyond !== undefined) return { events, next: { number: file.header.number, line: beyond } };
    }
    return { events, next: undefined };
  }

  /**
   * Yields the files from a position on, each with its lines or, with `keys`, the lines of these companies.
   */
  *linesFrom(at: FeedPosition, keys?: IdList) {
    for (let index = this.#findIndex(at.number); ; index++) {
      const file = this.files[index];
      if (file === undefined) return;
      const from = file.header.number === at.number ? at.line : 0;
      const found = keys && file.findLines(keys).filter((line) => line >= from);
      yield { file, lines: found ?? up(from, file.lines) };
    }
  }

  #findIndex(number: number): number {
    return this.files.findIndex(({ header }) => header.number === number);
  }
}

function* up(from: number, to: number): Generator<number, void, undefined> {
  for (let line = from; line < to; line++) yield line;
}

interface FeedOptions {
  /** Returns a promise that settles when requests should no longer wait for files to load. */
  readonly patience: () => Promise<unknown>;
  /** Milliseconds after which the folder is checked again, and unreadable files are read again. */
  readonly checkMs: number;
  readonly eventsMax: number;
  /** Called once for each unusable file. The events of this file and of earlier files are not served. */
  readonly onFault?: ((error: ChangesError) => void) | undefined;
}

const DEFAULTS: FeedOptions = {
  patience: async () => await setTimeout(PATIENCE_MS, undefined, { ref: false }),
  checkMs: CHECK_MS,
  eventsMax: EVENTS_MAX,
};

/** A file that was read, or why it is unusable. */
interface ReadFile {
  readonly signature: string;
  readonly file: FeedFile | ChangesError;
}

/** A feed that is loading or loaded. */
interface LoadedFeed {
  readonly generation: string;
  /** The signature of the folder when loading began. */
  readonly folder: string;
  readonly feed: Promise<Feed>;
  /** Settles when requests should stop waiting for `feed`. */
  readonly late: Promise<unknown>;
  /** The time of the last check of the folder, or of the failure to load. */
  checkedMs: number;
}

/** Loads the chain of a generation from the folder beside a snapshot. A loaded file is read again only if it was replaced. */
export class FeedReader {
  readonly #folder: string;
  #read: ReadonlyMap<string, ReadFile> = new Map();
  readonly #options: FeedOptions;
  /** The messages of the faults of the last load. The files may be repaired even if the folder looks unchanged. */
  #faults: ReadonlySet<string> = new Set();
  #isFaulty = false;
  #loaded: LoadedFeed | undefined;
  /** Settles when no feed is loading, so that files which two feeds share are read once. */
  #idle: Promise<unknown> = Promise.resolve();
  #last: Feed | undefined;

  constructor(snapshot: string, options: Partial<FeedOptions> = {}) {
    // If the snapshot is a link, builds write beside its target.
    this.#folder = changesFolder(existsSync(snapshot) ? realpathSync(snapshot) : snapshot);
    this.#options = { ...DEFAULTS, ...options };
  }

  /**
   * Returns the feed of a generation; it has no events if no file leads to the generation. If loading takes too long, returns the
   * previous feed, or undefined before the first one. The chain does not continue before a damaged file, or a file with too many events.
   * Files outside the chain are ignored.
   */
  async feed(generation: string): Promise<Feed | undefined> {
    const { feed, late } = this.#refreshLoaded(generation);
    return await Promise.race([feed, late.then(() => this.#last)]);
  }

  #refreshLoaded(generation: string): LoadedFeed {
    const nowMs = performance.now();
    const now = this.#loaded?.generation === generation ? this.#loaded : undefined;
    if (now !== undefined && nowMs - now.checkedMs < this.#options.checkMs) return now;
    const folder = readSignature(this.#folder);
    if (now?.folder === folder && !this.#isFaulty) {
      now.checkedMs = nowMs;
      return now;
    }
    const feed = this.#idle.then(async () => await this.#load(generation));
    this.#idle = feed.catch(() => undefined);
    const loaded: LoadedFeed = { generation, folder, feed, late: this.#options.patience(), checkedMs: nowMs };
    this.#loaded = loaded;
    void this.#keep(loaded);
    return loaded;
  }

  /** Keeps a loaded feed. After a failure, loading is repeated later, but not for every request. */
  async #keep(loaded: LoadedFeed): Promise<void> {
    try {
      const feed = await loaded.feed;
      if (this.#loaded === loaded) this.#last = feed;
    } catch {
      // The caller gets the error from the promise of the feed.
      this.#isFaulty = true;
      loaded.checkedMs = performance.now();
    }
  }

  async #load(generation: string): Promise<Feed> {
    const faults: ChangesError[] = [];
    const all = await listChangeFiles(this.#folder, (error) => faults.push(error));
    const read = new Map<string, ReadFile>();
    const files: FeedFile[] = [];
    let events = 0;
    for (const { path } of chainTo(generation, all).toReversed()) {
      const entry = await this.#fileAt(path);
      const { file } = entry;
      read.set(path, entry);
      if (file instanceof ChangesError) {
        faults.push(file);
        break;
      }
      events += file.lines;
      if (events > this.#options.eventsMax) break;
      files.unshift(file);
    }
    this.#read = read;
    this.#report(faults);
    // A copied folder may have events that the builder has purged since.
    for (const [index, file] of files.entries()) {
      const restricted = companyKeys(file.restricted());
      for (const earlier of files.slice(0, index)) earlier.drop(restricted);
    }
    return new Feed(generation, files);
  }

  /** Reports each fault once until it is repaired. */
  #report(faults: readonly ChangesError[]): void {
    for (const fault of faults) if (!this.#faults.has(fault.message)) this.#options.onFault?.(fault);
    this.#faults = new Set(faults.map(({ message }) => message));
    this.#isFaulty = faults.length > 0;
  }

  /** Reads a file, unless it was read before and is unchanged. */
  async #fileAt(path: string): Promise<ReadFile> {
    const signature = readSignature(path);
    const known = this.#read.get(path);
    if (known?.signature === signature) return known;
    try {
      return { signature, file: await FeedFile.read(path, this.#options.eventsMax) };
    } catch (error) {
      if (error instanceof ChangesError) return { signature, file: error };
      throw error;
    }
  }
}
