import {
  RecordReader,
  toAddress,
  lineOfEachRow,
  nationalNumber,
  noteWrongNumber,
  nonEmpty,
  ordinary,
  present,
  required,
  type ImportRun,
  type JsonRow,
} from '../../importer/index.ts';
import { collapseWhiteSpace, compareText, type CompanyAddress, type RegisterLine } from '../../model/index.ts';
import codes from './codes.json' with { type: 'json' };
import states from './states.json' with { type: 'json' };

/** Legal forms (eCH-0097) of one or several natural persons, whose names are the names of people. */
const NATURAL_PERSONS = new Set(codes.legalforms.naturalPersons);

/** Branches of companies that are in the register themselves. */
const [DOMESTIC_BRANCH] = codes.legalforms.domesticBranch;

/** Branches of foreign companies: their address is not that of a head office. */
const [FOREIGN_BRANCH] = codes.legalforms.foreignBranch;

/** The additions to the name of an entity in liquidation, the longest first: `en liquidation concordataire` is not `en liquidation`. */
const ADDITIONS = Object.keys(states['addition to legalName']).toSorted((a, b) => b.length - a.length);

/** The number of an entity at the register, in its IRI (`CompanyEHRAID`). */
const ENTITY = /\/company\/(\d+)$/;

/** Turns the rows of the query into register lines, one per row. */
export const read = lineOfEachRow(buildLine);

function buildLine(row: JsonRow, published: string | undefined, run: ImportRun): RegisterLine | undefined {
  const record = new RecordReader(row.value);
  const company = required(readValue(record, 'company'), 'company');
  const form = readValue(record, 'form')?.replace(/^.*\//, '');
  run.code('legalforms', form);
  const uid = readValue(record, 'uid');
  const chid = readValue(record, 'chid');
  const isPerson = NATURAL_PERSONS.has(form ?? '');
  if (form === DOMESTIC_BRANCH) return run.report.drop(ordinary('branch of a company of the register'), company);
  if (isPerson && run.dropsSoleTrader(company)) return undefined;
  if (uid === undefined && chid === undefined) return run.report.drop('without a number', company);
  if (uid === undefined) run.report.note('without a UID, kept under its old number', company);
  else noteWrongNumber(run, 'CH UID', uid, 'UID');
  const entity = ENTITY.exec(company)?.[1];
  const isSwiss = readValue(record, 'municipality') !== undefined && form !== FOREIGN_BRANCH;
  const name = readValue(record, 'legalName');
  return present<RegisterLine>({
    name,
    country_code: isSwiss ? 'CH' : undefined,
    legal_form: readValue(record, 'formName') ?? form,
    as_of_date: published,
    // The name of a person has no addition, and the address is a home.
    state: isPerson ? undefined : run.state('addition to legalName', additionTo(name)),
    address: isPerson || form === FOREIGN_BRANCH ? undefined : readAddress(record),
    record_url: entity && run.recordUrl(entity),
    identifiers: [nationalNumber('CH', uid ?? chid ?? '')],
    number_forms: nonEmpty(listNumberForms(uid, chid, entity)),
    other_names: nonEmpty(readOtherNames(readValue(record, 'names') ?? '', name)),
  });
}

/** Returns the value of a variable with its white space collapsed; undefined if it is empty or not bound. */
function readValue(record: RecordReader, name: string): string | undefined {
  const value = record.object(name)?.text('value');
  // Names, and the parts of an address, are separated by line breaks.
  return name === 'names' || name === 'address' || value === undefined ? value : collapseWhiteSpace(value) || undefined;
}

/** Returns the addition in a name that means liquidation; `none` if the name has none. */
function additionTo(name = ''): string {
  const words = ` ${name.toLowerCase()} `;
  return ADDITIONS.find((addition) => words.includes(` ${addition.toLowerCase()} `)) ?? 'none';
}

function readAddress(record: RecordReader): CompanyAddress | undefined {
  const text = readValue(record, 'address') ?? '';
  const [street, postal_code, locality, region] = ['street', 'code', 'town', 'canton'].map((part) =>
    collapseWhiteSpace(new RegExp(`^${part}=(.*)$`, 'm').exec(text)?.[1] ?? ''),
  );
  return toAddress({ street, postal_code, locality, region, country_code: 'CH' });
}

/** Returns the UID without its letters, the number from before the UID existed, and the number at the register. */
function listNumberForms(uid: string | undefined, chid: string | undefined, entity: string | undefined): string[] {
  const digits = /^CHE(?<digits>\d.*)$/.exec(uid ?? '')?.groups?.['digits'];
  return [digits, uid && chid, entity].filter((form) => form !== undefined);
}

/** A name with its language: `fr=Sapin SA`. */
const TAGGED = /^(?<language>[a-z]{0,3}(?:-\w+)*)=(?<name>.*)$/i;

/** Returns the translations of a name with their languages, without the legal name itself. */
function readOtherNames(names: string, legalName: string | undefined): NonNullable<RegisterLine['other_names']> {
  return names
    .split('\n')
    .map((tagged) => {
      const { language = '', name = '' } = TAGGED.exec(tagged)?.groups ?? {};
      return { language, name: collapseWhiteSpace(name) };
    })
    .filter(({ name }) => name !== '' && name !== legalName)
    .toSorted((a, b) => compareText(a.language, b.language) || compareText(a.name, b.name))
    .map(({ language, name }) => ({ name, kind: language || 'name' }));
}
