import type { Eventually } from '../backend/index.ts';
import { ByteBuffer } from '../model/index.ts';
import type { FilePart } from './file-body.ts';
import type { HeaderTemplate } from './header-template.ts';
import type { RouteName } from './telemetry/catalog.ts';

/**
 * The header fields of a request that the service reads; undefined if the request lacks the field. Values of one name are joined by commas.
 */
export interface RequestFields {
  host: string | undefined;
  forwardedFor: string | undefined;
  ifNoneMatch: string | undefined;
}

/** A request: Node's own, or one that http1/ has read. */
export interface ServiceRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly httpVersion: string;
  readonly fields: RequestFields;
  /** All header fields by name in lower case; values of one name are joined by commas. */
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly socket: { readonly remoteAddress?: string | undefined };
  /**
   * Reads the body: calls `onPiece` with each piece, then with an empty piece at the end, or with undefined if the body breaks off. Returns
   * a function that stops the reading. Absent if the request has no body. A body is read only if this is called, at most once and before
   * the response.
   */
  readonly readBody?: (onPiece: (piece: Uint8Array | undefined) => void) => () => void;
}

/**
 * A body: memory with room for the header in front; or bytes that no longer change, because they may be sent later, and to several clients.
 */
export type Body = ByteBuffer | Uint8Array;

/** Returns the length of a body in bytes. */
export function lengthOf(body: Body): number {
  return body instanceof ByteBuffer ? body.length - body.start : body.length;
}

/** Where a response is written: Node's own, or a connection of http1/. */
export interface ServiceResponse {
  readonly isSent: boolean;
  /** Whether the client has closed the connection or its side of it. */
  readonly isAbandoned: boolean;
  /** Whether another request may follow on the connection; sent in the head of the response. */
  shouldKeepAlive: boolean;
  /** Sends the whole response: the template, more header lines that each end with CRLF, and the body. */
  send(head: HeaderTemplate, lines: string, body: Body): void;
  /** Sends a part of a file as `send` sends a body, and closes the file. For a HEAD, sends only the head. */
  sendFile(head: HeaderTemplate, lines: string, part: FilePart): void;
  destroy(): void;
}

export type RequestListener = (request: ServiceRequest, response: ServiceResponse) => void;

export interface Context {
  readonly request: ServiceRequest;
  readonly response: ServiceResponse;
  readonly requestId: string;
  /** The name of the handler in the log and in metrics. Responses to a probe are in neither. */
  readonly route: RouteName | 'probe';
  /** Milliseconds of the monotonic clock. */
  readonly startedMs: number;
  /** Whether problems are sent as a page for people instead of JSON. */
  isPage: boolean;
  body: Uint8Array | undefined;
  /** The header lines of the rate limit, set when the request has been counted. */
  rateLimit: string | undefined;
}

export type PathParameters = Readonly<Record<string, string | undefined>>;

/** Answers a request. A thrown, or rejected, error becomes a problem document. */
export type Handler = (context: Context, parameters: PathParameters) => Eventually<void>;
