import {
  findEntry,
  toAddress,
  readCell,
  listCodes,
  DAY_FIRST,
  nationalNumber,
  nonEmpty,
  OfficerRoles,
  present,
  publishedDay,
  SOLE_TRADER,
  withSource,
  type CsvRow,
  type HeldRecord,
  type ImportRun,
  type Reason,
  type Texts,
} from '../../importer/index.ts';
import { foldName, type CompanyAddress, type CompanyName, type RegisterLine } from '../../model/index.ts';
import codes from './codes.json' with { type: 'json' };
import places from './places.json' with { type: 'json' };

/** One row of organisations: a company under one of its names, the current or a former one. */
export interface Organisation {
  /** The cells by column, including the number and the type. */
  readonly cells: Texts;
  readonly office?: Office;
}

/** One row of officials that is shown. */
export interface Official {
  readonly name: string;
  readonly position: string;
}

/** The prefix of a number as the register prints it, by type code. HE and AE are certain; for other types, sources differ. */
const PREFIXES = codes.ORGANISATION_TYPE_CODE;

/** Business names: the trading names of people, as a rule. */
const BUSINESS_NAMES: ReadonlySet<string> = new Set(['N', 'B']);

/** The type of companies whose head office is abroad: the address of the register is that of their branch. */
const FOREIGN = 'O';

/** The code of the current name. */
const CURRENT_NAME = 'ACR';

const SHOWN_POSITIONS: ReadonlySet<string> = new Set(listCodes(codes.OFFICIAL_POSITION.officers));

/** Returns the type code and the number, which identify an organisation in all files. */
export function toKey({ cells }: Organisation): string {
  return `${cells['ORGANISATION_TYPE_CODE']}${cells['REGISTRATION_NO']}`;
}

/** Whether a text is the code of a type. Unknown codes have one or two letters. */
export function isType(code: string): boolean {
  return Object.hasOwn(PREFIXES, code) || /^[A-Z]{1,2}$/.test(code);
}

/** Returns why an organisation has no line; undefined if it has one. */
export function whyLeftOut({ cells }: Organisation, run: ImportRun): string | Reason | undefined {
  const type = cells['ORGANISATION_TYPE_CODE'] ?? '';
  run.code('ORGANISATION_TYPE_CODE', type, 'left out');
  if (BUSINESS_NAMES.has(type)) return run.soleTraders ? undefined : SOLE_TRADER;
  return Object.hasOwn(PREFIXES, type)
    ? undefined
    : 'an organisation of an unknown type, whose number has no known form';
}

/** Returns the official of a row. If the official is not shown, counts the row and returns undefined. */
export function readOfficial(row: CsvRow, key: string, run: ImportRun): Official | undefined {
  const name = readCell(row, 'PERSON_OR_ORGANISATION_NAME');
  const position = run.readCode(row, 'OFFICIAL_POSITION', 'left out');
  if (position === undefined || !SHOWN_POSITIONS.has(position))
    return run.report.drop(`officers: ${position ?? 'no position'} is not shown`, key);
  // Some names are telephone numbers.
  const isName = name !== undefined && /\p{L}/u.test(name);
  return isName ? { name, position } : run.report.drop('officers: a name without a letter', key);
}

