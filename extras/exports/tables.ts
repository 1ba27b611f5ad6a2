import { LIFECYCLE_STATUSES, OFFICER_KINDS, PROFILE_FIELDS } from '../../src/model/index.ts';
import {
  CompanyClassification,
  CompanyIdentifier,
  CompanyLifecycle,
  OfficerSource,
  officerFields,
  profileFields,
} from '../../src/model/shapes.ts';
import type { ExportedCompany, FormerId } from './exported-company.ts';

/** A value of a table; undefined where the register does not publish it. */
export type Cell = string | boolean | number | readonly string[] | undefined;

/** A column. A `list` is one of texts; a `datetime` is in UTC. */
export interface Column {
  readonly name: string;
  readonly type: 'string' | 'boolean' | 'integer' | 'date' | 'datetime' | 'list';
  /** Whether no row lacks it. */
  readonly isRequired?: true;
  readonly description: string;
  /** The only values it has. */
  readonly values?: readonly string[];
}

/** A table, and how what it holds of one item is made. The rows of an item keep their order. */
export interface Table<Item> {
  readonly name: string;
  readonly title: string;
  readonly columns: readonly Column[];
  readonly primaryKey?: readonly string[];
  rowsOf(item: Item): Iterable<readonly Cell[]>;
}

const COMPANY_ID: Column = {
  name: 'company_id',
  type: 'string',
  isRequired: true,
  description: 'The id of the company, a row in the table companies of the same country.',
};
const COUNTRY: Column = {
  name: 'country',
  type: 'string',
  description: 'The country the company is filed under: that of its register, else that of its head office.',
};

interface Described {
  readonly description?: string;
  readonly format?: string;
}

/** A column of a field of the data model. */
function fieldColumn(name: string, field: object, more: Partial<Column> = {}): Column {
  const { description = '', format } = field as Described;
  const type = format === 'date' ? 'date' : format === 'date-time' ? 'datetime' : 'string';
  return { name, type, description, ...more };
}

const IDENTIFIER = CompanyIdentifier.properties;
const CLASSIFICATION = CompanyClassification.properties;
const SOURCE = OfficerSource.properties;
const REQUIRED = { isRequired: true } as const;

const companies: Table<ExportedCompany> = {
  name: 'companies',
  title: 'Active companies',
  columns: [
    { name: 'id', type: 'string', ...REQUIRED, description: 'The permanent id of the company.' },
    COUNTRY,
    ...PROFILE_FIELDS.map((name) => fieldColumn(name, profileFields[name])),
  ],
  primaryKey: ['id'],
  rowsOf: ({ resource, country }) => [[resource.id, country, ...PROFILE_FIELDS.map((field) => resource[field])]],
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
    { name: 'name', type: 'string', ...REQUIRED, description: 'A name beside the current registered one.' },
    {
      name: 'is_former',
      type: 'boolean',
      ...REQUIRED,
      description: 'Whether the company had it before; else it has it still.',
    },
  ],
  *rowsOf({ resource, country, otherNames: names }) {
    for (const { name, isFormer } of names) yield [resource.id, country, name, isFormer];
  },
};

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
  title: 'Officers of companies, of the registers whose licence lets them be passed on',
  columns: [
    COMPANY_ID,
    COUNTRY,
    {
      name: 'position',
      type: 'integer',
      ...REQUIRED,
      description: 'The place among the officers of the company, from 1.',
    },
    fieldColumn('name', officerFields.name, REQUIRED),
    {
      name: 'kind',
      type: 'string',
      description: 'What the register says the officer is; absent where it does not.',
      values: OFFICER_KINDS,
    },
    fieldColumn('roles', officerFields.roles, { type: 'list' }),
    fieldColumn('appointed_on', officerFields.appointed_on),
    {
      ...fieldColumn('resigned_on', officerFields.resigned_on),
      description: 'The day the appointment ends. It lies after the day of the data.',
    },
    fieldColumn('source_system', SOURCE.system, REQUIRED),
    fieldColumn('source_url', SOURCE.url),
    fieldColumn('source_title', SOURCE.title),
    fieldColumn('source_published_at', SOURCE.published_at),
    fieldColumn('source_observed_at', SOURCE.observed_at),
  ],
  primaryKey: ['company_id', 'position'],
  *rowsOf({ resource, country, officers: listed }) {
    for (const [i, { name, kind, roles, appointed_on: from, resigned_on: until, source }] of listed.entries()) {
      const told = [source.system, source.url, source.title, source.published_at, source.observed_at];
      yield [resource.id, country, i + 1, name, kind, roles, from, until, ...told];
    }
  },
};

/** The tables of companies, one file for each country. */
export const COMPANY_TABLES: readonly Table<ExportedCompany>[] = [
  companies,
  identifiers,
  otherNames,
  classifications,
  officers,
];

/** Ids that are no longer companies, one file for all countries. */
export const FORMER_IDS: Table<FormerId> = {
  name: 'former_ids',
  title: 'Ids of earlier companies, and where they continue',
  columns: [
    { name: 'id', type: 'string', ...REQUIRED, description: 'An id that was published before.' },
    {
      ...fieldColumn('status', CompanyLifecycle.properties.status, REQUIRED),
      values: LIFECYCLE_STATUSES.filter((status) => status !== 'active' && status !== 'restricted'),
    },
    {
      name: 'continues_as',
      type: 'string',
      description: 'The current id: one row for each where a company was split; absent where none continues it.',
    },
  ],
  *rowsOf({ id, lifecycle: { status, canonical_id: canonical, successor_ids: successors = [] } }) {
    if (successors.length === 0) yield [id, status, canonical];
    for (const successor of successors) yield [id, status, successor];
  },
};
