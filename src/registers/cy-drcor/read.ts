import {
  held,
  Join,
  ordinary,
  readCell,
  type CsvRow,
  type Group,
  type ImportReport,
  type ImportRun,
  type Input,
  type Reason,
  type RecordPlace,
  type Texts,
} from '../../importer/index.ts';
import { InputError, type RegisterLine } from '../../model/index.ts';
import {
  buildLine,
  isType,
  readOffice,
  readOfficial,
  toKey,
  whyLeftOut,
  type Office,
  type Official,
  type Organisation,
} from './company.ts';
import codes from './codes.json' with { type: 'json' };
import columns from './columns.json' with { type: 'json' };

/** The records joined by the number of an address. */
const AT_ADDRESS = { office: held<Office>('offices'), organisation: held<Organisation>() };

/** The records joined by the type and the number of a company. */
const OF_COMPANY = { organisation: held<Organisation>(), official: held<Official>('officers') };

type Companies = Join<typeof OF_COMPANY>;

/**
 * Turns organisations into register lines, one per type and number. Two joins on disk: the first joins each organisation with its address,
 * the second with its other names and its officials.
 */
export async function* read(inputs: readonly Input<CsvRow>[], run: ImportRun): AsyncGenerator<RegisterLine> {
  if (!inputs.some(({ kind }) => kind === 'organisations')) {
    throw new InputError('Cannot import cy-drcor: no input is a file of organisations; the others only add to them');
  }
  const offices = new Join(AT_ADDRESS, inputs, run, 'offices');
  const companies: Companies = new Join(OF_COMPANY, inputs, run, 'companies');
  const takeOffice = (row: CsvRow): void => {
    const number = readCell(row, 'ADDRESS_SEQ_NO');
    if (number === undefined) run.report.drop('offices: without a number', `record ${row.record}`);
    else offices.hold('office', number, readOffice(row), row);
  };
  const takeOfficial = (row: CsvRow): void => {
    const key = (readCell(row, 'ORGANISATION_TYPE_CODE') ?? '') + (readCell(row, 'REGISTRATION_NO') ?? '');
    const official = readOfficial(row, key, run);
    if (official !== undefined) companies.hold('official', key, official, row);
  };
  const takeOrganisation = (organisation: Organisation, place: RecordPlace): void => {
    const address = organisation.cells['ADDRESS_SEQ_NO'];
    if (address === undefined) companies.hold('organisation', toKey(organisation), organisation, place);
    else offices.hold('organisation', address, organisation, place);
  };
  for (const input of inputs) {
    const organisations = new OrganisationRows(run.report, takeOrganisation);
    for await (const row of input.rows()) {
      if (input.kind === 'offices') takeOffice(row);
      else if (input.kind === 'officials') takeOfficial(row);
      else organisations.take(row);
    }
    organisations.end();
  }
  for (const group of offices.groups()) passOn(group, companies, run);
  for (const group of companies.groups()) {
    const line = lineOfGroup(group, run);
    if (line !== undefined) yield line;
  }
}

/** Passes the organisations at one address on to the join by their own number. */
function passOn(group: Group<typeof AT_ADDRESS>, companies: Companies, run: ImportRun): void {
  const office = group.newest('office', 'another row has the same number')?.value;
  const organisations = group.all('organisation');
  if (organisations.length === 0) return group.drop('office', 'of no organisation in the files');
  if (office !== undefined && office.isInCyprus !== true) {
    run.report.note('address that ends neither in Cyprus nor in one of its districts: no country', group.key);
  }
  for (const organisation of organisations) {
    const { value } = organisation;
    const placed = office === undefined ? value : { ...value, office };
    companies.hold('organisation', toKey(value), placed, organisation);
  }
}

/** Returns the line of a company with its former names and officers; undefined if the company has no line. */
function lineOfGroup(group: Group<typeof OF_COMPANY>, run: ImportRun): RegisterLine | undefined {
  const rows = group.ofNewestFile('organisation', ordinary('a newer file has the organisation'));
  const officials = group.ofNewestFile('official', ordinary('a newer file has officials of the organisation'));
  const [first] = rows;
  const leftOut = first && whyLeftOut(first.value, run);
  if (leftOut !== undefined) group.drop('organisation', leftOut);
  const line = first && leftOut === undefined ? run.line(first, () => buildLine(rows, officials, run)) : undefined;
  if (line === undefined) group.drop('official', 'of an organisation without a line');
  return line;
}

/** The order of the columns, for records over several lines. */
const COLUMNS = columns.organisations.inOrder;

