/**
 * Sorting more records than memory holds, and yielding in long loops. It knows nothing of companies.
 * @module
 */
export { AppendFile } from './append-file.ts';
export { doubled } from './doubled.ts';
export { Smallest } from './smallest.ts';
export { Sorter } from './sorter.ts';
export { NEVER_YIELD, handlePendingSignals, yieldUntilAborted, type YieldIfDue } from './yielding.ts';
