import { Type } from 'typebox';

/** A message of the Model Context Protocol, whose own schema says more. */
export const McpMessage = Type.Object(
  {
    jsonrpc: Type.Literal('2.0'),
    id: Type.Optional(Type.Union([Type.String(), Type.Integer(), Type.Null()])),
    method: Type.Optional(Type.String()),
  },
  { description: 'A message of JSON-RPC 2.0: a request, a notification, or the answer to one.' },
);

export const MCP_SCHEMAS = { McpMessage };
