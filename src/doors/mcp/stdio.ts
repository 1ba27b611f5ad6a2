import { attributionText } from '../../contract/index.ts';
import type { DoorParts } from '../parts.ts';

/**
 * Serves the tools of the door `mcp` over standard input and output. `onFault` is told of errors that nobody foresaw, and of messages
 * that are none. Returns what ends it.
 */
export async function serveTools(parts: DoorParts, onFault: (error: unknown) => unknown) {
  const { serveStdio } = await import('@modelcontextprotocol/server/stdio');
  const [{ mcpServers, instructionsOf }, { toolsOf }, { lookupDoor }, { changesDoor }] = await Promise.all([
    import('./mcp-server.ts'),
    import('./tools.ts'),
    import('../lookup/door.ts'),
    import('../changes/door.ts'),
  ]);
  const { answers, facts, version } = parts;
  const tools = toolsOf(answers, lookupDoor(parts), changesDoor(parts));
  const instructions = instructionsOf(attributionText(facts.dataProvider));
  return serveStdio(mcpServers(tools, { version, instructions }, onFault), { onerror: onFault });
}
