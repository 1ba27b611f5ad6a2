/**
 * Tools for agents (Model Context Protocol): `openfirma mcp` over standard input and output, and the door `mcp` over HTTP.
 * @module
 */
import type { Extra } from '../../src/extra/index.ts';
import type { DoorHandler } from '../../src/server/index.ts';
import { MCP, MCP_PACKAGE } from './declaration.ts';

export const mcp: Extra = {
  name: 'mcp',
  commands: {
    mcp: { load: async (readConfig) => (await import('./commands/mcp.ts')).mcpCommand(readConfig) },
  },
  door: {
    declaration: { ...MCP, schemas: async () => (await import('./schemas.ts')).MCP_SCHEMAS },
    packages: [MCP_PACKAGE],
    page: async () => (await import('./page.ts')).mcpPage,
    open: async (parts) => {
      const changes = await parts.openDoor('changes');
      let handler: Promise<DoorHandler> | undefined;
      // The library of the protocol loads zod, so it is loaded at the first request.
      const load = async (): Promise<DoorHandler> => (await import('./door.ts')).mcpHandler(parts, changes);
      return {
        declaration: MCP,
        handlers: { callMcp: async (request) => await (await (handler ??= load()))(request) },
      };
    },
  },
};
