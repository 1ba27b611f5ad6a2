import { InputError, quoteValue } from '../model/index.ts';
import type { ImportReport } from './report.ts';
import type { RecordPlace } from './record/row.ts';

/** Adds a rejected record to the report. @throws {InputError} where there are more than the operator allows */
export function rejectRow(report: ImportReport, place: RecordPlace, field: string, reason: string): void {
  const { input, record, member } = place;
  report.reject({ input: member === undefined ? input : `${input}!${member}`, record, field, reason });
  if (!report.hasTooManyRejects) return;
  const { maxRejects } = report;
  const allowed = maxRejects === 0 ? '' : `; ${maxRejects} rejects are allowed, this is one more`;
  const inside = member === undefined ? '' : `, file ${quoteValue(member)} inside it`;
  throw new InputError(`Cannot read ${quoteValue(input)}${inside}: record ${record}: ${field} ${reason}${allowed}`);
}
