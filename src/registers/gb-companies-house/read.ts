import {
  CountryNames,
  DAY_FIRST,
  held,
  inputsOfKind,
  joinByKey,
  lineOfEachRow,
  nationalNumber,
  nonEmpty,
  present,
  readCell,
  requiredCell,
  toAddress,
  withZeros,
  type CsvRow,
  type Group,
  type ImportRun,
  type Input,
  type InputOfKinds,
} from '../../importer/index.ts';
import { InputError, quoteValue, type CompanyName, type RegisterLine } from '../../model/index.ts';
import { Officers, type Appointment } from './officers.ts';
import countries from './countries.json' with { type: 'json' };

/** The inputs, by the kinds of files. */
type Inputs = readonly InputOfKinds<{ officers: { fixedWidth: object }; companies: { csv: object } }>[];

/** The records that are joined by company number: its line, a mark that a file of officers names it, and its appointments in that file. */
const JOINED = {
  company: held<RegisterLine>(),
  named: held<true>('officers'),
  appointment: held<Appointment>('officers'),
};

/**
 * Turns rows of Product 217 into register lines, one per row. Files of officers are another kind of input: with them, everything is joined
 * by company number, and lines are in the order of the numbers.
 */
export async function* read(inputs: Inputs, run: ImportRun): AsyncGenerator<RegisterLine> {
  const companies = inputsOfKind(inputs, 'companies');
  requireOneSnapshot(companies);
  yield* companies.length === inputs.length
    ? readRows(companies, run)
    : readJoined([...inputsOfKind(inputs, 'officers'), ...companies], run);
}

const readRows = lineOfEachRow((row: CsvRow, published, run) => buildLine(row, readNumber(row, run), published, run));

function readJoined(inputs: Inputs, run: ImportRun): AsyncGenerator<RegisterLine> {
  const register = new Officers(run);
  return joinByKey(inputs, run, {
    kinds: JOINED,
    needed: { companies: 'no input is a file of companies; files of officers have no companies' },
    rows: {
      officers(row, hold) {
        const record = register.readRecord(row);
        if (record?.appointment !== undefined) hold('appointment', record.number, record.appointment);
        else if (record !== undefined) hold('named', record.number, true);
      },
      companies(row, hold, { stamp }) {
        const number = readNumber(row, run);
        hold('company', number, buildLine(row, number, stamp?.date, run));
      },
    },
    line: (group) => buildLines(group, register, run),
  });
}

function* buildLines(group: Group<typeof JOINED>, register: Officers, run: ImportRun): Generator<RegisterLine> {
  const { key: number } = group;
  const companies = group.all('company');
  const appointments = group.all('appointment');
  if (companies.length === 0) {
    group.dropAll('of a company that no file of companies holds');
    return;
  }
  if (appointments.length === 0 && group.all('named').length === 0) {
    run.report.note('company that no file of officers names', number);
  }
  const officers = register.readOfficers(number, appointments);
  for (const company of companies) {
    const line = run.line(company, () => (officers.length === 0 ? company.value : { ...company.value, officers }));
    if (line !== undefined) yield line;
  }
}

/**
 * Requires all parts of one monthly file. Every monthly file is the whole live register: an older file would bring back companies that left
 * since, and a missing part would remove its companies. Renamed files are not checked.
 * @throws {InputError} naming the files that do not fit together
 */
function requireOneSnapshot(inputs: readonly Input[]): void {
  const [first, ...others] = inputs.filter(({ stamp }) => stamp !== undefined);
  for (const { name, stamp } of others) {
    if (stamp?.order === first?.stamp?.order) continue;
    throw new InputError(
      `Cannot import ${quoteValue(name)}: it is of another month than ${quoteValue(first?.name)}; each is the whole register`,
    );
  }
  const parts = new Set(inputs.map(({ ownName }) => ownName));
  for (const { ownName } of inputs) {
    const [, start, count] = /^(BasicCompanyData-.*-part)\d+_(\d+)\.csv$/.exec(ownName) ?? [];
    for (let part = 1; part <= Number(count ?? 0); part++) {
      const wanted = `${start}${part}_${count}.csv`;
      if (parts.has(wanted)) continue;
      throw new InputError(
        `Cannot import ${quoteValue(ownName)}: ${quoteValue(wanted)} is missing; give all ${count} parts at once`,
      );
    }
  }
}

/** Words of the register in addition to the names of countries. `CHANNEL ISLANDS` is two countries. */
const COUNTRIES = new CountryNames(countries);

/** The prefix of UK establishments of overseas companies: their address is not that of the head office. */
const ESTABLISHMENT = 'BR';

/** The category of companies that continue under another number. The category decides the state, whatever the status. */
const CONVERTED = 'Converted/Closed';

