import type { Company } from '../../src/contract/index.ts';
import {
  COUNTRIES,
  IDENTIFIER_SCHEMES,
  countryFilter,
  foldName,
  type CompanyIdentifier,
} from '../../src/model/index.ts';

/** The one type of entities. */
export const COMPANY_TYPE = { id: 'company', name: 'Company' } as const;

/** A field of a company, as a property of the protocol. */
export interface Property {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** The filter that a value of the property sets, if queries may carry it. */
  readonly asks?: 'country' | 'number' | 'status';
  /** Its values of a company, as registers publish them. */
  readonly valuesOf: (company: Company) => readonly string[];
}

const present = (value: string | undefined): readonly string[] => (value === undefined ? [] : [value]);
const numbersOf = ({ identifiers = [] }: Company, scheme?: CompanyIdentifier['scheme']): string[] =>
  identifiers.filter((one) => scheme === undefined || one.scheme === scheme).map(({ value }) => value);

const SCHEME_NAMES: Readonly<Record<CompanyIdentifier['scheme'], string>> = {
  national_registry_number: 'Registry number',
  lei: 'LEI',
  eu_vat_number: 'EU VAT number',
  vat_number: 'VAT number',
  tin: 'Tax number',
};

/** Every property, in the order in which they are proposed. Their values are the contract's fields. */
export const PROPERTIES: readonly Property[] = [
  {
    id: 'country',
    name: 'Country',
    description: 'The country of the head office, ISO 3166-1 alpha-2. A query may also name it in English.',
    asks: 'country',
    valuesOf: (company) => present(company.country_code),
  },
  {
    id: 'number',
    name: 'Number',
    description: 'Any identifier of the company: registry number, LEI, VAT or tax number.',
    asks: 'number',
    valuesOf: (company) => numbersOf(company),
  },
  {
    id: 'status',
    name: 'Status',
    description: "The register's status, in its own words.",
    asks: 'status',
    valuesOf: (company) => present(company.company_status),
  },
  ...IDENTIFIER_SCHEMES.map((scheme) => ({
    id: scheme,
    name: SCHEME_NAMES[scheme],
    description: `Identifiers of the scheme ${scheme}.`,
    asks: 'number' as const,
    valuesOf: (company: Company) => numbersOf(company, scheme),
  })),
  field('name', 'Name', 'The registered name.'),
  field('legal_form', 'Legal form', 'The legal form as the register publishes it.'),
  field('company_type', 'Company type', "The register's own type code or label."),
  field('summary', 'Summary', 'What the company does.'),
  field('industry', 'Industry', 'Its industry.'),
  field('business_model', 'Business model', 'Its business model.'),
  field('product_category', 'Product category', 'Its product category.'),
  field('operating_geography', 'Operating geography', 'Where it operates.'),
  field('as_of_date', 'As of', 'When the register was last observed.'),
  {
    id: 'classifications',
    name: 'Classifications',
    description: 'Activities: scheme, code and label.',
    valuesOf: ({ classifications = [] }) =>
      classifications.map(({ scheme, code, label }) => [scheme, code, label].filter((part) => part).join(' ')),
  },
  {
    id: 'lifecycle',
    name: 'Lifecycle',
    description: 'Whether the record is current.',
    valuesOf: ({ lifecycle }) => [lifecycle.status],
  },
];

function field(
  id:
    | 'name'
    | 'legal_form'
    | 'company_type'
    | 'summary'
    | 'industry'
    | 'business_model'
    | 'product_category'
    | 'operating_geography'
    | 'as_of_date',
  name: string,
  description: string,
): Property {
  return { id, name, description, valuesOf: (company) => present(company[id]) };
}

const BY_ID = new Map(PROPERTIES.map((property) => [property.id, property]));

/** A property by its id. */
export function propertyOf(id: string): Property | undefined {
  return BY_ID.get(id);
}

const COUNTRY_CODES = new Map([...COUNTRIES].map(([code, name]) => [foldName(name), code]));

/** The country that a code or an English name means; undefined where it means none. */
export function countryOf(text: string): string | undefined {
  const trimmed = text.trim();
  const country = countryFilter(trimmed) ?? COUNTRY_CODES.get(foldName(trimmed));
  return country === 'all' ? undefined : country;
}
