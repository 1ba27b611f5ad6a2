import { connect, type Socket } from 'node:net';
import { until } from '../fixtures/until.ts';

/** A connection on which the service has read the beginning of a request. */
export interface Halfway {
  readonly socket: Socket;
  /** What came since then. */
  readonly received: () => string;
  readonly closed: Promise<void>;
}

const FIRST = 'GET /livez HTTP/1.1\r\nHost: a\r\n\r\n';
const ANSWERED = '{"status":"live"}';

/** Whether nobody listens on a port. */
export function isRefused(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('connect', () => resolve(socket.destroy() === undefined));
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'ECONNREFUSED'));
  });
}

/** Opens a connection and sends the beginning of a request behind a whole one: when that is answered, both were read. */
export async function openHalfway(port: number, beginning: string): Promise<Halfway> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  let text = '';
  socket.on('data', (bytes) => (text += bytes.toString('latin1')));
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
  socket.write(FIRST + beginning);
  await until(
    () => `the service answers: ${text}`,
    () => text.includes(ANSWERED),
  );
  return { socket, received: () => text.slice(text.indexOf(ANSWERED) + ANSWERED.length), closed };
}
