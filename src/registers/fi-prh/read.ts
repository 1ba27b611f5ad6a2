import {
  RecordReader,
  lineOfEachRow,
  nationalNumber,
  noteWrongNumber,
  present,
  publishedDay,
  required,
  type ImportRun,
  type JsonRow,
} from '../../importer/index.ts';
import type { CompanyClassification, CompanyState, RegisterLine } from '../../model/index.ts';
import codes from './codes.json' with { type: 'json' };
import { COMPANY_NAME, addressIn, countryOf, furtherNamesOf } from './details.ts';
import { finnishOf, isOpen, lowestVersion } from './entries.ts';

/** The status of a valid business ID, which is not a status of the company. */
const VALID_ID = '2';

/** The generations of the Finnish classification of activities, by the code list that an activity is from. */
const TOL_OF_CODE_SET = new Map(Object.entries(codes.typeCodeSet));

/** Sole traders, and estates of dead ones: the name is that of the person. */
const ONE_PERSON_FORMS = new Set(codes.companyForms.onePerson);

/** A branch of a foreign company: its address is not that of the head office. */
const BRANCH = '19';

/** Removed from the Trade Register, and ceased: their situations often stay open in the file. */
const ENDED: ReadonlySet<string> = new Set(['2', '4']);

/** Bankruptcy, liquidation, restructuring: the most serious first. */
const SITUATIONS = ['KONK', 'SELTILA', 'SANE'];

/** The number of the Trade Register among the registers of `registeredEntries`. */
const TRADE_REGISTER = '1';

/** Turns the records of companies into register lines, one each; sole traders are skipped unless they are wanted. */
export const read = lineOfEachRow(lineOf);

function lineOf(row: JsonRow, published: string | undefined, run: ImportRun): RegisterLine | undefined {
  const record = new RecordReader(row.value);
  const id = required(record.object('businessId')?.text('value'), 'businessId.value');
  const forms = record.objects('companyForms');
  const form = lowestVersion(forms.filter(isOpen));
  // All forms of a dissolved company may have an end date.
  const lastForm = form ?? lowestVersion(forms);
  const isOnePerson = ONE_PERSON_FORMS.has(lastForm?.text('type') ?? '');
  if (isOnePerson && run.dropsSoleTrader(id)) return undefined;
  checkId(id, record, run);
  run.code('companyForms', form?.text('type'));
  const classification = classificationOf(record, id, run);
  const country = countryOf(record, run);
  const standing = standingOf(record, id, run);
  return present<RegisterLine>({
    name: nameOf(record, run),
    country_code: country,
    company_status: standing.situation ?? (standing.status && labelOf(standing.status, record, id, run)),
    company_type: form?.text('type'),
    legal_form: finnishOf(form),
    as_of_date: published,
    identifiers: [nationalNumber('FI', id)],
    classifications: classification === undefined ? undefined : [classification],
    state: standing.state,
    registered_on: publishedDay(run, 'registrationDate', record.text('registrationDate')),
    closed_on: publishedDay(run, 'endDate', record.text('endDate')),
    address: isOnePerson || form?.text('type') === BRANCH ? undefined : addressIn(record, country),
    ...furtherNamesOf(record, run),
    euid: record.object('euId')?.text('value'),
    record_url: run.recordUrl(id),
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

/** The main activity; the register publishes no other. */
function classificationOf(record: RecordReader, id: string, run: ImportRun): CompanyClassification | undefined {
  const activity = record.object('mainBusinessLine');
  const code = activity?.text('type');
  if (activity === undefined || code === undefined) return undefined;
  const codeSet = activity.text('typeCodeSet');
  run.code('typeCodeSet', codeSet, 'left out');
  const scheme = TOL_OF_CODE_SET.get(codeSet ?? '');
  if (scheme === undefined) return run.report.note('activity of an unknown version of the classification, skipped', id);
  return present<CompanyClassification>({ scheme, code, label: finnishOf(activity), is_primary: true });
}

interface Standing {
  /** The code of the most serious open situation. */
  readonly situation: string | undefined;
  /** The code of the Trade Register. */
  readonly status: string | undefined;
  readonly state: CompanyState | undefined;
}

/** The situation and the status of a company. An ended company has no situation: an old bankruptcy stays open in the file. */
function standingOf(record: RecordReader, id: string, run: ImportRun): Standing {
  const status = record.text('tradeRegisterStatus');
  run.code('tradeRegisterStatus', status);
  const open = record
    .objects('companySituations')
    .filter(isOpen)
    .map((situation) => situation.text('type'));
  for (const situation of open) run.code('companySituations', situation, 'left out');
  const stateOfStatus = run.state('tradeRegisterStatus', status);
  if (ENDED.has(status ?? '')) return { situation: undefined, status, state: stateOfStatus };
  if (record.text('endDate') !== undefined) {
    run.report.note('an end date without the status of an end', id);
    return { situation: undefined, status, state: run.state('endDate', 'endDate') };
  }
  const situation = SITUATIONS.find((one) => open.includes(one));
  return { situation, status, state: run.state('companySituations', situation) ?? stateOfStatus };
}

/** The words for a status: those of the open entry in the Trade Register with the same code. */
function labelOf(status: string, record: RecordReader, id: string, run: ImportRun): string {
  const entry = record
    .objects('registeredEntries')
    .find((one) => one.text('register') === TRADE_REGISTER && one.text('type') === status && isOpen(one));
  const label = finnishOf(entry);
  if (label === undefined) run.report.note('status without words in the record, given as its code', id);
  return label ?? status;
}
