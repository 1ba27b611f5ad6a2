import {
  FieldFault,
  cellOf,
  nationalNumber,
  present,
  requiredCell,
  type ImportRun,
  type CsvRow,
  SOLE_TRADER,
  type Reason,
} from '../../importer/index.ts';
import { isPublishedNumber, quoteValue, type RegisterLine } from '../../model/index.ts';
import { CLOSED, NO_COMPANIES, SOLE_FORMS } from './codes.ts';
import type { Labels } from './labels.ts';

/** What the register writes where there is no name. */
const NO_NAME = '-';

/** A company as its record says it. */
export interface Company {
  readonly number: string;
  readonly name: string | undefined;
  /** The code of `closed`; an open entity has none. */
  readonly closed: string | undefined;
  readonly type: string | undefined;
  readonly typeText: string | undefined;
}

export function companyOf(row: CsvRow): Company {
  const [name, closed, type, typeText] = ['name', 'closed', 'type', 'type_text'].map((column) => cellOf(row, column));
  return { number: numberOf(row, 'regcode'), name: nameOf(name), closed, type, typeText };
}

/** A registration number of a row. All are digits; the oldest begin with zeros. */
export function numberOf(row: CsvRow, column: string): string {
  const number = requiredCell(row, column);
  if (!/^\d+$/.test(number)) throw new FieldFault(column, `must be digits, got ${quoteValue(number)}`);
  return number;
}

/** A published name; undefined where it says that there is none. */
export function nameOf(name: string | undefined): string | undefined {
  return name === NO_NAME ? undefined : name;
}

/** Why a company gives no line; undefined where it does. */
export function whyLeftOut({ type = '' }: Company, run: ImportRun): string | Reason | undefined {
  if (SOLE_FORMS.has(type) && !run.soleTraders) return SOLE_TRADER;
  return NO_COMPANIES.get(type);
}

/** Builds the line of a company, without its officers; what was not understood is counted in the report. */
export function lineOf(company: Company, published: string | undefined, labels: Labels, run: ImportRun): RegisterLine {
  const { number, name, type, typeText } = company;
  run.code('type', type);
  // Nine or ten digits are an old number, without a check digit.
  if (
    number.length === 11
      ? !isPublishedNumber('LV reģistrācijas numurs', number)
      : number.length !== 9 && number.length !== 10
  ) {
    run.report.note('registration number with wrong form or check digit, kept as published', number);
  }
  return present<RegisterLine>({
    name,
    company_status: statusOf(company, labels, run),
    company_type: type,
    legal_form: typeText,
    as_of_date: published,
    identifiers: [nationalNumber('LV', number)],
  });
}

/** The file has only a code; the register's own list says what it means. */
function statusOf({ closed }: Company, labels: Labels, run: ImportRun): string | undefined {
  if (closed === undefined) return undefined;
  run.code('closed', closed);
  const reason = CLOSED.get(closed);
  return reason === undefined ? closed : labels.of(reason.list, reason.code);
}
