import { COUNTRY_CODE_PATTERN, quoteValue, type LineOfficer } from '../../model/index.ts';
import type { ImportRun } from '../import-run.ts';
import { FieldFault } from './field-fault.ts';
import { present } from './present.ts';

const COUNTRY = new RegExp(COUNTRY_CODE_PATTERN);

/** A published country code; undefined, and counted under the name of its field, where it is no code of ISO 3166-1. */
export function countryCode(run: ImportRun, field: string, published: string | undefined): string | undefined {
  if (published === undefined || COUNTRY.test(published)) return published;
  run.report.unknownCode(field, published, 'left out');
  return undefined;
}

/** @throws {FieldFault} where a text has not the form `YYYY-MM-DD` */
export function requireDateForm(field: string, text: string): void {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return;
  throw new FieldFault(field, `must be a date, YYYY-MM-DD, got ${quoteValue(text)}`);
}

/**
 * The source of an officer.
 * @param published the date of the file that names the officer
 * @param url the page of the register about the officers of the company
 */
export function officerSource(system: string, published: string | undefined, url?: string): LineOfficer['source'] {
  const observed_at = published === undefined ? undefined : `${published}T00:00:00Z`;
  return present<LineOfficer['source']>({ system, url, observed_at });
}
