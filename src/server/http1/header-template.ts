import { STATUS_CODES } from './node-http.ts';

/** Longer than the minute that balancers keep idle connections for, so that it is never the server who hangs up on them. */
export const KEEP_ALIVE_SECONDS = 72;

const KEPT = `Connection: keep-alive\r\nKeep-Alive: timeout=${KEEP_ALIVE_SECONDS}\r\n`;
const CLOSED = 'Connection: close\r\n';

/**
 * The beginning of all answers of one kind: the status, and the header fields that are the same in each of them, as lines `Name: value`
 * that end with a line break. As bytes it is made once a second, and copied for each answer. All that stands in it is our own, and
 * holds no line breaks.
 */
export class AnswerHead {
  readonly status: number;
  readonly fields: string;
  #second = 0;
  #bytes: Uint8Array = NOTHING;

  constructor(status: number, fields: string) {
    this.status = status;
    this.fields = fields;
  }

  /** The bytes of it up to the first field that is another in each answer, date and connection (RFC 9110, 6.6.1 and 7.6.1) included. */
  bytes(shouldKeepAlive: boolean): Uint8Array {
    const second = Math.floor(Date.now() / 1000);
    if (!shouldKeepAlive) return this.#bytesAt(second, CLOSED);
    if (second !== this.#second) {
      this.#bytes = this.#bytesAt(second, KEPT);
      this.#second = second;
    }
    return this.#bytes;
  }

  #bytesAt(second: number, connection: string): Uint8Array {
    const statusLine = `HTTP/1.1 ${this.status} ${STATUS_CODES[this.status] ?? ''}\r\n`;
    const date = `Date: ${new Date(second * 1000).toUTCString()}\r\n`;
    return Buffer.from(statusLine + this.fields + date + connection, 'latin1');
  }
}

const NOTHING = new Uint8Array(0);
