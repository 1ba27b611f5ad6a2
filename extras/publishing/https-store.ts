import { AwsClient } from 'aws4fetch';
import { openAsBlob } from 'node:fs';
import { STATUS_CODES } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { errorCode, factsOfStream, type FileFacts } from '../../src/files/index.ts';
import { InputError, backoffMs, counted, messageOf } from '../../src/model/index.ts';
import { LIST_BYTES_MAX } from './changes/change-list.ts';
import { PART_BYTES, uploadInParts, type StoreRequest } from './multipart-upload.ts';
import { CURRENT_BYTES_MAX, CURRENT_FILE, digestOfText } from './publication.ts';
import { CrossedError, PublishError, UNSTATED_SIZE, type Store, type StoredCurrent } from './store.ts';

/** Keys of an S3-compatible store, or the header `Authorization`. */
export interface StoreCredentials {
  readonly accessKeyId?: string | undefined;
  readonly secretAccessKey?: string | undefined;
  readonly sessionToken?: string | undefined;
  readonly region: string;
  readonly authorization?: string | undefined;
}

/** Maximum milliseconds for an exchange, plus one for each 64 bytes of a file: a slow store must not block the publisher. */
const EXCHANGE_MS = 60_000;
const BYTES_PER_MS = 64;
const EXCHANGE_MS_MAX = 6 * 3_600_000;
/** Factor by which a request to join parts may take longer: S3 takes minutes to join many parts. */
const SLOW_FACTOR = 10;
const ATTEMPTS = 4;
const LAST_MS_MAX = 10_000;
const LIMITS: StoreLimits = { firstWaitMs: 1000, partBytes: PART_BYTES, exchangeMs: EXCHANGE_MS };

/** The header `cache-control` of files that never change, because their names come from their content. */
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** The response status of a store that does not support conditional writes. */
const NOT_IMPLEMENTED = 501;
const WRITES: ReadonlySet<string> = new Set(['PUT', 'POST']);
/** The response statuses if another publisher writes, too: a failed condition, or two conditional writes at once (S3). */
const CROSSED: ReadonlySet<number> = new Set([409, 412]);

/** The error codes of Node for an untrusted certificate. Further attempts would also fail. */
const CERTIFICATE = /CERT|LEAF_SIGNATURE/;

type Fields = Readonly<Record<string, string>>;

/** Limits, for tests. */
export interface StoreLimits {
  readonly firstWaitMs: number;
  /** The size of parts for an S3-compatible store. Smaller files are sent whole. */
  readonly partBytes: number;
  readonly exchangeMs: number;
}

/** A store that is written with PUT over HTTPS. Redirects are refused, so that no other server gets the credentials. */
export class HttpsStore implements Store {
  readonly name: string;
  readonly #signal: AbortSignal;
  readonly #authorization: string | undefined;
  readonly #aws: AwsClient | undefined;
  readonly #limits: StoreLimits;

  constructor(address: string, credentials: StoreCredentials, signal: AbortSignal, limits?: Partial<StoreLimits>) {
    this.name = address.replace(/\/+$/, '');
    this.#signal = signal;
    this.#limits = { ...LIMITS, ...limits };
    this.#authorization = credentials.authorization;
    const { accessKeyId, secretAccessKey, sessionToken, region } = credentials;
    if ((accessKeyId === undefined) !== (secretAccessKey === undefined))
      throw new PublishError(address, 'set both PUBLISH_ACCESS_KEY_ID and PUBLISH_SECRET_ACCESS_KEY');
    if (accessKeyId !== undefined && secretAccessKey !== undefined) {
      const token = sessionToken === undefined ? {} : { sessionToken };
      this.#aws = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', ...token });
    }
  }

  /** A store has no lock; conditional writes prevent publishers from overwriting each other. */
  async lock(): Promise<void> {}

