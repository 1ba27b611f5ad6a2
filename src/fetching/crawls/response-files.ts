import { createReadStream } from 'node:fs';
import { open, readdir, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { constants, zstdCompressSync } from 'node:zlib';
import { decompressor, syncPath, systemReason, writeWhole } from '../../files/index.ts';
import {
  readResponseLines,
  responseFileName,
  fetchedPath,
  readFetched,
  readText,
  parseCrawlName,
  type ResponseLine,
  type FetchedFile,
} from '../../importer/index.ts';
import { InputError, counted, quoteValue } from '../../model/index.ts';
import type { CrawlState, FileAt } from './crawl-state.ts';

/** Each frame has a checksum. */
const FRAME = { params: { [constants.ZSTD_c_checksumFlag]: 1 } };

/** Maximum number of gathered characters, and of gathered lines, before they are written. */
const GATHERED_CHARS_MAX = 4 * 1024 ** 2;
const GATHERED_LINES_MAX = 2000;

/** The files with the responses of a crawl. Lines are gathered in memory and written as one frame of the newest file. */
export class ResponseFiles {
  readonly #folder: string;
  readonly #crawl: string;
  readonly #state: CrawlState;
  readonly #bytesMax: number;
  #newest: FileAt | undefined;
  #gathered: string[] = [];
  #gatheredChars = 0;
  #lastUrl = '';

  private constructor(folder: string, crawl: string, state: CrawlState, bytesMax: number) {
    this.#folder = folder;
    this.#crawl = crawl;
    this.#state = state;
    this.#bytesMax = bytesMax;
  }

  /**
   * Opens the files in the state. Removes the bytes that a killed run wrote after its last commit, and files that it marked as removed.
   * @throws {InputError} if a file is missing or too short
   */
  static async open(folder: string, crawl: string, state: CrawlState, bytesMax: number): Promise<ResponseFiles> {
    const files = new ResponseFiles(folder, crawl, state, bytesMax);
    await files.removeMarked();
    for (const { number, bytes } of state.progress.files) await files.#mustHave(number, bytes);
    const newest = state.progress.files.at(-1);
    if (newest === undefined) return files;
    files.#newest = newest;
    const path = files.path(newest.number);
    if (newest.bytes > 0) await truncate(path, newest.bytes);
    else await rm(path, { force: true });
    // A run that was killed before its commit started this file.
    for (const name of await readdir(folder)) {
      if (parseCrawlName(name) === crawl && Number(/\.(\d+)\.ndjson/.exec(name)?.[1]) > newest.number)
        await rm(join(folder, name));
    }
    return files;
  }

  nameOf(number: number): string {
    return responseFileName(this.#crawl, number);
  }

  path(number: number): string {
    return join(this.#folder, this.nameOf(number));
  }

  /** Whether the gathered lines should be written. */
  get isFull(): boolean {
    return this.#gatheredChars >= GATHERED_CHARS_MAX || this.#gathered.length >= GATHERED_LINES_MAX;
  }

  /** Gathers a line. Returns the numbers of its file and line, both from 1. */
  add(line: ResponseLine): { file: number; line: number } {
    const newest =
      this.#gathered.length === 0 && (this.#newest?.bytes ?? 0) > this.#bytesMax ? undefined : this.#newest;
    const { number, lines } = newest ?? this.roll();
    const text = `${JSON.stringify(line)}\n`;
    this.#gathered.push(text);
    this.#gatheredChars += text.length;
    this.#lastUrl = line.url;
    return { file: number, line: lines + this.#gathered.length };
  }

  /** Starts a new file, unless the newest file is empty. All gathered lines must have been written. */
  roll(): FileAt {
    if (this.#newest?.bytes === 0) return this.#newest;
    this.#newest = { number: (this.#newest?.number ?? 0) + 1, bytes: 0, lines: 0 };
    this.#state.progress.files.push(this.#newest);
    return this.#newest;
  }

  /** Writes the gathered lines as one frame, syncs the file, and then commits the state. */
  async commit(): Promise<void> {
    try {
      if (this.#newest !== undefined && this.#gathered.length > 0) await this.#write(this.#newest);
      this.#state.commit();
    } catch (error) {
      const reason = systemReason(error) ?? sqliteReason(error);
      if (reason === undefined) throw error;
      const at = quoteValue(this.path(this.#newest?.number ?? 1));
      throw new InputError(`Cannot write ${at}: ${reason}; earlier responses are kept, and the next run continues`, {
        cause: error,
      });
    }
  }

  async #write(file: FileAt): Promise<void> {
    const frame = zstdCompressSync(this.#gathered.join(''), FRAME);
    {
      await using handle = await open(this.path(file.number), file.bytes === 0 ? 'w' : 'r+');
      for (let at = 0; at < frame.length;) {
        const { bytesWritten } = await handle.write(frame, at, frame.length - at, file.bytes + at);
        at += bytesWritten;
      }
      await handle.datasync();
    }
    if (file.bytes === 0) syncPath(this.#folder);
    file.bytes += frame.length;
    file.lines += this.#gathered.length;
    this.#gathered = [];
    this.#gatheredChars = 0;
  }

  /** Writes a record beside each file with the number of valid bytes: an import reads no further. */
  async writeRecords(fetchedAt: string): Promise<void> {
    for (const { number, bytes } of this.#state.progress.files) {
      const path = this.path(number);
      // A damaged record is replaced.
      const before = bytes === 0 ? undefined : await readFetched(path).catch(() => undefined);
      if (bytes === 0 || before?.bytes === bytes) continue;
      const url = before === undefined || this.#lastUrl !== '' ? this.#lastUrl : before.url;
      const record: FetchedFile = { url, fetched_at: fetchedAt, bytes, is_length_stated: true, is_added_to: true };
      await writeWhole(fetchedPath(path), `${JSON.stringify(record)}\n`);
    }
  }

  async removeMarked(): Promise<void> {
    const { progress } = this.#state;
    for (const { number } of progress.files.filter(({ isRemoved }) => isRemoved)) {
      await rm(this.path(number), { force: true });
      await rm(fetchedPath(this.path(number)), { force: true });
      progress.files = progress.files.filter((file) => file.number !== number);
    }
  }

  async #mustHave(number: number, bytes: number): Promise<void> {
    const path = this.path(number);
    const size = await stat(path).then(
      (found) => found.size,
      () => undefined,
    );
    if (bytes === 0 || (size !== undefined && size >= bytes)) return;
    const what = size === undefined ? 'it is missing' : `it has ${counted(size, 'byte')}, ${bytes} were written`;
    const how = 'restore it, or remove the state of the crawl, and the next run requests the missing responses';
    throw new InputError(`Cannot continue the crawl: ${quoteValue(path)}: ${what}; ${how}`);
  }
}

/**
 * Removes files in which fewer than half of the responses are current; the current responses of such a file are first copied to the newest
 * file. So all files together have at most twice the number of current responses, and one more file.
 */
export async function sweep(state: CrawlState, files: ResponseFiles): Promise<void> {
  const responses = state.countCurrentResponses();
  const countCurrent = ({ number }: FileAt): number => responses.get(number) ?? 0;
  const sparse = state.progress.files.filter((file) => file.bytes > 0 && countCurrent(file) * 2 < file.lines);
  if (sparse.length === 0) return;
  await files.commit();
  files.roll();
  for (const file of sparse) {
    if (countCurrent(file) > 0) await moveOn(file, state, files);
    file.isRemoved = true;
    await files.commit();
    await files.removeMarked();
  }
}

/** Adds the current responses of a file to the newest file. */
async function moveOn({ number, bytes }: FileAt, state: CrawlState, files: ResponseFiles): Promise<void> {
  let line = 0;
  for await (const response of readLines(files.path(number), bytes)) {
    line++;
    const { question: request } = response;
    const at = state.findResponse(request);
    if (at?.file !== number || at.line !== line) continue;
    state.setResponse(request, { ...at, ...files.add(response) });
    if (files.isFull) await files.commit();
  }
}

/** Yields the lines in the first `bytes` bytes of a file of responses. */
export async function* readLines(path: string, bytes: number): AsyncGenerator<ResponseLine> {
  const source = pipeline(createReadStream(path, { end: bytes - 1 }), decompressor('zstd'), () => {});
  async function* chunks(): AsyncGenerator<Buffer> {
    for await (const chunk of source) yield chunk as Buffer;
  }
  yield* readResponseLines(path, await readText(path, chunks(), { isWhole: true }));
}

/** The reasons for disk errors of SQLite, by error code. */
const SQLITE_REASONS: ReadonlyMap<number, string> = new Map([
  [10, 'the disk reports an error'],
  [13, 'the disk is full'],
  [8, 'the file system is read-only'],
]);

/** Returns the reason if an error of SQLite is a disk error; undefined for other errors. */
export function sqliteReason(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('errcode' in error)) return undefined;
  return SQLITE_REASONS.get(Number(error.errcode) & 0xff);
}
