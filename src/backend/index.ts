/**
 * The seam between the service and its data: the interface {@linkcode Backend} and its implementations.
 * @module
 */
export {
  BackendError,
  type Backend,
  type BackendFault,
  type Eventually,
  type OfficerSlice,
  type OfficersRequest,
  type SearchRequest,
  type SearchSlice,
} from './backend.ts';
export { openBackend } from './open-backend.ts';
