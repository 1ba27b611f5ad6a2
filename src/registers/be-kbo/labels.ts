import { requiredCell, type CsvRow, type ImportRun, type Input } from '../../importer/index.ts';
import { InputError, quoteValue } from '../../model/index.ts';

/** The lists of code.csv whose labels lines show. */
const SHOWN = /^(JuridicalForm|JuridicalSituation|TypeOfEnterprise|Nace\d{4})$/;

/** Ten times what is published. */
const LABELS_MAX = 200_000;

/** What codes mean, in the languages that the register has the words in. */
export class Labels {
  readonly #labels = new Map<string, Map<string, string>>();
  #count = 0;

  /** Takes a label; false where there is one already. */
  add(list: string, code: string, language: string, label: string): boolean {
    const labels = this.#labels.get(`${list} ${code}`) ?? new Map<string, string>();
    if (labels.has(language)) return false;
    labels.set(language, label);
    this.#labels.set(`${list} ${code}`, labels);
    this.#count++;
    return true;
  }

  /** How many labels there are. */
  get count(): number {
    return this.#count;
  }

  /** The label in the first language that has one; undefined for a code that is not in the list. */
  of(list: string, code: string, languages: readonly string[]): string | undefined {
    const labels = this.#labels.get(`${list} ${code}`);
    const language = languages.find((one) => labels?.has(one));
    return language === undefined ? undefined : labels?.get(language);
  }
}

/**
 * Reads code.csv, some 20,000 rows.
 * @throws {InputError} where it holds far more
 */
export async function readLabels(input: Input<CsvRow>, run: ImportRun): Promise<Labels> {
  const labels = new Labels();
  for await (const row of input.rows()) {
    run.attempt(row, () => {
      const list = requiredCell(row, 'Category');
      const code = requiredCell(row, 'Code');
      const language = requiredCell(row, 'Language');
      if (!SHOWN.test(list)) run.report.drop('codes: of a list that no line shows', list);
      else if (labels.add(list, code, language, requiredCell(row, 'Description')))
        run.report.note('joined: labels', code);
      else run.report.drop('codes: a row before has the same code and language', `${list} ${code}`);
    });
    if (labels.count > LABELS_MAX) {
      throw new InputError(`Cannot import ${quoteValue(input.name)}: it has more than ${LABELS_MAX} labels`);
    }
  }
  return labels;
}
