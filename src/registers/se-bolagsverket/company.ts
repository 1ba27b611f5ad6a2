import { nationalNumber, nonEmpty, present, type HeldRecord, type ImportRun } from '../../importer/index.ts';
import type { CompanyClassification, RegisterLine } from '../../model/index.ts';
import codes from './codes.json' with { type: 'json' };
import type { Registration } from './registration.ts';
import type { SniOfFile } from './sni.ts';
import type { Unit } from './unit.ts';

const ORGANISATION_FORMS: ReadonlyMap<string, string> = new Map(Object.entries(codes.organisationsform));

/** JurForm, of the tax authority's register of organisation numbers. */
const LEGAL_FORMS: ReadonlyMap<string, string> = new Map(Object.entries(codes.JurForm));

/** The records of both publishers about one number. */
interface Company {
  readonly registrations: readonly HeldRecord<Registration>[];
  readonly unit: HeldRecord<Unit> | undefined;
  /** The record whose file dates the line. */
  readonly main: HeldRecord;
  readonly sni: SniOfFile | undefined;
}

/**
 * Builds the line of a company. Bolagsverket is preferred to SCB; of several registrations, one in force is preferred to one
 * that ended, then the lowest running number.
 */
export function lineOf(number: string, company: Company, run: ImportRun): RegisterLine {
  const unit = company.unit?.value;
  const inOrder = company.registrations
    .map(({ value }) => value)
    .toSorted((a, b) => Number(a.isDeregistered) - Number(b.isDeregistered) || a.place - b.place);
  const [main] = inOrder;
  const forms = main === undefined ? LEGAL_FORMS : ORGANISATION_FORMS;
  const form = main === undefined ? unit?.form : main.form;
  const classifications =
    unit === undefined || company.sni === undefined ? [] : classificationsOf(unit, company.sni, run);
  return present<RegisterLine>({
    name: inOrder.find(({ name }) => name !== undefined)?.name ?? unit?.name,
    company_status: main?.status ?? unit?.status,
    state: main === undefined ? unit?.state : main.state,
    registered_on: main?.registeredOn,
    closed_on: main?.closedOn,
    address: main?.address,
    other_names: nonEmpty(
      inOrder.flatMap(({ isDeregistered, otherNames = [] }) =>
        isDeregistered === main?.isDeregistered ? otherNames : [],
      ),
    ),
    company_type: form,
    legal_form: form === undefined ? undefined : forms.get(form),
    as_of_date: company.main.published,
    identifiers: [nationalNumber('SE', number)],
    classifications: nonEmpty(classifications),
  });
}

function classificationsOf({ activities }: Unit, sni: SniOfFile, run: ImportRun): CompanyClassification[] {
  const scheme = sni.schemeOf(activities);
  if (scheme !== sni.scheme) {
    run.report.note('SCB: activity codes of another version than the file', activities.filter(Boolean).join(' '));
  }
  return activities.flatMap((code, position) => (code === '' ? [] : [{ scheme, code, is_primary: position === 0 }]));
}
