/**
 * Sorting more records than memory holds, and yielding to the event loop in long loops. Knows nothing of companies.
 * @module
 */
export type { SortedRecord } from './run.ts';
export { Sorter, type SorterOptions } from './sorter.ts';
export { NEVER_YIELD, type YieldIfDue } from './yield-if-due.ts';
