/**
 * Sorting more records than memory holds, and yielding to the event loop in long loops. No imports of other rooms.
 * @module
 */
export type { SortedRecord } from './run.ts';
export { doubled } from './doubled.ts';
export { Sorter, type SorterOptions } from './sorter.ts';
export { NEVER_YIELD, type YieldIfDue } from './yield-if-due.ts';
