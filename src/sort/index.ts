/**
 * Sorting more than memory holds. It knows nothing of companies; identity and snapshot both stand on it.
 * @module
 */
export type { SortedRecord } from './run.ts';
export { Sorter, type SorterOptions } from './sorter.ts';
