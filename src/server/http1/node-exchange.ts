import type { RequestListener as NodeListener, ServerResponse } from 'node:http';
import { byteLength, concat, type Chunk } from '../chunks.ts';
import type { HeaderTemplate } from '../header-template.ts';
import type { RequestListener, ServiceResponse } from '../http.ts';
import { COPIED_BYTES_MAX, bytesOf, writePieces } from './large-body.ts';
import { readFields } from './request-fields.ts';

/** The listener that gives Node's requests and responses to the service. */
export function nodeListener(handle: RequestListener): NodeListener {
  return (request, response) =>
    handle(Object.assign(request, { fields: readFields(request.rawHeaders) }), new NodeResponse(response));
}

/** A response that Node writes. */
class NodeResponse implements ServiceResponse {
  readonly #response: ServerResponse;

  constructor(response: ServerResponse) {
    this.#response = response;
  }

  get isSent(): boolean {
    return this.#response.headersSent;
  }

  get shouldKeepAlive(): boolean {
    return this.#response.shouldKeepAlive;
  }

  set shouldKeepAlive(should: boolean) {
    this.#response.shouldKeepAlive = should;
  }

  send(head: HeaderTemplate, lines: string, body: readonly Chunk[]): void {
    const fields = (head.lines + lines).split('\r\n').slice(0, -1);
    const pairs = fields.flatMap((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)]);
    const response = this.#response.writeHead(head.status, pairs);
    if (byteLength(body) <= COPIED_BYTES_MAX || response.req.method === 'HEAD') response.end(concat(body));
    else writePieces(response, bytesOf(body), () => response.end());
  }

  destroy(): void {
    this.#response.destroy();
  }
}
