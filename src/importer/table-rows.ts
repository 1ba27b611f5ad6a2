import { InputError, quoteValue } from '../model/index.ts';
import type { OnControls } from './formats/controls.ts';
import type { FileLayout } from './formats/layout.ts';
import type { ParquetTable } from './parquet/table.ts';
import type { KnownFields } from './record/lists.ts';
import { Cells, type ParquetRow } from './formats/row.ts';
import { formatMissing, type Start } from './refusals.ts';
import type { ImportReport } from './report.ts';
import { findColumns } from './sheet-rows.ts';

interface TableSource {
  readonly name: string;
  readonly table: ParquetTable;
  readonly layout: FileLayout;
  readonly known: KnownFields;
  readonly report: ImportReport;
  readonly onBytes: (count: number) => void;
  readonly onControls: OnControls;
}

/**
 * Streams the rows of a Parquet file. Only the columns that the register takes are read; undeclared columns are reported.
 * @throws {InputError} if a required column is missing
 */
export async function* tableRows(source: TableSource): AsyncGenerator<ParquetRow> {
  const { name, table, layout, known, report, onBytes, onControls } = source;
  const missing = layout.required.filter((column) => !table.columns.includes(column));
  if (missing.length > 0) throw new InputError(`Cannot read ${quoteValue(name)}: ${formatMissing('column', missing)}`);
  findColumns(name, table.columns, known, report);
  const taken = new Set([...layout.required, ...layout.taken]);
  const wanted = table.columns.filter((column) => taken.has(column));
  const columns = new Map(wanted.map((column, position) => [column, position]));
  let record = 0;
  for await (const texts of table.rows(wanted, onBytes, onControls)) {
    const cells = new Cells(columns, texts, layout.parquet?.missing);
    yield { format: 'parquet', input: name, record: ++record, cells };
  }
}

/** Returns the columns of a Parquet file as the start of a file. */
export function tableStart({ columns }: ParquetTable): Start {
  return { what: 'column', names: columns, has: (column) => columns.includes(column) };
}
