import { connect, type Socket } from 'node:net';
import { until } from '../fixtures/until.ts';

/** A connection on which the service has read an incomplete request. */
export interface Halfway {
  readonly socket: Socket;
  /** Returns the bytes received since then. */
  readonly received: () => string;
  readonly closed: Promise<void>;
}

const FIRST = 'GET /livez HTTP/1.1\r\nHost: a\r\n\r\n';
const ANSWERED = '{"status":"live"}';

/** Returns whether a port refuses connections. */
export function isRefused(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('connect', () => resolve(socket.destroy() === undefined));
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'ECONNREFUSED'));
  });
}

/**
 * Opens a connection and sends a complete request and the beginning of another. The response to the complete request proves that the
 * service has read both.
 */
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
