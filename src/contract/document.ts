/**
 * The JSON Schemas of responses and the OpenAPI document. A separate entry, because `serve` does not need the schemas and must not
 * load TypeBox.
 * @module
 */
export { doorDocument } from './door-openapi.ts';
export { everythingDocument } from './everything-openapi.ts';
export { openApiDocument } from './openapi.ts';
export { inVersion } from './openapi-versions.ts';
export * from './schemas.ts';
