/**
 * The public entry of the package: `import { openBackend } from 'openfirma'`. Nothing else in the package is public.
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
  /** Seconds for which a page cursor stays usable after the data was replaced. */
  readonly cursorTtlSeconds?: number;
  /** Maximum number of earlier snapshots that stay open for such cursors. */
  readonly generationsMax?: number;
  /** Maximum concurrent requests to a database or another service. */
  readonly connectionsMax?: number;
  /** Milliseconds that a request may wait for a connection, and again for the response. */
  readonly deadlineMs?: number;
  /** The bearer token for another service. */
  readonly token?: string;
}

/**
 * Opens a backend: `snapshot:PATH`, `postgres://…`, or the `https://…` address of another service. Rejects with an
 * {@linkcode InputError} for any other address, and if the backend cannot be opened.
 */
export async function openBackend(address: string, options: OpenOptions = {}): Promise<Refreshable> {
  return await open(address, options);
}
