/**
 * Bounds of settings, and declarations of metrics: separate from index.ts, so that a command that reads settings does not load the service
 * and the storage engine.
 * @module
 */
export { parseAddressRanges } from './limits/client-address.ts';
export { LOAD_BOUNDS } from './limits/load-bounds.ts';
export { counter, gauge } from './telemetry/catalog.ts';
