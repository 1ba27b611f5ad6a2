import { open, readFile, rm, stat } from 'node:fs/promises';
import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Response } from 'undici';
import { writeWhole } from '../files/index.ts';
import { present, type Download, type FetchedFile } from '../importer/index.ts';
import { InputError, counted, quoteValue } from '../model/index.ts';
import type { HttpClient } from './http.ts';
import { RetryableError } from './retry.ts';

/** The record of an unfinished download: the address and the validator (RFC 9110, section 8.8) of the file. */
const Resumable = Type.Object({ url: Type.String(), validator: Type.String(), total: Type.Optional(Type.Integer()) });
const resumableRecord = Compile(Resumable);

/** A download that can be resumed, with the number of received bytes. */
export type Resumable = Static<typeof Resumable> & { readonly bytes: number };

/** The file of an unfinished download, and the record beside the file. */
export class PartialDownload {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  get #recordPath(): string {
    return `${this.path}.json`;
  }

  /** Returns the download from this address, if it can be resumed. */
  async resumable(url: string): Promise<Resumable | undefined> {
    try {
      const record: unknown = JSON.parse(await readFile(this.#recordPath, 'utf8'));
      const { size } = await stat(this.path);
      if (resumableRecord.Check(record) && record.url === url && size > 0) return { ...record, bytes: size };
    } catch {
      // Without a readable record the next attempt starts from the first byte.
    }
    return undefined;
  }

  /** Starts from the first byte. A download without a validator cannot be resumed. */
  async start(url: string, validator: string | undefined, total: number | undefined): Promise<void> {
    await this.discard();
    if (validator !== undefined) await writeWhole(this.#recordPath, JSON.stringify({ url, validator, total }));
  }

  /** Discards the bytes, so that the next attempt starts from the first byte. */
  async restart(reason: string): Promise<never> {
    await this.discard();
    throw new RetryableError(reason);
  }

  /**
   * Appends bytes from a server to the first `start` bytes of the file. Returns the length of the file.
   * @param check called with the length before each write; throws if the file is too long
   * @throws {RetryableError} if the connection breaks; the received bytes are kept
   */
  async append(
    chunks: AsyncIterable<Uint8Array>,
    start: number,
    total: number | undefined,
    onProgress: Attempt['onProgress'],
    check: (bytes: number) => Promise<void>,
  ): Promise<number> {
    await using file = await open(this.path, 'a');
    let bytes = start;
    for await (const chunk of chunks) {
      bytes += chunk.length;
      await check(bytes);
      await file.writeFile(chunk);
      onProgress(bytes, total);
    }
    if (total !== undefined && bytes < total)
      throw new RetryableError(`only ${bytes} of ${counted(total, 'byte')} arrived`);
    await file.sync();
    return bytes;
  }

  async discard(): Promise<void> {
    await rm(this.path, { force: true });
    await rm(this.#recordPath, { force: true });
  }
}

/** One attempt to download a file. */
export interface Attempt extends Download {
  /** Maximum size of the file in bytes: an endless stream must not fill the disk. */
  readonly bytesMax: number;
  readonly partial: PartialDownload;
  /** The record of the file on disk. */
  readonly current: FetchedFile | undefined;
  readonly client: HttpClient;
  readonly signal: AbortSignal;
  /** Called with the number of received bytes, and with the total number if the server states it. */
  readonly onProgress: (bytes: number, bytesTotal: number | undefined) => void;
}

/**
 * Writes the body of a response to the file of the unfinished download, and returns the record of the complete file.
 * @param resumed the download that the response resumes; undefined if the response is the whole file
 * @throws {RetryableError} if the connection breaks; the received bytes are kept
 */
export async function receive(response: Response, attempt: Attempt, resumed?: Resumable): Promise<FetchedFile> {
  const { client, url, partial, bytesMax, signal, onProgress } = attempt;
  const { headers } = response;
  const etag = headers.get('etag') ?? undefined;
  const modified = headers.get('last-modified') ?? undefined;
  // A weak entity tag does not guarantee the same bytes (RFC 9110, section 8.8.1), and a range counts compressed bytes.
  const validator = headers.has('content-encoding') ? undefined : etag?.startsWith('"') === true ? etag : modified;
  const total = await totalBytes(response, resumed, partial);
  const refuse = async (reason: string): Promise<never> => {
    await response.body?.cancel().catch(() => {});
    await partial.discard();
    throw new InputError(`Cannot download ${quoteValue(url)}: ${reason}`);
  };
  if (total !== undefined && total > bytesMax)
    await refuse(`the server announces ${counted(total, 'byte')}; its declaration allows ${bytesMax} (bytesMax)`);
  if (resumed === undefined) await partial.start(url, validator, total);
  else if (validator !== undefined && validator !== resumed.validator) {
    await response.body?.cancel().catch(() => {});
    await partial.restart('the file has changed');
  }
  const body = client.readBody(response, signal);
  const bytes = await partial.append(body, resumed?.bytes ?? 0, total, onProgress, async (length) => {
    if (total !== undefined && length > total)
      await refuse(`the server sent more than the ${counted(total, 'byte')} it announced`);
    if (length > bytesMax)
      await refuse(`the server sent more than ${bytesMax} bytes, which its declaration allows (bytesMax)`);
  });
  return {
    url,
    fetched_at: new Date().toISOString(),
    bytes,
    // Without a stated length, a connection that ends early looks like the end of the file.
    is_length_stated: total !== undefined,
    ...present<Pick<FetchedFile, 'etag' | 'last_modified'>>({ etag, last_modified: modified }),
  };
}

/** Returns the length of the whole file, from this response or the first response; undefined if neither states it. */
async function totalBytes(
  response: Response,
  resumed: Resumable | undefined,
  partial: PartialDownload,
): Promise<number | undefined> {
  if (resumed === undefined) {
    const length = response.headers.get('content-length');
    return length === null || response.headers.has('content-encoding') ? undefined : Number(length);
  }
  const range = response.headers.get('content-range') ?? '';
  const [, start, total] = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(range) ?? [];
  const stated = total === undefined || total === '*' ? resumed.total : Number(total);
  if (Number(start) !== resumed.bytes || (resumed.total !== undefined && stated !== resumed.total)) {
    await response.body?.cancel();
    return partial.restart(`requested the bytes from ${resumed.bytes}, but got ${quoteValue(range)}`);
  }
  return stated;
}
