/**
 * The seam between the service and its data: the interface {@linkcode Backend}, and its implementation over snapshots. PostgreSQL and
 * another service as backends are in extras.
 * @module
 */
export {
  BackendError,
  PositionGone,
  type Backend,
  type BackendFault,
  type CompanyResult,
  type DetailsResult,
  type DataVersion,
  type MatchRequest,
  type MatchResult,
  type NumberRequest,
  type NumberResult,
  type OfficersRequest,
  type OfficersResult,
  type Refreshable,
  type SearchResult,
  type SearchRequest,
} from './backend.ts';
export { RequestTooLarge, UPSTREAM_REQUESTS_MAX, inClientRequest, takeUpstreamRequest } from './client-request.ts';
export type { MovedRecord, SearchCounts as MatchCounts } from '../snapshot/index.ts';
export { eventually, type Eventually } from './eventually.ts';
export { FairPermits, Permits, type ConnectionOptions } from './permits.ts';
export { chooseExamples } from './snapshot/examples.ts';
export { SWAP_DEFAULTS } from './snapshot/swap.ts';
export { openBackend, parseScheme, type BackendOptions } from './open-backend.ts';
export { openSnapshotsMemory } from './snapshot/open-snapshots.ts';
export type { SwapEvent, SwapOptions } from './snapshot/swap.ts';
