import {
  DAY_FIRST,
  FieldFault,
  cellOf,
  isoDate,
  ordinary,
  requiredCell,
  type CsvRow,
  type ImportRun,
  type Input,
} from '../../importer/index.ts';
import { InputError, quoteValue } from '../../model/index.ts';

/** The lists of code.csv whose labels lines show. */
const SHOWN = /^(JuridicalForm|JuridicalSituation|TypeOfDenomination|TypeOfEnterprise|Nace\d{4})$/;

/** Ten times the published number. */
const LABELS_MAX = 200_000;

/** Gives the label of a code of a list in the first of some languages that has one; undefined where the list lacks the code. */
export type LabelOf = (list: string, code: string, languages: readonly string[]) => string | undefined;

/**
 * Reads code.csv, some 20,000 rows.
 * @throws {InputError} where it holds far more
 */
export async function readLabels(input: Input<CsvRow>, run: ImportRun): Promise<LabelOf> {
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
