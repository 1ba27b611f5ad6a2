import {
  cellOf,
  requireDateForm,
  requiredCell,
  type JoinedRecord,
  type CsvRow,
  SOLE_TRADER,
  ordinary,
  type Reason,
} from '../../importer/index.ts';
import { BRANCH_FORMS, PERSON_FORMS } from './forms.ts';
import { paddedNumber } from './number.ts';

/** What is joined of a subject's row: why it gives no line, or what its line is made of. */
export interface Company {
  readonly leftOut?: string | Reason;
  readonly name?: string;
  readonly form?: string;
  readonly ceased?: boolean;
  readonly nace?: string;
  readonly nace2025?: string;
  /** The date of the state that the file shows. */
  readonly asOf?: string;
}

/** The number of a row's subject. @throws {FieldFault} where there is none */
export function numberOf(row: CsvRow): string {
  return paddedNumber(requiredCell(row, 'ICO'));
}

/**
 * Reads a row of subjects.
 * @throws {FieldFault} where the date of the end is none
 */
export function readCompany(row: CsvRow, published: string | undefined, soleTraders: boolean): Company {
  const form = cellOf(row, 'FORMA');
  const end = cellOf(row, 'DDATZAN');
  if (end !== undefined) requireDateForm('DDATZAN', end);
  const leftOut = reasonToLeaveOut(form, end !== undefined, soleTraders);
  if (leftOut !== undefined) return { leftOut };
  // Members without a value are not written to JSON.
  return {
    name: cellOf(row, 'FIRMA'),
    form,
    ceased: end === undefined ? undefined : true,
    nace: cellOf(row, 'NACE'),
    nace2025: cellOf(row, 'NACE2025'),
    asOf: published ?? cellOf(row, 'DATPLAT'),
  } as Company;
}

/** Of a person who has given up business nothing is published but the number and the day, so there is no form. */
function reasonToLeaveOut(
  form: string | undefined,
  ceased: boolean,
  soleTraders: boolean,
): string | Reason | undefined {
  if (form === undefined ? ceased : PERSON_FORMS.has(form)) {
    if (!soleTraders) return form === undefined ? ordinary('sole trader, ceased') : SOLE_TRADER;
  } else if (form !== undefined && BRANCH_FORMS.has(form)) {
    return 'branch or establishment of another subject';
  }
  return undefined;
}

/** What was joined, as {@linkcode readCompany} gave it. */
export function companyOf(record: JoinedRecord): Company {
  return JSON.parse(record.text) as Company;
}
