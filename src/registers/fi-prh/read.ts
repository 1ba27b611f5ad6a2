import {
  FieldFault,
  RecordReader,
  countryCode,
  lineOfEachRow,
  nationalNumber,
  noteWrongNumber,
  present,
  type ImportRun,
  type JsonRow,
  SOLE_TRADER,
} from '../../importer/index.ts';
import type { CompanyClassification, RegisterLine } from '../../model/index.ts';
import codes from './codes.json' with { type: 'json' };
import { finnishOf, isOpen, lowestVersion } from './entries.ts';

/** The type of the name proper; the others are parallel and auxiliary names. */
const COMPANY_NAME = '1';

/** The types of addresses in the order in which they tell the country: visiting, then postal. */
const ADDRESS_TYPES = ['1', '2'];

/** The status of a business ID that is valid; it says nothing of the company. */
const VALID_ID = '2';

/** The generations of the Finnish classification of activities, by the code list that an activity is from. */
const TOL_OF_CODE_SET = new Map(Object.entries(codes.typeCodeSet));

/** One person in business, and the estate of a dead one: both go by the person's name. */
const ONE_PERSON_FORMS = new Set(codes.companyForms.onePerson);

/** Removed from the Trade Register, and ceased: what was open then often stays open in the file. */
const ENDED: ReadonlySet<string> = new Set(['2', '4']);

/** Bankruptcy, liquidation, restructuring: the most serious first. */
const SITUATIONS = ['KONK', 'SELTILA', 'SANE'];

/** The number of the Trade Register among the registers of `registeredEntries`. */
const TRADE_REGISTER = '1';

/** Turns the records of companies into register lines, one each; sole traders are left out unless they are wanted. */
export const read = lineOfEachRow(lineOf);

function lineOf(row: JsonRow, published: string | undefined, run: ImportRun): RegisterLine | undefined {
  const record = new RecordReader(row.value);
  const id = record.object('businessId')?.text('value');
  if (id === undefined) throw new FieldFault('businessId.value', 'is missing');
  const forms = record.objects('companyForms');
  const form = lowestVersion(forms.filter(isOpen));
  // All forms of a dissolved company may have an end date.
  const lastForm = form ?? lowestVersion(forms);
  if (!run.soleTraders && ONE_PERSON_FORMS.has(lastForm?.text('type') ?? '')) {
    run.report.drop(SOLE_TRADER, id);
    return undefined;
  }
  checkId(id, record, run);
  run.code('companyForms', form?.text('type'));
  const classification = classificationOf(record, id, run);
  const europeanNumber = record.object('euId')?.text('value');
  return present<RegisterLine>({
    name: nameOf(record, run),
    country_code: countryOf(record, run),
    company_status: statusOf(record, id, run),
    company_type: form?.text('type'),
    legal_form: finnishOf(form),
    as_of_date: published,
    identifiers: [nationalNumber('FI', id)],
    number_forms: europeanNumber === undefined ? undefined : [europeanNumber],
    classifications: classification === undefined ? undefined : [classification],
  });
}

function checkId(id: string, record: RecordReader, run: ImportRun): void {
  noteWrongNumber(run, 'FI Y-tunnus', id, 'business ID');
  const status = record.text('status');
  run.code('status', status, 'left out');
  if (status !== undefined && status !== VALID_ID) run.report.note('business ID that is not valid yet or any more', id);
}

/** The current name. A company that has ended may have none. */
function nameOf(record: RecordReader, run: ImportRun): string | undefined {
  const names = record.objects('names');
  for (const name of names) run.code('names.type', name.text('type'), 'left out');
  return lowestVersion(names.filter((name) => name.text('type') === COMPANY_NAME && isOpen(name)))?.text('name');
}

/** The country of the visiting address, else of the postal one. Most addresses in Finland are published without. */
function countryOf(record: RecordReader, run: ImportRun): string | undefined {
  const countries = new Map<string | undefined, string>();
  for (const address of record.objects('addresses')) {
    const type = address.digits('type');
    const country = address.text('country');
    run.code('addresses.type', type, 'left out');
    if (country !== undefined && !countries.has(type)) countries.set(type, country);
  }
  const country = ADDRESS_TYPES.map((type) => countries.get(type)).find((code) => code !== undefined);
  return countryCode(run, 'addresses.country', country);
}

/** The main activity; the register publishes no other. */
function classificationOf(record: RecordReader, id: string, run: ImportRun): CompanyClassification | undefined {
  const activity = record.object('mainBusinessLine');
  const code = activity?.text('type');
  if (activity === undefined || code === undefined) return undefined;
  const codeSet = activity.text('typeCodeSet');
  run.code('typeCodeSet', codeSet, 'left out');
  const scheme = TOL_OF_CODE_SET.get(codeSet ?? '');
  if (scheme === undefined) {
    run.report.note('activity of an unknown version of the classification, left out', id);
    return undefined;
  }
  return present<CompanyClassification>({ scheme, code, label: finnishOf(activity), is_primary: true });
}

/**
 * The state of a company: the code of its most serious open situation, else what the Trade Register calls its status. Of a
 * company that has ended always the latter, because an old bankruptcy stays open in the file.
 */
function statusOf(record: RecordReader, id: string, run: ImportRun): string | undefined {
  const status = record.text('tradeRegisterStatus');
  run.code('tradeRegisterStatus', status);
  const open = record
    .objects('companySituations')
    .filter(isOpen)
    .map((situation) => situation.text('type'));
  for (const situation of open) run.code('companySituations', situation, 'left out');
  const hasEndDate = record.text('endDate') !== undefined;
  const ended = ENDED.has(status ?? '');
  if (hasEndDate && !ended) run.report.note('an end date, and no status that says so', id);
  const mostSerious = ended || hasEndDate ? undefined : SITUATIONS.find((situation) => open.includes(situation));
  return mostSerious ?? (status === undefined ? undefined : labelOf(status, record, id, run));
}

/** The record holds the words for its status: those of the open entry in the Trade Register that has the same code. */
function labelOf(status: string, record: RecordReader, id: string, run: ImportRun): string {
  const entry = record
    .objects('registeredEntries')
    .find((one) => one.text('register') === TRADE_REGISTER && one.text('type') === status && isOpen(one));
  const label = finnishOf(entry);
  if (label === undefined) run.report.note('status without words in the record, given as its code', id);
  return label ?? status;
}
