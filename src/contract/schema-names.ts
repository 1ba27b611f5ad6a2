/** The names of all schemas in the order of the document. In a file of their own, so that `serve` need not load TypeBox. */
export const SCHEMA_NAMES = [
  'CompanyId',
  'Company',
  'CompanyLifecycle',
  'CompanyIdentifier',
  'CompanyClassification',
  'SearchPage',
  'CompanyEnvelope',
  'OfficerSource',
  'Officer',
  'OfficerPage',
  'Problem',
] as const;

export type SchemaName = (typeof SCHEMA_NAMES)[number];
