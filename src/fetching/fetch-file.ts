import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Lock, compressionNamed, compressionOfFile, renameSynced, writeWhole } from '../files/index.ts';
import { fetchedPath, readFetched, type Download, type FetchedFile } from '../importer/index.ts';
import { InputError, quoteValue } from '../model/index.ts';
import { Interrupted, get, persist } from './http.ts';
import { BrokenOff, receive } from './receive.ts';

export interface FetchOptions {
  /** The folder the file is kept in; it is made where it is not there. */
  readonly into: string;
  readonly signal: AbortSignal;
  /** Told as bytes come: how many there are, and how many there will be, where the server says. */
  onProgress?(bytes: number, bytesTotal: number | undefined): void;
  /** The wait before the second attempt, in milliseconds; a second by default. */
  readonly firstWaitMs?: number;
}

/** What a fetch did: the path of the current file, and whether it is another than before. */
export interface FetchOutcome {
  readonly path: string;
  readonly changed: boolean;
}

/**
 * Downloads a file unless the one at hand is still the current one (`If-None-Match`, `If-Modified-Since`). What a break
 * leaves is gone on with (`Range`, `If-Range`), in this call or in a later one. The file takes its name when its length, and
 * its checksum where one is published, are right; until then, and after any failure, the old one stays.
 * @throws {InputError} where the file cannot be had or is not what was announced
 */
export async function fetchFile(download: Download, options: FetchOptions): Promise<FetchOutcome> {
  const { into, signal, firstWaitMs } = options;
  if (!/^[\w.-]+$/.test(download.name)) throw new Error(`${quoteValue(download.name)} is no plain file name`);
  await mkdir(into, { recursive: true });
  const path = join(into, download.name);
  await using _ = await Lock.take(
    join(into, `.${download.name}.lock`),
    (reason) => new InputError(`Cannot download ${quoteValue(path)}: ${reason}`),
  );
  const known = await knownFile(path, download.url);
  const broken = new BrokenOff(join(into, `.${download.name}.partial`));
  const fetched = await persist(
    download.url,
    signal,
    async (onProgress) => attempt(download, broken, known, { ...options, onAdvance: onProgress }),
    firstWaitMs,
  );
  if (fetched === undefined) return { path, changed: false };
  try {
    await check(download, broken.path, fetched);
  } catch (error) {
    await broken.discard();
    throw error;
  }
  renameSynced(broken.path, path);
  await writeWhole(fetchedPath(path), `${JSON.stringify(fetched)}\n`);
  await broken.discard();
  return { path, changed: true };
}

/** The record of the file at hand, where it is whole and of this address. */
async function knownFile(path: string, url: string): Promise<FetchedFile | undefined> {
  const bytes = await stat(path).then(
    ({ size }) => size,
    () => undefined,
  );
  // A record that cannot be read is as good as none: the file is fetched anew.
  const fetched = bytes === undefined ? undefined : await readFetched(path).catch(() => undefined);
  return fetched?.bytes === bytes && fetched?.url === url ? fetched : undefined;
}

interface Attempt extends FetchOptions {
  /** Told how many bytes there are, so that attempts that lead nowhere are counted. */
  onAdvance(bytes: number): void;
}

/** One attempt to get the whole file; undefined where the one at hand is the current one. */
async function attempt(
  download: Download,
  broken: BrokenOff,
  known: FetchedFile | undefined,
  options: Attempt,
): Promise<FetchedFile | undefined> {
  const begun = await broken.begun(download.url);
  // Bytes must be counted as they lie in the file, so no compression on the way.
  const headers: Record<string, string> = { 'accept-encoding': 'identity', accept: download.accept ?? '*/*' };
  if (begun !== undefined) {
    headers['range'] = `bytes=${begun.bytes}-`;
    headers['if-range'] = begun.validator;
  } else if (known !== undefined) {
    if (known.etag !== undefined) headers['if-none-match'] = known.etag;
    if (known.last_modified !== undefined) headers['if-modified-since'] = known.last_modified;
  }
  const response = await get(download.url, headers, options.signal);
  if (response.status === 304) {
    if (known !== undefined) return undefined;
    throw new InputError(
      `Cannot download ${quoteValue(download.url)}: the server answered 304, and no file is at hand`,
    );
  }
  if (response.status === 416) {
    await response.body?.cancel();
    await broken.discard();
    throw new Interrupted('the server cannot go on where the download broke off');
  }
  if (/^text\/html\b/.test(response.headers.get('content-type') ?? '') && !/\.html?$/.test(download.name)) {
    // A page that says sorry, sent as if it were the file.
    await response.body?.cancel();
    throw new InputError(
      `Cannot take ${quoteValue(download.url)}: the server sends a page (text/html); the file at hand stays`,
    );
  }
  return receive(response, { url: download.url, broken, begun: response.status === 206 ? begun : undefined, options });
}

/** Compares the bytes with what the catalogue, the name and the answer announced. */
async function check(download: Download, path: string, fetched: FetchedFile): Promise<void> {
  const refuse = (reason: string): never => {
    throw new InputError(`Cannot take ${quoteValue(download.url)}: ${reason}; the file at hand stays`);
  };
  if (fetched.bytes === 0) refuse('it is empty');
  if (download.bytes !== undefined && download.bytes !== fetched.bytes) {
    refuse(`it has ${fetched.bytes} bytes, the catalogue says ${download.bytes}`);
  }
  const named = compressionNamed(download.name);
  if (named !== undefined && named !== (await compressionOfFile(path))) {
    // An error page, sent as if it were the file.
    refuse(`its bytes are not those of a ${download.name.slice(download.name.lastIndexOf('.'))} file`);
  }
  if (download.checksum === undefined) return;
  const { algorithm, hex } = download.checksum;
  const hash = createHash(algorithm);
  await pipeline(createReadStream(path), hash);
  const found = hash.digest('hex');
  if (found !== hex.toLowerCase()) refuse(`its ${algorithm} is ${found}, the catalogue says ${hex}`);
}
