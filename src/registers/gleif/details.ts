import { addressOf, countryCode, nonEmpty, publishedDay, type ImportRun } from '../../importer/index.ts';
import type { CompanyAddress, CompanyName, RegisterLine } from '../../model/index.ts';
import codes from './codes.json' with { type: 'json' };
import personForms from './person-forms.json' with { type: 'json' };
import type { LeiRecord } from './record.ts';

/** The categories of organisations that have an office of their own: a branch and an unknown category are not among them. */
const WITH_OFFICE: ReadonlySet<string> = new Set([
  'GENERAL',
  'FUND',
  'RESIDENT_GOVERNMENT_ENTITY',
  'INTERNATIONAL_ORGANIZATION',
]);

/** Legal forms (ELF) of one person in business: some records have them in another category than SOLE_PROPRIETOR. */
const PERSON_FORMS: ReadonlySet<string> = new Set(Object.values(personForms).flat());

type Details = Pick<RegisterLine, 'state' | 'registered_on' | 'closed_on' | 'address' | 'former_names' | 'other_names'>;

/**
 * The details of a record. Of a person in business only the state: the day of creation may be a birthday, the address a home, a former
 * name that of the person.
 * @param published the date of the file; later days are placeholders
 */
export function detailsOf(
  record: LeiRecord,
  published: string | undefined,
  run: ImportRun,
): { [Field in keyof Details]: Details[Field] | undefined } {
  const state = run.state('Entity.EntityStatus', record.entityStatus);
  if (record.category === 'SOLE_PROPRIETOR' || PERSON_FORMS.has(record.formCode ?? '')) return { state };
  return {
    state,
    registered_on: pastDay(run, 'Entity.EntityCreationDate', record.created, published),
    closed_on: state === 'closed' ? pastDay(run, 'Entity.EntityExpirationDate', record.expired, published) : undefined,
    address: WITH_OFFICE.has(record.category ?? '') ? registeredOffice(record, run) : undefined,
    former_names: namesOf(record, 'former'),
    other_names: namesOf(record, 'other'),
  };
}

/** A published day; undefined, and counted, where it is later than the file. */
function pastDay(run: ImportRun, field: string, text: string | undefined, published = '9999'): string | undefined {
  const day = publishedDay(run, field, text);
  if (day === undefined || day <= published) return day;
  return run.report.note(`${field} is later than the file, skipped`, day);
}

function registeredOffice(record: LeiRecord, run: ImportRun): CompanyAddress | undefined {
  return addressOf({
    lines: [record.addressLine, ...record.additionalLines],
    postal_code: record.postalCode,
    locality: record.city,
    region: record.region,
    country_code: countryCode(run, 'Entity.LegalAddress.Country', record.addressCountry),
  });
}

/** The former or the other names of a record. */
function namesOf({ otherNames }: LeiRecord, wanted: 'former' | 'other'): CompanyName[] | undefined {
  const types: readonly string[] = codes['OtherEntityName.type'][wanted];
  return nonEmpty(
    otherNames.flatMap(({ name, type = '' }) =>
      name === undefined || !types.includes(type) ? [] : { name, kind: type },
    ),
  );
}
