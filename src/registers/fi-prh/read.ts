import {
  RecordReader,
  countryCode,
  lineOfEachRow,
  nationalNumber,
  nonEmpty,
  noteWrongNumber,
  present,
  publishedDay,
  required,
  toAddress,
  type ImportRun,
  type JsonRow,
} from '../../importer/index.ts';
import type { CompanyAddress, CompanyClassification, CompanyName, RegisterLine } from '../../model/index.ts';
import codes from './codes.json' with { type: 'json' };

/** The status of a valid business ID, which is not a status of the company. */
const VALID_ID = '2';

/** The editions of the Finnish classification of activities, by the code list of an activity. */
const TOL_OF_CODE_SET = new Map(Object.entries(codes.typeCodeSet));

/** Sole traders, and estates of the dead: the name is the name of the person. */
const ONE_PERSON_FORMS = new Set(codes.companyForms.onePerson);

/** A branch of a foreign company: its address is not that of the head office. */
const BRANCH = '19';

/** The statuses of companies that were removed from the Trade Register or ceased. Their situations often stay open in the file. */
const ENDED: ReadonlySet<string> = new Set(['2', '4']);

/** Bankruptcy, liquidation, restructuring: the most serious first. */
const SITUATIONS = ['KONK', 'SELTILA', 'SANE'];

/** The number of the Trade Register among the registers of `registeredEntries`. */
const TRADE_REGISTER = '1';

/** The type of the company name; other types are parallel and auxiliary names. */
const COMPANY_NAME = '1';

/** The words of the register for types of names. */
const NAME_KINDS: ReadonlyMap<string, string> = new Map(Object.entries(codes['names.type']));

/** The types of addresses that supply the country, preferred first: visiting, postal. */
const [VISITING, POSTAL] = ['1', '2'];

/** The parts of a street address in the order in which they are written. */
const STREET = ['street', 'buildingNumber', 'entrance', 'apartmentNumber', 'apartmentIdSuffix'];

/** The number of a language of descriptions: 1 Finnish, 2 Swedish, 3 English. */
const FINNISH = '1';

/** Turns the records of companies into register lines, one per record; sole traders are skipped unless they are wanted. */
export const read = lineOfEachRow(buildLine);

