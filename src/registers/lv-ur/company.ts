import {
  FieldFault,
  addressOf,
  cellsOf,
  nationalNumber,
  present,
  publishedDay,
  requiredCell,
  type ImportRun,
  type CsvRow,
  SOLE_TRADER,
  type Reason,
  type Texts,
} from '../../importer/index.ts';
import { isPublishedNumber, quoteValue, type RegisterLine } from '../../model/index.ts';
import { CLOSED, NO_COMPANIES, ORGANISATION_FORMS, SOLE_FORMS } from './codes.ts';
import type { Labels } from './labels.ts';

/** The placeholder for a name. */
const NO_NAME = '-';

const COLUMNS = ['name', 'closed', 'type', 'type_text', 'registered', 'terminated', 'address', 'index'] as const;

/** The kept cells of a company. */
export type Company = Texts<(typeof COLUMNS)[number]>;

export function companyOf(row: CsvRow): Company {
  return cellsOf(row, COLUMNS);
}

/** A registration number of a row. All are digits; the oldest begin with zeros. */
export function numberOf(row: CsvRow, column: string): string {
  const number = requiredCell(row, column);
  if (!/^\d+$/.test(number)) throw new FieldFault(column, `must be digits, got ${quoteValue(number)}`);
  return number;
}

/** A published name; undefined for the placeholder. */
export function nameOf(name: string | undefined): string | undefined {
  return name === NO_NAME ? undefined : name;
}

/** Why a company gives no line; undefined where it does. */
export function whyLeftOut({ type = '' }: Company, run: ImportRun): string | Reason | undefined {
  if (SOLE_FORMS.has(type) && !run.soleTraders) return SOLE_TRADER;
  return NO_COMPANIES.get(type);
}

/** Builds the line of a company from its own record; unknown values are counted in the report. */
export function lineOf(
  number: string,
  company: Company,
  published: string | undefined,
  labels: Labels,
  run: ImportRun,
): RegisterLine {
  const { closed, type = '' } = company;
  run.code('type', company.type);
  // Nine or ten digits are an old number, without a check digit.
  if (
    number.length === 11
      ? !isPublishedNumber('LV reģistrācijas numurs', number)
      : number.length !== 9 && number.length !== 10
  ) {
    run.report.note('registration number with wrong form or check digit, kept as published', number);
  }
  return present<RegisterLine>({
    name: nameOf(company.name),
    company_status: statusOf(company, labels, run),
    company_type: company.type,
    legal_form: company.type_text,
    as_of_date: published,
    identifiers: [nationalNumber('LV', number)],
    registered_on: publishedDay(run, 'registered', company.registered),
    closed_on: closed === undefined ? undefined : publishedDay(run, 'terminated', company.terminated),
    address: ORGANISATION_FORMS.has(type)
      ? addressOf({ text: company.address, postal_code: company.index })
      : undefined,
  });
}

/** The file has only a code; the register's own list says what it means. */
function statusOf({ closed }: Company, labels: Labels, run: ImportRun): string | undefined {
  if (closed === undefined) return undefined;
  run.code('closed', closed);
  const reason = CLOSED.get(closed);
  return reason === undefined ? closed : labels.of(reason.list, reason.code);
}