  async current(): Promise<StoredCurrent | undefined> {
    const headers = { 'cache-control': 'no-cache' };
    const response = await this.#send(CURRENT_FILE, { method: 'GET', headers, bytesMax: CURRENT_BYTES_MAX });
    if (response === undefined) return undefined;
    const text = await response.text();
    const tag = response.headers.get('etag') ?? undefined;
    // A weak entity tag never matches (RFC 9110, section 13.1.1).
    return { text, ...(tag?.startsWith('"') === true && { tag }) };
  }

  async replaceCurrent(text: string, before: StoredCurrent | undefined): Promise<void> {
    const headers = { 'content-type': 'application/json', 'cache-control': 'no-cache' };
    const condition: Fields =
      before === undefined ? { 'if-none-match': '*' } : before.tag === undefined ? {} : { 'if-match': before.tag };
    if ((await this.current())?.text !== before?.text) throw new CrossedError(this.name);
    let fault: unknown;
    try {
      const sha256 = digestOfText(text);
      await this.#write(CURRENT_FILE, { method: 'PUT', headers, body: text, sha256, isOnce: true }, condition);
    } catch (error) {
      fault = error;
    }
    // The response may be lost, or the store may ignore conditions: read the result.
    const now = (await this.current())?.text;
    if (now === text) return;
    throw fault ?? new CrossedError(this.name);
  }

  async sizeOf(path: string): Promise<number | undefined> {
    const response = await this.#send(path, { method: 'HEAD' });
    const length = response?.headers.get('content-length');
    return response === undefined ? undefined : length == null ? UNSTATED_SIZE : Number(length);
  }

