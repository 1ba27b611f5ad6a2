import { FieldFault, ordinary, present, type CsvRow, type ImportRun } from '../../importer/index.ts';
import { isPublishedNumber, type CompanyState } from '../../model/index.ts';
import { dropRow, mayBePersonal, nameIn, textOf } from './row.ts';
import codes from './codes.json' with { type: 'json' };

/** The legal forms that are a living or a dead person. */
const PERSONS_FORMS: ReadonlyMap<string, string> = new Map([
  ['10', 'a person'],
  ['91', 'the estate of a dead person'],
]);

/** FtgStat: whether a company is registered for VAT, for F-tax or as an employer. */
const ACTIVITY_STATES: ReadonlyMap<string, string> = new Map(Object.entries(codes.FtgStat));

/** JEStat of an entity that SCB has deregistered and will remove within six months, and its label. */
const LEFT = '9';
const LEFT_LABEL = 'Ingår inte längre i populationen';

/** The code of an unknown activity, and a mark that some cells have instead of a code. */
const NO_ACTIVITY = new Set(['00000', '*']);

/** The read part of a row of SCB. */
export interface Unit {
  readonly name?: string;
  /** JurForm. */
  readonly form?: string;
  readonly status?: string;
  readonly state?: CompanyState;
  /** Ng1 to Ng5, empty ones included: the first is the main one. */
  readonly activities: readonly string[];
}

/**
 * The organisation number of a row; undefined for a row of a person, which is counted.
 * @throws {FieldFault} where the number is not a number
 */
export function unitNumberOf(row: CsvRow, run: ImportRun): string | undefined {
  const [, prefix, number = ''] = /^(16|18|19|20)(\d{10})$/.exec(textOf(row, 'PeOrgNr') ?? '') ?? [];
  if (prefix === undefined) throw new FieldFault('PeOrgNr', 'must be twelve digits that begin with 16, 18, 19 or 20');
  const person = PERSONS_FORMS.get(textOf(row, 'JurForm') ?? '');
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
export function unitOf(row: CsvRow, run: ImportRun): Unit {
  const [form, activity, membership] = ['JurForm', 'FtgStat', 'JEStat'].map((column) => {
    const code = textOf(row, column);
    run.code(column, code);
    return code;
  });
  const name = textOf(row, 'Namn');
  const activities = [1, 2, 3, 4, 5].map((position) => {
    const code = textOf(row, `Ng${position}`) ?? '';
    if (NO_ACTIVITY.has(code)) return '';
    if (code !== '' && !/^\d{5}$/.test(code)) {
      run.report.note('SCB: activity code that is not five digits, kept as published', code);
    }
    return code;
  });
  return present<Unit>({
    name: name && nameIn(name),
    form,
    status: membership === LEFT ? LEFT_LABEL : ACTIVITY_STATES.get(activity ?? ''),
    state: run.state('JEStat', membership),
    activities,
  });
}
