import type { Socket } from 'node:net';
import { ByteBuffer } from '../../model/index.ts';
import type { FilePart } from '../file-body.ts';
import type { HeaderTemplate } from '../header-template.ts';
import { lengthOf, type Body, type RequestListener, type ServiceResponse } from '../http.ts';
import { responseMemory } from './response-memory.ts';
import { COPIED_BYTES_MAX, PIECE_BYTES, writeFilePart, writePieces } from './large-body.ts';
import { PlainRequest } from './plain-request.ts';
import type { IdleTimeout } from './idle-timeout.ts';

export interface PlainOptions {
  readonly handle: RequestListener;
  /** Takes over a connection. The unanswered bytes are valid during the call. */
  readonly handOver: (socket: Socket, idleTimeout: IdleTimeout, bytes: Buffer) => void;
  /** Takes over a connection on which no request arrived in time. */
  readonly onSilent: (socket: Socket) => void;
}

const HEAD_END = '\r\n';

/**
 * A connection that answers plain requests, each of which arrives completely in one read. At the first byte of anything else it hands the
 * connection over, with all unanswered bytes, and never takes it back.
 */
export class PlainConnection {
  readonly #socket: Socket;
  readonly #idleTimeout: IdleTimeout;
  readonly #options: PlainOptions;
  #response: PlainResponse | undefined;
  #isReleased = false;
  /** Bytes that arrived before the response was sent. Reading is paused while there are any. */
  #waiting: Buffer | undefined;
  readonly #onEnd = (): void => {
    if (this.#response === undefined) this.#socket.destroySoon();
    else this.#response.shouldKeepAlive = false;
  };
  // Without a listener, an error of the connection would end the process.
  readonly #onError = (): void => void this.#socket.destroy();

  constructor(socket: Socket, idleTimeout: IdleTimeout, options: PlainOptions) {
    this.#idleTimeout = idleTimeout;
    this.#options = options;
    this.#socket = socket.on('end', this.#onEnd).on('error', this.#onError);
  }

  /** Ends the connection if the client has been silent for too long. Call it once a second. */
  check(): void {
    if (this.#isReleased || !this.#idleTimeout.isOver(this.#response !== undefined)) return;
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

  /** Takes bytes of the client, which are valid during the call. */
  receive(bytes: Buffer): void {
    // The connection ends with the problem of its idle timeout.
    if (this.#isReleased) return;
    const socket = this.#socket;
    if (this.#response !== undefined) {
      this.#waiting = this.#waiting === undefined ? Buffer.from(bytes) : Buffer.concat([this.#waiting, bytes]);
      socket.pause();
      return;
    }
    // If the client sends requests without reading the responses, the connection goes to `NodeConnection`, which reads the next request
    // when this response has been taken.
    const request = socket.writableLength > 0 ? undefined : PlainRequest.read(bytes, socket);
    if (request === undefined) {
      this.#release();
      this.#options.handOver(socket, this.#idleTimeout, bytes);
      return;
    }
    this.#idleTimeout.restart();
    this.#response = new PlainResponse(socket, this);
    this.#options.handle(request, this.#response);
  }

  /** Continues with the next request after a response has been sent. */
  next(shouldKeepAlive: boolean): void {
    this.#response = undefined;
    if (!shouldKeepAlive) {
      this.#socket.destroySoon();
      return;
    }
    const waiting = this.#waiting;
    if (waiting === undefined) return;
    this.#waiting = undefined;
    this.#socket.resume();
    this.receive(waiting);
  }

  #release(): void {
    this.#isReleased = true;
    this.#socket.off('end', this.#onEnd).off('error', this.#onError);
  }
}

class PlainResponse implements ServiceResponse {
  isSent = false;
  shouldKeepAlive = true;
  readonly #socket: Socket;
  readonly #connection: PlainConnection;

  constructor(socket: Socket, connection: PlainConnection) {
    this.#socket = socket;
    this.#connection = connection;
  }

  get isAbandoned(): boolean {
    return this.#socket.destroyed || this.#socket.readableEnded;
  }

  send(head: HeaderTemplate, lines: string, body: Body): void {
    this.isSent = true;
    if (body instanceof ByteBuffer && lengthOf(body) <= PIECE_BYTES) this.#write(head, lines, body);
    else this.#sendBytes(head, lines, body instanceof ByteBuffer ? body.copy() : body);
  }

  #sendBytes(head: HeaderTemplate, lines: string, body: Uint8Array): void {
    const memory = responseMemory.take();
    if (body.length <= COPIED_BYTES_MAX) {
      memory.append(body);
      this.#write(head, lines, memory);
      return;
    }
    // The head and the first piece are sent together.
    this.#socket.cork();
    this.#socket.write(Buffer.concat([head.bytes(this.shouldKeepAlive), Buffer.from(lines + HEAD_END, 'latin1')]));
    writePieces(this.#socket, body, () => this.#connection.next(this.shouldKeepAlive));
    this.#socket.uncork();
  }

  /** Sends a response in one write, the header in front of the body. */
  #write(head: HeaderTemplate, lines: string, body: ByteBuffer): void {
    body.prependAscii(HEAD_END);
    body.prependLatin1(lines);
    body.prepend(head.bytes(this.shouldKeepAlive));
    this.#socket.write(body.written());
    if (this.#socket.writableLength > 0) responseMemory.keep(body);
    this.#connection.next(this.shouldKeepAlive);
  }

  sendFile(head: HeaderTemplate, lines: string, part: FilePart): void {
    this.isSent = true;
    this.#socket.write(Buffer.concat([head.bytes(this.shouldKeepAlive), Buffer.from(lines + HEAD_END, 'latin1')]));
    writeFilePart(this.#socket, part, () => this.#connection.next(this.shouldKeepAlive));
  }

  destroy(): void {
    this.#socket.destroy();
  }
}
