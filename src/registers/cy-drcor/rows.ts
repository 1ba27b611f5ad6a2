import { cellOf, type CsvRow, type ImportReport, type RecordPlace } from '../../importer/index.ts';
import { PREFIXES } from './codes.ts';
import { ORGANISATION_COLUMNS } from './columns.ts';

/** A row of organisations, whole, by the names of its columns. */
export interface Organisation {
  readonly place: RecordPlace;
  readonly cell: (column: string) => string | undefined;
}

/** The first line of a record over two lines. */
interface Begun {
  readonly row: CsvRow;
  readonly name: string;
}

/**
 * Puts organisations together that the register wrote over two lines: the name stands alone in its line, and the rest follows
 * on a later one, moved to the left. Nothing but such a pair is joined; other pieces are counted as damaged.
 */
export class OrganisationRows {
  readonly #report: ImportReport;
  #begun: Begun | undefined;

  constructor(report: ImportReport) {
    this.#report = report;
  }

  /** Takes a row; gives the organisation that it is or completes. */
  take(row: CsvRow): Organisation | undefined {
    if (isRecord((column) => cellOf(row, column))) {
      this.end();
      return { place: row, cell: (column) => cellOf(row, column) };
    }
    const cells = ORGANISATION_COLUMNS.map((column) => cellOf(row, column));
    const filled = cells.findLastIndex((cell) => cell !== undefined) + 1;
    const [name] = cells;
    if (filled === 0) {
      this.#report.drop('a row of empty cells', placeOf(row));
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

  #rejoined(row: CsvRow, rest: readonly (string | undefined)[]): Organisation | undefined {
    const begun = this.#begun;
    this.#begun = undefined;
    const cells = [begun?.name, ...rest];
    const cell = (column: string): string | undefined => cells[ORGANISATION_COLUMNS.indexOf(column)];
    if (begun !== undefined && cells.length <= ORGANISATION_COLUMNS.length && isRecord(cell)) {
      this.#drop(begun.row, 'the first line of a record over two lines, joined');
      return { place: begun.row, cell };
    }
    if (begun !== undefined) this.#drop(begun.row, 'damaged: a name without the rest of its record');
    this.#drop(row, 'damaged: neither an organisation nor the rest of one');
    return undefined;
  }

  #drop(row: CsvRow, reason: string): void {
    this.#report.drop(reason, placeOf(row));
  }
}

/**
 * Whether cells are those of an organisation: a number and the code of a type in their columns. A code that is not known is a
 * letter or two; in the pieces of a record something longer stands in its place.
 */
function isRecord(cell: Organisation['cell']): boolean {
  const type = cell('ORGANISATION_TYPE_CODE') ?? '';
  if (!/^\d+$/.test(cell('REGISTRATION_NO') ?? '')) return false;
  return PREFIXES.has(type) || /^[A-Z]{1,2}$/.test(type);
}

function placeOf({ record }: RecordPlace): string {
  return `record ${record}`;
}
