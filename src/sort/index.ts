/**
 * Sorting more records than memory holds, and what such long, large loops need. It knows nothing of companies.
 * @module
 */
export { AppendFile } from './append-file.ts';
export { doubled } from './doubled.ts';
export { Sorter } from './sorter.ts';
export { NEVER_YIELD, type YieldIfDue } from './yield-if-due.ts';
export { handlePendingSignals, yieldUntilAborted } from './yielding.ts';
