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

/** The events in the feed of changes: what happened to a company from one generation of the data to the next. */
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

/** The kinds of officers that registers state. */
export const OFFICER_KINDS = ['natural_person', 'organisation'] as const;
export type OfficerKind = (typeof OFFICER_KINDS)[number];
