import { open, readFile, rm, stat } from 'node:fs/promises';
import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { writeWhole } from '../files/index.ts';
import type { FetchedFile } from '../importer/index.ts';
import { InputError, quoteValue } from '../model/index.ts';
import { Interrupted, SILENCE_MS, SILENT, reasonOf } from './http.ts';

/** The longest file, in bytes. The largest published ones have some 5 GB; a stream without end must not fill the disk. */
const FILE_BYTES_MAX = 64 * 1024 ** 3;

/** What is known of a download that broke off: of which address, and by what the server knows the same file again. */
const Begun = Type.Object({ url: Type.String(), validator: Type.String(), total: Type.Optional(Type.Integer()) });
const begunRecord = Compile(Begun);

/** A download that broke off, and how many bytes of it there are. */
export type Begun = Static<typeof Begun> & { readonly bytes: number };

/** The bytes of a download that is not finished, with a record that lets a later one go on. */
export class BrokenOff {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  get #recordPath(): string {
    return `${this.path}.json`;
  }

  /** What can be gone on with: bytes of this address whose server can tell whether its file is still the same. */
  async begun(url: string): Promise<Begun | undefined> {
    try {
      const record: unknown = JSON.parse(await readFile(this.#recordPath, 'utf8'));
      const { size } = await stat(this.path);
      if (begunRecord.Check(record) && record.url === url && size > 0) return { ...record, bytes: size };
    } catch {
      // Nothing was begun, or its record was cut with it: then the download begins anew.
    }
    return undefined;
  }

  /** Notes what a download that begins now is of. Without a validator a later one cannot go on with it. */
  async begin(url: string, validator: string | undefined, total: number | undefined): Promise<void> {
    await this.discard();
    if (validator !== undefined) await writeWhole(this.#recordPath, JSON.stringify({ url, validator, total }));
  }

  async discard(): Promise<void> {
    await rm(this.path, { force: true });
    await rm(this.#recordPath, { force: true });
  }
}

interface Receiving {
  readonly url: string;
  readonly broken: BrokenOff;
  /** What the answer goes on with; undefined where it is the file from its first byte on. */
  readonly begun: Begun | undefined;
  readonly options: {
    readonly signal: AbortSignal;
    onProgress?(bytes: number, bytesTotal: number | undefined): void;
    onAdvance(bytes: number): void;
  };
}

/**
 * Writes the body of an answer to the file of an unfinished download and returns its record once all bytes are there.
 * @throws {Interrupted} where the connection breaks off; the bytes that came are kept
 */
export async function receive(response: Response, { url, broken, begun, options }: Receiving): Promise<FetchedFile> {
  const { headers } = response;
  const etag = headers.get('etag') ?? undefined;
  const modified = headers.get('last-modified') ?? undefined;
  // A weak entity tag does not promise the same bytes (RFC 9110, section 8.8.1), and bytes that were compressed on the way are
  // not those that a range counts.
  const validator = headers.has('content-encoding') ? undefined : etag?.startsWith('"') === true ? etag : modified;
  let bytes = begun?.bytes ?? 0;
  const total = await totalBytes(response, begun, broken);
  if (begun === undefined) await broken.begin(url, validator, total);
  else if (validator !== undefined && validator !== begun.validator) await beginAnew(broken, 'the file changed');
  await using file = await open(broken.path, 'a');
  for await (const chunk of bodyOf(response, options.signal)) {
    await file.writeFile(chunk);
    bytes += chunk.length;
    if (bytes > (total ?? FILE_BYTES_MAX)) {
      await broken.discard();
      throw new InputError(
        `Cannot download ${quoteValue(url)}: the server sends more than ${total ?? FILE_BYTES_MAX} bytes`,
      );
    }
    options.onAdvance(bytes);
    options.onProgress?.(bytes, total);
  }
  if (total !== undefined && bytes < total) throw new Interrupted(`only ${bytes} of ${total} bytes came`);
  await file.sync();
  return {
    url,
    fetched_at: new Date().toISOString(),
    bytes,
    // A length that nobody stated proves nothing: the connection may have ended early.
    is_length_stated: total !== undefined,
    ...(etag === undefined ? {} : { etag }),
    ...(modified === undefined ? {} : { last_modified: modified }),
  };
}

/** The length of the whole file as the answer, or the one before it, states it; undefined where none does. */
async function totalBytes(
  response: Response,
  begun: Begun | undefined,
  broken: BrokenOff,
): Promise<number | undefined> {
  if (begun === undefined) {
    const length = response.headers.get('content-length');
    return length === null || response.headers.has('content-encoding') ? undefined : Number(length);
  }
  const range = response.headers.get('content-range') ?? '';
  const [, start, total] = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(range) ?? [];
  const stated = total === undefined || total === '*' ? begun.total : Number(total);
  if (Number(start) !== begun.bytes || (begun.total !== undefined && stated !== begun.total)) {
    await response.body?.cancel();
    return await beginAnew(broken, `asked for the bytes from ${begun.bytes} on, got ${quoteValue(range)}`);
  }
  return stated;
}

/** What was begun cannot be gone on with: the next attempt asks for the whole file. */
async function beginAnew(broken: BrokenOff, reason: string): Promise<never> {
  await broken.discard();
  throw new Interrupted(reason);
}

/** The chunks of a body; one that breaks off or stays silent is an interruption. */
async function* bodyOf(response: Response, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const reader = response.body?.getReader();
  if (reader === undefined) return;
  try {
    for (;;) {
      const { value } = await withinSilence(reader.read());
      if (value === undefined) return;
      signal.throwIfAborted();
      yield value;
    }
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof Interrupted || error instanceof InputError
      ? error
      : new Interrupted(reasonOf(error), { cause: error });
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** Waits for the next bytes, but not for ever. */
async function withinSilence<T>(next: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Interrupted(SILENT)), SILENCE_MS);
  try {
    return await Promise.race([next, promise]);
  } finally {
    clearTimeout(timer);
  }
}