type Cells = readonly (string | undefined)[];

/** The form of the values of some columns. A cell may be empty, except the number and the type. */
const FORMS: Readonly<Record<string, RegExp>> = {
  REGISTRATION_NO: /^\d+$/,
  ORGANISATION_TYPE_CODE: /^[A-Z]{1,2}$/,
  NAME_STATUS_CODE: /^[A-Z]{0,4}$/,
  REGISTRATION_DATE: /^(\d\d\/\d\d\/\d{4})?$/,
  ORGANISATION_STATUS_DATE: /^(\d\d\/\d\d\/\d{4})?$/,
  ADDRESS_SEQ_NO: /^\d*$/,
};

/** The words of other columns: a line with only one of these words is not a name. */
const WORDS: ReadonlySet<string> = new Set([
  ...codes.ORGANISATION_TYPE,
  ...codes.ORGANISATION_SUB_TYPE,
  ...codes.ORGANISATION_STATUS,
]);

/** The end of a whole name: a name without it may continue in the next line. */
const WHOLE_NAME = /(?<!\p{L})(?:ΛΤΔ|ΛΙΜΙΤΕΔ|LTD|LIMITED|PLC|ΔΗΜΟΣΙΑ ΕΤΑΙΡΕΙΑ)[^\p{L}\d]*$/iu;

/**
 * Joins organisations that the register wrote over several lines: the name in one or several lines, and the other cells in later lines,
 * moved to the left. Other pieces are counted as damaged.
 */
class OrganisationRows {
  readonly #report: ImportReport;
  readonly #take: (organisation: Organisation, place: RecordPlace) => void;
  /** The cells so far of a record over several lines, and its first line. */
  #begun: { readonly row: CsvRow; readonly cells: Cells } | undefined;

  /** @param take is called with every organisation */
  constructor(report: ImportReport, take: (organisation: Organisation, place: RecordPlace) => void) {
    this.#report = report;
    this.#take = take;
  }

  take(row: CsvRow): void {
    const cells = COLUMNS.map((column) => readCell(row, column));
    const whole = readOrganisation(cells);
    const piece = cells.slice(0, cells.findLastIndex((cell) => cell !== undefined) + 1);
    const joined = this.#begun && joinedCells(this.#begun.cells, piece);
    if (whole !== undefined) {
      this.end();
      this.#take(whole, row);
    } else if (piece.length === 0) this.#drop(row, 'a row of empty cells');
    else if (this.#begun !== undefined && joined !== undefined) {
      this.#begun = { row: this.#begun.row, cells: joined };
      this.#drop(row, ordinary('a further line of a record over several lines, joined'));
    } else {
      this.end();
      if (piece.length === 1) this.#begun = { row, cells: piece };
      else this.#drop(row, 'damaged: neither an organisation nor the rest of one');
    }
  }

  /** Ends the begun record: takes its organisation, or counts its name as damaged. */
  end(): void {
    const begun = this.#begun;
    if (begun === undefined) return;
    this.#begun = undefined;
    const found = readOrganisation(begun.cells);
    if (found === undefined) this.#drop(begun.row, 'damaged: a name without the rest of its record');
    else this.#take(found, begun.row);
  }

  #drop({ record }: RecordPlace, reason: string | Reason): void {
    this.#report.drop(reason, `record ${record}`);
  }
}

/** Returns the cells of a record with the cells of the next line; undefined if that line does not continue the record. */
function joinedCells(cells: Cells, piece: Cells): Cells | undefined {
  const [name = ''] = cells;
  const [first = ''] = piece;
  const joined = [...cells, ...piece];
  if (piece.length === 1 && !/\d/.test(first) && !WORDS.has(first)) {
    return cells.length === 1 && !WHOLE_NAME.test(name) ? [`${name} ${first}`] : undefined;
  }
  if (joined.length > COLUMNS.length) return undefined;
  return joined.every((cell = '', i) => FORMS[COLUMNS[i] ?? '']?.test(cell) !== false) ? joined : undefined;
}

/** Returns the organisation in cells; undefined if the columns of number and type do not hold a number and a type, as in pieces. */
function readOrganisation(all: Cells): Organisation | undefined {
  const cells: Texts = Object.fromEntries(all.flatMap((cell, i) => (cell === undefined ? [] : [[COLUMNS[i], cell]])));
  const { REGISTRATION_NO: number = '', ORGANISATION_TYPE_CODE: type = '' } = cells;
  return /^\d+$/.test(number) && isType(type) ? { cells } : undefined;
}
