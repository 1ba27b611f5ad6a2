import { FieldFault, cellOf, type ImportRun, type Input, type CsvRow } from '../../importer/index.ts';
import codes from './codes.json' with { type: 'json' };

/** The years of the versions of CAEN, by the code that the register gives them (N_VERSIUNE_CAEN). */
const CAEN_YEARS: ReadonlyMap<string, string> = new Map(Object.entries(codes.VER_CAEN_AUTORIZAT));

/** How many codes one nomenclature may have; the longest, of activities in four versions, has 3,741 rows. */
const CODES_MAX = 20_000;

/**
 * What the codes in the files of firms mean, as the register's own nomenclatures say: held in memory, some thousand
 * texts. Without them codes stay codes.
 */
export class Nomenclatures {
  readonly #run: ImportRun;
  readonly #states = new Map<string, string>();
  readonly #activities = new Map<string, string>();
  readonly #years = new Map<string, string>();

  constructor(run: ImportRun) {
    this.#run = run;
  }

  /** Reads all nomenclatures among the inputs. The inputs come newest first, and the first meaning of a code stands. */
  async read(inputs: readonly Input<CsvRow>[]): Promise<void> {
    await this.#readKind(inputs, 'n_versiune_caen', (row) => {
      const [year] = /\d{4}/.exec(cellOf(row, 'DESCRIERE') ?? '') ?? [];
      this.#learn(this.#years, row, cellOf(row, 'COD'), year);
    });
    // The activities are told apart by the year of their version.
    await this.#readKind(inputs, 'n_caen', (row) => {
      const year = this.yearOf(cellOf(row, 'VERSIUNE_CAEN') ?? '');
      const code = cellOf(row, 'CLASA');
      // Sections, divisions and groups have no code of four digits, and no firm has them.
      const key = year === undefined || code === undefined ? undefined : `${year} ${code}`;
      this.#learn(this.#activities, row, key, cellOf(row, 'DENUMIRE'));
    });
    await this.#readKind(inputs, 'n_stare_firma', (row) => {
      this.#learn(this.#states, row, cellOf(row, 'COD'), cellOf(row, 'DENUMIRE'));
    });
  }

  /** The register's text for a code of state. Where there is a nomenclature, a code outside it is counted. */
  stateOf(code: string): string | undefined {
    const text = this.#states.get(code);
    if (text === undefined && this.#states.size > 0) this.#run.report.unknownCode('OD_STARE_FIRMA.COD', code, 'kept');
    return text;
  }

  /** The year of a version of CAEN, given as the register's code (`2`) or, in older files, its text (`Versiunea 2008`). */
  yearOf(version: string): string | undefined {
    return this.#years.get(version) ?? CAEN_YEARS.get(version) ?? /^Versiunea (\d{4})$/.exec(version)?.[1];
  }

  activityOf(year: string, code: string): string | undefined {
    return this.#activities.get(`${year} ${code}`);
  }

  async #readKind(inputs: readonly Input<CsvRow>[], kind: string, take: (row: CsvRow) => void): Promise<void> {
    for (const input of inputs) {
      if (input.kind !== kind) continue;
      for await (const row of input.rows()) this.#run.attempt(row, () => take(row));
    }
  }

  #learn(known: Map<string, string>, row: CsvRow, code: string | undefined, meaning: string | undefined): void {
    const { report } = this.#run;
    if (code === undefined || meaning === undefined) report.drop('nomenclature: no code or no meaning', placeOf(row));
    else if (known.has(code)) report.drop('nomenclature: the code has a meaning already', code);
    else if (known.size === CODES_MAX) throw new FieldFault('COD', `is one of more than ${CODES_MAX} different codes`);
    else known.set(code, meaning);
  }
}

/** Where a row stands that has nothing else to be known by. */
export function placeOf({ record }: CsvRow): string {
  return `record ${record}`;
}
