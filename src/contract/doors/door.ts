import { RATE_LIMIT, UPSTREAM_PROBLEMS, type OperationParameter } from '../operations.ts';
import type { ProblemCode } from '../problems.ts';

/** A door: resources beside the three operations of the contract, with a version, a rate limit and an OpenAPI document of their own. */
export interface DoorDeclaration {
  /** Its name in the setting `DOORS`, in `RateLimit-Policy` and in metrics; the first step of its paths. */
  readonly name: string;
  /** The letter that tells the rate limit of its clients apart: unique among doors, and neither `p` nor `s`. */
  readonly letter: string;
  readonly title: string;
  /** What it is for, in one sentence. */
  readonly summary: string;
  readonly description: string;
  /** The version of its interface description; the version of the interface is in its paths. */
  readonly version: string;
  /** Requests a minute for each client address, or what else is counted. */
  readonly requests: number;
  /** What is counted, where that is not requests; and what each request costs, in a sentence. */
  readonly unit?: string;
  readonly cost?: string;
  /** Its other limits, for programs. */
  readonly limits: Readonly<Record<string, number | Readonly<Record<string, number>>>>;
  readonly operations: readonly DoorOperation[];
  /** Loads the schemas of its answers and bodies that are not of the contract, by name. */
  schemas?(): Promise<Readonly<Record<string, unknown>>>;
}

/** What a door answers at one path by one method. */
export interface DoorOperation {
  /** Its name in the log and in OpenAPI, unique over all operations of the service. */
  readonly id: string;
  readonly method: 'GET' | 'POST';
  /** Below the base address, in the notation of OpenAPI. The last parameter takes the rest of the path, slashes included, where it is `isRest`. */
  readonly path: `/${string}`;
  readonly isRest?: boolean;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly OperationParameter[];
  /** What a POST takes: the name of its schema, and the most bytes. */
  readonly body?: { readonly schema: string; readonly bytesMax: number; readonly contentType?: string };
  /** Of a successful answer; by default `application/json`. */
  readonly contentType?: string;
  /** The name of the schema of a successful answer; absent where that is a file. */
  readonly answer?: string;
  /** What it answers beside that and problems. */
  readonly others?: readonly DoorResponse[];
  /** Whether it answers with files of any media type, whole or in ranges. */
  readonly isFile?: true;
  readonly problems: readonly ProblemCode[];
  /** Path and query of a request, for examples of problems; and of one that is invalid, with what is said of it. */
  readonly example: string;
  readonly invalidExample: { readonly target: string; readonly detail: string };
}

/** Another response of an operation: one more media type of a status, or a status of its own. */
export interface DoorResponse {
  readonly status: number;
  readonly description: string;
  /** Absent where there is no body. */
  readonly contentType?: string;
  /** The name of the schema of its body. */
  readonly schema?: string;
}

/** What every door charges beside requests. */
export const DOOR_COSTS = {
  /** Of a body, before it is parsed: 64 KB of keys that are refused take 5 ms, and a batch of queries has some 3 KB. */
  bodyBytesPerUnit: 4 * 1024,
  /** Of a file or its range, before it is sent: a gigabyte takes a second or two of CPU. */
  fileBytesPerUnit: 4 * 1024 * 1024,
} as const;

/** The problems of an operation that reads the data. */
export const DOOR_PROBLEMS = ['invalid_request', 'rate_limited', ...UPSTREAM_PROBLEMS] as const;

/** The path of a door's OpenAPI document below the site. */
export function doorDocumentPath({ name }: Pick<DoorDeclaration, 'name'>): string {
  return `/api/${name}/openapi.json`;
}

/** The limits of a door for programs: an entry of `rate_limits`, and the others under its name. */
export function doorLimits({ name, requests, cost, limits }: DoorDeclaration) {
  return {
    rateLimit: {
      applies_to: `door "${name}"`,
      requests,
      window_seconds: RATE_LIMIT.windowSeconds,
      ...(cost !== undefined && { cost }),
    },
    limits: { [name]: limits },
  };
}

/** What is said of a request over the limit of a door. */
export function doorLimitReached({ name, requests, unit = 'requests' }: DoorDeclaration): string {
  const seconds = Math.ceil(RATE_LIMIT.windowSeconds / requests);
  return `The limit of ${requests} ${unit} a minute for the door "${name}" is reached; try again in ${seconds} s`;
}
