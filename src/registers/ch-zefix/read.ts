import {
  FieldFault,
  RecordReader,
  lineOfEachRow,
  nationalNumber,
  noteWrongNumber,
  nonEmpty,
  ordinary,
  present,
  type ImportRun,
  type JsonRow,
  SOLE_TRADER,
  type Reason,
} from '../../importer/index.ts';
import { collapseWhiteSpace, type RegisterLine } from '../../model/index.ts';
import codes from './codes.json' with { type: 'json' };

/** Forms (eCH-0097) of one natural person or of several, whose names are the names of people. */
const NATURAL_PERSONS = new Set(codes.legalforms.naturalPersons);

/** Branches of companies that are in the register themselves. */
const [DOMESTIC_BRANCH] = codes.legalforms.domesticBranch;

/** Branches of companies of other countries: their address is not that of a head office. */
const [FOREIGN_BRANCH] = codes.legalforms.foreignBranch;

/** Turns the rows of the query into register lines, one each. */
export const read = lineOfEachRow(lineOf);

function lineOf(row: JsonRow, published: string | undefined, run: ImportRun): RegisterLine | undefined {
  const record = new RecordReader(row.value);
  const company = valueOf(record, 'company');
  if (company === undefined) throw new FieldFault('company', 'is missing');
  const form = valueOf(record, 'form')?.replace(/^.*\//, '');
  run.code('legalforms', form);
  const leftOut = whyLeftOut(form, run);
  const uid = valueOf(record, 'uid');
  const chid = valueOf(record, 'chid');
  if (leftOut !== undefined || (uid === undefined && chid === undefined)) {
    run.report.drop(leftOut ?? 'without a number', company);
    return undefined;
  }
  if (uid === undefined) run.report.note('without a UID, kept under its old number', company);
  else noteWrongNumber(run, 'CH UID', uid, 'UID');
  const isSwiss = valueOf(record, 'municipality') !== undefined && form !== FOREIGN_BRANCH;
  const name = valueOf(record, 'legalName');
  return present<RegisterLine>({
    name,
    country_code: isSwiss ? 'CH' : undefined,
    legal_form: valueOf(record, 'formName') ?? form,
    as_of_date: published,
    identifiers: [nationalNumber('CH', uid ?? chid ?? '')],
    number_forms: uid === undefined ? undefined : nonEmpty(formsOf(uid, chid)),
    other_names: nonEmpty(otherNamesOf(valueOf(record, 'names') ?? '', name)),
  });
}

/** The value of a variable, its white space collapsed; undefined where it is empty or not bound. */
function valueOf(record: RecordReader, name: string): string | undefined {
  const value = record.object(name)?.text('value');
  // The names of an entity are divided by line breaks.
  return name === 'names' || value === undefined ? value : collapseWhiteSpace(value) || undefined;
}

/** Why an entity gives no line; undefined where it does. */
function whyLeftOut(form: string | undefined, run: ImportRun): string | Reason | undefined {
  if (form === DOMESTIC_BRANCH) return ordinary('branch of a company of the register');
  return form !== undefined && NATURAL_PERSONS.has(form) && !run.soleTraders ? SOLE_TRADER : undefined;
}

/** The UID without its letters, and the number that the register gave before there were UIDs. */
function formsOf(uid: string, chid: string | undefined): string[] {
  return [...(/^CHE\d/.test(uid) ? [uid.slice(3)] : []), ...(chid === undefined ? [] : [chid])];
}

/** The translations of a name, each with its language; what is the legal name is none. */
function otherNamesOf(names: string, legalName: string | undefined): NonNullable<RegisterLine['other_names']> {
  return names
    .split('\n')
    .map((tagged): [language: string, name: string] => {
      const [, language = '', name = ''] = /^([a-z]{0,3}(?:-\w+)*)=(.*)$/i.exec(tagged) ?? [];
      return [language, collapseWhiteSpace(name)];
    })
    .filter(([, name]) => name !== '' && name !== legalName)
    .toSorted(([a, x], [b, y]) => (a === b ? (x < y ? -1 : 1) : a < b ? -1 : 1))
    .map(([language, name]) => ({ name, kind: language || 'name' }));
}
