import type { Eventually } from '../../backend/index.ts';
import type { DoorDeclaration } from '../../contract/index.ts';
import type { FileBody } from '../file-body.ts';
import type { PathParameters } from '../http.ts';

export interface Door {
  readonly declaration: DoorDeclaration;
  /** By the id of the operation. */
  readonly handlers: Readonly<Record<string, DoorHandler>>;
}

/**
 * Answers one request. A thrown error becomes a problem document, as in the operations. The server counts the request and reads its body
 * beforehand, and does the rest afterwards: `HEAD`, the entity tag and 304, header fields, log and metrics.
 */
export type DoorHandler = (request: DoorRequest) => Eventually<DoorAnswer>;

/** Number of tokens of its client's limit that a request has paid before a door gets it. */
export const ARRIVAL_COST = 1;

export interface DoorRequest {
  /** Path and query as they were sent. */
  readonly target: string;
  readonly parameters: PathParameters;
  /** All header fields by name in lower case. */
  readonly headers: NodeJS.Dict<string | string[]>;
  /** The body of a POST, within the bound of its operation; empty for a GET. */
  readonly body: Uint8Array;
  /**
   * Takes more tokens of the client's limit than {@linkcode ARRIVAL_COST}, before the work that they pay for. Throws, or rejects with, the
   * problem `rate_limited` if too few are left.
   */
  readonly charge: (tokens: number) => Eventually<void>;
  /**
   * Waits before each step of long work until the step may run: the steps of all such work take turns in the queue of the worker. Rejects
   * when the client no longer waits, which ends the work.
   */
  readonly turn: () => Promise<void>;
}

export interface DoorAnswer {
  /** Default: 200. */
  readonly status?: number;
  /** Default: `application/json`. */
  readonly contentType?: string;
  /** Bytes that no longer change, or a file, of which ranges can be requested; a file needs a `digest`. */
  readonly body: Uint8Array | FileBody;
  readonly headers?: Readonly<Record<string, string>>;
  /** Default: `public, max-age=60, must-revalidate, stale-while-revalidate=0, stale-if-error=0` for a GET that succeeded, otherwise `no-store`. */
  readonly cacheControl?: string;
  /** The text of the entity tag, in characters of base64url. Default: a digest of the body. */
  readonly digest?: string;
  /** When a file was written, in milliseconds. */
  readonly modifiedMs?: number;
}

/** Makes the answer of a door from a value, as JSON. */
export function jsonAnswer(value: object): DoorAnswer {
  return { body: Buffer.from(JSON.stringify(value)) };
}
