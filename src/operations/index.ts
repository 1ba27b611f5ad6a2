/**
 * The three operations of the contract, without HTTP: parameters, cursors, results and problems. The HTTP handlers and the extras call
 * them; the site gets finished views through src/contract/site.ts.
 * @module
 */
export { formatDay, readDay, readSecond, type WallClock } from './clock.ts';
export { Cursors, type SearchKey } from './cursor.ts';
export { Operations, ROOM_BYTES, type OperationResult, type OperationSettings, type PageResult } from './operations.ts';
export { SEARCH_PARAMETERS, readCompanyId, readCountry, readSearchText, type SearchInput } from './parameters.ts';
export { findCompany, parseList, parseResult, readText } from './parsed.ts';
export { ProblemError, invalidParameter, notFound } from './problem-error.ts';
export { SIMILAR_MAX, findSimilar, type SimilarCompany } from './similar.ts';
export { toProblem } from './to-problem.ts';
export { readQuery } from './query.ts';
