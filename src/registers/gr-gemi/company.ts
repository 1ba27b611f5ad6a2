import {
  SOLE_TRADER,
  addressOf,
  nationalNumber,
  nonEmpty,
  noteWrongNumber,
  ordinary,
  present,
  publishedDay,
  type ImportRun,
  type Reason,
  type RecordReader,
} from '../../importer/index.ts';
import type {
  CompanyAddress,
  CompanyClassification,
  CompanyIdentifier,
  CompanyName,
  RegisterLine,
} from '../../model/index.ts';
import { ACTIVITY_SCHEMES, EUROPEAN_FORMS, FOREIGN_BRANCH, NO_FORM, PRIMARY, SOLE_TRADER_FORM } from './codes.ts';
import { numberOf, otherForm, paddedNumber } from './number.ts';
import { officersOf } from './officers.ts';

/** More than a line may have. */
const ACTIVITIES_MAX = 100;

/** The lists of names beside the registered one, each with its kind in the words of the interface. */
const OTHER_NAMES = {
  coNamesEn: 'Επωνυμία με λατινικούς χαρακτήρες',
  coTitlesEl: 'Διακριτικός τίτλος',
  coTitlesEn: 'Διακριτικός τίτλος με λατινικούς χαρακτήρες',
} as const;

/** A record as it is joined with the others of its number. */
export interface Company {
  readonly number: string;
  /** Why it gives no line, and what it would be known by, where that is so. */
  readonly leftOut?: { readonly why: string | Reason; readonly identifiers: CompanyIdentifier[] };
  /** The codes whose words the record does not have. */
  readonly status?: string;
  readonly form?: string;
  readonly line?: RegisterLine;
}

/**
 * Reads a record.
 * @param observed the day on which the interface gave it
 * @throws {FieldFault} where it has no number, or a value has not the published type
 */
export function companyOf(record: RecordReader, observed: string | undefined, run: ImportRun): Company {
  const number = numberOf(record);
  const form = record.object('legalType');
  const formCode = form?.digits('id');
  run.code('legalType', formCode);
  const leftOut = whyLeftOut(record, formCode, run);
  if (leftOut !== undefined) return { number, leftOut: { why: leftOut, identifiers: [nationalNumber('GR', number)] } };
  const status = record.object('status');
  const statusCode = status?.digits('id');
  run.code('status', statusCode);
  const state = run.state('status', statusCode);
  const hasOffice = !mayBePerson(formCode) && formCode !== FOREIGN_BRANCH;
  const names = otherNamesOf(record);
  const name = record.content('coNameEl') ?? names[0]?.name;
  const written = otherForm(number);
  const line = present<RegisterLine>({
    name,
    company_status: status?.content('descr'),
    legal_form: form?.content('descr'),
    as_of_date: observed,
    identifiers: [nationalNumber('GR', number), ...taxNumberOf(record, number, run)],
    number_forms: written === undefined ? undefined : [written],
    other_names: nonEmpty(names.filter((other) => other.name !== name)),
    classifications: nonEmpty(activitiesOf(record, number, observed, run)),
    officers: officersOf(record, number, observed, run),
    state,
    registered_on: publishedDay(run, 'incorporationDate', record.text('incorporationDate')),
    closed_on: state === 'closed' ? publishedDay(run, 'lastStatusChange', record.text('lastStatusChange')) : undefined,
    address: hasOffice ? addressIn(record) : undefined,
    euid: EUROPEAN_FORMS.has(formCode ?? '') ? `ELGEMI.${paddedNumber(number)}` : undefined,
    record_url: run.recordUrl(number),
  });
  return present<Company>({ number, status: statusCode, form: formCode, line });
}

const WITHOUT_FORM = ordinary('without a legal form: may be a sole trader');

/** A record without a known form may be of a person in business. */
function whyLeftOut(record: RecordReader, form: string | undefined, run: ImportRun): string | Reason | undefined {
  if (record.flag('isBranch')) return ordinary('branch');
  if (run.soleTraders) return undefined;
  if (form === SOLE_TRADER_FORM) return SOLE_TRADER;
  return mayBePerson(form) ? WITHOUT_FORM : undefined;
}

function mayBePerson(form: string | undefined): boolean {
  return form === undefined || form === NO_FORM || form === SOLE_TRADER_FORM;
}

/** The address of the seat. The interface has no country; the city is often absent, the municipality is not. */
function addressIn(record: RecordReader): CompanyAddress | undefined {
  const street = [record.content('street'), record.content('streetNumber')].filter((part) => part !== undefined);
  return addressOf({
    street: street.join(' '),
    postal_code: record.digits('zipCode'),
    locality: record.content('city') ?? record.object('municipality')?.content('descr'),
    region: record.object('prefecture')?.content('descr'),
  });
}

/** The tax number of the company itself (ΑΦΜ). Behind EL it would be the VAT number, which the register does not print. */
function taxNumberOf(record: RecordReader, number: string, run: ImportRun): CompanyIdentifier[] {
  const afm = record.digits('afm');
  if (afm === undefined || /^0*$/.test(afm)) return [];
  noteWrongNumber(run, 'GR ΑΦΜ', afm, 'ΑΦΜ', number);
  return [{ scheme: 'tin', value: afm, country_scope: 'GR' }];
}

function otherNamesOf(record: RecordReader): CompanyName[] {
  const names = Object.entries(OTHER_NAMES).flatMap(([list, kind]) =>
    record.texts(list).map((name): CompanyName => ({ name, kind })),
  );
  return names.filter(({ name }, at) => names.findIndex((other) => other.name === name) === at);
}

/**
 * The current activities, primary ones first. Those of the old version of the classification ended on the day on which those of the
 * new one began.
 */
function activitiesOf(
  record: RecordReader,
  number: string,
  observed: string | undefined,
  run: ImportRun,
): CompanyClassification[] {
  const found = new Map<string, CompanyClassification>();
  for (const entry of record.objects('activities')) {
    const until = entry.day('dtTo');
    if (until !== undefined && (observed === undefined || until <= observed)) continue;
    const activity = entry.object('activity');
    const code = activity?.digits('id');
    if (activity === undefined || code === undefined) continue;
    const version = activity.text('kadVersion');
    run.code('activity.kadVersion', version);
    const type = entry.content('type');
    run.code('activities.type', type);
    const scheme = ACTIVITY_SCHEMES.get(version ?? '') ?? version ?? 'ΚΑΔ';
    const key = `${scheme} ${code}`;
    if (found.get(key)?.is_primary === true) continue;
    const label = activity.content('descr');
    found.set(key, present<CompanyClassification>({ scheme, code, label, is_primary: type === PRIMARY }));
  }
  const all = [...found.values()].toSorted((a, b) => Number(b.is_primary) - Number(a.is_primary));
  if (all.length > ACTIVITIES_MAX)
    run.report.note(`more than ${ACTIVITIES_MAX} activities: the first are taken`, number);
  return all.slice(0, ACTIVITIES_MAX);
}
