/**
 * Identity resolution: which register lines are one company, its permanent id, its merged values and its lifecycle.
 * @module
 */
export { CompanyResolver } from './company-resolver.ts';
export type { ResolutionReport } from './resolution-report.ts';
export { describeRejectedLine, readLines, type RejectedLine } from './input/line-input.ts';
export { LineSample } from './line-sample.ts';
export { keyedHashWith, type KeyedHash } from './clustering/fingerprints.ts';
