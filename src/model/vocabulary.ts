/** The identifier schemes in the contract's order, strongest first. */
export const IDENTIFIER_SCHEMES = ['national_registry_number', 'lei', 'eu_vat_number', 'vat_number', 'tin'] as const;

/** The lifecycle states of a company record. */
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

/** What readers are told that became of a company from one generation of the data to the next. */
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

/** What a register says an officer is. */
export const OFFICER_KINDS = ['natural_person', 'organisation'] as const;
export type OfficerKind = (typeof OFFICER_KINDS)[number];
