import {
  COMPANY_STATES,
  LIFECYCLE_STATUSES,
  OFFICER_KINDS,
  PROFILE_FIELDS,
  type CompanyDetails,
} from '../../../src/model/index.ts';
import {
  CompanyAddress,
  CompanyClassification,
  CompanyIdentifier,
  CompanyLifecycle,
  CompanyName,
  OfficerSource,
  detailFields,
  officerFields,
  profileFields,
} from '../../../src/model/shapes.ts';
import type { Column, ExportedCompany, FormerId, Row, Table } from './format.ts';

/** Makes a column with the description and the type of a field of the contract. */
function fieldColumn(name: string, field: object, more: Partial<Column> = {}): Column {
  const { description = '', format } = field as { readonly description?: string; readonly format?: string };
  const type = format === 'date' ? 'date' : format === 'date-time' ? 'datetime' : 'string';
  return { name, type, description, ...more };
}

/** Makes a column for values that are not a field of the contract; they are texts by default. */
function ownColumn(name: string, description: string, more: Partial<Column> = {}): Column {
  return { name, type: 'string', description, ...more };
}

/** Adds the columns that identify the company to rows. */
function* ofCompany({ resource, country }: ExportedCompany, rows: Iterable<object> = []): Generator<Row> {
  for (const row of rows) yield { company_id: resource.id, country, ...row };
}

const IDENTIFIER = CompanyIdentifier.properties;
const CLASSIFICATION = CompanyClassification.properties;
const SOURCE = OfficerSource.properties;
const NAME = CompanyName.properties;
const ADDRESS = CompanyAddress.properties;
const REQUIRED = { isRequired: true } as const;

const COMPANY_ID = ownColumn(
  'company_id',
  'The id of the company, a row in the table companies of the same country.',
  REQUIRED,
);
const COUNTRY = ownColumn('country', 'The country of the register of the company, else of its head office.');

/** The columns of details and of the strongest number. A new column comes last, because readers may count columns. */
const DETAIL_COLUMNS: readonly Column[] = [
  fieldColumn('state', detailFields.state, { values: COMPANY_STATES }),
  fieldColumn('registered_on', detailFields.registered_on),
  fieldColumn('closed_on', detailFields.closed_on),
  fieldColumn('street', ADDRESS.street),
  fieldColumn('postal_code', ADDRESS.postal_code),
  fieldColumn('locality', ADDRESS.locality),
  fieldColumn('region', ADDRESS.region),
  fieldColumn('address_country', ADDRESS.country_code),
  ownColumn('address', 'The registered or head office as one text: all parts that the register publishes.'),
  fieldColumn('euid', detailFields.euid),
  fieldColumn('record_url', detailFields.record_url),
  ownColumn('number', 'The strongest identifier: the first one of the table identifiers.'),
  fieldColumn('number_scheme', IDENTIFIER.scheme),
  fieldColumn('number_country', IDENTIFIER.country_scope),
];

/** Returns the values of `DETAIL_COLUMNS`, in their order. */
export function detailsRow({ details, resource }: ExportedCompany): Row {
  const { state, registered_on, closed_on, address, euid, record_url } = details;
  const [number] = resource.identifiers ?? [];
  return {
    state,
    registered_on,
    closed_on,
    street: address?.street,
    postal_code: address?.postal_code,
    locality: address?.locality,
    region: address?.region,
    address_country: address?.country_code,
    address: address && addressText(address),
    euid,
    record_url,
    number: number?.value,
    number_scheme: number?.scheme,
    number_country: number?.country_scope,
  };
}

/** An address as one text: its parts in the order of an envelope, the postal code before the town. */
export function addressText({ street, lines = [], region, text, ...parts }: CompanyAddress): string {
  const town = [parts.postal_code, parts.locality].filter((part) => part !== undefined).join(' ');
  return [text, street, ...lines, town, region, parts.country_code]
    .filter((part) => part !== undefined && part !== '')
    .join(', ');
}

const companies: Table<ExportedCompany> = {
  name: 'companies',
  title: 'Companies, closed ones included',
  columns: [
    ownColumn('id', 'The permanent id of the company.', REQUIRED),
    COUNTRY,
    ...PROFILE_FIELDS.map((name) => fieldColumn(name, profileFields[name])),
    ...DETAIL_COLUMNS,
  ],
  primaryKey: ['id'],
  toRows: (company) => [{ ...company.resource, country: company.country, ...detailsRow(company) }],
};

