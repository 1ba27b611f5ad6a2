import {
  findEntry,
  FieldFault,
  readCell,
  CountryNames,
  nationalNumber,
  nonEmpty,
  OfficerRoles,
  ordinary,
  present,
  type CsvRow,
  type HeldRecord,
  type ImportRun,
  type Texts,
} from '../../importer/index.ts';
import {
  compareText,
  cuiForms,
  isCui,
  isRegistrationNumber,
  registrationNumberForms,
  type CompanyClassification,
  type CompanyIdentifier,
  type LineOfficer,
  type RegisterLine,
} from '../../model/index.ts';
import codes from './codes.json' with { type: 'json' };
import countries from './countries.json' with { type: 'json' };
import gravity from './gravity.json' with { type: 'json' };

/** The Romanian names of countries, with names in the register that Unicode lacks. */
export const COUNTRIES = new CountryNames(countries, 'ro');

const NOT_SHOWN = ordinary('representatives: without a name, or in a role that is not shown');

/** Maximum number of activities in a register line; a firm can have hundreds of authorised activities. */
const ACTIVITIES_MAX = 100;

/** The values kept from a row of firms. */
export interface Firm {
  readonly number: string;
  readonly cui: string;
  readonly country?: string;
  /** The values that the line takes over as published. */
  readonly line: RegisterLine;
}

export type Activity = Texts<'VER_CAEN_AUTORIZAT' | 'COD_CAEN_AUTORIZAT'>;

export interface Representative {
  readonly name?: string;
  readonly role?: string;
}

/** The records of a firm in the other files; the states are codes. */
interface AboutFirm {
  readonly states: readonly HeldRecord<string>[];
  readonly activities: readonly HeldRecord<Activity>[];
  readonly representatives: readonly HeldRecord<Representative>[];
}

/** Whether a firm is one person or one family in business, by its form or the letter of its number. */
export function isSoleTrader(lastingNumber: string, { line: { legal_form: form = '' } }: Firm): boolean {
  return codes.FORMA_JURIDICA.soleTraders.includes(form) || lastingNumber.startsWith('F');
}

/** Builds the lines of firms. */
export class FirmLines {
  readonly #nomenclatures: Nomenclatures;
  readonly #run: ImportRun;

  constructor(nomenclatures: Nomenclatures, run: ImportRun) {
    this.#nomenclatures = nomenclatures;
    this.#run = run;
  }

  /** Returns the line of a firm, with its officers. @param lasting its registration number in the permanent form */
  buildLine(lasting: string, { value, published }: HeldRecord<Firm>, others: AboutFirm): RegisterLine {
    const { number, cui, country, line } = value;
    this.#run.code('FORMA_JURIDICA', line.legal_form);
    const identifiers = this.#toIdentifiers(number, cui);
    const country_code = COUNTRIES.readCode(this.#run, 'ADR_TARA', country);
    const state = this.#findState(number, others.states);
    const isAddressed = line.address !== undefined && !isSoleTrader(lasting, value);
    return present<RegisterLine>({
      key: `ro-onrc:${lasting}`,
      name: line.name,
      country_code,
      // The register's text, or the code if no nomenclature has it.
      company_status: state && (this.#nomenclatures.findState(state) ?? state),
      state: this.#run.state('COD', state),
      registered_on: line.registered_on,
      address: isAddressed ? present({ ...line.address, country_code }) : undefined,
      euid: line.euid,
      legal_form: line.legal_form,
      as_of_date: published,
      identifiers,
      number_forms: nonEmpty(listNumberForms(identifiers).filter((form) => form !== line.euid)),
      classifications: this.#toClassifications(number, others.activities),
      officers: this.#toOfficers(number, others.representatives),
    });
  }

  /**
   * Returns the registration number and the CUI (cod unic de înregistrare). Both are numbers of the register, on the same certificate, and
   * other sources use either.
   */
  #toIdentifiers(number: string, cui: string): CompanyIdentifier[] {
    const { report } = this.#run;
    if (!isRegistrationNumber(number)) {
      report.note('registration number with wrong form or check digit, kept as published', number);
    }
    const digits = cui.replaceAll(/\D/g, '');
    // The CUI is absent or 0.
    if (/^0*$/.test(digits)) return [nationalNumber('RO', number)];
    if (digits.length > 10) {
      // It is the personal number (CNP) of an old sole trader, and must not be in the report.
      report.note('CUI of more than ten digits, a personal number, skipped', number);
      return [nationalNumber('RO', number)];
    }
    if (!isCui(cui)) report.note('CUI with wrong form or check digit, kept as published', cui);
    return [nationalNumber('RO', number), nationalNumber('RO', cui)];
  }

  /** Returns the gravest of a firm's codes of state. Codes outside the nomenclature are counted. */
  #findState(number: string, records: readonly HeldRecord<string>[]): string | undefined {
    const known = new Set(records.map(({ value }) => value));
    for (const { value } of records) {
      if (value === '') this.#run.report.drop('od_stare_firma: without a code', number);
      else this.#nomenclatures.check(value);
    }
    return gravestState([...known].filter((code) => code !== ''));
  }

