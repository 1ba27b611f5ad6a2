import { present, type ImportRun, type JoinedRecord } from '../../importer/index.ts';
import type { CompanyClassification, RegisterLine } from '../../model/index.ts';
import { LEGAL_FORMS, ORGANISATION_FORMS } from './codes.ts';
import type { Registration } from './registration.ts';
import type { SniVersions } from './sni.ts';
import type { Unit } from './unit.ts';

/** What a record says, and which it is. */
type From<T> = T & { readonly record: JoinedRecord };

/** All that both publishers say about one number. */
export interface Company {
  readonly number: string;
  readonly registrations: readonly From<Registration>[];
  readonly unit: From<Unit> | undefined;
}

/** What is known about the files. */
export interface Files {
  /** The date of each, by name. */
  readonly dates: ReadonlyMap<string, string | undefined>;
  readonly versions: SniVersions;
}

/**
 * Builds the line of a company. What Bolagsverket says about it goes before what SCB says, and of several registrations one
 * that stands goes before one that ended, then the one of the lowest running number.
 */
export function lineOf({ number, registrations, unit }: Company, files: Files, run: ImportRun): RegisterLine {
  const inOrder = registrations.toSorted(
    (a, b) => Number(a.isDeregistered) - Number(b.isDeregistered) || a.place - b.place,
  );
  const [main] = inOrder;
  const forms = main === undefined ? LEGAL_FORMS : ORGANISATION_FORMS;
  const form = main === undefined ? unit?.form : main.form;
  const { record } = main ?? unit ?? {};
  const classifications = unit === undefined ? [] : classificationsOf(unit, files, run);
  return present<RegisterLine>({
    name: inOrder.find(({ name }) => name !== undefined)?.name ?? unit?.name,
    company_status: main?.status ?? unit?.status,
    company_type: form,
    legal_form: form === undefined ? undefined : forms.get(form),
    as_of_date: record === undefined ? undefined : files.dates.get(record.input),
    identifiers: [{ scheme: 'national_registry_number', value: number, country_scope: 'SE' }],
    classifications: classifications.length === 0 ? undefined : classifications,
  });
}

function classificationsOf(unit: From<Unit>, { versions }: Files, run: ImportRun): CompanyClassification[] {
  const { record, activities } = unit;
  const scheme = versions.ofCompany(record.input, activities);
  if (scheme !== versions.ofFile(record.input)) {
    run.report.note('SCB: activity codes of another version than the file', activities.filter(Boolean).join(' '));
  }
  return activities.flatMap((code, position) => (code === '' ? [] : [{ scheme, code, is_primary: position === 0 }]));
}
