import {
  FieldFault,
  RecordReader,
  isDate,
  lineOfEachRow,
  nationalNumber,
  nonEmpty,
  present,
  type ImportRun,
  type JsonRow,
  SOLE_TRADER,
} from '../../importer/index.ts';
import { quoteValue, type LineName, type LineOfficer, type RegisterLine } from '../../model/index.ts';
import about from './about.json' with { type: 'json' };
import courts from './courts.json' with { type: 'json' };
import { OWNER, heldOf, noticesOf, officersOf, type Held } from './officers.ts';

/** The status of a company whose officers are in its line. */
const REGISTERED = 'currently registered';

/** Words of the name of a sole trader: eingetragener Kaufmann, eingetragene Kauffrau, Inhaber. */
const SOLE_TRADER_NAME =
  /(?:^|[\s,(])(?:e\.\s?K(?:fm|fr)?\b|eingetragene[rn]? Kauf(?:mann|frau)|Inh\.|Inhaber(?:in)?\b)/iu;

/**
 * Courts whose code is that of the European number (EUID), by the code list Registergerichte, version 12, of xrepository.de. Without those
 * of Berlin, Bremen and Schleswig-Holstein: letters behind their numbers are part of the EUID, and the dump has none.
 */
const EUID_COURTS: ReadonlySet<string> = new Set(courts);

/** `B1204_HRB290027`; of a court that was joined to another one, `M1809_M1801_HRA1105`. */
const KEY = /^[A-Z]\d{4}[A-Z]?(?:_[A-Z]\d{4}[A-Z]?)?_[A-Za-z]+\d+\s?[A-Z]*$/;

/** A company of a court of today, whose code and number make its European number (Implementing Regulation (EU) 2021/1042, annex, section 9). */
const WITH_EUID = /^(?<court>[A-Z]\d{4}[A-Z]?)_(?<number>HR[AB]\d+)$/;

/** Turns the records of the dump into register lines, one each; sole traders are left out unless they are wanted. */
export const read = lineOfEachRow(lineOf);

function lineOf(row: JsonRow, _: string | undefined, run: ImportRun): RegisterLine | undefined {
  const record = new RecordReader(row.value);
  const key = record.text('company_number');
  if (key === undefined) throw new FieldFault('company_number', 'is missing');
  if (!KEY.test(key)) run.report.note('company number of unknown form, kept as published', key);
  const attributes = record.object('all_attributes');
  const [section, figures] = [attributes?.text('_registerArt'), attributes?.digits('_registerNummer')];
  const number = attributes?.text('native_company_number');
  if (number === undefined) throw new FieldFault('all_attributes.native_company_number', 'is missing');
  const status = record.text('current_status');
  run.code('_registerArt', section);
  run.code('current_status', status);
  const name = record.content('name');
  const held = heldOf(noticesOf(record, key, run));
  if (!run.soleTraders && isSoleTrader(section, name, held)) {
    run.report.drop(SOLE_TRADER, key);
    return undefined;
  }
  const observed = observedAt(record);
  return present<RegisterLine>({
    key: `de-offeneregister:${key}`,
    name,
    company_status: status,
    company_type: section,
    as_of_date: observed.slice(0, 10),
    former_names: nonEmpty(formerNamesOf(record)),
    identifiers: [nationalNumber('DE', number)],
    number_forms: formsOf(key, number, section, figures),
    officers: run.oldOfficers && status === REGISTERED ? officersOf(held, sourceOf(observed)) : undefined,
  });
}

/** Whether a firm is one person: it has an owner now, or says so in its name. */
function isSoleTrader(section: string | undefined, name: string | undefined, held: readonly Held[]): boolean {
  return section === 'HRA' && (held.some(({ position }) => position === OWNER) || SOLE_TRADER_NAME.test(name ?? ''));
}

/** When the collector saw the record at the register. */
function observedAt(record: RecordReader): string {
  const time = record.text('retrieved_at') ?? '';
  if (!/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(time) || !isDate(time.slice(0, 10))) {
    throw new FieldFault('retrieved_at', `must be a time, YYYY-MM-DDThh:mm:ssZ, got ${quoteValue(time)}`);
  }
  return time;
}

function formerNamesOf(record: RecordReader): LineName[] {
  return record.objects('previous_names').flatMap((former) => {
    const name = former.content('company_name');
    return name === undefined ? [] : [{ name, kind: 'previous_names' }];
  });
}

/** Other ways to write the number: with the code of the court, without the court, and as a European number. */
function formsOf(key: string, number: string, section = '', figures = ''): string[] {
  const { court = '', number: ofCourt = '' } = WITH_EUID.exec(key)?.groups ?? {};
  const short = section === '' || figures === '' ? [] : [`${section} ${figures}`];
  const forms = [key, ...short, ...(EUID_COURTS.has(court) ? [`DE${court}.${ofCourt}`] : [])];
  return [...new Set(forms)].filter((form) => form !== number);
}

/** The source says in words, too, of which year it is: what is seven years old must not look like the present. */
function sourceOf(observed: string): LineOfficer['source'] {
  return {
    system: about.officersReuse.system,
    title: `OffeneRegister, as of ${observed.slice(0, 4)}`,
    observed_at: observed,
  };
}
