import {
  createMcpHandler,
  localhostAllowedHostnames,
  validateHostHeader,
  validateOriginHeader,
} from '@modelcontextprotocol/server';
import type { DoorParts } from '../../src/extra/index.ts';
import { ProblemError } from '../../src/operations/index.ts';
import { jsonBody, type Door, type DoorHandler, type DoorRequest } from '../../src/server/index.ts';
import { toolServers } from './mcp-server.ts';

/**
 * Returns the handler of messages over streamable HTTP.
 * @param changes the door `changes` of the service, so that the service and the tools read its files once
 */
export async function mcpHandler(parts: DoorParts, changes: Door): Promise<DoorHandler> {
  const { facts } = parts;
  const toUrl = (id: string): string => `${facts.siteUrl}/companies/${id}`;
  const serversFor = await toolServers({ ...parts, toUrl }, changes);
  const isLocal = LOCAL_HOSTS.includes(new URL(facts.baseUrl).hostname);
  return async (request) => {
    if (isLocal) refuseStrangers(request);
    const parsedBody = jsonBody(request.body);
    // Each request is charged as one message, so a list of messages is refused.
    if (Array.isArray(parsedBody)) throw new ProblemError('invalid_request', LIST_REFUSED);
    let unforeseen: { readonly error: unknown } | undefined;
    const handler = createMcpHandler(
      serversFor((error) => (unforeseen = { error })),
      // Nothing here changes while a client listens, so there is nothing to subscribe to.
      { maxSubscriptions: 0 },
    );
    const response = await handler.fetch(webRequest(facts.baseUrl, request), { parsedBody });
    const body = new Uint8Array(await response.arrayBuffer());
    // The server logs the error and responds as to any other error.
    if (unforeseen !== undefined) throw unforeseen.error;
    const contentType = response.headers.get('content-type');
    return { status: response.status, body, ...(contentType !== null && { contentType }) };
  };
}

const LOCAL_HOSTS = localhostAllowedHostnames();
const LIST_REFUSED = 'The body of the request must be one message of JSON-RPC 2.0, and is a list of them';

/**
 * A service that only this machine uses rejects requests that a foreign page sends through the browser of the user (DNS rebinding). A
 * public service has nothing to protect: any page may read it.
 */
function refuseStrangers({ headers }: DoorRequest): void {
  const [host, origin] = [headers['host'], headers['origin']].map((field) => [field].flat()[0]);
  if (validateHostHeader(host, LOCAL_HOSTS).ok && validateOriginHeader(origin, LOCAL_HOSTS).ok) return;
  throw new ProblemError('invalid_request', 'A service on "localhost" takes messages from this machine only', {
    status: 403,
  });
}

function webRequest(baseUrl: string, { headers, body }: DoorRequest): Request {
  const fields = new Headers();
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) fields.set(name, [value].flat().join(', '));
  return new Request(`${baseUrl}/mcp`, { method: 'POST', headers: fields, body: Buffer.from(body) });
}
