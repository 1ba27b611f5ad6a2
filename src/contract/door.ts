import type { OpenApiFile } from './openapi-versions.ts';
import { RATE_LIMIT, UPSTREAM_PROBLEMS, limitReached, type OperationParameter } from './operations.ts';
import type { ProblemCode } from './problems.ts';

/** A door: resources beside the three operations of the contract, with a version, a rate limit and an OpenAPI document of their own. */
export interface DoorDeclaration {
  /** Its name in the setting `DOORS`, in `RateLimit-Policy` and in metrics; the first segment of its paths. */
  readonly name: string;
  /** The prefix of its clients in the rate limit: unique among doors, and neither `p` nor `s`. */
  readonly letter: string;
  readonly title: string;
  /** The group of its page for developers: `Data` for copies of the data; by default `Use`. */
  readonly group?: 'Use' | 'Data';
  readonly summary: string;
  readonly description: string;
  /** The version of its interface description; the version of the interface is in its paths. */
  readonly version: string;
  /** Number of requests, or of other units, a minute for each client address. */
  readonly requests: number;
  /** The unit of the rate limit, if not requests; and the cost of a request, in a sentence. */
  readonly unit?: string;
  readonly cost?: string;
  /** Its other limits by name, for programs. */
  readonly limits: Readonly<Record<string, number | Readonly<Record<string, number>>>>;
  readonly operations: readonly DoorOperation[];
  /** Loads those schemas of its responses and bodies that are not in the contract, by name. */
  schemas?(): Promise<Readonly<Record<string, unknown>>>;
}

/** An operation of a door: one method of one path. */
export interface DoorOperation {
  /** Its name in the log and in OpenAPI, unique over all operations of the service. */
  readonly id: string;
  readonly method: 'GET' | 'POST';
  /**
   * The path below the base address, in the notation of OpenAPI. With `isRest` the last parameter takes the rest of the path, including
   * slashes.
   */
  readonly path: `/${string}`;
  readonly isRest?: boolean;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly OperationParameter[];
  /** The body of a POST: the name of its schema, and its maximum length. */
  readonly body?: { readonly schema: string; readonly bytesMax: number; readonly contentType?: string };
  /** The media type of a successful response. Default: `application/json`. */
  readonly contentType?: string;
  readonly answer?: string;
  /** Other responses besides problems. */
  readonly others?: readonly DoorResponse[];
  /** Whether its responses are files of any media type, whole or in ranges. */
  readonly isFile?: true;
  readonly problems: readonly ProblemCode[];
  /**
   * Path and query of a request, for examples of parameters and problems. `{company_id}`, `{number}` and `{query}` are replaced by those of the
   * data, in the example of `not_found` by an ID of no company.
   */
  readonly example: string;
  /** An invalid request, with the detail of its problem; and one for something that does not exist, unless that is a company. */
  readonly invalidExample: RefusedExample;
  readonly missingExample?: RefusedExample;
}

interface RefusedExample {
  readonly target: string;
  readonly detail: string;
}

/** Another response of an operation: a further media type for a status, or a further status. */
export interface DoorResponse {
  readonly status: number;
  readonly description: string;
  readonly contentType?: string;
  readonly schema?: string;
}

/** Number of bytes that cost one unit of a door's rate limit, in addition to the request. */
export const DOOR_COSTS = {
  /** For a body, charged before it is parsed: 64 KB of refused keys take 5 ms, and a batch of queries has about 3 KB. */
  bodyBytesPerUnit: 4 * 1024,
  /** For a file or a range of it, charged before it is sent: a gigabyte takes one or two seconds of CPU. */
  fileBytesPerUnit: 4 * 1024 * 1024,
} as const;

/** The problems of an operation that reads the data. */
export const DOOR_PROBLEMS = ['invalid_request', 'rate_limited', ...UPSTREAM_PROBLEMS] as const;

/** In place of a door: the OpenAPI document of all of them and of the operations. */
export const EVERYTHING = { name: 'everything' } as const;

/** Returns the path of a door's OpenAPI document below the site. */
export function doorDocumentPath({ name }: Pick<DoorDeclaration, 'name'>, file: OpenApiFile = 'openapi.json'): string {
  return `/api/${name}/${file}`;
}

/** Returns the detail of the problem for a request over a door's limit. */
export function doorLimitReached({ name, requests, unit = 'requests' }: DoorDeclaration): string {
  const seconds = Math.ceil(RATE_LIMIT.windowSeconds / requests);
  return limitReached(requests, `${unit} a minute for the door "${name}"`, seconds);
}