function buildLine(row: JsonRow, published: string | undefined, run: ImportRun): RegisterLine | undefined {
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
  const classification = readClassification(record, id, run);
  const country = readCountry(record, run);
  const standing = readStanding(record, id, run);
  return present<RegisterLine>({
    name: readName(record, run),
    country_code: country,
    company_status: standing.status,
    company_type: form?.text('type'),
    legal_form: findFinnish(form),
    as_of_date: published,
    identifiers: [nationalNumber('FI', id)],
    classifications: classification === undefined ? undefined : [classification],
    state: standing.state,
    registered_on: publishedDay(run, 'registrationDate', record.text('registrationDate')),
    closed_on: publishedDay(run, 'endDate', record.text('endDate')),
    address: isOnePerson || form?.text('type') === BRANCH ? undefined : readAddress(record, country),
    ...readFurtherNames(record, run),
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

/** Returns the current name. A company that has ended may have none. */
function readName(record: RecordReader, run: ImportRun): string | undefined {
  const names = record.objects('names');
  for (const name of names) run.code('names.type', name.text('type'), 'left out');
  return lowestVersion(names.filter((name) => name.text('type') === COMPANY_NAME && isOpen(name)))?.text('name');
}

/** Returns the main activity; the register publishes no other activity. */
function readClassification(record: RecordReader, id: string, run: ImportRun): CompanyClassification | undefined {
  const activity = record.object('mainBusinessLine');
  const code = activity?.text('type');
  if (activity === undefined || code === undefined) return undefined;
  const codeSet = activity.text('typeCodeSet');
  run.code('typeCodeSet', codeSet, 'left out');
  const scheme = TOL_OF_CODE_SET.get(codeSet ?? '');
  if (scheme === undefined) return run.report.note('activity of an unknown version of the classification, skipped', id);
  return present<CompanyClassification>({ scheme, code, label: findFinnish(activity), is_primary: true });
}

/** Returns the status and the state of a company. An ended company has no situation: an old bankruptcy stays open in the file. */
function readStanding(record: RecordReader, id: string, run: ImportRun) {
  const status = record.text('tradeRegisterStatus');
  run.code('tradeRegisterStatus', status);
  const situations = record.objects('companySituations').filter(isOpen);
  const open = situations.map((situation) => situation.text('type'));
  for (const situation of open) run.code('companySituations', situation, 'left out');
  const stateOfStatus = run.state('tradeRegisterStatus', status);
  const isEnded = ENDED.has(status ?? '');
  const hasEndDate = !isEnded && record.text('endDate') !== undefined;
  if (hasEndDate) run.report.note('an end date without the status of an end', id);
  const situation = isEnded || hasEndDate ? undefined : SITUATIONS.find((one) => open.includes(one));
  return {
    status: situation ?? (status && findLabel(status, record, id, run)),
    state: hasEndDate ? run.state('endDate', 'endDate') : (run.state('companySituations', situation) ?? stateOfStatus),
  };
}

/** Returns the words for a status, from the open entry in the Trade Register with the same code. */
function findLabel(status: string, record: RecordReader, id: string, run: ImportRun): string {
  const entry = record
    .objects('registeredEntries')
    .find((one) => one.text('register') === TRADE_REGISTER && one.text('type') === status && isOpen(one));
  const label = findFinnish(entry);
  if (label === undefined) run.report.note('status without words in the record, given as its code', id);
  return label ?? status;
}

/** Returns the names of a company other than the current name: names that ended, and current parallel and auxiliary names. */
function readFurtherNames(record: RecordReader, run: ImportRun) {
  const names = record.objects('names');
  const others = names.filter((name) => isOpen(name) && name.text('type') !== COMPANY_NAME);
  return {
    former_names: nonEmpty(names.filter((name) => !isOpen(name)).flatMap((name) => companyName(name, run))),
    other_names: nonEmpty(others.flatMap((name) => companyName(name, run))),
  };
}

function companyName(entry: RecordReader, run: ImportRun): CompanyName[] {
  const name = entry.text('name');
  const kind = NAME_KINDS.get(entry.text('type') ?? '');
  if (name === undefined || kind === undefined) return [];
  const from = publishedDay(run, 'names.registrationDate', entry.text('registrationDate'));
  return [present<CompanyName>({ name, kind, from, until: publishedDay(run, 'names.endDate', entry.text('endDate')) })];
}

/** Returns the visiting address, the only address of the head office. @param country the result of `readCountry` */
function readAddress(record: RecordReader, country: string | undefined): CompanyAddress | undefined {
  const address = record.objects('addresses').find((one) => one.digits('type') === VISITING);
  if (address === undefined) return undefined;
  const offices = address.objects('postOffices');
  const office = offices.find((one) => one.text('languageCode') === FINNISH) ?? offices[0];
  return toAddress({
    street: STREET.flatMap((part) => address.text(part) ?? []).join(' '),
    postal_code: address.text('postCode'),
    locality: office?.text('city'),
    country_code: address.has('country') ? country : undefined,
  });
}

/** Returns the country of the visiting address, else of the postal address. Most addresses in Finland have no country. */
function readCountry(record: RecordReader, run: ImportRun): string | undefined {
  const addresses = record.objects('addresses');
  for (const address of addresses) run.code('addresses.type', address.digits('type'), 'left out');
  const [country] = [VISITING, POSTAL].flatMap((type) =>
    addresses.filter((one) => one.digits('type') === type).flatMap((one) => one.text('country') ?? []),
  );
  return countryCode(run, 'addresses.country', country);
}

function isOpen(entry: RecordReader): boolean {
  return entry.text('endDate') === undefined;
}

/** Returns the present entry: the first entry with the lowest version. */
function lowestVersion(entries: readonly RecordReader[]): RecordReader | undefined {
  return entries.toSorted((a, b) => versionOf(a) - versionOf(b))[0];
}

function findFinnish(entry: RecordReader | undefined): string | undefined {
  return entry
    ?.objects('descriptions')
    .find((description) => description.text('languageCode') === FINNISH)
    ?.text('description');
}

function versionOf(entry: RecordReader): number {
  return Number(entry.digits('version') ?? Number.MAX_SAFE_INTEGER);
}
