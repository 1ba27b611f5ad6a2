/**
 * What settings of the service are read with: apart from index.ts, so that a command that reads settings does not load the service and
 * the storage engine behind it.
 * @module
 */
export { parseAddressRanges } from './limits/client-address.ts';
export { LOAD_BOUNDS } from './limits/load-bounds.ts';
