import type { DoorDeclaration } from '../../src/contract/index.ts';

/** The package of the protocol, an optional peer. */
export const MCP_PACKAGE = '@modelcontextprotocol/server';

/** Maximum number of bytes of a message: a call of a tool is a name and a few short texts. */
const BODY_BYTES_MAX = 64 * 1024;

/** Requests that the protocol itself refuses get an error of JSON-RPC. */
const REFUSAL = { contentType: 'application/json', schema: 'McpMessage' } as const;

/** Tools for agents: the Model Context Protocol. */
export const MCP = {
  name: 'mcp',
  letter: 'm',
  title: 'Tools for agents',
  summary: 'Search, matching, companies, officers, numbers and changes as tools of the Model Context Protocol.',
  description:
    'A server of the Model Context Protocol over streamable HTTP, without sessions: each POST has its own response. Its tools only read: `search`, `fetch`, `match_company`, `search_companies`, `get_company`, `company_details`, `list_officers`, `look_up_number`, `changes_of`. Their schemas are those of the API, but for the first three; a problem of the API is a result with `isError` and that problem.',
  version: '1.0.0',
  requests: 120,
  limits: { body_bytes_max: BODY_BYTES_MAX },
  operations: [
    {
      id: 'callMcp',
      method: 'POST',
      path: '/mcp',
      summary: 'Send one message',
      description:
        'One message of JSON-RPC 2.0, as the Model Context Protocol defines it; lists of messages are refused. There is no stream to `GET`. A service on `localhost` takes requests only from pages of this machine.',
      parameters: [],
      body: { schema: 'McpMessage', bytesMax: BODY_BYTES_MAX },
      answer: 'McpMessage',
      others: [
        {
          status: 200,
          description: 'Before revision 2026-07-28 the response is a stream of one event.',
          contentType: 'text/event-stream',
        },
        { status: 202, description: 'A notification, which has no response.' },
        { status: 400, description: 'A message of an unsupported revision.', ...REFUSAL },
        {
          status: 403,
          description: 'A message from another machine to a service on `localhost`.',
          contentType: 'application/problem+json',
          schema: 'Problem',
        },
        {
          status: 406,
          description: '`Accept` must name both `application/json` and `text/event-stream`.',
          ...REFUSAL,
        },
        { status: 415, description: '`Content-Type` must be `application/json`.', ...REFUSAL },
      ],
      problems: ['invalid_request', 'rate_limited', 'upstream_unavailable'],
      example: '/mcp',
      invalidExample: {
        target: '/mcp',
        detail: 'The body of the request must be one message of JSON-RPC 2.0, and is a list of them',
      },
    },
  ],
} as const satisfies DoorDeclaration;