const identifiers: Table<ExportedCompany> = {
  name: 'identifiers',
  title: 'Identifiers of companies',
  columns: [
    COMPANY_ID,
    COUNTRY,
    fieldColumn('scheme', IDENTIFIER.scheme, REQUIRED),
    fieldColumn('value', IDENTIFIER.value, REQUIRED),
    fieldColumn('country_scope', IDENTIFIER.country_scope),
  ],
  toRows: (company) => ofCompany(company, company.resource.identifiers),
};

const otherNames: Table<ExportedCompany> = {
  name: 'other_names',
  title: 'Former and other names of companies',
  columns: [
    COMPANY_ID,
    COUNTRY,
    ownColumn('name', 'A name beside the current registered one.', REQUIRED),
    ownColumn('is_former', 'Whether it is a former name.', { ...REQUIRED, type: 'boolean' }),
    fieldColumn('kind', NAME.kind, REQUIRED),
    fieldColumn('from', NAME.from),
    fieldColumn('until', NAME.until),
  ],
  toRows: (company) => ofCompany(company, namesBeside(company.details)),
};

/** Returns other names, then former names, as the registers publish them. */
export function namesBeside({ other_names: others = [], former_names: former = [] }: CompanyDetails) {
  return [
    ...others.map(({ name, ...more }) => ({ name, is_former: false, ...more })),
    ...former.map(({ name, ...more }) => ({ name, is_former: true, ...more })),
  ];
}

const classifications: Table<ExportedCompany> = {
  name: 'classifications',
  title: 'Activities of companies',
  columns: [
    COMPANY_ID,
    COUNTRY,
    fieldColumn('scheme', CLASSIFICATION.scheme, REQUIRED),
    fieldColumn('code', CLASSIFICATION.code, REQUIRED),
    fieldColumn('label', CLASSIFICATION.label),
    fieldColumn('is_primary', CLASSIFICATION.is_primary, { ...REQUIRED, type: 'boolean' }),
  ],
  toRows: (company) => ofCompany(company, company.resource.classifications),
};

const officers: Table<ExportedCompany> = {
  name: 'officers',
  title: 'Officers of companies, of registers whose licence allows it',
  columns: [
    COMPANY_ID,
    COUNTRY,
    ownColumn('position', 'The place among the officers of the company, from 1.', { ...REQUIRED, type: 'integer' }),
    fieldColumn('name', officerFields.name, REQUIRED),
    ownColumn('kind', 'The kind of officer; absent if the register does not publish it.', { values: OFFICER_KINDS }),
    fieldColumn('roles', officerFields.roles, { type: 'list' }),
    fieldColumn('appointed_on', officerFields.appointed_on),
    fieldColumn('resigned_on', officerFields.resigned_on, {
      description: 'The day the appointment ends, after the day of the data.',
    }),
    fieldColumn('source_system', SOURCE.system, REQUIRED),
    fieldColumn('source_url', SOURCE.url),
    fieldColumn('source_title', SOURCE.title),
    fieldColumn('source_published_at', SOURCE.published_at),
    fieldColumn('source_observed_at', SOURCE.observed_at),
  ],
  primaryKey: ['company_id', 'position'],
  toRows: (company) =>
    ofCompany(
      company,
      company.officers.map(({ source, ...officer }, i) => ({
        ...officer,
        position: i + 1,
        source_system: source.system,
        source_url: source.url,
        source_title: source.title,
        source_published_at: source.published_at,
        source_observed_at: source.observed_at,
      })),
    ),
};

export const COMPANY_TABLES = [companies, identifiers, otherNames, classifications, officers] as const;

export const FORMER_IDS: Table<FormerId> = {
  name: 'former_ids',
  title: 'Ids of former companies, and their current ids',
  columns: [
    ownColumn('id', 'An id that was published before.', REQUIRED),
    fieldColumn('status', CompanyLifecycle.properties.status, {
      ...REQUIRED,
      values: LIFECYCLE_STATUSES.filter((status) => status !== 'active' && status !== 'restricted'),
    }),
    ownColumn(
      'continues_as',
      'The current id, one row for each if a company was split; absent if the company has ended.',
    ),
  ],
  toRows: ({ id, lifecycle: { status, canonical_id: canonical, successor_ids: successors = [canonical] } }) =>
    successors.map((successor) => ({ id, status, continues_as: successor })),
};
