import { requiredCell, type CsvRow, type ImportRun, type Input, ordinary } from '../../importer/index.ts';
import { InputError } from '../../model/index.ts';
import { publishedCell } from './cells.ts';
import { countryCodeOf } from './countries.ts';
import { SirenStates } from './siren-states.ts';

/** The states of a unit: where its head office is. */
const IN_FRANCE = 1;
const ABROAD = 2;
const NOWHERE = 3;

const FRANCE = 'FR';

/** What every code of a country begins with. */
const COUNTRY_PREFIX = '99';

/** A few hundred thousand foreign companies are known to the register; more than this is another file. */
const ABROAD_MAX = 1_000_000;

/**
 * The countries of the head offices, in memory by the number of their unit until the units are read. Nearly all are in
 * France and cost two bits; the few abroad have an entry in a map.
 */
export class HeadOffices {
  readonly #run: ImportRun;
  readonly #states = new SirenStates();
  readonly #abroad = new Map<string, string>();

  constructor(run: ImportRun) {
    this.#run = run;
  }

  /** Reads a file of establishments. The files come newest first: the newest head office of a unit stands. */
  async read(input: Input<CsvRow>): Promise<void> {
    for await (const row of input.rows()) this.#run.attempt(row, () => this.#add(row));
  }

  /** The country of a unit's head office, where one is published; a head office is taken once. */
  take(siren: string): string | undefined {
    const state = this.#states.get(siren);
    if (state === 0) return undefined;
    this.#states.set(siren, 0);
    if (state === IN_FRANCE) return FRANCE;
    return state === ABROAD ? this.#abroad.get(siren) : undefined;
  }

  /** Counts the head offices whose unit was in no file. */
  reportUntaken(): void {
    for (const siren of this.#states.numbers()) {
      this.#run.report.drop('head office of a unit that is in no file', siren);
    }
  }

  #add(row: CsvRow): void {
    const { report } = this.#run;
    const siren = requiredCell(row, 'siren');
    const isHeadOffice = publishedCell(row, 'etablissementSiege');
    this.#run.code('etablissementSiege', isHeadOffice, 'left out');
    if (isHeadOffice !== 'true') {
      report.drop('establishment that is not the head office', siren);
      return;
    }
    if (this.#states.get(siren) !== 0) {
      report.drop(ordinary('a newer head office has the same number'), siren);
      return;
    }
    const country = this.#countryOf(row, siren);
    this.#states.set(siren, country === FRANCE ? IN_FRANCE : country === undefined ? NOWHERE : ABROAD);
    if (country === undefined || country === FRANCE) return;
    if (this.#abroad.size === ABROAD_MAX) {
      throw new InputError(`Cannot import fr-sirene: more than ${ABROAD_MAX} head offices are abroad`);
    }
    this.#abroad.set(siren, country);
  }

  /**
   * The register documents its two columns as each other's complement: a commune for an address in France, a country
   * for one abroad. Where neither is filled, nothing is known.
   */
  #countryOf(row: CsvRow, siren: string): string | undefined {
    const commune = publishedCell(row, 'codeCommuneEtablissement');
    // Abroad, older files repeat the country in the place of the commune.
    const isCommune = commune !== undefined && !commune.startsWith(COUNTRY_PREFIX);
    const country = publishedCell(row, 'codePaysEtrangerEtablissement') ?? (isCommune ? undefined : commune);
    if (country === undefined) return isCommune ? FRANCE : undefined;
    if (isCommune) {
      this.#run.report.note('head office in a French commune and in another country, country left out', siren);
      return undefined;
    }
    const label = publishedCell(row, 'libellePaysEtrangerEtablissement');
    const code = countryCodeOf(country, label);
    if (code === undefined) {
      this.#run.report.unknownCode('codePaysEtrangerEtablissement', [country, label].join(' ').trim(), 'left out');
    }
    return code;
  }
}
