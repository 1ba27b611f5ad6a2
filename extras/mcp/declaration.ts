import type { DoorDeclaration } from '../../src/contract/index.ts';

/** The bounds of a message. */
export const MCP_LIMITS = {
  /** A call of a tool is a name and a few short texts. */
  bodyBytesMax: 64 * 1024,
} as const;

/** Requests that the protocol itself refuses get an error of JSON-RPC. */
const REFUSAL = { contentType: 'application/json', schema: 'McpMessage' } as const;

/** Tools for agents: the Model Context Protocol. */
export const MCP = {
  name: 'mcp',
  letter: 'm',
  title: 'Tools for agents',
  summary: 'Search, companies, officers, numbers and changes as tools of the Model Context Protocol.',
  description:
    'A server of the Model Context Protocol over streamable HTTP, without sessions: each POST is answered by itself. Its tools read and never write: `search_companies`, `get_company`, `list_officers`, `look_up_number`, `list_changes`, `list_company_changes`. Their schemas are those of the API; what the API would answer with a problem is a result with `isError` and that problem.',
  version: '1.0.0',
  requests: 120,
  limits: { body_bytes_max: MCP_LIMITS.bodyBytesMax },
  operations: [
    {
      id: 'callMcp',
      method: 'POST',
      path: '/mcp',
      summary: 'Send one message',
      description:
        'One message of JSON-RPC 2.0, as the Model Context Protocol has it; several at once are refused. There is no stream to `GET`. A service on this machine alone (`localhost`) takes requests from pages of this machine only.',
      parameters: [],
      body: { schema: 'McpMessage', bytesMax: MCP_LIMITS.bodyBytesMax },
      answer: 'McpMessage',
      others: [
        {
          status: 200,
          description: 'Before revision 2026-07-28 the answer is a stream of this one event.',
          contentType: 'text/event-stream',
        },
        { status: 202, description: 'A notification, to which there is no answer.' },
        { status: 400, description: 'A message of a revision that is not spoken.', ...REFUSAL },
        {
          status: 403,
          description: 'A message from elsewhere, to a service on this machine alone.',
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
