/**
 * What a program imports from the package: `import { openBackend } from 'openfirma'`. Nothing else in the package is public.
 * @module
 */
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
export { openBackend } from './cli/open-backend.ts';
export { InputError, type DataFacts } from './model/index.ts';