  /** Returns the authorised activities; the register marks none of them as the main activity. */
  #toClassifications(number: string, activities: readonly HeldRecord<Activity>[]): CompanyClassification[] | undefined {
    const { report } = this.#run;
    const found = new Map<string, CompanyClassification>();
    for (const { value } of activities) {
      const { VER_CAEN_AUTORIZAT: version, COD_CAEN_AUTORIZAT: code } = value;
      const year = this.#nomenclatures.findYear(version);
      if (year === undefined) this.#run.code('VER_CAEN_AUTORIZAT', version, 'left out');
      if (year === undefined || code === undefined) {
        report.drop('od_caen_autorizat: without a code or of an unknown version', number);
        continue;
      }
      const label = this.#nomenclatures.findActivity(year, code);
      found.set(`${year} ${code}`, present({ scheme: `CAEN ${year}`, code, label, is_primary: false }));
    }
    if (found.size === 0) return undefined;
    if (found.size <= ACTIVITIES_MAX) return [...found.values()];
    report.note(`more than ${ACTIVITIES_MAX} activities, the last of the oldest version skipped`, number);
    const newestFirst = [...found.values()].toSorted((a, b) => compareText(b.scheme, a.scheme));
    return newestFirst.slice(0, ACTIVITIES_MAX);
  }

  /**
   * Returns the managers, supervisors and liquidators, in the order of the file; a person with several roles is one officer. Other
   * representatives are counted as dropped: agents for single acts, and members of a family business, who are its owners. `reprezentant` is
   * the head of a family business.
   */
  #toOfficers(number: string, representatives: readonly HeldRecord<Representative>[]): LineOfficer[] | undefined {
    const officers = new OfficerRoles<Pick<LineOfficer, 'source'>>();
    for (const { value, published } of representatives) {
      const { name, role } = value;
      const folded = fold(role ?? '');
      this.#run.code('CALITATE', folded || undefined, 'left out');
      if (name === undefined || !codes.CALITATE.officers.includes(folded)) this.#run.report.drop(NOT_SHOWN, number);
      else officers.add(name, { name, source: this.#run.officerSource(published) }, role);
    }
    return nonEmpty(officers.officers);
  }
}

/** Returns the other spellings of the registration number (the first identifier) and of the CUI. */
function listNumberForms([number, cui]: readonly CompanyIdentifier[]): string[] {
  return [...registrationNumberForms(number?.value ?? ''), ...cuiForms(cui?.value ?? '')];
}

/**
 * The codes of state, gravest first. A firm has several undated codes; the first in this list is its status. The order is: struck off,
 * bankrupt, in liquidation, dissolved, insolvent (twice), in judicial reorganisation; then states that end or interrupt business, by
 * number; last, business interrupted for a time, and in operation.
 */
const GRAVITY: ReadonlyMap<string, number> = new Map(gravity.map((code, place) => [code, place]));

function rankOf(code: string): number {
  return GRAVITY.get(code) ?? GRAVITY.size;
}

/** Returns the gravest of a firm's codes of state. Codes without a rank come last, the smallest first. */
function gravestState(states: readonly string[]): string | undefined {
  return states.toSorted((a, b) => rankOf(a) - rankOf(b) || compareText(a, b))[0];
}

/**
 * Folds Romanian words for comparison with a list: lower case, without diacritics, one blank between words. The register writes `ţ` and
 * `ț`, `ş` and `ș`; one file may have both letters, or neither.
 */
function fold(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim();
}

/** Maximum number of codes in a nomenclature. The longest, with activities in four versions, has 3,741 rows. */
const CODES_MAX = 20_000;

/**
 * The meanings of codes in the register's own nomenclatures: a few thousand texts in memory. Without nomenclatures, lines have the codes.
 */
export class Nomenclatures {
  readonly #run: ImportRun;
  readonly #states = new Map<string, string>();
  readonly #activities = new Map<string, string>();
  readonly #years = new Map<string, string>();

  constructor(run: ImportRun) {
    this.#run = run;
  }

  /** Reads a version of CAEN. Versions come before activities, and the newest files first: the first meaning of a code counts. */
  addVersion(row: CsvRow): void {
    const [year] = /\d{4}/.exec(readCell(row, 'DESCRIERE') ?? '') ?? [];
    this.#learn(this.#years, row, readCell(row, 'COD'), year);
  }

  addActivity(row: CsvRow): void {
    const year = this.findYear(readCell(row, 'VERSIUNE_CAEN'));
    const code = readCell(row, 'CLASA');
    // Sections, divisions and groups have no code of four digits, and firms do not use them.
    const key = year === undefined || code === undefined ? undefined : `${year} ${code}`;
    this.#learn(this.#activities, row, key, readCell(row, 'DENUMIRE'));
  }

  addState(row: CsvRow): void {
    this.#learn(this.#states, row, readCell(row, 'COD'), readCell(row, 'DENUMIRE'));
  }

  /** Returns the register's text for a code of state. */
  findState(code: string): string | undefined {
    return this.#states.get(code);
  }

  /** Counts a code of state that the nomenclature lacks, if there is a nomenclature. */
  check(code: string): void {
    if (this.#states.size === 0 || this.#states.has(code)) return;
    this.#run.report.unknownCode('OD_STARE_FIRMA.COD', code, 'kept');
  }

  /** Returns the year of a version of CAEN, from the register's code (`2`) or, in older files, its text (`Versiunea 2008`). */
  findYear(version = ''): string | undefined {
    return (
      this.#years.get(version) ??
      findEntry(codes.VER_CAEN_AUTORIZAT, version) ??
      /^Versiunea (\d{4})$/.exec(version)?.[1]
    );
  }

  findActivity(year: string, code: string): string | undefined {
    return this.#activities.get(`${year} ${code}`);
  }

  #learn(known: Map<string, string>, row: CsvRow, code: string | undefined, meaning: string | undefined): void {
    const { report } = this.#run;
    if (code === undefined || meaning === undefined)
      report.drop('nomenclature: no code or no meaning', `record ${row.record}`);
    else if (known.has(code)) report.drop('nomenclature: the code has a meaning already', code);
    else if (known.size === CODES_MAX) throw new FieldFault('COD', `is one of more than ${CODES_MAX} different codes`);
    else known.set(code, meaning);
  }
}
