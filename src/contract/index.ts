/**
 * The promise: the problem catalogue, the operations, and the types of answers. Their shapes and the OpenAPI document are behind
 * the other door, document.ts.
 * @module
 */
export { attributionText, exampleProblem, exampleTarget, type ServiceFacts } from './examples.ts';
export { EXPOSED_HEADERS, HEADERS, RATE_LIMIT_POLICY, type HeaderName } from './headers.ts';
export { OPERATIONS, RATE_LIMIT, SEARCH_LIMITS, type Operation, type OperationParameter } from './operations.ts';
export { PROBLEMS, PROBLEM_CODES, problemPath, type ProblemCode, type ProblemKind } from './problems.ts';
export { SCHEMA_NAMES, type SchemaName } from './schema-names.ts';
export type { Company, CompanyEnvelope, Officer, OfficerPage, Problem, SearchPage } from './schemas.ts';
export type { CompanyView, SearchView } from './views.ts';
