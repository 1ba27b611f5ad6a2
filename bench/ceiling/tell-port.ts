import type { Server } from 'node:http';

/** Tells the process that started this one where it listens. */
export function tellPort(server: Server): void {
  const address = server.address();
  process.send?.(typeof address === 'object' ? address?.port : undefined);
  // The channel would keep the process, and it ends with its parent.
  process.once('disconnect', () => process.exit());
}
