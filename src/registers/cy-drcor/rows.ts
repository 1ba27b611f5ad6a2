import {
  cellOf,
  ordinary,
  present,
  type CsvRow,
  type ImportReport,
  type Reason,
  type RecordPlace,
} from '../../importer/index.ts';
import columns from './columns.json' with { type: 'json' };
import { isType, type Organisation } from './company.ts';

/** An organisation with its place and the number of its address. */
interface Found {
  readonly place: RecordPlace;
  readonly organisation: Organisation;
  readonly address: string | undefined;
}

/** By these, records over two lines are put together. */
const COLUMNS = columns.organisations.inOrder;

/**
 * Puts organisations together that the register wrote over two lines: the name stands alone in its line, and the rest follows
 * on a later one, moved to the left. Nothing but such a pair is joined; other pieces are counted as damaged.
 */
export class OrganisationRows {
  readonly #report: ImportReport;
  /** The first line of a record over two lines. */
  #begun: { readonly row: CsvRow; readonly name: string } | undefined;

  constructor(report: ImportReport) {
    this.#report = report;
  }

  /** Takes a row; gives the organisation that it is or completes. */
  take(row: CsvRow): Found | undefined {
    const cells = COLUMNS.map((column) => cellOf(row, column));
    const whole = foundIn(cells, row);
    if (whole !== undefined) {
      this.end();
      return whole;
    }
    const filled = cells.findLastIndex((cell) => cell !== undefined) + 1;
    const [name] = cells;
    if (filled === 0) {
      this.#drop(row, 'a row of empty cells');
    } else if (filled === 1 && name !== undefined) {
      this.end();
      this.#begun = { row, name };
    } else {
      return this.#rejoined(row, cells.slice(0, filled));
    }
    return undefined;
  }

  /** Counts a name whose rest did not come. */
  end(): void {
    if (this.#begun !== undefined) this.#drop(this.#begun.row, 'damaged: a name without the rest of its record');
    this.#begun = undefined;
  }

  #rejoined(row: CsvRow, rest: readonly (string | undefined)[]): Found | undefined {
    const begun = this.#begun;
    const found = begun && rest.length < COLUMNS.length ? foundIn([begun.name, ...rest], begun.row) : undefined;
    if (begun === undefined || found === undefined) {
      this.end();
      this.#drop(row, 'damaged: neither an organisation nor the rest of one');
      return undefined;
    }
    this.#begun = undefined;
    this.#drop(begun.row, ordinary('the first line of a record over two lines, joined'));
    return found;
  }

  #drop({ record }: RecordPlace, reason: string | Reason): void {
    this.#report.drop(reason, `record ${record}`);
  }
}

/**
 * The organisation in cells, where they are those of one: a number and the code of a type in their columns. In the pieces
 * of a record something longer stands in its place.
 */
function foundIn(cells: readonly (string | undefined)[], place: RecordPlace): Found | undefined {
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
  });
  return { place, organisation, address: cell('ADDRESS_SEQ_NO') };
}
