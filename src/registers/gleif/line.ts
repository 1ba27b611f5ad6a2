import {
  FieldFault,
  countryCode,
  findGravest,
  nationalNumber,
  nonEmpty,
  ordinary,
  present,
  publishedDay,
  toAddress,
  type ImportReport,
  type ImportRun,
} from '../../importer/index.ts';
import {
  isLei,
  COUNTRY_CODE_PATTERN,
  COUNTRY_SCOPE_PATTERN,
  quoteValue,
  foldNumber,
  type CompanyAddress,
  type CompanyIdentifier,
  type CompanyName,
  type CompanyState,
  type RegisterLine,
} from '../../model/index.ts';
import codes from './codes.json' with { type: 'json' };
import { numbersWithCourt } from './courts.ts';
import type { LeiRecord } from './record.ts';
import states from './states.json' with { type: 'json' };
import type { GleifTables } from './tables.ts';

/** Codes that are not legal forms: a code was requested (8888), or the entity has no legal form (9999). */
const FORM_PLACEHOLDERS: ReadonlySet<string> = new Set(['8888', '9999']);

/** Codes for authorities that are not in the list (RA888888), or for no authority (RA999999). */
const AUTHORITY_PLACEHOLDERS: ReadonlySet<string> = new Set(['RA888888', 'RA999999']);

/** Jurisdictions in which several registers assign the same numbers. In Germany every court has its own numbers. */
const NUMBERS_REPEAT: ReadonlySet<string> = new Set(['DE']);

/** The categories of organisations that have their own office. Branches and unknown categories are not listed. */
const WITH_OFFICE: ReadonlySet<string> = new Set([
  'GENERAL',
  'FUND',
  'RESIDENT_GOVERNMENT_ENTITY',
  'INTERNATIONAL_ORGANIZATION',
]);

const PROCEEDINGS = states['LegalEntityEvent in progress'];

/** The events that end an entity. One that is bankrupt or insolvent still exists. */
const ENDING_EVENTS: ReadonlySet<string> = new Set([
  'DISSOLUTION',
  'LIQUIDATION',
  'ABSORPTION',
  'MERGERS_AND_ACQUISITIONS',
  'BREAKUP',
]);

/** Matches a day, and a time that is midnight as written. */
const MIDNIGHT = /^\d{4}-\d{2}-\d{2}(?:$|T00:00:00)/;

const COUNTRY = new RegExp(COUNTRY_CODE_PATTERN);
const SCOPE = new RegExp(COUNTRY_SCOPE_PATTERN);

/** Builds the line of a record without its successors; unknown values are counted in the report. */
export function buildLine(
  record: LeiRecord,
  published: string | undefined,
  tables: GleifTables,
  run: ImportRun,
): RegisterLine {
  const { report } = run;
  const { lei, country } = record;
  if (country !== undefined && !COUNTRY.test(country)) {
    throw new FieldFault(
      'Entity.HeadquartersAddress.Country',
      `must be two capital letters, got ${quoteValue(country)}`,
    );
  }
  if (!isLei(lei)) report.note('LEI with wrong form or check digits, kept as published', lei);
  run.code('Registration.RegistrationStatus', record.registrationStatus, 'left out');
  run.code('Entity.EntityStatus', record.entityStatus);
  run.code('Entity.EntityCategory', record.category);
  for (const { type } of record.otherNames) run.code('OtherEntityName.type', type, 'left out');
  for (const { type } of record.events) run.code('LegalEntityEventType', type, 'left out');
  const scope = findScope(record, tables, report);
  const identifiers: CompanyIdentifier[] = [{ scheme: 'lei', value: lei }];
  let forms: string[] = [];
  const { number } = record;
  if (number !== undefined && foldNumber(number) === '') {
    report.note('registry number without letter or digit, skipped', lei);
  } else if (number !== undefined && scope === undefined) {
    report.note('registry number without a jurisdiction, skipped', lei);
  } else if (number !== undefined && scope !== undefined) {
    identifiers.unshift(nationalNumber(scope, number));
    // Only a German number with its court is shared with the lines of other sources.
    if (scope === 'DE') forms = numbersWithCourt(tables.findCourtCodes(record.authority ?? ''), number);
    if (scope === 'DE' && forms.length === 0) report.note('German number whose court is not known', lei);
  }
  return present<RegisterLine>({
    authority: record.authority,
    key: scope !== undefined && NUMBERS_REPEAT.has(scope) ? `gleif:${lei}` : undefined,
    name: record.name,
    country_code: country,
    company_status: record.entityStatus === 'NULL' ? undefined : record.entityStatus,
    company_type: record.category,
    legal_form: findLegalForm(record, tables, report),
    as_of_date: published,
    identifiers,
    number_forms: nonEmpty(forms),
    ...toDetails(record, tables, run),
  });
}

