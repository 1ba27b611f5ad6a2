/** Sends one request over and over, from one client over ten connections, in a thread of its own. Counts the responses by status. */
import { connect } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

export interface RefusedLoad {
  readonly port: number;
  readonly request: string;
}

const CONNECTIONS = 10;

const { port, request } = workerData as RefusedLoad;
const bytes = Buffer.from(request, 'latin1');
const statuses: Record<string, number> = {};
let connections = 0;

/** Sends the request again after each response, over a new connection if the old one is closed. */
function attack(): void {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  connections++;
  let received = '';
  let isOver = false;
  const again = (): void => {
    if (isOver) return;
    isOver = true;
    socket.destroy();
    setImmediate(attack);
  };
  socket.on('data', (piece: Buffer) => {
    received += piece.toString('latin1');
    const end = received.indexOf('\r\n\r\n') + 4;
    const [, length] = /\r\ncontent-length: (\d+)/i.exec(received.slice(0, end)) ?? [];
    if (length === undefined || received.length < end + Number(length)) return;
    const status = received.slice(9, 12);
    statuses[status] = (statuses[status] ?? 0) + 1;
    if (/\r\nconnection: close\r\n/i.test(received)) again();
    else {
      received = received.slice(end + Number(length));
      socket.write(bytes);
    }
  });
  socket.on('error', () => undefined).on('close', again);
  socket.write(bytes);
}

parentPort?.on('message', () => parentPort?.postMessage({ statuses, connections }));
for (let i = 0; i < CONNECTIONS; i++) attack();
