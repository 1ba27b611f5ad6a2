/**
 * The contract of the API: the problem catalogue, the operations, and the types of responses. Their schemas and the OpenAPI document
 * have their own entry, document.ts.
 * @module
 */
export * from './door.ts';
export * from './examples.ts';
export { EXPOSED_FILE_HEADERS, EXPOSED_HEADERS, headersOfLimit, rateLimitPolicy, type HeaderName } from './headers.ts';
export { describeLimits } from './limits.ts';
export * from './operations.ts';
export { OPENAPI_FILES, type OpenApiFile } from './openapi-versions.ts';
export * from './problems.ts';
export type * from './site.ts';
export * from './schema-names.ts';
export type { Company, CompanyEnvelope, Officer, OfficerPage, Problem, SearchPage } from './schemas.ts';
