import {
  DAY_FIRST,
  FieldFault,
  isoDate,
  joinByKey,
  ordinary,
  present,
  readCell,
  readTable,
  requiredCell,
  type CsvRow,
  type Hold,
  type ImportRun,
  type Input,
  type ValueOf,
} from '../../importer/index.ts';
import { InputError, quoteValue, type RegisterLine } from '../../model/index.ts';
import { JOINED, lineOfGroup, type Enterprise, type LabelOf, type Name, type Seat } from './company.ts';

type Section = keyof typeof JOINED;
type Taken<K extends Section> = ValueOf<typeof JOINED, K> | undefined;

/** All types of names except the names of branches (004). */
const NAME_TYPES: ReadonlySet<string> = new Set(['001', '002', '003']);

/** The lengths of codes that have three digits. */
const CODE = [3];
/**
 * Turns the files of a full extract into register lines, one per enterprise: enterprise.csv is joined with names, addresses and activities
 * by enterprise number, whatever the order of the files.
 * @throws {InputError} if files are missing, or come from two extracts
 */
export async function* read(inputs: readonly Input<CsvRow>[], run: ImportRun): AsyncGenerator<RegisterLine> {
  requireOneExtract(inputs);
  const enterprises = findFile(inputs, 'enterprise');
  const names = findFile(inputs, 'denomination');
  const codes = findFile(inputs, 'code');
  const ofKind = (kind: string): Input<CsvRow>[] => inputs.filter((input) => input.kind === kind);
  const [meta] = ofKind('meta');
  const date = (meta === undefined ? undefined : await readSnapshotDate(meta, run)) ?? enterprises.stamp?.date;
  const labelOf = await readLabels(codes, run);
  // Places of work, branches, contacts.
  for (const input of ['establishment', 'branch', 'contact'].flatMap(ofKind))
    await input.passOver('lines take nothing of it');
  const files = [enterprises, names, ...ofKind('address'), ...ofKind('activity')];
  /** Holds what `take` returns for each row, by enterprise number; `take` returns undefined for a dropped row. */
  const reader =
    <K extends Section>(section: K, take: (row: CsvRow, number: string, run: ImportRun) => Taken<K>) =>
    (row: CsvRow, hold: Hold<typeof JOINED>): void => {
      const number = requiredCell(row, section === 'enterprises' ? 'EnterpriseNumber' : 'EntityNumber');
      const other = describeOtherUnit(number);
      const why = `${section}: of ${other}`;
      const value = other === undefined ? take(row, number, run) : undefined;
      if (other !== undefined) run.report.drop(section === 'enterprises' ? why : ordinary(why), number);
      else if (value !== undefined) hold(section, number, value);
    };
  yield* joinByKey(files, run, {
    kinds: JOINED,
    rows: {
      enterprise: reader('enterprises', readEnterprise),
      denomination: reader('names', readName),
      address: reader('addresses', readSeat),
      activity: reader('activities', readActivity),
    },
    line: (group) => lineOfGroup(group, { labelOf, date }, run),
  });
}

/** Requires one extract. An extract is the whole register: an older one would bring back enterprises that ceased. */
function requireOneExtract(inputs: readonly Input<CsvRow>[]): void {
  for (const first of inputs) {
    const other = inputs.find((input) => input.kind === first.kind && input !== first);
    if (other === undefined) continue;
    throw new InputError(
      `Cannot import ${quoteValue(other.name)}: ${quoteValue(first.name)} is ${first.kind}.csv, too; give the files of one extract`,
    );
  }
}

function findFile(inputs: readonly Input<CsvRow>[], kind: string): Input<CsvRow> {
  const file = inputs.find((input) => input.kind === kind);
  if (file !== undefined) return file;
  throw new InputError(`Cannot import be-kbo: no input is ${kind}.csv; give KboOpenData_…_Full.zip, or all its files`);
}

/**
 * Returns what has a number in the column of enterprise numbers: an establishment unit, `2.999.000.044`, or a branch of a foreign
 * enterprise, `9.999.000.014`. Undefined for an enterprise.
 */
export function describeOtherUnit(number: string): 'an establishment unit' | 'a branch' | undefined {
  if (number[1] !== '.') return undefined;
  return number.startsWith('9') ? 'a branch' : 'an establishment unit';
}

function readEnterprise(row: CsvRow, _: string, run: ImportRun): Enterprise {
  const type = requiredCell(row, 'TypeOfEnterprise');
  run.code('TypeOfEnterprise', type);
  run.readCode(row, 'Status', 'left out');
  const situation = readCell(row, 'JuridicalSituation');
  // By law, this form applies until the articles of association are adapted.
  const form = readCell(row, 'JuridicalFormCAC') ?? readCell(row, 'JuridicalForm');
  return present<Enterprise>({
    type,
    situation: situation && padded(situation, CODE, run),
    form: form && padded(form, CODE, run),
    start: run.readDay(row, 'StartDate', DAY_FIRST),
  });
}

function readName(row: CsvRow, number: string, run: ImportRun): Name | undefined {
  const type = padded(requiredCell(row, 'TypeOfDenomination'), CODE, run);
  run.code('TypeOfDenomination', type, 'left out');
  const language = run.readCode(row, 'Language', 'left out');
  if (!NAME_TYPES.has(type)) return run.report.drop(ordinary('names: of another type'), number);
  return present<Name>({ type, language, text: requiredCell(row, 'Denomination') });
}

