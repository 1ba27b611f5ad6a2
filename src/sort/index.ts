/**
 * Sorting more than memory holds, and how work that long lets others have their turn. It knows nothing of companies;
 * identity and snapshot both stand on it.
 * @module
 */
export type { SortedRecord } from './run.ts';
export { Sorter, type SorterOptions } from './sorter.ts';
export { NO_TURN, type Turn } from './turn.ts';
