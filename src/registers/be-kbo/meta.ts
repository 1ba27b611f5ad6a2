import { FieldFault, cellOf, isDate, type ImportRun, type ReadyInput } from '../../importer/index.ts';
import { InputError, quoteValue } from '../../model/index.ts';
import { required } from './cells.ts';

/**
 * Reads meta.csv and gives the day of the snapshot, YYYY-MM-DD.
 * @throws {InputError} where the files are not those of a full extract
 */
export async function readSnapshotDate(input: ReadyInput, run: ImportRun): Promise<string | undefined> {
  let date: string | undefined;
  for await (const row of input.rows()) {
    run.attempt(row, () => {
      const variable = required(row, 'Variable');
      const value = cellOf(row, 'Value');
      run.code('meta.csv', variable);
      if (variable === 'ExtractType' && value !== undefined && value.toLowerCase() !== 'full') {
        throw new InputError(
          `Cannot import ${quoteValue(input.name)}: its ExtractType is ${quoteValue(value)}; take KboOpenData_…_Full.zip`,
        );
      }
      if (variable !== 'SnapshotDate' || value === undefined) {
        run.report.drop('meta: no line shows it', variable);
        return;
      }
      date = isoDate(value);
      run.report.note('joined: date', date);
    });
  }
  return date;
}

function isoDate(text: string): string {
  const date = text.replace(/^(\d{2})-(\d{2})-(\d{4})$/, '$3-$2-$1');
  if (!isDate(date)) throw new FieldFault('SnapshotDate', `must be a date, DD-MM-YYYY, got ${quoteValue(text)}`);
  return date;
}
