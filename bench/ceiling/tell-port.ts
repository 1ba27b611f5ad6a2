import type { Server } from 'node:net';

/** Sends the port of a server to the parent process, and ends this process when the parent ends. */
export function tellPort(server: Server): void {
  const address = server.address();
  process.send?.(typeof address === 'object' ? address?.port : undefined);
  process.once('disconnect', () => process.exit());
}
