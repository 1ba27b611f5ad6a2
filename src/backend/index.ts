/**
 * The seam between the service and its data: the interface {@linkcode Backend} and its implementations.
 * @module
 */
export {
  BackendError,
  GenerationGone,
  type Backend,
  type BackendFault,
  type Eventually,
  type OfficerSlice,
  type OfficersRequest,
  type Refreshable,
  type SearchRequest,
  type SearchSlice,
} from './backend.ts';
export type { SwapEvent, SwapOptions } from './snapshot/snapshot-set.ts';
export { openBackend } from './open-backend.ts';
