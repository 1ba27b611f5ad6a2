/**
 * The contract of the API: the problem catalogue, the operations, and the types of responses. Their schemas and the OpenAPI document
 * have their own entry, document.ts.
 * @module
 */
export { DOOR_COSTS, DOOR_PROBLEMS, doorDocumentPath, type DoorDeclaration, type DoorOperation } from './doors/door.ts';
export {
  attributionText,
  exampleOf,
  exampleProblem,
  exampleTarget,
  searchTarget,
  type ExampleFacts,
  type ServiceFacts,
} from './examples.ts';
export { EXPOSED_FILE_HEADERS, EXPOSED_HEADERS, headersOfLimit, rateLimitPolicy, type HeaderName } from './headers.ts';
export { limitsOf } from './limits.ts';
export {
  OPERATIONS,
  QUERY_RULES,
  RATE_LIMIT,
  SEARCH_LIMITS,
  SITE_RATE_LIMIT,
  limitReached,
  parameter,
  rateLimitOf,
  searchParameters,
  type Operation,
  type OperationParameter,
} from './operations.ts';
export { OPENAPI_FILES, type OpenApiFile } from './openapi-versions.ts';
export { PROBLEMS, PROBLEM_CODES, problemPath, type ProblemCode, type ProblemKind } from './problems.ts';
export type * from './site.ts';
export { SCHEMA_NAMES, type SchemaName } from './schema-names.ts';
export type { Company, CompanyEnvelope, Officer, OfficerPage, Problem, SearchPage } from './schemas.ts';
