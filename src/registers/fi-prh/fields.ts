import { words } from '../../importer/declaration.ts';

/** The fields of the published records and what becomes of them. */

export const REQUIRED = ['businessId', 'registeredEntries', 'tradeRegisterStatus'];

const below = (path: string, ...names: readonly string[]): string[] => names.map((name) => `${path}.${name}`);

const DESCRIPTION = ['descriptions.languageCode', 'descriptions.description'];

export const TAKEN = [
  'businessId.value',
  'euId.value',
  ...below('names', 'name', 'type', 'version', 'endDate'),
  ...below('companyForms', 'type', 'version', 'endDate', ...DESCRIPTION),
  ...below('companySituations', 'type', 'endDate'),
  ...below('registeredEntries', 'register', 'type', 'endDate', ...DESCRIPTION),
  ...below('mainBusinessLine', 'type', 'typeCodeSet', ...DESCRIPTION),
  ...below('addresses', 'type', 'country'),
  'tradeRegisterStatus',
  'status',
  'endDate',
];

export const IGNORED = [
  ...below('businessId', 'registrationDate', 'source'),
  'euId.source',
  ...below('names', 'registrationDate', 'source'),
  ...below('companyForms', 'registrationDate', 'source'),
  ...below('companySituations', 'registrationDate', 'source'),
  // Registration for VAT is an entry here. The number that would follow from it is not published.
  ...below('registeredEntries', 'registrationDate', 'authority'),
  ...below('mainBusinessLine', 'registrationDate', 'source'),
  'website.*',
  // The `co` of an address is often a person.
  ...below(
    'addresses',
    ...words(`
    co street buildingNumber entrance apartmentNumber apartmentIdSuffix postOfficeBox postCode postOffices.*
      freeAddressLine registrationDate source
    `),
  ),
  'registrationDate',
  'lastModified',
];
