import {
  FieldFault,
  nationalNumber,
  nonEmpty,
  present,
  type ImportReport,
  type ImportRun,
} from '../../importer/index.ts';
import {
  isLei,
  COUNTRY_CODE_PATTERN,
  COUNTRY_SCOPE_PATTERN,
  quoteValue,
  foldNumber,
  type CompanyIdentifier,
  type RegisterLine,
} from '../../model/index.ts';
import { numbersWithCourt } from './courts.ts';
import { detailsOf } from './details.ts';
import type { LeiRecord } from './record.ts';
import type { GleifTables } from './tables.ts';

/** Codes that are not legal forms: a code was requested (8888), or the entity has no form (9999). */
const FORM_PLACEHOLDERS: ReadonlySet<string> = new Set(['8888', '9999']);

/** Authorities outside the list (RA888888), or none at all (RA999999). */
const AUTHORITY_PLACEHOLDERS: ReadonlySet<string> = new Set(['RA888888', 'RA999999']);

/** Jurisdictions in which several registers hand out the same numbers. In Germany every court counts for itself. */
const NUMBERS_REPEAT: ReadonlySet<string> = new Set(['DE']);

const COUNTRY = new RegExp(COUNTRY_CODE_PATTERN);
const SCOPE = new RegExp(COUNTRY_SCOPE_PATTERN);

/** Builds the line of a record, without its successors; unknown values are counted in the report. */
export function lineOf(
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
  const scope = scopeOf(record, tables, report);
  const identifiers: CompanyIdentifier[] = [{ scheme: 'lei', value: lei }];
  const { number } = record;
  if (number !== undefined && foldNumber(number) === '') {
    report.note('registry number without letter or digit, skipped', lei);
  } else if (number !== undefined && scope === undefined) {
    report.note('registry number without a jurisdiction, skipped', lei);
  } else if (number !== undefined && scope !== undefined) {
    identifiers.unshift(nationalNumber(scope, number));
  }
  return present<RegisterLine>({
    authority: record.authority,
    key: scope !== undefined && NUMBERS_REPEAT.has(scope) ? `gleif:${lei}` : undefined,
    name: record.name,
    country_code: country,
    company_status: record.entityStatus === 'NULL' ? undefined : record.entityStatus,
    company_type: record.category,
    legal_form: legalFormOf(record, tables, report),
    as_of_date: published,
    identifiers,
    number_forms: identifiers.length < 2 ? undefined : nonEmpty(formsOf(record, scope, tables, report)),
    ...detailsOf(record, published, run),
  });
}

/** A German number with its court: only this form joins the lines of other sources. */
function formsOf(
  { number = '', authority = '', lei }: LeiRecord,
  scope: string | undefined,
  tables: GleifTables,
  report: ImportReport,
): string[] {
  if (scope !== 'DE') return [];
  const forms = numbersWithCourt(tables.courtCodesOf(authority), number);
  if (forms.length === 0) report.note('German number whose court is not known', lei);
  return forms;
}

/**
 * The jurisdiction that scopes the registry number: that of the registration authority, so that a company meets the
 * line of its national register. Where the authority is not in our table, the legal jurisdiction serves.
 */
function scopeOf(record: LeiRecord, tables: GleifTables, report: ImportReport): string | undefined {
  const { authority, jurisdiction } = record;
  if (authority !== undefined && !AUTHORITY_PLACEHOLDERS.has(authority)) {
    const scope = tables.jurisdictionOf(authority, jurisdiction);
    if (scope !== undefined) return scope;
    report.unknownCode('Entity.RegistrationAuthority.RegistrationAuthorityID', authority, 'replaced');
  }
  if (jurisdiction !== undefined && !SCOPE.test(jurisdiction)) {
    throw new FieldFault('Entity.LegalJurisdiction', `must be an ISO 3166 code, got ${quoteValue(jurisdiction)}`);
  }
  return jurisdiction;
}

function legalFormOf(record: LeiRecord, tables: GleifTables, report: ImportReport): string | undefined {
  const { formCode, otherForm, language } = record;
  if (formCode === undefined || FORM_PLACEHOLDERS.has(formCode)) return otherForm;
  const form = tables.legalFormOf(formCode, language);
  if (form === undefined) report.unknownCode('Entity.LegalForm.EntityLegalFormCode', formCode, 'left out');
  return form;
}
