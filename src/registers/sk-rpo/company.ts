import {
  FieldFault,
  RecordReader,
  SOLE_TRADER,
  countryCode,
  isDate,
  nationalNumber,
  nonEmpty,
  noteWrongNumber,
  ordinary,
  present,
  type ImportRun,
  type JsonRow,
} from '../../importer/index.ts';
import type { CompanyClassification, CompanyIdentifier, LineName, RegisterLine } from '../../model/index.ts';
import codes from './codes.json' with { type: 'json' };
import { alphaOf } from './countries.ts';
import { officersOf } from './officers.ts';
import { currentOf, dayOf } from './periods.ts';

/** The codes of source registers (CL010112) that are known: the commercial register and the trade register. */
const COMMERCIAL_REGISTER = '1';
const TRADE_REGISTER = '2';

/** Forms of natural persons in business (CL000056); 422 are those who live abroad. */
const SOLE_TRADER_FORMS: ReadonlySet<string> = new Set(codes.legalForms.soleTraders);

/** The classifications of main activities, by the code of their list. */
const ACTIVITY_SCHEMES: ReadonlyMap<string, string> = new Map(Object.entries(codes['mainActivity.codelistCode']));

/** What the register writes in the place of a number that it does not have. */
const NOT_STATED = 'Neuvedené';

/** A record as it is joined with the others of its number. */
export interface Company {
  readonly id: string;
  readonly number?: string;
  /** The day of its last change, empty where that is not said. */
  readonly changed: string;
  readonly hasEnded: boolean;
  readonly line: RegisterLine;
}

/**
 * Reads a record; undefined where it is a sole trader, which is counted.
 * @throws {FieldFault} where it has no id, or a value has not the published type
 */
export function companyOf(row: JsonRow, published: string | undefined, run: ImportRun): Company | undefined {
  const record = new RecordReader(row.value);
  const id = record.digits('id');
  if (id === undefined) throw new FieldFault('id', 'is missing');
  const changed = record.text('dbModificationDate')?.slice(0, 10) ?? '';
  const exported = record.text('exportDate')?.slice(0, 10) ?? '';
  const observed = published ?? [exported, changed].find(isDate);
  const termination = record.text('termination');
  const hasEnded = termination !== undefined && (observed === undefined || termination.slice(0, 10) <= observed);
  const current = (name: string): RecordReader | undefined => currentOf(record.objects(name), hasEnded);

  const form = current('legalForms')?.object('value');
  const register = record.object('sourceRegister');
  run.code('legalForms', form?.text('code'));
  run.code('sourceRegister', register?.object('value')?.text('code'), 'left out');
  if (!run.soleTraders && isSoleTrader(form, register)) {
    run.report.drop(SOLE_TRADER, id);
    return undefined;
  }
  const number = numberOf(current('identifiers'), id, run);
  const name = current('fullNames');
  if (name === undefined) run.report.note('no name holds at present, left out', id);
  const officers = officersOf(record, id, observed, run);
  if (hasEnded && officers !== undefined) run.report.note(ordinary('ended, and its officers are left out'), id);
  const isFormer = (former: LineName): boolean => former.until !== undefined && former.name !== name?.content('value');
  const line = present<RegisterLine>({
    key: `sk-rpo:${id}`,
    name: name?.content('value'),
    country_code: countryCode(run, 'country', alphaOf(current('addresses')?.object('country')?.text('code'))),
    company_status: statusOf(record, hasEnded, run),
    company_type: register?.object('value')?.content('value'),
    legal_form: form?.content('value'),
    as_of_date: observed,
    identifiers: nonEmpty(identifiersOf(number, register, hasEnded)),
    former_names: nonEmpty(namesOf(record, 'fullNames').filter(isFormer)),
    other_names: nonEmpty(namesOf(record, 'alternativeNames').filter((other) => other.until === undefined)),
    classifications: nonEmpty(activityOf(record, run)),
    officers: hasEnded ? undefined : officers,
  });
  return present<Company>({ id, number, changed, hasEnded, line });
}

/** By the form; in the trade register by that alone, for it has natural persons in business where nothing else is said. */
function isSoleTrader(form: RecordReader | undefined, register: RecordReader | undefined): boolean {
  const code = form?.text('code');
  if (code === undefined) return register?.object('value')?.text('code') === TRADE_REGISTER;
  return SOLE_TRADER_FORMS.has(code);
}

function numberOf(entry: RecordReader | undefined, id: string, run: ImportRun): string | undefined {
  const number = entry?.content('value');
  if (number === undefined || number === NOT_STATED || !/[\p{L}\p{N}]/u.test(number)) {
    run.report.note('no IČO', id);
    return undefined;
  }
  noteWrongNumber(run, 'SK IČO', number, 'IČO');
  return number;
}

/** The IČO, and the number in the commercial register, whose last letter is the court. Those of other registers repeat. */
function identifiersOf(
  number: string | undefined,
  register: RecordReader | undefined,
  hasEnded: boolean,
): CompanyIdentifier[] {
  const isCommercial = register?.object('value')?.text('code') === COMMERCIAL_REGISTER;
  const file = isCommercial
    ? currentOf(register.objects('registrationNumbers'), hasEnded)?.content('value')
    : undefined;
  return [number, file].flatMap((value) =>
    value === undefined || !/[\p{L}\p{N}]/u.test(value) ? [] : [nationalNumber('SK', value)],
  );
}

/** The register's own word for a state; of an ended record without one, the name of the field that says so. */
function statusOf(record: RecordReader, hasEnded: boolean, run: ImportRun): string | undefined {
  if (hasEnded) return 'termination';
  const status = currentOf(record.objects('legalStatuses'), false)?.object('value')?.content('value');
  run.code('legalStatuses', status);
  return status;
}

/** All names of a list that have one, as the register dates them. */
function namesOf(record: RecordReader, list: string): LineName[] {
  return record.objects(list).flatMap((entry) => {
    const name = entry.content('value');
    if (name === undefined) return [];
    return [present<LineName>({ name, kind: list, from: dayOf(entry, 'validFrom'), until: dayOf(entry, 'validTo') })];
  });
}

/** The main activity; the list that the code is of names the scheme. */
function activityOf(record: RecordReader, run: ImportRun): CompanyClassification[] {
  const activity = record.object('statisticalCodes')?.object('mainActivity');
  const code = activity?.text('code');
  if (activity === undefined || code === undefined) return [];
  const list = activity.text('codelistCode');
  run.code('mainActivity.codelistCode', list);
  const scheme = ACTIVITY_SCHEMES.get(list ?? '') ?? list;
  if (scheme === undefined) return [];
  return [present<CompanyClassification>({ scheme, code, label: activity.content('value'), is_primary: true })];
}
