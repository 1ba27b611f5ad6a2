/**
 * The shapes of answers as JSON Schema, and the OpenAPI document made of them. A door of its own: answering requests does not
 * need the library that this loads.
 * @module
 */
export { INTERFACE_VERSION, openApiDocument } from './openapi.ts';
export { Company, CompanyEnvelope, Officer, OfficerPage, Problem, SCHEMAS, SearchPage } from './schemas.ts';
