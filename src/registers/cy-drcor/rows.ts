import {
  cellOf,
  ordinary,
  present,
  type CsvRow,
  type ImportReport,
  type Reason,
  type RecordPlace,
} from '../../importer/index.ts';
import codes from './codes.json' with { type: 'json' };
import columns from './columns.json' with { type: 'json' };
import { isType, type Organisation } from './company.ts';

/** An organisation with its place and the number of its address. */
export interface Found {
  readonly place: RecordPlace;
  readonly organisation: Organisation;
  readonly address: string | undefined;
}

/** The order of the columns, for records over several lines. */
const COLUMNS = columns.organisations.inOrder;

type Cells = readonly (string | undefined)[];

/** The form of the values of some columns; a cell may be empty, but for the number and the type. */
const FORMS: Readonly<Record<string, RegExp>> = {
  REGISTRATION_NO: /^\d+$/,
  ORGANISATION_TYPE_CODE: /^[A-Z]{1,2}$/,
  NAME_STATUS_CODE: /^[A-Z]{0,4}$/,
  REGISTRATION_DATE: /^(\d\d\/\d\d\/\d{4})?$/,
  ORGANISATION_STATUS_DATE: /^(\d\d\/\d\d\/\d{4})?$/,
  ADDRESS_SEQ_NO: /^\d*$/,
};

/** The words of other columns: one of them in a line of its own is not a name. */
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
export class OrganisationRows {
  readonly #report: ImportReport;
  /** The cells so far of a record over several lines, and its first line. */
  #begun: { readonly row: CsvRow; readonly cells: Cells } | undefined;

  constructor(report: ImportReport) {
    this.#report = report;
  }

  /** Takes a row; returns the organisations that end with it. */
  take(row: CsvRow): Found[] {
    const cells = COLUMNS.map((column) => cellOf(row, column));
    const whole = foundIn(cells, row);
    if (whole !== undefined) return [...this.end(), whole];
    const piece = cells.slice(0, cells.findLastIndex((cell) => cell !== undefined) + 1);
    if (piece.length === 0) {
      this.#drop(row, 'a row of empty cells');
      return [];
    }
    const joined = this.#begun && joinedCells(this.#begun.cells, piece);
    if (this.#begun !== undefined && joined !== undefined) {
      this.#begun = { row: this.#begun.row, cells: joined };
      this.#drop(row, ordinary('a further line of a record over several lines, joined'));
      return [];
    }
    const ended = this.end();
    if (piece.length === 1) this.#begun = { row, cells: piece };
    else this.#drop(row, 'damaged: neither an organisation nor the rest of one');
    return ended;
  }

  /** Ends the begun record: returns its organisation, or counts its name as damaged. */
  end(): Found[] {
    const begun = this.#begun;
    this.#begun = undefined;
    const found = begun && foundIn(begun.cells, begun.row);
    if (begun !== undefined && found === undefined)
      this.#drop(begun.row, 'damaged: a name without the rest of its record');
    return found === undefined ? [] : [found];
  }

  #drop({ record }: RecordPlace, reason: string | Reason): void {
    this.#report.drop(reason, `record ${record}`);
  }
}

/** The cells of a record with those of the next line; undefined if that line does not continue the record. */
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

/** The organisation in cells; undefined unless the columns of the number and the type have such values, which pieces lack. */
function foundIn(cells: Cells, place: RecordPlace): Found | undefined {
  const cell = (column: string): string | undefined => cells[COLUMNS.indexOf(column)];
  const [number = '', type = ''] = [cell('REGISTRATION_NO'), cell('ORGANISATION_TYPE_CODE')];
  if (!/^\d+$/.test(number) || !isType(type)) return undefined;
  const organisation = present<Organisation>({
    type,
    number,
    name: cell('ORGANISATION_NAME'),
    typeText: cell('ORGANISATION_TYPE'),
    subType: cell('ORGANISATION_SUB_TYPE'),
    nameCode: cell('NAME_STATUS_CODE'),
    nameStatus: cell('NAME_STATUS'),
    status: cell('ORGANISATION_STATUS'),
    registered: cell('REGISTRATION_DATE'),
    since: cell('ORGANISATION_STATUS_DATE'),
  });
  return { place, organisation, address: cell('ADDRESS_SEQ_NO') };
}
