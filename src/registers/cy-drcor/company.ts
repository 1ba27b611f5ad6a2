import { nonEmpty, present, type ImportRun, SOLE_TRADER, type Reason } from '../../importer/index.ts';
import { foldName, type LineName, type RegisterLine } from '../../model/index.ts';
import { BUSINESS_NAMES, CURRENT_NAME, CYPRIOT_PLACES, FOREIGN, PREFIXES } from './codes.ts';
import type { Organisation } from './rows.ts';

/** What is taken of a row of organisations. */
const HELD = [
  'ORGANISATION_TYPE_CODE',
  'REGISTRATION_NO',
  'ORGANISATION_NAME',
  'ORGANISATION_TYPE',
  'ORGANISATION_SUB_TYPE',
  'NAME_STATUS_CODE',
  'NAME_STATUS',
  'ORGANISATION_STATUS',
] as const;

/** One row of organisations: a company under one of its names, the current or a former one. */
export interface OrganisationName {
  /** The code of the type and the number. */
  readonly key: string;
  readonly type: string;
  readonly number: string;
  readonly name: string | undefined;
  readonly typeText: string | undefined;
  readonly subType: string | undefined;
  readonly nameCode: string | undefined;
  readonly nameStatus: string | undefined;
  readonly status: string | undefined;
  /** Whether its address is in Cyprus. */
  readonly isAtHome: boolean;
}

/** The code of the type and the number: what names an organisation in all files. */
export function keyOf(cell: Organisation['cell']): string {
  return `${cell('ORGANISATION_TYPE_CODE') ?? ''}${cell('REGISTRATION_NO') ?? ''}`;
}

/** A row of organisations as a text that {@linkcode organisationOf} reads. */
export function textOfOrganisation(cell: Organisation['cell']): string {
  return JSON.stringify(HELD.map((column) => cell(column) ?? ''));
}

/** Reads what {@linkcode textOfOrganisation} wrote. */
export function organisationOf(text: string, isAtHome = false): OrganisationName {
  const [type = '', number = '', ...others] = JSON.parse(text) as string[];
  const [name, typeText, subType, nameCode, nameStatus, status] = others.map((cell) => cell || undefined);
  return { key: type + number, type, number, name, typeText, subType, nameCode, nameStatus, status, isAtHome };
}

/** Whether an address (TERRITORY: locality, postcode, district, country, with commas and underscores as filler) is in Cyprus. */
export function isInCyprus(territory = ''): boolean {
  const last = territory
    .split(',')
    .map(foldName)
    .findLast((part) => part !== '');
  return last !== undefined && CYPRIOT_PLACES.has(last);
}

/** Why an organisation gives no line; undefined where it does. */
export function whyLeftOut({ type }: OrganisationName, run: ImportRun): string | Reason | undefined {
  run.code('ORGANISATION_TYPE_CODE', type, 'left out');
  if (BUSINESS_NAMES.has(type)) return run.soleTraders ? undefined : SOLE_TRADER;
  return PREFIXES.has(type) ? undefined : 'an organisation of an unknown type, whose number nobody knows how to write';
}

/**
 * Builds the line of a company of its rows, which differ in the name. What is no name is said by the row with the current name.
 */
export function lineOf(rows: readonly OrganisationName[], published: string | undefined, run: ImportRun): RegisterLine {
  const current = rows.filter(({ nameCode = CURRENT_NAME }) => nameCode === CURRENT_NAME);
  const row = current[0] ?? rows[0];
  if (row === undefined) throw new Error('a company has at least one row');
  // With its words, which are not known either.
  for (const { nameCode, nameStatus } of rows) {
    if (nameCode === CURRENT_NAME) continue;
    run.code('NAME_STATUS_CODE', nameCode && `${nameCode} ${nameStatus ?? ''}`.trim(), 'left out');
  }
  run.code('ORGANISATION_TYPE', row.typeText);
  run.code('ORGANISATION_SUB_TYPE', row.subType);
  run.code('ORGANISATION_STATUS', row.status);
  if (current.length === 0) run.report.note('no name is the current one: the first is taken', row.key);
  const others = current.filter(({ name }) => name !== row.name);
  if (others.length > 0) run.report.note('several names are the current one: the first is taken', row.key);
  const former = rows.filter((one) => one !== row && !current.includes(one));
  return present<RegisterLine>({
    key: `cy-drcor:${row.key}`,
    name: row.name,
    country_code: row.isAtHome && row.type !== FOREIGN ? 'CY' : undefined,
    company_status: row.status,
    company_type: row.typeText,
    legal_form: row.subType,
    as_of_date: published,
    identifiers: [
      {
        scheme: 'national_registry_number',
        value: `${PREFIXES.get(row.type) ?? row.type} ${row.number}`,
        country_scope: 'CY',
      },
    ],
    former_names: nonEmpty(namesOf(former)),
    other_names: nonEmpty(namesOf(others)),
  });
}

/** Names with the register's word for what they are; without a name, or said twice, they are none. */
function namesOf(rows: readonly OrganisationName[]): LineName[] {
  const names = new Map<string, LineName>();
  for (const { name, nameCode, nameStatus } of rows) {
    const kind = nameStatus ?? nameCode ?? CURRENT_NAME;
    if (name !== undefined) names.set(JSON.stringify([name, kind]), { name, kind });
  }
  return [...names.values()];
}