/** Returns the line of a company from its rows, one for each name. The row with the current name supplies all other values. */
export function buildLine(
  rows: readonly HeldRecord<Organisation>[],
  officials: readonly HeldRecord<Official>[],
  run: ImportRun,
): RegisterLine {
  const all = rows.map(({ value }) => value);
  const current = all.filter(isCurrent);
  const row = current[0] ?? all[0];
  if (row === undefined) throw new Error('a company has at least one row');
  const key = toKey(row);
  // Reported with its words, because the code list lacks them.
  for (const { cells } of all.filter((one) => !isCurrent(one)))
    run.code('NAME_STATUS_CODE', `${cells['NAME_STATUS_CODE']} ${cells['NAME_STATUS'] ?? ''}`.trim(), 'left out');
  const { ORGANISATION_NAME: name, ORGANISATION_STATUS: status, ...cells } = row.cells;
  for (const list of ['ORGANISATION_TYPE', 'ORGANISATION_SUB_TYPE', 'ORGANISATION_STATUS'])
    run.code(list, row.cells[list]);
  if (current.length === 0) run.report.note('no name is the current one: the first is taken', key);
  const others = current.filter((one) => one.cells['ORGANISATION_NAME'] !== name);
  if (others.length > 0) run.report.note('several names are the current one: the first is taken', key);
  const type = cells['ORGANISATION_TYPE_CODE'] ?? '';
  const state = run.state('ORGANISATION_STATUS', status);
  const day = (column: string) => publishedDay(run, column, cells[column], DAY_FIRST);
  const since = day('ORGANISATION_STATUS_DATE');
  const former = all.filter((one) => one !== row && !current.includes(one));
  return present<RegisterLine>({
    key: `cy-drcor:${key}`,
    name,
    country_code: type !== FOREIGN && row.office?.isInCyprus === true ? 'CY' : undefined,
    company_status: status,
    company_type: cells['ORGANISATION_TYPE'],
    legal_form: cells['ORGANISATION_SUB_TYPE'],
    as_of_date: rows[0]?.published,
    state,
    registered_on: day('REGISTRATION_DATE'),
    closed_on: state === 'closed' ? since : undefined,
    address: type === FOREIGN || BUSINESS_NAMES.has(type) ? undefined : row.office?.address,
    identifiers: [nationalNumber('CY', `${findEntry(PREFIXES, type) ?? type} ${cells['REGISTRATION_NO']}`)],
    former_names: nonEmpty(listNames(former)),
    other_names: nonEmpty(listNames(others)),
    officers: toOfficers(officials, run),
  });
}

function isCurrent({ cells: { NAME_STATUS_CODE: code = CURRENT_NAME } }: Organisation): boolean {
  return code === CURRENT_NAME;
}

/** Returns the names, each once, with the register's word for the kind of name. */
function listNames(rows: readonly Organisation[]): CompanyName[] {
  const names = new Map<string, CompanyName>();
  for (const { cells } of rows) {
    const { ORGANISATION_NAME: name, NAME_STATUS_CODE: code = CURRENT_NAME, NAME_STATUS: kind = code } = cells;
    if (name !== undefined) names.set(JSON.stringify([name, kind]), { name, kind });
  }
  return [...names.values()];
}

/** Returns the officers of a company in the order of their rows. A name with several positions is one officer with several roles. */
function toOfficers(officials: readonly HeldRecord<Official>[], run: ImportRun) {
  const roles = new OfficerRoles();
  for (const { value } of officials) roles.add(value.name, { name: value.name }, value.position);
  return withSource(roles.officers, run.officerSource(officials[0]?.published));
}

/** An address of the file of offices. */
export interface Office {
  /** Set if the address is in Cyprus. */
  readonly isInCyprus?: true;
  readonly address?: CompanyAddress;
}

/** The country or one of its six districts. */
const CYPRIOT_PLACES: ReadonlySet<string> = new Set([...places.country, ...places.districts]);

/** Returns the address of a row: in Cyprus by its parts, elsewhere as one text, because TERRITORY has no fixed order there. */
export function readOffice(row: CsvRow): Office {
  const [street, building, territory] = ['STREET', 'BUILDING', 'TERRITORY'].map((column) => readCell(row, column));
  const parts = splitParts(territory);
  if (!isInCyprus(territory)) return present({ address: toAddress({ text: [street, building, ...parts].join(', ') }) });
  const named = parts.filter((part) => !places.country.includes(foldName(part)));
  const postal_code = named.find((part) => /^\d{4}$/.test(part));
  const [district, ...towns] = named.filter((part) => part !== postal_code).toReversed();
  const isDistrict = towns.length > 0 && CYPRIOT_PLACES.has(foldName(district ?? ''));
  const locality = (isDistrict ? towns : [district ?? '', ...towns]).toReversed().join(', ');
  const address = toAddress({
    street: [street, building].filter(Boolean).join(', '),
    postal_code,
    locality,
    region: isDistrict ? district : undefined,
    country_code: 'CY',
  });
  return present<Office>({ isInCyprus: true, address });
}

/** Whether the last part of TERRITORY (locality, postcode, district, country, with commas and underscores as filler) is in Cyprus. */
export function isInCyprus(territory: string | undefined): boolean {
  return CYPRIOT_PLACES.has(foldName(splitParts(territory).at(-1) ?? ''));
}

function splitParts(territory = ''): string[] {
  return territory.split(',').flatMap((part) => (foldName(part) === '' ? [] : part.replaceAll('_', ' ').trim()));
}