function readSeat(row: CsvRow, number: string, run: ImportRun): Seat | undefined {
  const type = requiredCell(row, 'TypeOfAddress');
  run.code('TypeOfAddress', type, 'left out');
  // REGO is the seat, which only legal persons have.
  if (type !== 'REGO') return run.report.drop(ordinary('addresses: not of the seat'), number);
  const nl = readCell(row, 'CountryNL');
  const fr = readCell(row, 'CountryFR');
  // According to the register's manual, both columns are empty for an address in Belgium.
  const country = nl === undefined && fr === undefined ? 'BE' : findCountry(nl, fr);
  if (country === undefined) run.report.unknownCode('Country', nl ?? fr ?? '', 'left out');
  const readPlace = (language: 'NL' | 'FR'): Seat['nl'] =>
    present({ street: readCell(row, `Street${language}`), municipality: readCell(row, `Municipality${language}`) });
  const [postalCode, house, box] = ['Zipcode', 'HouseNumber', 'Box'].map((column) => readCell(row, column));
  return present<Seat>({ country, postalCode, house, box, nl: readPlace('NL'), fr: readPlace('FR') });
}

function readActivity(row: CsvRow, _: string, run: ImportRun) {
  const group = padded(requiredCell(row, 'ActivityGroup'), CODE, run);
  const version = requiredCell(row, 'NaceVersion');
  run.code('ActivityGroup', group, 'left out');
  run.code('NaceVersion', version);
  const classification = run.readCode(row, 'Classification', 'left out') ?? '';
  return { group, version, code: padded(requiredCell(row, 'NaceCode'), [5, 7], run), classification };
}

/**
 * Pads a code of digits to one of the lengths that the register uses, shortest first. This restores leading zeros that a spreadsheet
 * removed, and counts them: `2100` would be the group 21.00, medicines, instead of forestry.
 */
function padded(code: string, lengths: readonly number[], run: ImportRun): string {
  if (lengths.includes(code.length) || !/^\d+$/.test(code)) return code;
  const length = lengths.find((one) => one > code.length);
  if (length === undefined) return code;
  run.report.note('code that had lost its zeros, put back', code);
  return code.padStart(length, '0');
}

const COUNTRIES = readTable(new URL('countries.tsv', import.meta.url));
const [DUTCH, FRENCH] = [1, 2].map((column) => {
  const names = COUNTRIES.flatMap(
    (row) => row[column]?.split('|').map((name) => [folded(name), row[0] ?? ''] as const) ?? [],
  );
  // A country that has a name in only one language has an empty name in the other.
  return new Map(names.filter(([name]) => name !== ''));
});

/** Returns the ISO 3166-1 code of a country by its name in Dutch or French. Blanks and capitals are ignored. */
export function findCountry(nl = '', fr = ''): string | undefined {
  return DUTCH?.get(folded(nl)) ?? FRENCH?.get(folded(fr));
}

function folded(name: string): string {
  return name.replaceAll(/\s+/g, '').toLowerCase();
}

/** The lists in code.csv whose labels appear in register lines. */
const SHOWN = /^(JuridicalForm|JuridicalSituation|TypeOfDenomination|TypeOfEnterprise|Nace\d{4})$/;

/** Maximum number of labels: ten times the published number. */
const LABELS_MAX = 200_000;

/**
 * Reads code.csv, which has about 20,000 rows.
 * @throws {InputError} if it has more than LABELS_MAX labels
 */
async function readLabels(input: Input<CsvRow>, run: ImportRun): Promise<LabelOf> {
  const labels = new Map<string, string>();
  for await (const row of input.rows()) {
    run.attempt(row, () => {
      const list = requiredCell(row, 'Category');
      const code = requiredCell(row, 'Code');
      const key = `${list} ${code} ${requiredCell(row, 'Language')}`;
      if (!SHOWN.test(list)) return run.report.drop(ordinary('codes: of a list that no line shows'), list);
      const label = requiredCell(row, 'Description');
      if (labels.has(key))
        return run.report.drop('codes: a row before has the same code and language', `${list} ${code}`);
      labels.set(key, label);
      return run.report.note(ordinary('joined: labels'), code);
    });
    if (labels.size > LABELS_MAX) {
      throw new InputError(`Cannot import ${quoteValue(input.name)}: it has more than ${LABELS_MAX} labels`);
    }
  }
  return (list, code, languages) => {
    const language = languages.find((one) => labels.has(`${list} ${code} ${one}`));
    return language && labels.get(`${list} ${code} ${language}`);
  };
}

/**
 * Reads meta.csv and returns the day of the snapshot, YYYY-MM-DD.
 * @throws {InputError} if the files are not a full extract
 */
async function readSnapshotDate(input: Input<CsvRow>, run: ImportRun): Promise<string | undefined> {
  let date: string | undefined;
  for await (const row of input.rows()) {
    run.attempt(row, () => {
      const variable = requiredCell(row, 'Variable');
      const value = readCell(row, 'Value');
      run.code('meta.csv', variable, 'left out');
      if (variable === 'ExtractType' && value !== undefined && value.toLowerCase() !== 'full') {
        throw new InputError(
          `Cannot import ${quoteValue(input.name)}: its ExtractType is ${quoteValue(value)}; take KboOpenData_…_Full.zip`,
        );
      }
      if (variable !== 'SnapshotDate' || value === undefined)
        return run.report.drop(ordinary('meta: no line shows it'), variable);
      date = isoDate(value, DAY_FIRST);
      if (date === undefined) {
        throw new FieldFault('SnapshotDate', `must be a date, DD-MM-YYYY, got ${quoteValue(value)}`);
      }
      return run.report.note(ordinary('joined: date'), date);
    });
  }
  return date;
}
