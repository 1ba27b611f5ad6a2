/** The names of all schemas of the contract, in the order the document lists them. Apart from the schemas, whose library is slow to load. */
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
