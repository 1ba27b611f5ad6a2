import type { DoorParts } from '../parts.ts';

/**
 * Serves the tools of the door `mcp` over standard input and output. `onFault` is told of errors that nobody foresaw, and of messages
 * that are none. Returns what ends it.
 */
export async function serveTools(parts: DoorParts, onFault: (error: unknown) => unknown) {
  const [{ serveStdio }, { toolServers }] = await Promise.all([
    import('@modelcontextprotocol/server/stdio'),
    import('./mcp-server.ts'),
  ]);
  return serveStdio(toolServers(parts)(onFault), { onerror: onFault });
}
