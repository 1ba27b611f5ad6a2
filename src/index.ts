/**
 * What a program imports from the package: `import { openBackend } from 'openfirma'`. Nothing else in the package is public.
 * @module
 */
import type { Refreshable } from './backend/index.ts';
import { openBackend as open } from './cli/open-backend.ts';

export {
  BackendError,
  PositionGone,
  type Backend,
  type BackendFault,
  type CompanyResult,
  type DataVersion,
  type Eventually,
  type MatchCounts,
  type MatchRequest,
  type MatchResult,
  type NumberRequest,
  type NumberResult,
  type OfficersRequest,
  type OfficersResult,
  type Refreshable,
  type SearchRequest,
  type SearchResult,
} from './backend/index.ts';
export { InputError, type DataFacts } from './model/index.ts';

/** Options of {@linkcode openBackend}. The settings of `openfirma serve` have the same meaning and the same defaults. */
export interface OpenOptions {
  /** How long the position of a page can be used after newer data, in seconds. */
  readonly cursorTtlSeconds?: number;
  /** The most earlier snapshots that stay open for such positions. */
  readonly generationsMax?: number;
  /** The most requests under way at a database or another service. */
  readonly connectionsMax?: number;
  /** How long a request may wait for a connection, and then for a response, in milliseconds. */
  readonly deadlineMs?: number;
  /** The bearer token for another service. */
  readonly token?: string;
}

/**
 * Opens a backend: `snapshot:PATH`, `postgres://…`, or `https://…` of another service. Rejects with an {@linkcode InputError} for any
 * other address, and if the backend cannot be opened.
 */
export async function openBackend(address: string, options: OpenOptions = {}): Promise<Refreshable> {
  return await open(address, options);
}