/**
 * Returns the jurisdiction of the registry number: the jurisdiction of the registration authority, so that the company is joined with the
 * line of its national register. If our table lacks the authority, the legal jurisdiction is used.
 */
function findScope(record: LeiRecord, tables: GleifTables, report: ImportReport): string | undefined {
  const { authority, jurisdiction } = record;
  if (authority !== undefined && !AUTHORITY_PLACEHOLDERS.has(authority)) {
    const scope = tables.findJurisdiction(authority, jurisdiction);
    if (scope !== undefined) return scope;
    report.unknownCode('Entity.RegistrationAuthority.RegistrationAuthorityID', authority, 'replaced');
  }
  if (jurisdiction !== undefined && !SCOPE.test(jurisdiction)) {
    throw new FieldFault('Entity.LegalJurisdiction', `must be an ISO 3166 code, got ${quoteValue(jurisdiction)}`);
  }
  return jurisdiction;
}

function findLegalForm(record: LeiRecord, tables: GleifTables, report: ImportReport): string | undefined {
  const { formCode, otherForm, language } = record;
  if (formCode === undefined || FORM_PLACEHOLDERS.has(formCode)) return otherForm;
  const form = tables.findLegalForm(formCode, language);
  if (form === undefined) report.unknownCode('Entity.LegalForm.EntityLegalFormCode', formCode, 'left out');
  return form;
}

/**
 * Returns the details of a record. For a person in business only the state: the day of creation may be a birthday, the address a home, a
 * former name the name of the person.
 */
function toDetails(record: LeiRecord, tables: GleifTables, run: ImportRun) {
  const ofStatus = run.state('Entity.EntityStatus', record.entityStatus);
  if (record.category === 'SOLE_PROPRIETOR' || tables.isPersonForm(record.formCode ?? '')) return { state: ofStatus };
  return {
    state: ofStatus === 'active' ? findGravest([ofStatus, ...toProceedingStates(record, run)]) : ofStatus,
    registered_on: publishedDay(run, 'Entity.EntityCreationDate', record.created),
    closed_on: ofStatus === 'closed' ? findEnd(record, run) : undefined,
    address: WITH_OFFICE.has(record.category ?? '') ? registeredOffice(record, run) : undefined,
    former_names: filterNames(record, 'former'),
    other_names: filterNames(record, 'other'),
  };
}

/** Returns the states of an active entity by the proceedings against it. */
function toProceedingStates({ events }: LeiRecord, run: ImportRun): (CompanyState | undefined)[] {
  const running = events.filter(({ type = '', status }) => status === 'IN_PROGRESS' && type in PROCEEDINGS);
  return running.map(({ type }) => run.state('LegalEntityEvent in progress', type));
}

/**
 * Returns the day on which an inactive entity ended. Without an expiration date it is that of the last event that ended it. An event at
 * another time than midnight has no sure day: issuers convert midnight to other time zones.
 */
function findEnd({ lei, expired, events }: LeiRecord, run: ImportRun): string | undefined {
  if (expired !== undefined) return publishedDay(run, 'Entity.EntityExpirationDate', expired);
  const ends = events.flatMap(({ type = '', status, effective }) =>
    status === 'COMPLETED' && ENDING_EVENTS.has(type) ? (effective ?? []) : [],
  );
  const last = ends.toSorted((a, b) => Date.parse(a) - Date.parse(b)).at(-1);
  if (last === undefined || MIDNIGHT.test(last)) return publishedDay(run, 'LegalEntityEventEffectiveDate', last);
  return run.report.note(ordinary('end at another time than midnight, whose day is not sure'), lei);
}

/** Nearly all records repeat the house number in a line; it is added where none has it. */
function registeredOffice(record: LeiRecord, run: ImportRun): CompanyAddress | undefined {
  const { addressLine: first, houseNumber: number = '', additionalLines: others } = record;
  const isRepeated = first === undefined || [first, ...others].some((line) => line.includes(number));
  return toAddress({
    lines: [isRepeated ? first : `${first} ${number}`, ...others],
    postal_code: record.postalCode,
    locality: record.city,
    region: record.region,
    country_code: countryCode(run, 'Entity.LegalAddress.Country', record.addressCountry),
  });
}

/** Returns the former or the other names of a record. */
function filterNames({ otherNames }: LeiRecord, wanted: 'former' | 'other'): CompanyName[] | undefined {
  const types: readonly string[] = codes['OtherEntityName.type'][wanted];
  return nonEmpty(
    otherNames.flatMap(({ name, type = '' }) =>
      name === undefined || !types.includes(type) ? [] : { name, kind: type },
    ),
  );
}
