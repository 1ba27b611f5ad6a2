import {
  FieldFault,
  cellOf,
  isoDate,
  requiredCell,
  type CsvRow,
  type ImportRun,
  type Input,
} from '../../importer/index.ts';
import { InputError, quoteValue } from '../../model/index.ts';

/**
 * Reads meta.csv and gives the day of the snapshot, YYYY-MM-DD.
 * @throws {InputError} where the files are not those of a full extract
 */
export async function readSnapshotDate(input: Input<CsvRow>, run: ImportRun): Promise<string | undefined> {
  let date: string | undefined;
  for await (const row of input.rows()) {
    run.attempt(row, () => {
      const variable = requiredCell(row, 'Variable');
      const value = cellOf(row, 'Value');
      run.code('meta.csv', variable, 'left out');
      if (variable === 'ExtractType' && value !== undefined && value.toLowerCase() !== 'full') {
        throw new InputError(
          `Cannot import ${quoteValue(input.name)}: its ExtractType is ${quoteValue(value)}; take KboOpenData_…_Full.zip`,
        );
      }
      if (variable !== 'SnapshotDate' || value === undefined) {
        run.report.drop('meta: no line shows it', variable);
        return;
      }
      date = isoDate(value, /^(?<day>\d{2})-(?<month>\d{2})-(?<year>\d{4})$/);
      if (date === undefined) {
        throw new FieldFault('SnapshotDate', `must be a date, DD-MM-YYYY, got ${quoteValue(value)}`);
      }
      run.report.note('joined: date', date);
    });
  }
  return date;
}
