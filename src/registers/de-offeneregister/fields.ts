import { words } from '../../importer/declaration.ts';

/** The fields of a record and what becomes of them. */

const below = (path: string, ...names: readonly string[]): string[] => names.map((name) => `${path}.${name}`);

export const REQUIRED = ['company_number', 'all_attributes', 'retrieved_at'];

export const TAKEN = [
  ...words('company_number name current_status retrieved_at previous_names.company_name'),
  ...below('all_attributes', ...words('_registerArt _registerNummer native_company_number')),
  ...below('officers', ...words('name position type start_date end_date other_attributes.dismissed')),
];

export const IGNORED = [
  'jurisdiction_code',
  // Text in one piece, of a part of the companies: it tells no country.
  'registered_address',
  'all_attributes.additional_data.*',
  ...below('all_attributes', ...words('federal_state registered_office registrar former_registrar')),
  // The town where a person lives, and what else tells persons apart.
  ...below('officers.other_attributes', ...words('city firstname lastname maidenname title flag reference_no')),
  // Guesses of the collector, with a confidence: README.md.
  'subsequent_registrations.*',
];
