import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { buffer } from 'node:stream/consumers';

/** Maximum time for a response, in milliseconds. */
const WAIT_MS_MAX = 10_000;

export interface Reply {
  readonly status: number;
  readonly fields: IncomingMessage['headers'];
  readonly body: string;
}

/** The route of a request. `host` replaces the host of its address; `from` is the address of this machine that sends it. */
export interface Route {
  readonly host?: string | undefined;
  readonly from?: string | undefined;
}

/**
 * Sends a GET on a connection of its own. Certificates are not checked, because another check reports them.
 * @throws the error of the system if it cannot connect
 */
export async function get(
  address: string,
  { host, from }: Route = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply> {
  const url = new URL(address);
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const sent = send(url, {
    agent: false,
    headers: { host: url.host, ...headers },
    servername: url.hostname,
    rejectUnauthorized: false,
    signal: AbortSignal.timeout(WAIT_MS_MAX),
    ...(host !== undefined && { host }),
    ...(from !== undefined && { localAddress: from }),
  });
  sent.end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: answer.statusCode ?? 0, fields: answer.headers, body: (await buffer(answer)).toString() };
}