/** The columns of previous names, the most recent name first. */
const PREVIOUS_NAMES = Array.from({ length: 10 }, (_, i) => ({
  name: `PreviousName_${i + 1}.CompanyName`,
  until: `PreviousName_${i + 1}.CONDATE`,
}));

/** The columns of activities, the main activity first. */
const ACTIVITIES = Array.from({ length: 4 }, (_, i) => `SICCode.SicText_${i + 1}`);

/**
 * Builds the line of a row of the file of companies, without officers; unknown values are counted in the report.
 * @param published the date of the file
 */
function buildLine(row: CsvRow, number: string, published: string | undefined, run: ImportRun): RegisterLine {
  const category = run.readCode(row, 'CompanyCategory');
  const status = run.readCode(row, 'CompanyStatus');
  const country = readCountry(row, number, run);
  return present<RegisterLine>({
    name: readCell(row, 'CompanyName'),
    country_code: country,
    company_status: status,
    legal_form: category,
    as_of_date: published,
    identifiers: [nationalNumber('GB', number)],
    classifications: nonEmpty(ACTIVITIES.flatMap((column, i) => readClassification(row, column, i === 0, run))),
    state: run.state('CompanyStatus', category === CONVERTED ? category : status),
    registered_on: run.readDay(row, 'IncorporationDate', DAY_FIRST),
    address: readAddress(row, number, country),
    former_names: nonEmpty(PREVIOUS_NAMES.flatMap((columns) => readPreviousName(row, columns, run))),
    record_url: run.recordUrl(number),
  });
}

/** Returns the registered office. A UK establishment has none: its address is not a registered office. */
function readAddress(row: CsvRow, number: string, country: string | undefined) {
  if (number.startsWith(ESTABLISHMENT)) return undefined;
  return toAddress({
    lines: [readPostBox(row), readCell(row, 'RegAddress.AddressLine1'), readCell(row, 'RegAddress.AddressLine2')],
    postal_code: readCell(row, 'RegAddress.PostCode'),
    locality: readCell(row, 'RegAddress.PostTown'),
    region: readCell(row, 'RegAddress.County'),
    country_code: country,
  });
}

/** Returns the post box of an address as its first line, as the register prints it. The cell has the words or only the number. */
function readPostBox(row: CsvRow): string | undefined {
  const box = readCell(row, 'RegAddress.POBox');
  return box === undefined || /box/i.test(box) ? box : `PO BOX ${box}`;
}

function readPreviousName(row: CsvRow, columns: (typeof PREVIOUS_NAMES)[number], run: ImportRun): CompanyName[] {
  const name = readCell(row, columns.name);
  if (name === undefined) return [];
  const until = run.readDay(row, columns.until, DAY_FIRST);
  return [present<CompanyName>({ name, kind: 'Previous name', until })];
}

/** Returns the company number of a row. @throws {FieldFault} if it is missing */
function readNumber(row: CsvRow, run: ImportRun): string {
  const published = requiredCell(row, 'CompanyNumber');
  // Spreadsheets and older files drop the leading zeros of a number that has only digits.
  if (/^\d{1,7}$/.test(published)) {
    run.report.note('company number that had lost its zeros, padded to eight digits', published);
    return withZeros(published, 8);
  }
  // Two letters (`R0`: a letter and a zero) may come first: `SP29395R` is also a number.
  if (!/^(\d{8}|[A-Z][A-Z0][0-9A-Z]{6})$/.test(published))
    run.report.note('company number of unknown form, kept as published', published);
  run.code('CompanyNumber prefix', /^[A-Z][A-Z0]/.exec(published)?.[0]);
  return published;
}

function readCountry(row: CsvRow, number: string, run: ImportRun): string | undefined {
  const name = readCell(row, 'RegAddress.Country');
  if (name === undefined || name === 'NOT SPECIFIED' || number.startsWith(ESTABLISHMENT)) return undefined;
  return COUNTRIES.readCode(run, 'RegAddress.Country', name);
}

function readClassification(row: CsvRow, column: string, isPrimary: boolean, run: ImportRun) {
  const text = readCell(row, column);
  if (text === undefined || text === 'None Supplied') return [];
  // `62012 - Business and domestic software development`: five digits are SIC 2007, four digits remain from SIC 2003.
  const [, code, label] = /^(\d{4,5}) - (.+)$/s.exec(text) ?? [];
  if (code === undefined || label === undefined) {
    run.report.unknownCode('SICCode', text, 'left out');
    return [];
  }
  return [{ scheme: code.length === 5 ? 'UK SIC 2007' : 'UK SIC 2003', code, label, is_primary: isPrimary }];
}
