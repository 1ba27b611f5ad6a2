/**
 * Getting the current files of registers: whole, resumed after a break, and never in the place of a good one before they are
 * known to be good.
 * @module
 */
export { fetchFile, type FetchOptions, type FetchOutcome } from './fetch-file.ts';
export { lookUp } from './look-up.ts';
