import { connect, type Socket } from 'node:net';
import type { Latencies } from './latency.ts';

/** One answer as the load generator sees it. */
export interface Answer {
  readonly status: number;
  readonly head: string;
  readonly body: Buffer;
}

/** What is asked: a target, and the entity tag of a copy that the client has. */
export interface LoadRequest {
  readonly target: string;
  readonly ifNoneMatch?: string | undefined;
}

const HEAD_END = Buffer.from('\r\n\r\n');

/**
 * A connection that sends one request after the other and reads their answers, with as little work as possible: it
 * shares the machine with the server that is measured. It understands what the servers of the bench send: a status, a
 * head with `Content-Length`, a body. Where a server hangs up after its answer and says so, the next request opens a
 * connection of its own.
 */
class Connection {
  readonly #port: number;
  #socket: Socket;
  #received: Buffer = Buffer.alloc(0);
  #onAnswer: ((answer: Answer) => void) | undefined;
  #hangsUp = false;
  /** Told of a connection that breaks while an answer is waited for. */
  onFault: (error: Error) => void = (error) => {
    throw error;
  };

  private constructor(port: number, socket: Socket) {
    this.#port = port;
    this.#socket = socket;
    this.#listen();
  }

  static open(port: number): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1' }, () => {
        socket.off('error', reject);
        resolve(new Connection(port, socket));
      });
      socket.once('error', reject);
    });
  }

  ask(request: string, onAnswer: (answer: Answer) => void): void {
    this.#onAnswer = onAnswer;
    if (this.#hangsUp) this.#reopen();
    this.#socket.write(request, 'latin1');
  }

  close(): void {
    this.#onAnswer = undefined;
    this.#socket.destroy();
  }

  #listen(): void {
    const socket = this.#socket;
    socket.setNoDelay(true);
    socket.on('data', (bytes) => this.#take(bytes));
    socket.on('error', (error) => this.#break(socket, error));
    socket.on('close', () => this.#break(socket, new Error('The server closed a connection amid an answer')));
  }

  #break(socket: Socket, error: Error): void {
    if (this.#onAnswer === undefined || socket !== this.#socket) return;
    this.#onAnswer = undefined;
    this.onFault(error);
  }

  #reopen(): void {
    this.#socket.destroy();
    this.#hangsUp = false;
    this.#socket = connect({ port: this.#port, host: '127.0.0.1' });
    this.#listen();
  }

  #take(bytes: Buffer): void {
    this.#received = this.#received.length === 0 ? bytes : Buffer.concat([this.#received, bytes]);
    const headEnd = this.#received.indexOf(HEAD_END);
    if (headEnd < 0) return;
    const head = this.#received.toString('latin1', 0, headEnd);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
    const end = headEnd + HEAD_END.length + length;
    if (this.#received.length < end) return;
    const body = this.#received.subarray(headEnd + HEAD_END.length, end);
    this.#received = this.#received.subarray(end);
    if (head.includes('Connection: close')) this.#hangsUp = true;
    const onAnswer = this.#onAnswer;
    this.#onAnswer = undefined;
    onAnswer?.({ status: Number(head.slice(9, 12)), head, body });
  }
}

/** A request of a load, without a head of its own: its target, and the address it claims to come from. */
export function requestOf(target: string, client: string, ifNoneMatch?: string): string {
  const field = ifNoneMatch === undefined ? '' : `If-None-Match: ${ifNoneMatch}\r\n`;
  return `GET ${target} HTTP/1.1\r\nHost: bench\r\nX-Forwarded-For: ${client}\r\n${field}\r\n`;
}

/** A different client for each of sixteen million requests, so that no allowance is ever used up. */
export function clientAddress(n: number): string {
  return `10.${(n >>> 16) & 255}.${(n >>> 8) & 255}.${n & 255}`;
}

/** Opens connections to a port of this machine. */
export async function openConnections(port: number, count: number): Promise<Connection[]> {
  return Promise.all(Array.from({ length: count }, () => Connection.open(port)));
}

/** How a load is sent. */
export interface LoadOptions {
  readonly connections: number;
  readonly seconds: number;
  /** Which request comes first, counted on over all loads: it says which client asks, too. */
  readonly first: number;
  /** How many clients ask in turn; by default each request has another one. */
  readonly clients?: number;
  /** Where the time of each answer goes. */
  readonly latencies?: Latencies;
}

/** What a load did. */
export interface LoadOutcome {
  readonly requests: number;
  readonly seconds: number;
  /** Answers by status. */
  readonly statuses: ReadonlyMap<number, number>;
}

/** Sends requests over all connections, one at a time on each, for a number of seconds; after the last comes the first again. */
export async function load(
  port: number,
  requests: readonly LoadRequest[],
  { connections: count, seconds, first, clients = Infinity, latencies }: LoadOptions,
): Promise<LoadOutcome> {
  const connections = await openConnections(port, count);
  const statuses = new Map<number, number>();
  const started = performance.now();
  const until = started + seconds * 1000;
  let sent = 0;
  const run = (connection: Awaited<ReturnType<typeof openConnections>>[number]): Promise<void> =>
    new Promise((resolve, reject) => {
      connection.onFault = reject;
      const next = (now: number): void => {
        if (now >= until) {
          resolve();
          return;
        }
        const n = first + sent++;
        const { target, ifNoneMatch } = requests[n % requests.length] ?? { target: '' };
        connection.ask(requestOf(target, clientAddress(n % clients), ifNoneMatch), ({ status }) => {
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
          const answered = performance.now();
          latencies?.record((answered - now) * 1000);
          next(answered);
        });
      };
      next(performance.now());
    });
  let isRunning = true;
  // The loop never sleeps: waking a sleeping process costs the server more than many a request, on a virtual machine most
  // of all, and a slower server would meet a sleeping client more often.
  const stayAwake = (): void => {
    if (isRunning) setImmediate(stayAwake);
  };
  stayAwake();
  try {
    await Promise.all(connections.map(run));
  } finally {
    isRunning = false;
    for (const connection of connections) connection.close();
  }
  return { requests: sent, seconds: (performance.now() - started) / 1000, statuses };
}

/** Asks each request once, over several connections; the answers come with the request's place, in any order, and are whole. */
export async function askAll(
  port: number,
  requests: readonly LoadRequest[],
  onAnswer: (answer: Answer, place: number) => void,
  connections = 16,
): Promise<void> {
  let sent = 0;
  const asking = (await openConnections(port, connections)).map(
    (connection) =>
      new Promise<void>((resolve, reject) => {
        connection.onFault = reject;
        const next = (): void => {
          const place = sent++;
          const request = requests[place];
          if (request === undefined) {
            connection.close();
            resolve();
            return;
          }
          connection.ask(requestOf(request.target, clientAddress(place), request.ifNoneMatch), (answer) => {
            try {
              onAnswer(answer, place);
              next();
            } catch (error) {
              reject(error);
            }
          });
        };
        next();
      }),
  );
  await Promise.all(asking);
}

/** The header fields of an answer, as they were written. */
export function fieldsOf(head: string): [name: string, value: string][] {
  return head
    .split('\r\n')
    .slice(1)
    .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]);
}
