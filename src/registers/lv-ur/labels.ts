import { FieldFault, cellOf, type CsvRow, type ImportReport } from '../../importer/index.ts';
import { CLOSED, SHOWN_POSITIONS } from './codes.ts';

/** The register's Latvian labels: those written down here, and before them those of a file of enumerations. */
export class Labels {
  readonly #labels = new Map<string, string>();
  readonly #published = new Set<string>();

  readonly #report: ImportReport;

  constructor(report: ImportReport) {
    this.#report = report;
    for (const [code, label] of SHOWN_POSITIONS) this.#labels.set(keyOf('position', code), label);
    for (const { list, code, label } of CLOSED.values()) this.#labels.set(keyOf(list, code), label);
  }

  /** The label of a code that this importer knows. */
  of(list: string, code: string): string | undefined {
    return this.#labels.get(keyOf(list, code));
  }

  /** Takes a row of a file of enumerations. The files come newest first, and the first label of a code counts. */
  take(row: CsvRow): void {
    const report = this.#report;
    if (row.cells.get('description_lv') === undefined && row.cells.get('description_LV') === undefined) {
      throw new FieldFault('description_lv', 'is not a column: this is another list');
    }
    const list = cellOf(row, 'type') ?? '';
    const code = cellOf(row, 'public_code') ?? '';
    const label = cellOf(row, 'description_lv') ?? cellOf(row, 'description_LV');
    const key = keyOf(list, code);
    if (!this.#labels.has(key)) report.drop('labels: of a code that is not shown', list);
    else if (this.#published.has(key)) report.drop('labels: the same code again', `${list} ${code}`);
    else if (label === undefined) report.drop('labels: the code has none', `${list} ${code}`);
    else {
      this.#published.add(key);
      this.#labels.set(key, label);
    }
  }
}

function keyOf(list: string, code: string): string {
  return `${list}\t${code}`;
}
