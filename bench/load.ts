import { connect, type Socket } from 'node:net';

/** One answer as the load generator sees it. */
export interface Answer {
  readonly status: number;
  readonly head: string;
  readonly body: Buffer;
}

const HEAD_END = Buffer.from('\r\n\r\n');

/**
 * A connection that sends one request after the other and reads their answers, with as little work as possible: it
 * shares the machine with the server that is measured. It understands what the servers of the bench send: a status, a
 * head with `Content-Length`, a body.
 */
class Connection {
  readonly #socket: Socket;
  #received: Buffer = Buffer.alloc(0);
  #onAnswer: ((answer: Answer) => void) | undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (bytes) => this.#take(bytes));
  }

  ask(request: string, onAnswer: (answer: Answer) => void): void {
    this.#onAnswer = onAnswer;
    this.#socket.write(request, 'latin1');
  }

  close(): void {
    this.#socket.destroy();
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
    const onAnswer = this.#onAnswer;
    this.#onAnswer = undefined;
    onAnswer?.({ status: Number(head.slice(9, 12)), head, body });
  }
}

/** A request of a load, without a head of its own: method, target, and the address it claims to come from. */
export function requestOf(target: string, client: string): string {
  return `GET ${target} HTTP/1.1\r\nHost: bench\r\nX-Forwarded-For: ${client}\r\n\r\n`;
}

/** A different client for each of sixteen million requests, so that no allowance is ever used up. */
export function clientAddress(n: number): string {
  return `10.${(n >>> 16) & 255}.${(n >>> 8) & 255}.${n & 255}`;
}

/** Opens connections to a port of this machine. */
export async function openConnections(port: number, count: number): Promise<Connection[]> {
  const opening = Array.from(
    { length: count },
    () =>
      new Promise<Connection>((resolve, reject) => {
        const socket = connect({ port, host: '127.0.0.1' }, () => resolve(new Connection(socket)));
        socket.on('error', reject);
      }),
  );
  return Promise.all(opening);
}

/** What a load did. */
export interface LoadOutcome {
  readonly requests: number;
  readonly seconds: number;
  /** Answers by status. */
  readonly statuses: ReadonlyMap<number, number>;
}

/**
 * Sends targets over all connections, one request at a time on each, for a number of seconds. `number` makes client
 * addresses differ from those of other loads; they are all different, or `clients` in turn.
 */
export async function load(
  port: number,
  targets: readonly string[],
  options: {
    readonly connections: number;
    readonly seconds: number;
    readonly number: number;
    readonly clients?: number;
  },
): Promise<LoadOutcome> {
  const connections = await openConnections(port, options.connections);
  const statuses = new Map<number, number>();
  const started = performance.now();
  const until = started + options.seconds * 1000;
  let sent = 0;
  const run = (connection: Connection): Promise<void> =>
    new Promise((resolve) => {
      const next = (): void => {
        if (performance.now() >= until) {
          resolve();
          return;
        }
        const n = sent++;
        const target = targets[n % targets.length] ?? '';
        connection.ask(
          requestOf(target, clientAddress(options.number * 4_000_000 + (n % (options.clients ?? Infinity)))),
          ({ status }) => {
            statuses.set(status, (statuses.get(status) ?? 0) + 1);
            next();
          },
        );
      };
      next();
    });
  let isRunning = true;
  // The loop never sleeps: waking a sleeping process costs the server more than many a request, on a virtual machine most
  // of all, and a slower server would meet a sleeping client more often.
  const stayAwake = (): void => {
    if (isRunning) setImmediate(stayAwake);
  };
  stayAwake();
  await Promise.all(connections.map(run));
  isRunning = false;
  const seconds = (performance.now() - started) / 1000;
  for (const connection of connections) connection.close();
  return { requests: sent, seconds, statuses };
}

/** Asks each target once, in order, over one connection. */
export async function askAll(port: number, targets: readonly string[]): Promise<Answer[]> {
  const [connection] = await openConnections(port, 1);
  if (connection === undefined) throw new Error('There is no connection');
  const answers: Answer[] = [];
  for (const [n, target] of targets.entries()) {
    answers.push(
      await new Promise<Answer>((resolve) => {
        connection.ask(requestOf(target, clientAddress(0xf0_0000 + n)), ({ status, head, body }) =>
          resolve({ status, head, body: Buffer.from(body) }),
        );
      }),
    );
  }
  connection.close();
  return answers;
}
