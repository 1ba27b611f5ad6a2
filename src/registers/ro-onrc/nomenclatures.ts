import { FieldFault, cellOf, type CsvRow, type ImportRun } from '../../importer/index.ts';
import codes from './codes.json' with { type: 'json' };

/** The years of the versions of CAEN, by the code that the register gives them (N_VERSIUNE_CAEN). */
const CAEN_YEARS: ReadonlyMap<string, string> = new Map(Object.entries(codes.VER_CAEN_AUTORIZAT));

/** How many codes one nomenclature may have; the longest, of activities in four versions, has 3,741 rows. */
const CODES_MAX = 20_000;

/**
 * The meanings of codes in the register's own nomenclatures, some thousand texts in memory. Without them lines have the codes.
 */
export class Nomenclatures {
  readonly #run: ImportRun;
  readonly #states = new Map<string, string>();
  readonly #activities = new Map<string, string>();
  readonly #years = new Map<string, string>();

  constructor(run: ImportRun) {
    this.#run = run;
  }

  /** Reads a version of CAEN. Versions come before activities, and the newest files first: the first meaning of a code is used. */
  addVersion(row: CsvRow): void {
    const [year] = /\d{4}/.exec(cellOf(row, 'DESCRIERE') ?? '') ?? [];
    this.#learn(this.#years, row, cellOf(row, 'COD'), year);
  }

  addActivity(row: CsvRow): void {
    const year = this.yearOf(cellOf(row, 'VERSIUNE_CAEN') ?? '');
    const code = cellOf(row, 'CLASA');
    // Sections, divisions and groups have no code of four digits, and no firm has them.
    const key = year === undefined || code === undefined ? undefined : `${year} ${code}`;
    this.#learn(this.#activities, row, key, cellOf(row, 'DENUMIRE'));
  }

  addState(row: CsvRow): void {
    this.#learn(this.#states, row, cellOf(row, 'COD'), cellOf(row, 'DENUMIRE'));
  }

  /** The register's text for a code of state. Where there is a nomenclature, a code outside it is counted. */
  stateOf(code: string): string | undefined {
    const text = this.#states.get(code);
    if (text === undefined && this.#states.size > 0) this.#run.report.unknownCode('OD_STARE_FIRMA.COD', code, 'kept');
    return text;
  }

  /** The year of a version of CAEN, from the register's code (`2`) or, in older files, its text (`Versiunea 2008`). */
  yearOf(version: string): string | undefined {
    return this.#years.get(version) ?? CAEN_YEARS.get(version) ?? /^Versiunea (\d{4})$/.exec(version)?.[1];
  }

  activityOf(year: string, code: string): string | undefined {
    return this.#activities.get(`${year} ${code}`);
  }

  #learn(known: Map<string, string>, row: CsvRow, code: string | undefined, meaning: string | undefined): void {
    const { report } = this.#run;
    if (code === undefined || meaning === undefined) report.drop('nomenclature: no code or no meaning', placeOf(row));
    else if (known.has(code)) report.drop('nomenclature: the code has a meaning already', code);
    else if (known.size === CODES_MAX) throw new FieldFault('COD', `is one of more than ${CODES_MAX} different codes`);
    else known.set(code, meaning);
  }
}

/** The place of a row without a number. */
export function placeOf({ record }: CsvRow): string {
  return `record ${record}`;
}
