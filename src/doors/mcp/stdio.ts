import type { DoorParts } from '../parts.ts';

/** A call of a tool is a few short texts; a longer message ends the connection. */
export const STDIO_BYTES_MAX = 10 * 1024 * 1024;

/** Who is told of a connection over standard input and output. */
export interface StdioEvents {
  /** Told of errors that nobody foresaw. */
  readonly onUnforeseen: (error: unknown) => unknown;
  /** Told of what came in, or could not go out, and was left out. */
  readonly onRefused: (error: Error) => unknown;
  /** Told once the connection has ended, from either side. */
  readonly onEnd: () => void;
}

/** Serves the tools of the door `mcp` over standard input and output. Returns what ends it. */
export async function serveTools(parts: DoorParts, { onUnforeseen, onRefused, onEnd }: StdioEvents) {
  const [{ StdioServerTransport, serveStdio }, { toolServers }] = await Promise.all([
    import('@modelcontextprotocol/server/stdio'),
    import('./mcp-server.ts'),
  ]);
  const transport = new StdioServerTransport(process.stdin, process.stdout, { maxBufferSize: STDIO_BYTES_MAX });
  const serving = serveStdio(toolServers(parts)(onUnforeseen), { transport, onerror: onRefused });
  const close = transport.close.bind(transport);
  transport.close = async () => {
    await close();
    onEnd();
  };
  return serving;
}
