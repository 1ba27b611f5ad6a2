import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Where the head of every request that Node accepts ends. */
const HEAD_END = '\r\n\r\n';
const TAIL_CHARS = HEAD_END.length - 1;

/**
 * A connection that Node reads, one request at a time. Node makes a request and a response of every head in 64 KB that it has read,
 * however few of the answers are taken. Here Node is given bytes up to the end of one head, then those of its body if the service reads
 * it, and more when that request is answered and the system has taken the answer. The rest waits as the bytes that came, of which the socket reads no more than 64 KB ahead.
 */
export class NodeConnection {
  readonly #socket: Socket;
  readonly #giveNode: (bytes: Buffer) => void;
  readonly #endNode: () => void;
  /** The last characters given to Node, since the last end of a head: one may lie across two reads. */
  #tail = '';
  /** Requests that Node has made and that are not answered. */
  #requests = 0;
  /** The request whose body the service reads. */
  #reading: IncomingMessage | undefined;
  /** Whether bytes wait, and whether the client has ended its side behind them. */
  #isHeld = false;
  #isEnded = false;
  readonly #onAnswered = (): void => {
    this.#requests--;
    this.#next();
  };

  /** Takes over what `socket` reads from the listeners that Node's server has just added. */
  constructor(socket: Socket) {
    this.#socket = socket;
    const giveNode = socket.listeners('data').at(-1) as ((bytes: Buffer) => void) | undefined;
    const endNode = socket.listeners('end').at(-1) as (() => void) | undefined;
    if (giveNode === undefined || endNode === undefined)
      throw new Error('Node does not listen to a socket of its server');
    this.#giveNode = giveNode;
    this.#endNode = endNode;
    socket.off('data', giveNode).on('data', (bytes: Buffer) => this.#read(bytes));
    socket.off('end', endNode).on('end', () => {
      this.#isEnded = true;
      this.#next();
    });
  }

  /** Whether a request is being answered, or its answer waits to be taken. */
  get isAnswering(): boolean {
    return this.#requests > 0 || this.#socket.writableLength > 0;
  }

  /** Notes that Node has made a request. */
  begin(response: ServerResponse): void {
    this.#requests++;
    response.once('close', () => {
      // All requests that came at once would be answered before the event loop turns to another connection.
      if (this.#isHeld) setImmediate(this.#onAnswered);
      else this.#onAnswered();
    });
  }

  /** Gives Node the body of a request that is not answered yet. */
  giveBody(request: IncomingMessage): void {
    this.#reading = request;
    this.#release();
  }

  /** Whether Node may have more bytes. A body ends with a part or inside one, so that at most one more request begins before the answer. */
  get #mayGive(): boolean {
    return this.#requests === 0 || this.#reading?.complete === false;
  }

  #release(): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    this.#socket.resume();
  }

  #next(): void {
    if (this.#requests > 0) return;
    this.#reading = undefined;
    this.#release();
    // Tell Node last: once it knows that the client has ended, it sends no more responses.
    if (this.#isEnded && this.#socket.writable) this.#endNode();
  }

  #read(bytes: Buffer): void {
    let at = 0;
    // What comes behind the last answer is read and dropped, so that the end of the connection is noticed.
    while (at < bytes.length && this.#mayGive && this.#socket.writable) {
      const end = this.#endOfPart(bytes, at);
      this.#giveNode(bytes.subarray(at, end));
      at = end;
    }
    if (at === bytes.length || !this.#socket.writable) return;
    this.#isHeld = true;
    this.#socket.pause();
    this.#socket.unshift(bytes.subarray(at));
  }

  /**
   * Where the first head behind `start` ends; the end of the bytes where none does. A false match inside a body is harmless: the
   * bytes are only divided once more.
   */
  #endOfPart(bytes: Buffer, start: number): number {
    const across = (this.#tail + bytes.toString('latin1', start, start + TAIL_CHARS)).indexOf(HEAD_END);
    const at = across < 0 ? bytes.indexOf(HEAD_END, start, 'latin1') : start + across - this.#tail.length;
    if (across >= 0 || at >= 0) {
      this.#tail = '';
      return at + HEAD_END.length;
    }
    const rest = bytes.toString('latin1', Math.max(start, bytes.length - TAIL_CHARS));
    this.#tail = (this.#tail + rest).slice(-TAIL_CHARS);
    return bytes.length;
  }
}
