import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import type { IdleTimeout } from './idle-timeout.ts';

const HEAD_END = '\r\n\r\n';
const TAIL_CHARS = HEAD_END.length - 1;

/**
 * Milliseconds between two reads of at most 64 KB that are dropped. A client that sends its whole body before it reads must get the response,
 * and the longest body of a door, 336 KB, is through in half a second. Ten such clients cost 100 reads a second. What has not arrived within
 * the time of a request is cut off.
 */
export const DROP_INTERVAL_MS = 100;

/** Number of checks after which a connection that the service has ended is closed, even if the client has not ended its side. */
const CLOSING_CHECKS = 2;

/**
 * A connection that Node's HTTP server reads, as a stream that passes it one request at a time. If Node read the socket, it would make a
 * request and a response for every head in the 64 KB that it has read, however few of the responses the client takes. This stream ends each
 * part that it passes at the end of a head. The next part follows when the request has been answered and the system has accepted the
 * response, or earlier if the service reads the body. The remaining bytes wait here, and the socket is paused.
 */
export class NodeConnection extends Duplex {
  readonly #socket: Socket;
  readonly #idleTimeout: IdleTimeout;
  readonly #onLate: (connection: NodeConnection) => void;
  #waiting: Buffer | undefined;
  /** The last characters of the previous part, because the end of a head may lie across two parts. */
  #tail = '';
  #unanswered = 0;
  #request: IncomingMessage | undefined;
  #isBodyRead = false;
  #hasBegun = false;
  #isWanted = true;
  #isScheduled = false;
  #isEnded = false;
  #closingChecks = 0;

  /** @param onLate receives the connection if its request has not arrived in time */
  constructor(socket: Socket, idleTimeout: IdleTimeout, onLate: (connection: NodeConnection) => void) {
    super({ decodeStrings: false });
    this.#socket = socket;
    this.#idleTimeout = idleTimeout;
    this.#onLate = onLate;
    socket.on('end', () => {
      this.#isEnded = true;
      this.#give();
    });
    socket.on('error', (error) => this.destroy(error));
    socket.on('close', () => this.destroy());
  }

  get remoteAddress(): string | undefined {
    return this.#socket.remoteAddress;
  }

  get isAbandoned(): boolean {
    return this.#isEnded && this.#waiting === undefined;
  }

  /** Whether no request is arriving or being answered, and the last response has gone out. */
  get isIdle(): boolean {
    return !this.#isArriving && this.#unanswered === 0 && this.bytesUnsent === 0;
  }

  get bytesUnsent(): number {
    return this.writableLength;
  }

  /** Notes that Node has made a request. */
  begin(request: IncomingMessage, response: ServerResponse): void {
    this.#unanswered++;
    this.#request = request;
    this.#isBodyRead = false;
    this.#hasBegun = false;
    this.#idleTimeout.restart();
    response.once('close', () => {
      this.#unanswered--;
      this.#giveSoon();
    });
  }

  giveBody(): void {
    this.#isBodyRead = true;
    this.#giveSoon();
  }

  /** Ends the connection if the client has been silent, or has been sending a request, for too long. Call it once a second. */
  check(): void {
    const isLate = this.#idleTimeout.isLate(this.#isArriving);
    const isIdle = this.#idleTimeout.isOver(this.#unanswered > 0);
    const isClosing = this.writableFinished && ++this.#closingChecks >= CLOSING_CHECKS;
    if (!isLate && !isIdle && !isClosing) return;
    const isUnanswered = this.#hasBegun || this.#socket.bytesRead === 0;
    if (isUnanswered && !this.writableEnded) this.#onLate(this);
    else this.destroy();
  }

  get #isArriving(): boolean {
    return this.#hasBegun || this.#request?.complete === false;
  }

  /** Takes bytes of the client, which are valid during the call. */
  receive(bytes: Buffer): void {
    // Bytes behind the last response are dropped, and read only to notice the end of the connection.
    if (this.writableEnded) {
      this.#readLater();
      return;
    }
    this.#waiting = this.#waiting === undefined ? Buffer.from(bytes) : Buffer.concat([this.#waiting, bytes]);
    if (!this.#isScheduled) this.#give();
    if (this.#waiting !== undefined) this.#socket.pause();
  }

  get #isReadingBody(): boolean {
    return this.#isBodyRead && this.#request?.complete === false;
  }

  /** Passes Node the bytes that it may have, after the event loop has turned to other connections. */
  #giveSoon(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#give();
    });
  }

  /** Whether Node drops the next bytes, because they are the body of an answered request. */
  get #isDropping(): boolean {
    return this.#unanswered === 0 && this.#request?.complete === false;
  }

  /** Passes Node a part if no request is being answered, and the parts of a body. */
  #give(): void {
    const hasDropped = this.#isDropping && this.#waiting !== undefined;
    if (this.writableEnded) this.#waiting = undefined;
    if (this.#unanswered === 0) this.#givePart();
    while (this.#isReadingBody && this.#isWanted && this.#waiting !== undefined) this.#givePart();
    if (this.#waiting === undefined && hasDropped && this.#isDropping) this.#readLater();
    else if (this.#waiting === undefined) this.#socket.resume();
    if (this.#unanswered > 0) return;
    // The end of the client's side is passed last, because Node sends no response after it.
    if (this.#waiting === undefined && this.#isEnded) this.push(null);
    else if (this.#waiting !== undefined && this.#isWanted) this.#giveSoon();
  }

  #readLater(): void {
    this.#socket.pause();
    setTimeout(() => this.#socket.resume(), DROP_INTERVAL_MS);
  }

  #givePart(): void {
    const bytes = this.#waiting;
    if (bytes === undefined || !this.#isWanted) return;
    const end = this.#endOfPart(bytes);
    this.#waiting = end === bytes.length ? undefined : bytes.subarray(end);
    this.#hasBegun ||= this.#request?.complete !== false;
    this.#isWanted = this.push(bytes.subarray(0, end));
  }

  /**
   * Returns the offset of the end of the first head; without a head, that of the end of the bytes. A false match inside a body is harmless:
   * it only divides the bytes once more.
   */
  #endOfPart(bytes: Buffer): number {
    const across = (this.#tail + bytes.toString('latin1', 0, TAIL_CHARS)).indexOf(HEAD_END);
    const at = across < 0 ? bytes.indexOf(HEAD_END, 0, 'latin1') : across - this.#tail.length;
    if (at >= 0 || across >= 0) {
      this.#tail = '';
      return at + HEAD_END.length;
    }
    this.#tail = (this.#tail + bytes.toString('latin1', Math.max(0, bytes.length - TAIL_CHARS))).slice(-TAIL_CHARS);
    return bytes.length;
  }

  override _read(): void {
    this.#isWanted = true;
    if (this.#waiting !== undefined) this.#giveSoon();
  }

  override _write(chunk: string | Buffer, encoding: BufferEncoding, callback: (error?: Error | null) => void): void {
    this.#socket.write(chunk, encoding, callback);
  }

  override _writev(
    chunks: { chunk: string | Buffer; encoding: BufferEncoding }[],
    callback: (error?: Error | null) => void,
  ): void {
    this.#socket.cork();
    for (const { chunk, encoding } of chunks.slice(0, -1)) this.#socket.write(chunk, encoding);
    const last = chunks.at(-1);
    if (last === undefined) callback();
    else this.#socket.write(last.chunk, last.encoding, callback);
    this.#socket.uncork();
  }

  override _final(callback: (error?: Error | null) => void): void {
    this.#socket.end(callback);
    this.#give();
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.#socket.destroy();
    callback(error);
  }
}
