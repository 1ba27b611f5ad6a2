import { InputError, quoteValue } from '../model/index.ts';
import type { ImportReport } from './report.ts';
import type { Row } from './rows.ts';

/**
 * Refuses a record: it goes to the report by its place.
 * @throws {InputError} where there are more rejects than the operator allows
 */
export function rejectRow(report: ImportReport, row: Row, field: string, reason: string): void {
  const { input, record, member } = row;
  report.reject({ input: member === undefined ? input : `${input}!${member}`, record, field, reason });
  if (!report.hasTooManyRejects) return;
  const { maxRejects } = report;
  const allowed = maxRejects === 0 ? '' : `; ${maxRejects} rejects are allowed, this is one more`;
  const inside = member === undefined ? '' : `, file ${quoteValue(member)} inside it`;
  throw new InputError(`Cannot read ${quoteValue(input)}${inside}: record ${record}: ${field} ${reason}${allowed}`);
}
