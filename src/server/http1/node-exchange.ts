import type { RequestListener as NodeListener, IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { ByteBuffer } from '../../model/index.ts';
import type { FilePart } from '../file-body.ts';
import type { HeaderTemplate } from '../header-template.ts';
import type { Body, RequestListener, ServiceResponse } from '../http.ts';
import { COPIED_BYTES_MAX, writeFilePart, writePieces } from './large-body.ts';
import { NodeConnection } from './node-connection.ts';
import { readFields } from './request-fields.ts';

/**
 * Makes the listener that passes Node's requests and responses to the service.
 * @param isAwaited whether the clients wait for `100 Continue`, which they get when the body is read. If it never is, Node closes the
 *   connection after the response, because such a client may send the body or not (RFC 9110, section 10.1.1).
 */
export function nodeListener(handle: RequestListener, isAwaited = false): NodeListener {
  return (request, response) => {
    const connection = connectionOf(request);
    connection?.begin(request, response);
    const readBody = (onPiece: (piece: Uint8Array | undefined) => void): (() => void) => {
      if (isAwaited) response.writeContinue();
      connection?.giveBody();
      return readPieces(request, onPiece);
    };
    handle(Object.assign(request, { fields: readFields(request.rawHeaders), readBody }), new NodeResponse(response));
  };
}

/** Returns the connection of a request; undefined if Node itself reads the socket. */
function connectionOf({ socket }: { readonly socket: Duplex }): NodeConnection | undefined {
  return socket instanceof NodeConnection ? socket : undefined;
}

const NO_BYTES = new Uint8Array(0);

function readPieces(request: IncomingMessage, onPiece: (piece: Uint8Array | undefined) => void): () => void {
  const onEnd = (): void => onPiece(NO_BYTES);
  const onBreak = (): void => onPiece(undefined);
  request.on('data', onPiece).once('end', onEnd).once('error', onBreak).once('close', onBreak);
  return () => {
    request.off('data', onPiece).off('end', onEnd).off('close', onBreak).off('error', onBreak);
    // Without a listener, a later error of the connection would end the process.
    request.on('error', () => undefined).resume();
  };
}

class NodeResponse implements ServiceResponse {
  readonly #response: ServerResponse;

  constructor(response: ServerResponse) {
    this.#response = response;
  }

  get isSent(): boolean {
    return this.#response.headersSent;
  }

  get isAbandoned(): boolean {
    const { destroyed, req } = this.#response;
    return destroyed || (connectionOf(req)?.isAbandoned ?? req.socket.readableEnded);
  }

  get shouldKeepAlive(): boolean {
    return this.#response.shouldKeepAlive;
  }

  set shouldKeepAlive(should: boolean) {
    this.#response.shouldKeepAlive = should;
  }

  send(head: HeaderTemplate, lines: string, body: Body): void {
    const response = this.#writeHead(head, lines);
    // Node may keep the bytes, so memory that is reused must be copied.
    const bytes = body instanceof ByteBuffer ? body.copy() : body;
    if (bytes.length <= COPIED_BYTES_MAX || response.req.method === 'HEAD') response.end(bytes);
    else writePieces(response, bytes, () => response.end());
  }

  sendFile(head: HeaderTemplate, lines: string, part: FilePart): void {
    const response = this.#writeHead(head, lines);
    const whole = response.req.method === 'HEAD' ? { ...part, end: part.start } : part;
    writeFilePart(response, whole, () => response.end());
  }

  #writeHead(head: HeaderTemplate, lines: string): ServerResponse {
    const fields = (head.lines + lines).split('\r\n').slice(0, -1);
    const pairs = fields.flatMap((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)]);
    return this.#response.writeHead(head.status, pairs);
  }

  destroy(): void {
    this.#response.destroy();
  }
}
