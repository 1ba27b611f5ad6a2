import type { Socket } from 'node:net';
import type { AnswerHead } from './header-template.ts';
import { InPlaceReading } from './in-place-reading.ts';
import { bytesIn, fill, type Part } from './chunks.ts';
import { PlainRequest, type ServiceRequest } from './plain-request.ts';

/** What an answer is written to: Node's own response, or one that is written without Node's bookkeeping. */
export interface ServiceResponse {
  /** Whether `send` was called. */
  readonly isSent: boolean;
  /** Whether another request may follow over the connection; said to the client in the head. */
  shouldKeepAlive: boolean;
  /**
   * Sends all of the answer. The fields that are its own follow those of the head, and are lines like these. The parts of the body, one
   * behind the other, are copied before this returns.
   */
  send(head: AnswerHead, fields: string, body: readonly Part[]): void;
  destroy(): void;
}

/** Answers one request. */
export type Handle = (request: ServiceRequest, response: ServiceResponse) => void;

/** What a plain connection is given. */
export interface PlainOptions {
  readonly handle: Handle;
  /** Takes over a connection with everything that has not been answered over it; it comes paused. */
  readonly handOver: (socket: Socket) => void;
  /** Told of a connection over which nothing came for too long. */
  readonly onSilent: (socket: Socket) => void;
  /** For how many looks the first request may take to come, and how many are let pass until the next one. */
  readonly firstLooks: number;
  readonly nextLooks: number;
}

/**
 * A connection over which plain requests are answered as they come, each in one piece of bytes and one at a time: what nearly all
 * clients send, at two thirds of what the way through Node's parser, its streams and its timers costs. At the first byte of
 * anything else the connection is handed over, unanswered bytes included, and stays there.
 */
export class PlainConnection {
  /** The connection, which is not the socket that was accepted. */
  readonly socket: Socket;
  readonly #reading: InPlaceReading;
  readonly #options: PlainOptions;
  #answering: PlainResponse | undefined;
  /** What came while a request was answered; more is not read then. */
  #waiting: Buffer | undefined;
  readonly #onEnd = (): void => this.socket.destroySoon();
  // Nothing is left to be done for a client that breaks off; unheard, its error would end the process.
  readonly #onError = (): void => void this.socket.destroy();
  /** A timer a connection, set anew at every request, would cost more than to look at all of them now and then. */
  #looksLeft: number;

  constructor(accepted: Socket, options: PlainOptions) {
    this.#options = options;
    this.#looksLeft = options.firstLooks;
    this.#reading = new InPlaceReading(accepted, (bytes) => this.#take(bytes));
    this.socket = this.#reading.socket.on('end', this.#onEnd).on('error', this.#onError);
  }

  /** Ends it where nothing has come over it for too many looks. */
  look(): void {
    if (--this.#looksLeft > 0) return;
    if (this.socket.bytesRead > 0) this.socket.destroy();
    else {
      this.#leave();
      this.#options.onSilent(this.socket);
    }
  }

  /** Whether nothing is being answered over it, and the last answer has gone out. */
  get isIdle(): boolean {
    return this.#answering === undefined && this.socket.writableLength === 0;
  }

  /** Told by the response that it is complete. */
  answered(willClose: boolean): void {
    this.#answering = undefined;
    if (willClose) {
      this.socket.destroySoon();
      return;
    }
    const waiting = this.#waiting;
    if (waiting === undefined) return;
    this.#waiting = undefined;
    this.socket.resume();
    this.#take(waiting);
  }

  #take(bytes: Buffer): void {
    const socket = this.socket;
    if (this.#answering !== undefined) {
      this.#waiting = Buffer.concat([this.#waiting ?? NOTHING, bytes]);
      socket.pause();
      return;
    }
    // A client that asks on without reading its answers is held back by Node.
    const request = socket.writableLength > 0 ? undefined : PlainRequest.read(bytes, socket);
    if (request === undefined) {
      this.#leave();
      socket.pause();
      socket.unshift(Buffer.from(bytes));
      this.#options.handOver(socket);
      return;
    }
    this.#looksLeft = this.#options.nextLooks;
    this.#answering = new PlainResponse(socket, this);
    this.#options.handle(request, this.#answering);
  }

  #leave(): void {
    this.#reading.stop();
    this.socket.off('end', this.#onEnd).off('error', this.#onError);
  }
}

/** An answer, which goes out in one piece. All that stands in its head is our own, and holds no line breaks. */
class PlainResponse implements ServiceResponse {
  isSent = false;
  shouldKeepAlive = true;
  readonly #socket: Socket;
  readonly #connection: PlainConnection;

  constructor(socket: Socket, connection: PlainConnection) {
    this.#socket = socket;
    this.#connection = connection;
  }

  send(head: AnswerHead, fields: string, body: readonly Part[]): void {
    this.isSent = true;
    const start = head.bytes(this.shouldKeepAlive);
    const bodyAt = start.length + fields.length + HEAD_END.length;
    const bytes = answerMemory.take(bodyAt + bytesIn(body));
    bytes.set(start, 0);
    bytes.write(fields + HEAD_END, start.length, 'latin1');
    fill(bytes, bodyAt, body);
    this.#socket.write(bytes);
    // Nearly always the system has taken all of it by now.
    if (this.#socket.writableLength > 0) answerMemory.leave(bytes.length);
    this.#connection.answered(!this.shouldKeepAlive);
  }

  destroy(): void {
    this.#socket.destroy();
  }
}

const HEAD_END = '\r\n';
const NOTHING = Buffer.alloc(0);

/** As much memory as answers are written in at a time. */
const ANSWER_MEMORY_BYTES = 64 * 1024;

/**
 * The memory that answers are written in. The system copies what it is given, so the next answer can lie in the same place: nothing is
 * taken anew for an answer, and nothing is left to the garbage collector. What the system has not taken whole is left where it
 * lies, until the client has read it.
 */
class AnswerMemory {
  #bytes = Buffer.allocUnsafeSlow(ANSWER_MEMORY_BYTES);
  #at = 0;

  /** Memory for one answer; until it has been handed to the system no other may be taken. */
  take(length: number): Buffer {
    if (length > ANSWER_MEMORY_BYTES) return Buffer.allocUnsafeSlow(length);
    if (this.#at + length > ANSWER_MEMORY_BYTES) {
      this.#bytes = Buffer.allocUnsafeSlow(ANSWER_MEMORY_BYTES);
      this.#at = 0;
    }
    return this.#bytes.subarray(this.#at, this.#at + length);
  }

  /** Leaves what was taken last to the system. */
  leave(length: number): void {
    if (length <= ANSWER_MEMORY_BYTES) this.#at += length;
  }
}

const answerMemory = new AnswerMemory();
