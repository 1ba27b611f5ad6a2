import { open, readdir, rm, stat, truncate, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { constants, zstdCompressSync } from 'node:zlib';
import { syncPath, systemReason, writeWhole } from '../../files/index.ts';
import {
  answersName,
  fetchedPath,
  readFetched,
  crawlOf,
  type AnswerLine,
  type FetchedFile,
} from '../../importer/index.ts';
import { InputError, quoteValue } from '../../model/index.ts';
import type { CrawlState } from './crawl-state.ts';

/** Each frame has a checksum. */
const FRAME = { params: { [constants.ZSTD_c_checksumFlag]: 1 } };

/** Gathered lines are written at this many characters or lines. */
const GATHERED_CHARS_MAX = 4 * 1024 ** 2;
const GATHERED_LINES_MAX = 2000;

/** A place in the files, both numbers from 1. */
interface Place {
  readonly file: number;
  readonly line: number;
}

/** The files with the answers of a crawl. Lines are gathered in memory and written as one frame of the newest file. */
export class AnswerFiles implements AsyncDisposable {
  readonly #folder: string;
  readonly #crawl: string;
  readonly #state: CrawlState;
  readonly #bytesMax: number;
  #open: { readonly number: number; readonly handle: FileHandle } | undefined;
  #number: number;
  #bytes: number;
  #lines: number;
  #gathered: string[] = [];
  #gatheredChars = 0;
  #lastUrl = '';

  private constructor(folder: string, crawl: string, state: CrawlState, bytesMax: number) {
    this.#folder = folder;
    this.#crawl = crawl;
    this.#state = state;
    this.#bytesMax = bytesMax;
    const last = state.files.findLast(({ isRemoved }) => !isRemoved);
    this.#number = last?.number ?? 0;
    this.#bytes = last?.bytes ?? 0;
    this.#lines = last?.lines ?? 0;
  }

  /**
   * Opens the files of the state. Removes what a killed run wrote after its last commit, and files that it had marked.
   * @throws {InputError} where a file is missing or too short
   */
  static async open(folder: string, crawl: string, state: CrawlState, bytesMax: number): Promise<AnswerFiles> {
    const files = new AnswerFiles(folder, crawl, state, bytesMax);
    for (const { number, bytes, isRemoved } of state.files) {
      if (isRemoved) await files.#remove(number);
      else await files.#mustHave(number, bytes);
    }
    const last = files.#number;
    if (last === 0) return files;
    if (files.#bytes > 0) await truncate(files.path(last), files.#bytes);
    else await rm(files.path(last), { force: true });
    // A killed run started a file without a commit.
    for (const name of await readdir(folder)) {
      if (crawlOf(name) === crawl && Number(/\.(\d+)\.ndjson/.exec(name)?.[1]) > last) await rm(join(folder, name));
    }
    return files;
  }

  nameOf(number: number): string {
    return answersName(this.#crawl, number);
  }

  path(number: number): string {
    return join(this.#folder, this.nameOf(number));
  }

  /** Whether the gathered lines should be written. */
  get isFull(): boolean {
    return this.#gatheredChars >= GATHERED_CHARS_MAX || this.#gathered.length >= GATHERED_LINES_MAX;
  }

  /** Gathers a line. Returns its position in the files. */
  add(line: AnswerLine): Place {
    if (this.#number === 0 || (this.#gathered.length === 0 && this.#bytes > this.#bytesMax)) this.roll();
    const text = `${JSON.stringify(line)}\n`;
    this.#gathered.push(text);
    this.#gatheredChars += text.length;
    this.#lastUrl = line.url;
    return { file: this.#number, line: this.#lines + this.#gathered.length };
  }

  /** Starts a new file. No line may be gathered. */
  roll(): void {
    if (this.#number > 0 && this.#bytes === 0) return;
    this.#number++;
    this.#bytes = 0;
    this.#lines = 0;
    this.#state.setFile(this.#number, 0, 0);
  }

  /** Writes the gathered lines as one frame, syncs the file, and then commits the state. */
  async commit(): Promise<void> {
    try {
      if (this.#gathered.length > 0) await this.#write();
      this.#state.commit();
    } catch (error) {
      const reason = systemReason(error) ?? sqliteReason(error);
      if (reason === undefined) throw error;
      const at = quoteValue(this.path(this.#number));
      throw new InputError(`Cannot write ${at}: ${reason}; earlier answers are kept, and the next run continues`, {
        cause: error,
      });
    }
  }

  async #write(): Promise<void> {
    const frame = zstdCompressSync(this.#gathered.join(''), FRAME);
    const handle = await this.#newest();
    for (let at = 0; at < frame.length;) {
      const { bytesWritten } = await handle.write(frame, at, frame.length - at, this.#bytes + at);
      at += bytesWritten;
    }
    await handle.datasync();
    this.#bytes += frame.length;
    this.#lines += this.#gathered.length;
    this.#gathered = [];
    this.#gatheredChars = 0;
    this.#state.setFile(this.#number, this.#bytes, this.#lines);
  }

  /** Opens the newest file, or creates it. */
  async #newest(): Promise<FileHandle> {
    if (this.#open?.number === this.#number) return this.#open.handle;
    await this.#open?.handle.close();
    this.#open = undefined;
    const handle = await open(this.path(this.#number), this.#bytes === 0 ? 'w' : 'r+');
    this.#open = { number: this.#number, handle };
    syncPath(this.#folder);
    return handle;
  }

  /** Writes a record beside each file with the number of valid bytes: an import reads no further. */
  async writeRecords(fetchedAt: string): Promise<void> {
    for (const { number, bytes } of this.#state.files) {
      const path = this.path(number);
      // A damaged record is replaced.
      const before = bytes === 0 ? undefined : await readFetched(path).catch(() => undefined);
      if (bytes === 0 || before?.bytes === bytes) continue;
      const url = before === undefined || this.#lastUrl !== '' ? this.#lastUrl : before.url;
      const record: FetchedFile = { url, fetched_at: fetchedAt, bytes, is_length_stated: true, is_added_to: true };
      await writeWhole(fetchedPath(path), `${JSON.stringify(record)}\n`);
    }
  }

  /** Removes the marked files. */
  async removeMarked(): Promise<void> {
    for (const { number, isRemoved } of this.#state.files) if (isRemoved) await this.#remove(number);
  }

  async #remove(number: number): Promise<void> {
    await rm(this.path(number), { force: true });
    await rm(fetchedPath(this.path(number)), { force: true });
    this.#state.forgetFile(number);
  }

  async #mustHave(number: number, bytes: number): Promise<void> {
    const path = this.path(number);
    const size = await stat(path).then(
      (found) => found.size,
      () => undefined,
    );
    if (bytes === 0 || (size !== undefined && size >= bytes)) return;
    const what = size === undefined ? 'it is missing' : `it has ${size} bytes, ${bytes} were written`;
    const how = 'restore it, or remove the state of the crawl, and the next run requests the missing answers';
    throw new InputError(`Cannot continue the crawl: ${quoteValue(path)}: ${what}; ${how}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#open?.handle.close();
    this.#open = undefined;
  }
}

/** The disk faults of SQLite, by code. */
const SQLITE_REASONS: ReadonlyMap<number, string> = new Map([
  [10, 'the disk reports an error'],
  [13, 'the disk is full'],
  [8, 'the file system is read-only'],
]);

/** The disk fault of an error of SQLite; undefined for other errors. */
export function sqliteReason(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('errcode' in error)) return undefined;
  return SQLITE_REASONS.get(Number(error.errcode) & 0xff);
}
