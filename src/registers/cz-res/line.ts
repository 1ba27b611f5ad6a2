import { nonEmpty, present, type ImportRun } from '../../importer/index.ts';
import {
  isPublishedNumber,
  type CompanyClassification,
  type LineOfficer,
  type RegisterLine,
} from '../../model/index.ts';
import { taxIdentifiersOf, type Basics } from './basics.ts';
import { ACTIVITY_SCHEMES } from './codes.ts';
import type { Company } from './companies.ts';
import { FORMS } from './forms.ts';

/** What ARES calls the state of a subject with a day of its end (stavZdrojeRes); the file has the day alone. */
const CEASED = 'ZANIKLY';

/** A line takes a hundred; the largest enterprises do more things than that. */
const CLASSIFICATIONS_MAX = 100;

/** What the other files say about a subject. */
export interface Said {
  /** Code list, blank, code. */
  readonly activities: readonly string[];
  readonly officers: readonly LineOfficer[];
  readonly basics: Basics;
}

/** Builds the line of a subject; what was not understood is counted in the report. */
export function lineOf(number: string, company: Company, said: Said, run: ImportRun): RegisterLine {
  const { form, name, asOf } = company;
  run.code('FORMA', form);
  if (!isPublishedNumber('CZ IČO', number)) {
    run.report.note('identification number with wrong form or check digit, kept as published', number);
  }
  const classifications = classificationsOf(company, said.activities);
  if (classifications.length > CLASSIFICATIONS_MAX) {
    run.report.note(`more than ${CLASSIFICATIONS_MAX} activities, the rest left out`, number);
  }
  return present<RegisterLine>({
    name,
    country_code: said.basics.country,
    company_status: company.ceased === true ? CEASED : undefined,
    company_type: form,
    legal_form: form === undefined ? undefined : (FORMS[form] ?? form),
    as_of_date: asOf,
    identifiers: [
      { scheme: 'national_registry_number', value: number, country_scope: 'CZ' },
      ...taxIdentifiersOf(said.basics),
    ],
    classifications: nonEmpty(classifications.slice(0, CLASSIFICATIONS_MAX)),
    officers: nonEmpty(said.officers),
  });
}

/** The main activity in each scheme, which the file of subjects gives, then the others. */
function classificationsOf({ nace, nace2025 }: Company, activities: readonly string[]): CompanyClassification[] {
  const [rev2 = '', edition2025 = ''] = ACTIVITY_SCHEMES.keys();
  const main = [`${rev2} ${nace ?? ''}`, `${edition2025} ${nace2025 ?? ''}`].filter((one) => !one.endsWith(' '));
  return [...new Set([...main, ...activities])].map((activity) => {
    const [list = '', code = ''] = activity.split(' ', 2);
    return { scheme: ACTIVITY_SCHEMES.get(list) ?? list, code, is_primary: main.includes(activity) };
  });
}
