/**
 * Identity resolution: which register lines are one company, its permanent id, its merged values and its lifecycle.
 * @module
 */
export { CompanyResolver } from './company-resolver.ts';
export type { ResolvedCompany } from './resolved-company.ts';
export { countedLine, type CountedLine } from './register-tally.ts';
export { toNaturalKey, toNumberForms } from './clustering/match-keys.ts';
export type { ResolutionReport } from './resolution-report.ts';
export {
  checkLine,
  describeRejectedLine,
  readLines,
  readRawLines,
  type RawLine,
  type RejectedLine,
} from './input/line-input.ts';
export { LineSample } from './line-sample.ts';
export { keyedHashWith, type KeyedHash } from './clustering/fingerprints.ts';
export type { RankedLine, ValueSources } from './survivorship/merge-lines.ts';
