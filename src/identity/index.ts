/**
 * Which register lines are one company, its permanent id, its merged values and its lifecycle.
 * @module
 */
export { Assembly, type AssemblyOptions, type AssemblyReport, type CompanyOfLines } from './assembly.ts';
export {
  describeRefusal,
  readLines,
  type LineInputOptions,
  type ReadLine,
  type RefusedLine,
} from './lines/line-input.ts';
export { LineSample } from './lines/line-sample.ts';
export { keyedHashWith, type KeyedHash } from './continuity/fingerprints.ts';
