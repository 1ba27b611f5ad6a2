import type { Socket } from 'node:net';
import { byteLength, copyInto, type Chunk } from '../../operations/index.ts';
import type { FilePart } from '../file-body.ts';
import type { HeaderTemplate } from '../header-template.ts';
import type { RequestListener, ServiceResponse } from '../http.ts';
import { COPIED_BYTES_MAX, bytesOf, writeFilePart, writePieces } from './large-body.ts';
import { PlainRequest } from './plain-request.ts';
import type { Silence } from './silence.ts';

export interface PlainOptions {
  readonly handle: RequestListener;
  /** Takes over a paused connection and all its bytes that have not been answered. */
  readonly handOver: (socket: Socket, silence: Silence) => void;
  /** Takes over a connection on which no request arrived in time. */
  readonly onSilent: (socket: Socket) => void;
}

const HEAD_END = '\r\n';

/**
 * A connection that answers plain requests, of which each arrives whole in one read. At the first byte of anything else it hands the
 * connection over, unanswered bytes included, and never takes it back.
 */
export class PlainConnection {
  readonly #socket: Socket;
  readonly #silence: Silence;
  readonly #options: PlainOptions;
  #response: PlainResponse | undefined;
  #isReleased = false;
  /** Bytes that arrived before the response was sent. Reading is paused while there are any. */
  #waiting: Buffer | undefined;
  readonly #onData = (bytes: Buffer): void => this.#read(bytes);
  readonly #onEnd = (): void => {
    if (this.#response === undefined) this.#socket.destroySoon();
    else this.#response.shouldKeepAlive = false;
  };
  // Without a listener, an error of the connection would end the process.
  readonly #onError = (): void => void this.#socket.destroy();

  constructor(socket: Socket, silence: Silence, options: PlainOptions) {
    this.#silence = silence;
    this.#options = options;
    this.#socket = socket.on('data', this.#onData).on('end', this.#onEnd).on('error', this.#onError);
  }

  /** Ends the connection if the client has been silent for too long. To be called once a second. */
  check(): void {
    if (this.#isReleased || !this.#silence.isOver(this.#response !== undefined)) return;
    if (this.#socket.bytesRead > 0) this.#socket.destroy();
    else {
      this.#release();
      this.#options.onSilent(this.#socket);
    }
  }

  get bytesUnsent(): number {
    return this.#socket.writableLength;
  }

  /** Whether no request is being answered, and the last response has been sent. */
  get isIdle(): boolean {
    return this.#response === undefined && this.#socket.writableLength === 0;
  }

  #read(bytes: Buffer): void {
    const socket = this.#socket;
    if (this.#response !== undefined) {
      this.#waiting = this.#waiting === undefined ? bytes : Buffer.concat([this.#waiting, bytes]);
      socket.pause();
      return;
    }
    // The connection of a client that sends requests without reading the responses goes to `NodeConnection`, which reads the next request
    // when this response has been taken.
    const request = socket.writableLength > 0 ? undefined : PlainRequest.read(bytes, socket);
    if (request === undefined) {
      this.#release();
      socket.pause();
      socket.unshift(bytes);
      this.#options.handOver(socket, this.#silence);
      return;
    }
    this.#silence.restart();
    this.#response = new PlainResponse(socket, (shouldKeepAlive) => this.#next(shouldKeepAlive));
    this.#options.handle(request, this.#response);
  }

  #next(shouldKeepAlive: boolean): void {
    this.#response = undefined;
    if (!shouldKeepAlive) {
      this.#socket.destroySoon();
      return;
    }
    const waiting = this.#waiting;
    if (waiting === undefined) return;
    this.#waiting = undefined;
    this.#socket.resume();
    this.#read(waiting);
  }

  #release(): void {
    this.#isReleased = true;
    this.#socket.off('data', this.#onData).off('end', this.#onEnd).off('error', this.#onError);
  }
}

class PlainResponse implements ServiceResponse {
  isSent = false;
  shouldKeepAlive = true;
  readonly #socket: Socket;
  readonly #onSent: (shouldKeepAlive: boolean) => void;

  constructor(socket: Socket, onSent: (shouldKeepAlive: boolean) => void) {
    this.#socket = socket;
    this.#onSent = onSent;
  }

  get isAbandoned(): boolean {
    return this.#socket.destroyed || this.#socket.readableEnded;
  }

  send(head: HeaderTemplate, lines: string, body: readonly Chunk[]): void {
    this.isSent = true;
    const start = head.bytes(this.shouldKeepAlive);
    const bodyAt = start.length + lines.length + HEAD_END.length;
    const bodyBytes = byteLength(body);
    const isLarge = bodyBytes > COPIED_BYTES_MAX;
    const bytes = responseMemory.take(isLarge ? bodyAt : bodyAt + bodyBytes);
    bytes.set(start, 0);
    bytes.write(lines + HEAD_END, start.length, 'latin1');
    if (isLarge) {
      this.#sendLarge(Buffer.from(bytes), bytesOf(body));
      return;
    }
    copyInto(bytes, bodyAt, body);
    this.#socket.write(bytes);
    if (this.#socket.writableLength > 0) responseMemory.keep(bytes.length);
    this.#onSent(this.shouldKeepAlive);
  }

  sendFile(head: HeaderTemplate, lines: string, part: FilePart): void {
    this.isSent = true;
    this.#socket.write(Buffer.concat([head.bytes(this.shouldKeepAlive), Buffer.from(lines + HEAD_END, 'latin1')]));
    writeFilePart(this.#socket, part, () => this.#onSent(this.shouldKeepAlive));
  }

  /** The head and the first piece are sent together. */
  #sendLarge(head: Uint8Array, body: Uint8Array): void {
    this.#socket.cork();
    this.#socket.write(head);
    writePieces(this.#socket, body, () => this.#onSent(this.shouldKeepAlive));
    this.#socket.uncork();
  }

  destroy(): void {
    this.#socket.destroy();
  }
}

const RESPONSE_MEMORY_BYTES = 64 * 1024;

/**
 * Memory in which responses are assembled. The system copies a response during the write, so the next response uses the same bytes, which
 * are in the processor cache: a write costs a quarter less than from new memory. If the system could not take a response whole, its bytes
 * are kept until the client has read them.
 */
class ResponseMemory {
  #bytes = Buffer.allocUnsafeSlow(RESPONSE_MEMORY_BYTES);
  #start = 0;

  /** Memory for one response, which must be written before the next call. */
  take(length: number): Buffer {
    if (this.#start + length > RESPONSE_MEMORY_BYTES) {
      this.#bytes = Buffer.allocUnsafeSlow(RESPONSE_MEMORY_BYTES);
      this.#start = 0;
    }
    return this.#bytes.subarray(this.#start, this.#start + length);
  }

  keep(length: number): void {
    this.#start += length;
  }
}

const responseMemory = new ResponseMemory();
