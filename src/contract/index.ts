/**
 * The promise: the shapes of answers, the problem catalogue, the operations, and the OpenAPI document made of them.
 * @module
 */
export { attributionText, exampleProblem, exampleTarget, type ServiceFacts } from './examples.ts';
export { RATE_LIMIT_POLICY } from './headers.ts';
export { OPERATIONS, RATE_LIMIT, SEARCH_LIMITS, type Operation, type OperationParameter } from './operations.ts';
export { INTERFACE_VERSION, openApiDocument } from './openapi.ts';
export { PROBLEMS, PROBLEM_CODES, problemPath, type ProblemCode, type ProblemKind } from './problems.ts';
export { Company, CompanyEnvelope, Officer, OfficerPage, Problem, SCHEMAS, SearchPage } from './schemas.ts';
