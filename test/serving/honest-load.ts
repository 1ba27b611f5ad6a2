/** Requests that the service must answer correctly, whatever others send: pipelined, from many clients, each response compared. */
import { connect, type Socket } from 'node:net';

/** A request target and the expected body of the response. */
export interface Expected {
  readonly target: string;
  readonly body: Buffer;
}

/** The results of the requests. */
export interface HonestOutcome {
  /** Number of responses with the expected body. */
  answered: number;
  /** Number of responses with status 503, which the service sends when overloaded. */
  shed: number;
  /** Descriptions of all other results; at most a hundred. */
  readonly faults: string[];
  faultCount: number;
}

/** Number of concurrent requests on one connection: browsers and proxies send several before the first response arrives. */
const PIPELINE = 8;
const HEAD_END = Buffer.from('\r\n\r\n');
const LENGTH = /\r\ncontent-length: (\d+)/i;
const FAULTS_SHOWN_MAX = 100;
/** Number of clients in turn: a client sends its next request after a million others, so none reaches its rate limit. */
const CLIENTS = 2 ** 20;

/**
 * Sends requests over a number of connections until `isOver` returns true. `X-Forwarded-For` names the clients, so the service must trust
 * this machine as a proxy.
 */
export class HonestLoad {
  readonly #port: number;
  readonly #expected: readonly Expected[];
  readonly #isOver: () => boolean;
  #sent = 0;
  readonly outcome: HonestOutcome = { answered: 0, shed: 0, faults: [], faultCount: 0 };

  constructor(port: number, expected: readonly Expected[], isOver: () => boolean) {
    this.#port = port;
    this.#expected = expected;
    this.#isOver = isOver;
  }

  async run(connections: number): Promise<void> {
    await Promise.all(Array.from({ length: connections }, () => this.#talk()));
  }

  fault(what: string): void {
    this.outcome.faultCount++;
    if (this.outcome.faults.length < FAULTS_SHOWN_MAX) this.outcome.faults.push(what);
  }

  /** Uses one connection until the load is over and every response has arrived. */
  #talk(): Promise<void> {
    return new Promise((resolve) => {
      const socket = connect(this.#port, '127.0.0.1');
      const waiting: Expected[] = [];
      let rest = Buffer.alloc(0);
      socket.on('connect', () => this.#ask(socket, waiting));
      socket.on('data', (bytes) => {
        rest = this.#take(rest.length === 0 ? bytes : Buffer.concat([rest, bytes]), waiting);
        if (waiting.length <= PIPELINE / 2 && !this.#isOver()) this.#ask(socket, waiting);
        if (waiting.length === 0) socket.end();
      });
      socket.on('error', (error) => this.fault(`a connection broke: ${error.message}`));
      socket.on('close', () => {
        for (const { target } of waiting) this.fault(`"${target}" was never answered`);
        resolve();
      });
    });
  }

  #ask(socket: Socket, waiting: Expected[]): void {
    let text = '';
    while (waiting.length < PIPELINE) {
      const n = this.#sent++;
      const next = this.#expected[n % this.#expected.length];
      if (next === undefined) throw new Error('There is nothing to ask');
      const client = n % CLIENTS;
      waiting.push(next);
      text += `GET ${next.target} HTTP/1.1\r\nHost: honest\r\nX-Forwarded-For: 10.${client >>> 16}.${(client >>> 8) & 255}.${client & 255}\r\n\r\n`;
    }
    socket.write(text, 'latin1');
  }

  /** Compares the complete responses at the start of the bytes. Returns the bytes after them. */
  #take(bytes: Buffer, waiting: Expected[]): Buffer<ArrayBuffer> {
    let at = 0;
    for (;;) {
      const headEnd = bytes.indexOf(HEAD_END, at);
      if (headEnd < 0) break;
      const head = bytes.toString('latin1', at, headEnd);
      const start = headEnd + HEAD_END.length;
      const end = start + Number(LENGTH.exec(head)?.[1] ?? 0);
      if (end > bytes.length) break;
      this.#judge(head, bytes.subarray(start, end), waiting.shift());
      at = end;
    }
    return Buffer.from(bytes.subarray(at));
  }

  #judge(head: string, body: Buffer, expected: Expected | undefined): void {
    const status = head.slice(9, 12);
    if (status === '503' && body.includes('"upstream_busy"') && /\r\nretry-after: /i.test(head)) this.outcome.shed++;
    else if (status !== '200') this.fault(`"${expected?.target}" was answered ${status}: ${body.toString()}`);
    else if (expected?.body.equals(body) === true) this.outcome.answered++;
    else this.fault(`"${expected?.target}" was answered with other data: ${body.toString('utf8', 0, 300)}`);
  }
}