  async factsOf(path: string, size: number): Promise<FileFacts> {
    const response = await this.#send(path, { method: 'GET', fileBytes: size });
    if (response?.body == null) throw this.#fault(path, 'it has vanished; try again');
    try {
      return await factsOfStream(this.#upTo(size, response.body, path));
    } catch (error) {
      this.#signal.throwIfAborted();
      throw error instanceof InputError ? error : this.#fault(path, reasonOf(error));
    }
  }

  async put(path: string, file: string, facts: FileFacts, replaces: boolean): Promise<void> {
    const headers = { 'content-type': 'application/octet-stream', 'cache-control': IMMUTABLE };
    const condition: Fields = replaces ? {} : { 'if-none-match': '*' };
    const { partBytes } = this.#limits;
    if (this.#aws === undefined || facts.size <= partBytes) {
      const body = await openAsBlob(file);
      await this.#write(path, { method: 'PUT', headers, body, sha256: facts.sha256 }, condition);
      return;
    }
    await uploadInParts(file, facts, {
      name: `${this.name}/${path}`,
      partBytes,
      headers,
      send: (request) => this.#send(path, request),
      write: (request) => this.#write(path, request, condition),
      size: () => this.sizeOf(path),
    });
  }

  async text(path: string): Promise<string | undefined> {
    return await (await this.#send(path, { method: 'GET', bytesMax: LIST_BYTES_MAX }))?.text();
  }

  async putText(path: string, text: string): Promise<void> {
    const headers = { 'content-type': 'application/json', 'cache-control': IMMUTABLE };
    await this.#write(path, { method: 'PUT', headers, body: text, sha256: digestOfText(text) }, {});
  }

  /** A store need not support lists: `current.json` has the generations. */
  async list(): Promise<undefined> {}

  async remove(path: string): Promise<void> {
    await this.#send(path, { method: 'DELETE' });
  }

  async [Symbol.asyncDispose](): Promise<void> {}

  /** Sends a conditional write; repeats it without the condition if the store does not support conditions. */
  async #write(path: string, request: StoreRequest, condition: Fields) {
    for (const conditions of [condition, {}]) {
      const response = await this.#send(path, { ...request, headers: { ...request.headers, ...conditions } });
      if (response?.status !== NOT_IMPLEMENTED) return response;
    }
    throw this.#fault(path, 'the store answered 501');
  }

  /** Sends a request, and repeats it if another attempt may succeed. Returns undefined if the file does not exist. */
  async #send(path: string, sending: StoreRequest): Promise<Response | undefined> {
    for (let attempt = 1; ; attempt++) {
      let reason: string;
      try {
        const response = await this.#exchange(path, sending);
        const { status } = response;
        if (response.ok || (status === NOT_IMPLEMENTED && WRITES.has(sending.method))) return response;
        if (status === 404 && sending.method !== 'PUT') return undefined;
        if (CROSSED.has(status)) throw new CrossedError(this.name);
        // The text that the store sends is untrusted, so it is not shown.
        reason = `the store answered ${status} ${STATUS_CODES[status] ?? ''}`.trim();
        if (status === 401 || status === 403) reason += '; check the settings PUBLISH_…';
        if (status < 500 && status !== 429) throw this.#fault(path, reason);
      } catch (error) {
        if (error instanceof InputError) throw error;
        this.#signal.throwIfAborted();
        reason = reasonOf(error);
        if (CERTIFICATE.test(errorCode(causeOf(error)) ?? ''))
          throw this.#fault(path, `${reason}; NODE_EXTRA_CA_CERTS names the certificate of an authority of your own`);
      }
      if (sending.isOnce === true || attempt >= ATTEMPTS)
        throw this.#fault(path, `${reason}; tried ${counted(attempt, 'time')}`);
      await wait(backoffMs(attempt, { firstMs: this.#limits.firstWaitMs }), undefined, { signal: this.#signal });
    }
  }

  async #exchange(path: string, sending: StoreRequest): Promise<Response> {
    const { method, query, headers = {}, body, sha256, isLast, bytesMax, fileBytes } = sending;
    const url = `${this.name}/${path}${query === undefined ? '' : `?${query}`}`;
    const fields = new Headers(headers);
    if (this.#authorization !== undefined) fields.set('authorization', this.#authorization);
    if (this.#aws !== undefined) {
      if (sha256 !== undefined) fields.set('x-amz-content-sha256', sha256);
      const signed = await this.#aws.sign(url, { method, headers: fields });
      for (const [name, value] of signed.headers) fields.set(name, value);
    }
    const signal =
      isLast === true
        ? AbortSignal.timeout(LAST_MS_MAX)
        : AbortSignal.any([this.#signal, AbortSignal.timeout(this.#deadlineMs(sending))]);
    const response = await fetch(url, {
      method,
      headers: fields,
      signal,
      redirect: 'manual',
      ...(body !== undefined && { body }),
    });
    if (response.ok && fileBytes !== undefined) return response;
    // The body is read here, so that a broken connection counts as a failed attempt.
    if (response.ok && bytesMax !== undefined && response.body !== null)
      return new Response(await buffer(this.#upTo(bytesMax, response.body, path)), response);
    await response.body?.cancel();
    return response;
  }

  #deadlineMs({ isSlow, body, fileBytes = 0 }: StoreRequest): number {
    const bytes = body instanceof Blob ? body.size : fileBytes;
    const { exchangeMs } = this.#limits;
    const ms = (isSlow === true ? SLOW_FACTOR : 1) * exchangeMs + bytes / BYTES_PER_MS;
    return Math.min(EXCHANGE_MS_MAX, Math.ceil(ms));
  }

  /** Yields the chunks of a body; throws if it has more than `bytesMax` bytes. */
  async *#upTo(bytesMax: number, body: AsyncIterable<Uint8Array>, path: string): AsyncGenerator<Uint8Array> {
    let bytes = 0;
    for await (const chunk of body) {
      bytes += chunk.length;
      if (bytes > bytesMax) throw this.#fault(path, `the store sends more than ${bytesMax} bytes`);
      yield chunk;
    }
  }

  #fault(path: string, reason: string): PublishError {
    return new PublishError(`${this.name}/${path}`, reason);
  }
}

function causeOf(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof Error ? error.cause : error;
}

function reasonOf(error: unknown): string {
  const cause = causeOf(error);
  if (cause instanceof Error && cause.name === 'TimeoutError') return 'the store took too long';
  return messageOf(cause);
}
