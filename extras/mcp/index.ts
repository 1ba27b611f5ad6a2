/**
 * Tools for agents (Model Context Protocol): `openfirma mcp` over standard input and output, and the door `mcp` over HTTP.
 * @module
 */
import type { Extra } from '../../src/extra/index.ts';
import { MCP } from './declaration.ts';

export const mcp: Extra = {
  name: 'mcp',
  commands: {
    mcp: { load: async (readConfig) => (await import('./commands/mcp.ts')).mcpCommand(readConfig) },
  },
  door: {
    declaration: { ...MCP, schemas: async () => (await import('./schemas.ts')).MCP_SCHEMAS },
    page: async () => (await import('./page.ts')).mcpPage,
    open: async (parts) => (await import('./door.ts')).mcpDoor(parts, await parts.doorOf('changes')),
  },
};
