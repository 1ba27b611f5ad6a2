import {
  findEntry,
  readCell,
  FieldFault,
  ordinary,
  present,
  type CsvRow,
  type ImportRun,
} from '../../importer/index.ts';
import { isPublishedNumber, type RegisterLine } from '../../model/index.ts';
import { cleanName, dropRow, mayBePersonal } from './row.ts';
import codes from './codes.json' with { type: 'json' };

/** The legal forms of living or dead persons. */
const PERSONS = { 10: 'a person', 91: 'the estate of a dead person' };

/** The JEStat code of an entity that SCB has deregistered and will remove within six months, and its label. */
const LEFT = '9';
const LEFT_LABEL = 'Ingår inte längre i populationen';

/** The values that are read from a row of the SCB file. */
export interface Unit {
  readonly line: RegisterLine;
  /** Ng1 to Ng5, including empty codes; the first is the main activity. */
  readonly activities: readonly string[];
}

/**
 * Returns the organisation number of a row. Counts a row of a person and returns undefined.
 * @throws {FieldFault} if the number is invalid
 */
export function readUnitNumber(row: CsvRow, run: ImportRun): string | undefined {
  const [, prefix, number = ''] = /^(16|18|19|20)(\d{10})$/.exec(readCell(row, 'PeOrgNr') ?? '') ?? [];
  if (prefix === undefined) throw new FieldFault('PeOrgNr', 'must be twelve digits that begin with 16, 18, 19 or 20');
  const person = findEntry(PERSONS, readCell(row, 'JurForm'));
  const drop = (reason: string): undefined => dropRow('scb', row, ordinary(`SCB: ${reason}`), run);
  if (prefix !== '16') return drop('number of a person');
  if (mayBePersonal(number)) return drop('number of a person as organisation number');
  if (person !== undefined) return drop(`${person} by legal form`);
  if (!isPublishedNumber('SE organisationsnummer', number)) {
    run.report.note('SCB: organisation number with wrong check digit, kept as published', number);
  }
  return number;
}

/** Reads the rest of the row of a legal entity. */
export function readUnit(row: CsvRow, run: ImportRun): Unit {
  const [form, activity, membership] = ['JurForm', 'FtgStat', 'JEStat'].map((column) => run.readCode(row, column));
  const name = readCell(row, 'Namn');
  const activities = [1, 2, 3, 4, 5].map((position) => {
    const code = readCell(row, `Ng${position}`) ?? '';
    // The code of an unknown activity, and a mark that some cells have instead of a code.
    if (['00000', '*'].includes(code)) return '';
    if (code !== '' && !/^\d{5}$/.test(code)) {
      run.report.note('SCB: activity code that is not five digits, kept as published', code);
    }
    return code;
  });
  const line = present<RegisterLine>({
    name: name && cleanName(name),
    company_status: membership === LEFT ? LEFT_LABEL : findEntry(codes.FtgStat, activity),
    state: run.state('JEStat', membership),
    company_type: form,
    legal_form: findEntry(codes.JurForm, form),
  });
  return { line, activities };
}

/** The schemes of the activity codes, as the publisher names them. */
const OLD = 'SNI 2007';
const NEW = 'SNI 2025';

/** Divisions and groups that only one of the two versions has. */
const ONLY_OLD = /^(45|41[12]|620|960)/;
const ONLY_NEW = /^(410|62[129]|96[1-9])/;

/** The version of the activity codes of a file, by the codes that only one version has. No column states it. */
export class SniOfFile {
  readonly #date: string | undefined;
  /** The number of companies with codes of the new version, minus the number with codes of the old version. */
  #newer = 0;

  /** @param date the date of the file, if known */
  constructor(date: string | undefined) {
    this.#date = date;
  }

  /** Counts the codes of a company. */
  see(activities: readonly string[]): void {
    const scheme = findScheme(activities);
    if (scheme !== undefined) this.#newer += scheme === NEW ? 1 : -1;
  }

  /** The scheme of the file, once all its codes are counted. */
  get scheme(): string {
    if (this.#newer !== 0) return this.#newer > 0 ? NEW : OLD;
    return this.#date !== undefined && this.#date < '2026-01-01' ? OLD : NEW;
  }

  /** Returns the scheme of a company's codes: by the codes themselves, else the scheme of the file. */
  findScheme(activities: readonly string[]): string {
    return findScheme(activities) ?? this.scheme;
  }
}

/** Returns the scheme by the codes of one company; undefined if both versions have them, or if they contradict each other. */
function findScheme(activities: readonly string[]): string | undefined {
  const isOld = activities.some((code) => ONLY_OLD.test(code));
  const isNew = activities.some((code) => ONLY_NEW.test(code));
  return isOld === isNew ? undefined : isOld ? OLD : NEW;
}
