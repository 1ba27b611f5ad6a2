/**
 * Identity resolution: which register lines are one company, its permanent id, its merged values and its lifecycle.
 * @module
 */
export { CompanyResolver, type ResolutionReport } from './company-resolver.ts';
export { describeRejectedLine, readLines, type RejectedLine } from './input/line-input.ts';
export { LineSample } from './input/line-sample.ts';
export { keyedHashWith, type KeyedHash } from './clustering/fingerprints.ts';
