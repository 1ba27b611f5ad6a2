import {
  COMPANY_STATES,
  LIFECYCLE_STATUSES,
  OFFICER_KINDS,
  PROFILE_FIELDS,
  type CompanyDetails,
} from '../../src/model/index.ts';
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
} from '../../src/model/shapes.ts';
import { addressText } from './address-text.ts';
import type { ExportedCompany, FormerId } from './exported-company.ts';

/** A value of a table; undefined if the register does not publish it. */
export type Cell = string | boolean | number | readonly string[] | undefined;

/** A column. A `list` has texts; a `datetime` is in UTC. */
export interface Column {
  readonly name: string;
  readonly type: 'string' | 'boolean' | 'integer' | 'date' | 'datetime' | 'list';
  readonly isRequired?: true;
  readonly description: string;
  readonly values?: readonly string[];
}

/** A table, and its rows for one item. */
export interface Table<Item> {
  readonly name: string;
  readonly title: string;
  readonly columns: readonly Column[];
  readonly primaryKey?: readonly string[];
  rowsOf(item: Item): Iterable<readonly Cell[]>;
}

/** A column with the description and the type of a field of the contract. */
function fieldColumn(name: string, field: object, more: Partial<Column> = {}): Column {
  const { description = '', format } = field as { readonly description?: string; readonly format?: string };
  const type = format === 'date' ? 'date' : format === 'date-time' ? 'datetime' : 'string';
  return { name, type, description, ...more };
}

/** A column of texts that is no field of the contract. */
function ownColumn(name: string, description: string, more: Partial<Column> = {}): Column {
  return { name, type: 'string', description, ...more };
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

/** The columns of details and of the strongest number, and their values. A new column is appended: readers may count columns. */
const DETAIL_COLUMNS: readonly (readonly [Column, (company: ExportedCompany) => Cell])[] = [
  [fieldColumn('state', detailFields.state, { values: COMPANY_STATES }), ({ details }) => details.state],
  [fieldColumn('registered_on', detailFields.registered_on), ({ details }) => details.registered_on],
  [fieldColumn('closed_on', detailFields.closed_on), ({ details }) => details.closed_on],
  [fieldColumn('street', ADDRESS.street), ({ details }) => details.address?.street],
  [fieldColumn('postal_code', ADDRESS.postal_code), ({ details }) => details.address?.postal_code],
  [fieldColumn('locality', ADDRESS.locality), ({ details }) => details.address?.locality],
  [fieldColumn('region', ADDRESS.region), ({ details }) => details.address?.region],
  [fieldColumn('address_country', ADDRESS.country_code), ({ details }) => details.address?.country_code],
  [
    ownColumn('address', 'The registered or head office as one text: all parts that the register publishes.'),
    ({ details }) => details.address && addressText(details.address),
  ],
  [fieldColumn('euid', detailFields.euid), ({ details }) => details.euid],
  [fieldColumn('record_url', detailFields.record_url), ({ details }) => details.record_url],
  [
    ownColumn('number', 'The strongest identifier: the first one of the table identifiers.'),
    ({ resource }) => resource.identifiers?.[0]?.value,
  ],
  [fieldColumn('number_scheme', IDENTIFIER.scheme), ({ resource }) => resource.identifiers?.[0]?.scheme],
  [fieldColumn('number_country', IDENTIFIER.country_scope), ({ resource }) => resource.identifiers?.[0]?.country_scope],
];

const companies: Table<ExportedCompany> = {
  name: 'companies',
  title: 'Active companies',
  columns: [
    ownColumn('id', 'The permanent id of the company.', REQUIRED),
    COUNTRY,
    ...PROFILE_FIELDS.map((name) => fieldColumn(name, profileFields[name])),
    ...DETAIL_COLUMNS.map(([column]) => column),
  ],
  primaryKey: ['id'],
  rowsOf(company) {
    const { resource, country } = company;
    const details = DETAIL_COLUMNS.map(([, valueOf]) => valueOf(company));
    return [[resource.id, country, ...PROFILE_FIELDS.map((field) => resource[field]), ...details]];
  },
};

/** The columns of details as an object, for formats without columns. */
export function detailCells(company: ExportedCompany): Readonly<Record<string, Cell>> {
  return Object.fromEntries(DETAIL_COLUMNS.map(([{ name }, valueOf]) => [name, valueOf(company)]));
}

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
  *rowsOf({ resource, country }) {
    for (const { scheme, value, country_scope: scope } of resource.identifiers ?? [])
      yield [resource.id, country, scheme, value, scope];
  },
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
  *rowsOf({ resource, country, details }) {
    for (const { name, is_former: isFormer, kind, from, until } of namesBeside(details))
      yield [resource.id, country, name, isFormer, kind, from, until];
  },
};

/** Other names, then former ones, as the registers publish them. */
export function* namesBeside({
  other_names: others = [],
  former_names: former = [],
}: CompanyDetails): Generator<CompanyName & { readonly is_former: boolean }, void, undefined> {
  for (const { name, ...more } of others) yield { name, is_former: false, ...more };
  for (const { name, ...more } of former) yield { name, is_former: true, ...more };
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
  *rowsOf({ resource, country }) {
    for (const { scheme, code, label, is_primary: isPrimary } of resource.classifications ?? [])
      yield [resource.id, country, scheme, code, label, isPrimary];
  },
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
  *rowsOf({ resource, country, officers: listed }) {
    for (const [i, { name, kind, roles, appointed_on: from, resigned_on: until, source }] of listed.entries()) {
      const sources = [source.system, source.url, source.title, source.published_at, source.observed_at];
      yield [resource.id, country, i + 1, name, kind, roles, from, until, ...sources];
    }
  },
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
  *rowsOf({ id, lifecycle: { status, canonical_id: canonical, successor_ids: successors = [] } }) {
    if (successors.length === 0) yield [id, status, canonical];
    for (const successor of successors) yield [id, status, successor];
  },
};
