import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import {
  Lock,
  compressionNamed,
  compressionOfFile,
  diskReason,
  makeFolder,
  renameSynced,
  withPath,
  writeWhole,
} from '../files/index.ts';
import {
  FieldFault,
  fetchedPath,
  readFetched,
  type Download,
  type FetchedFile,
  type PreparedFile,
} from '../importer/index.ts';
import { InputError, counted, quoteValue } from '../model/index.ts';
import { fetchJson } from './fetch-page.ts';
import { loadFtp } from './ftp/load-ftp.ts';
import type { HttpClient } from './http.ts';
import { PartialDownload, receive, type Attempt } from './partial-download.ts';
import { RetryableError } from './retry.ts';

export interface FetchOptions {
  /** The folder of the file. It is created if it does not exist. */
  readonly into: string;
  readonly client: HttpClient;
  /** Called with the number of received bytes, and with the total number if the server states it. */
  onProgress?(bytes: number, bytesTotal: number | undefined): void;
}

/** The path of the current file, and whether this fetch replaced it. */
export interface FetchOutcome {
  readonly path: string;
  readonly changed: boolean;
}

/** Makes the folder of a file and locks the file. @throws {InputError} if another run has the lock */
export async function lockFile(name: string, into: string): Promise<Lock> {
  if (!/^[\w.-]+$/.test(name)) throw new Error(`${quoteValue(name)} is not a plain file name`);
  makeFolder(into);
  return await Lock.take(
    join(into, `.${name}.lock`),
    (reason) => new InputError(`Cannot download ${quoteValue(join(into, name))}: ${reason}`),
  );
}

/**
 * Downloads a file unless the file on disk is current (`If-None-Match`, `If-Modified-Since`). This call or a later call resumes a
 * broken download (`Range`, `If-Range`); on a full disk its part is removed. The file is renamed after its length was checked. After any
 * failure the old file stays.
 * @throws {InputError} if the server does not send the file, or sends one that differs from what it announced
 */
export async function fetchFile(download: Download, options: FetchOptions): Promise<FetchOutcome> {
  const { into, client } = options;
  const path = join(into, download.name);
  await using _ = await lockFile(download.name, into);
  const current = await currentFile(path, download.url);
  const partial = new PartialDownload(join(into, `.${download.name}.partial`));
  const bytesMax = download.bytesMax ?? client.limits.fileBytes;
  const once = download.url.startsWith('ftp:') ? (await loadFtp(download.url)).fetchFtpOnce : fetchOnce;
  try {
    const fetched = await client.retry(download.url, client.limits.fileMs, (signal, onAdvance) => {
      const onProgress: Attempt['onProgress'] = (bytes, total) => {
        onAdvance(bytes);
        options.onProgress?.(bytes, total);
      };
      return once({ ...download, bytesMax, partial, current, client, signal, onProgress });
    });
    if (fetched === undefined) {
      // A process that was killed at the end of its download left the record of it.
      await partial.discard();
      return { path, changed: false };
    }
    await check(download, partial, fetched);
    renameSynced(partial.path, path);
    await writeWhole(fetchedPath(path), `${JSON.stringify(fetched)}\n`);
    await partial.discard();
    return { path, changed: true };
  } catch (error) {
    if (diskReason(error) === undefined) throw error;
    // The part that has arrived would keep the disk full.
    await partial.discard();
    throw withPath(error, path);
  }
}

/**
 * Requests that a server makes a file, and downloads it from the address in the response. If a file of this name exists, it is not
 * requested again.
 * @throws {InputError} if the server does not send the address or the file
 */
export async function fetchPrepared(prepared: PreparedFile, options: FetchOptions): Promise<FetchOutcome> {
  const { name, url: prepare } = prepared;
  const path = join(options.into, name);
  if (existsSync(path)) return { path, changed: false };
  const headers = { accept: 'application/json', 'x-requested-with': 'XMLHttpRequest' };
  const url = await fetchJson({ url: prepare, headers }, options.client, (response) => {
    try {
      return prepared.address(response);
    } catch (error) {
      if (!(error instanceof FieldFault)) throw error;
      throw new RetryableError(`the response has no address of the file: ${error.field} ${error.message}`);
    }
  });
  return fetchFile({ ...prepared, url }, options);
}

/** Returns the record of the file on disk, if the file is complete and from this address. */
export async function currentFile(path: string, url: string): Promise<FetchedFile | undefined> {
  const bytes = await stat(path).then(
    ({ size }) => size,
    () => undefined,
  );
  // Without a readable record the file is downloaded again.
  const fetched = bytes === undefined ? undefined : await readFetched(path).catch(() => undefined);
  return fetched?.bytes === bytes && fetched?.url === url ? fetched : undefined;
}

/** Tries once to download the file. Returns undefined if the file on disk is current. */
async function fetchOnce(attempt: Attempt): Promise<FetchedFile | undefined> {
  const { url, name, accept = '*/*', partial, current, client, signal } = attempt;
  const resumable = await partial.resumable(url);
  // A range counts the bytes of the file, so the transfer must not compress them.
  const headers: Record<string, string> = { 'accept-encoding': 'identity', accept };
  if (resumable !== undefined) {
    headers['range'] = `bytes=${resumable.bytes}-`;
    headers['if-range'] = resumable.validator;
  } else if (current !== undefined) {
    if (current.etag !== undefined) headers['if-none-match'] = current.etag;
    if (current.last_modified !== undefined) headers['if-modified-since'] = current.last_modified;
  }
  const response = await client.send({ url, headers }, signal);
  if (response.status === 304) {
    if (current !== undefined) return undefined;
    throw new InputError(
      `Cannot download ${quoteValue(url)}: the server answered 304 (not modified) to an unconditional request`,
    );
  }
  if (response.status === 416) {
    await response.body?.cancel();
    return partial.restart('the server cannot resume the download');
  }
  if (/^text\/html\b/.test(response.headers.get('content-type') ?? '') && !/\.html?$/.test(name)) {
    await response.body?.cancel();
    throw new InputError(`Cannot use ${quoteValue(url)}: the server sent an HTML page; the old file stays`);
  }
  return receive(response, attempt, response.status === 206 ? resumable : undefined);
}

/** Checks the compression of the file against its name, and its size against the catalogue. A wrong file is discarded. */
async function check(download: Download, partial: PartialDownload, fetched: FetchedFile): Promise<void> {
  const refuse = async (reason: string): Promise<never> => {
    await partial.discard();
    throw new InputError(`Cannot use ${quoteValue(download.url)}: ${reason}; the old file stays`);
  };
  if (fetched.bytes === 0) await refuse('it is empty');
  if (download.bytes !== undefined && download.bytes !== fetched.bytes)
    await refuse(`it has ${counted(fetched.bytes, 'byte')}, the catalogue says ${download.bytes}`);
  const named = compressionNamed(download.name);
  // Some servers send an error page instead of the file.
  if (named !== undefined && named !== (await compressionOfFile(partial.path)))
    await refuse(`its content is not that of a ${extname(download.name)} file`);
}
