/** The identifier schemes in the contract's order, strongest first. */
export const IDENTIFIER_SCHEMES = ['national_registry_number', 'lei', 'eu_vat_number', 'vat_number', 'tin'] as const;

export const LIFECYCLE_STATUSES = ['active', 'redirected', 'split', 'tombstoned', 'restricted'] as const;

/** The names of the profile fields in the contract's order, which is the order they are served in. */
export const PROFILE_FIELDS = [
  'name',
  'summary',
  'country_code',
  'company_status',
  'company_type',
  'legal_form',
  'industry',
  'business_model',
  'product_category',
  'operating_geography',
  'as_of_date',
] as const;

/** Whether a company exists, in the words of this project: our reading of the register's own status code. */
export const COMPANY_STATES = ['active', 'in_liquidation', 'insolvent', 'closed'] as const;
export type CompanyState = (typeof COMPANY_STATES)[number];

/** The names of the detail fields, in the order they are served in. */
export const DETAIL_FIELDS = [
  'state',
  'registered_on',
  'closed_on',
  'address',
  'former_names',
  'other_names',
  'euid',
  'record_url',
] as const;
export type DetailField = (typeof DETAIL_FIELDS)[number];

export const CHANGE_EVENTS = [
  'added',
  'changed',
  'redirected',
  'split',
  'restricted',
  'tombstoned',
  'returned',
  'withdrawn',
] as const;

export const OFFICER_KINDS = ['natural_person', 'organisation'] as const;
export type OfficerKind = (typeof OFFICER_KINDS)[number];
