/** What matching of lists and tools for agents share with the service: queries, candidates and fields of companies. */
export { RECONCILE_LIMITS } from './declaration.ts';
export { candidatesFor, describe, search } from './matcher.ts';
export { queryOf } from './parameters.ts';
export { PROPERTIES, countryOf, detailValuesOf, valuesOf, type Property } from './properties.ts';
export type { ReconcileCandidate } from './schemas.ts';
