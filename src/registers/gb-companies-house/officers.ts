import { basename } from 'node:path';
import {
  findEntry,
  OfficerRoles,
  readCell,
  isoDate,
  type FixedWidthRow,
  type HeldRecord,
  type ImportRun,
} from '../../importer/index.ts';
import { InputError, collapseWhiteSpace, quoteValue, type LineOfficer, type OfficerKind } from '../../model/index.ts';
import codes from './codes.json' with { type: 'json' };

/** The types whose date is the date on which the form was registered, not the date of the appointment. */
const UNDATED_TYPES: ReadonlySet<string> = new Set(['11', '12', '13']);

/**
 * The origin of a date that was taken from an annual return. For officers from before the register recorded appointments, it is the date of
 * the return; the register's own pages then say "appointed before".
 */
const ORIGIN_ANNUAL_RETURN = '2';

/** The indicator of an officer that is a company. */
const CORPORATE = 'Y';

/** The part of a current appointment that is joined. */
export interface Appointment {
  readonly person: string;
  readonly role: string;
  readonly name: string;
  readonly appointedOn: string | undefined;
  readonly kind: OfficerKind | undefined;
}

/** A record of a file of officers: an appointment, or only the number of the company. */
interface OfficerRecord {
  readonly number: string;
  readonly appointment?: Appointment;
}

/** Reads the files of officers: their current appointments, and the date of each file. */
export class Officers {
  readonly #run: ImportRun;
  readonly #dates = new Map<string, string>();
  #snapshot: { readonly name: string; readonly runNumber: string } | undefined;

  constructor(run: ImportRun) {
    this.#run = run;
  }

  /**
   * Returns the record of a row; undefined if the row is counted as dropped.
   * @throws {InputError} if its file has no date, or belongs to another snapshot than the file before
   */
  readRecord(row: FixedWidthRow): OfficerRecord | undefined {
    if (!this.#dates.has(row.input)) this.#open(row.input, row);
    const number = readCell(row, 'CompanyNumber') ?? '';
    // Other kinds are records of companies.
    const isPerson = row.cells.kind === '2';
    // Some lines have lost a leading zero, so every column is one place too early.
    const fits = /^[0-9A-Z]{8}$/.test(number) && (!isPerson || /^\d{12}$/.test(readCell(row, 'PersonNumber') ?? ''));
    if (!fits) return this.#drop('record outside of its columns', `${basename(row.input)}: record ${row.record}`);
    return isPerson ? this.#readAppointment(row, number) : { number };
  }

  /** Returns the officers of a company: one for each person and date, with all roles. */
  readOfficers(number: string, appointments: readonly HeldRecord<Appointment>[]): LineOfficer[] {
    const officers = new OfficerRoles<Pick<LineOfficer, 'source'>>();
    const url = `https://find-and-update.company-information.service.gov.uk/company/${encodeURIComponent(number)}/officers`;
    for (const { value, input } of appointments) {
      const { person, role, name, appointedOn, kind } = value;
      const source = this.#run.officerSource(this.#dates.get(input), url);
      const identity = JSON.stringify([person, name, appointedOn, kind]);
      officers.add(identity, { name, kind, appointed_on: appointedOn, source }, role);
    }
    return officers.officers;
  }

  /** Checks the first line of a file, whose columns can be read from any record. */
  #open(name: string, row: FixedWidthRow): void {
    const runNumber = readCell(row, 'RunNumber') ?? '';
    const date = parseDate(readCell(row, 'ProductionDate'));
    if (date === undefined) {
      throw new InputError(`Cannot read ${quoteValue(name)}: its first line has no date of production`);
    }
    this.#snapshot ??= { name, runNumber };
    if (this.#snapshot.runNumber !== runNumber) {
      throw new InputError(
        `Cannot import ${quoteValue(name)}: it is of another run than ${quoteValue(this.#snapshot.name)}; all files of officers must be of one`,
      );
    }
    this.#dates.set(name, date);
  }

  #readAppointment(row: FixedWidthRow, number: string): OfficerRecord | undefined {
    const type = readCell(row, 'AppointmentType') ?? '';
    this.#run.code('AppointmentType', type, 'left out');
    // The titles are from the register's own list of officer roles. 12 is appointed under the Charities Act, 13 for a community interest
    // company; 17 to 19 are the organs of a Societas Europaea.
    const role = findEntry(codes.AppointmentType.current, type);
    if (codes.AppointmentType.ended.includes(type) || readCell(row, 'ResignationDate') !== undefined)
      return this.#drop('resigned', number);
    if (type === '99') return this.#drop('registered by mistake', number);
    if (role === undefined) return this.#drop('appointment of an unknown type', number);
    const name = readName(row, this.#run);
    if (name === '') return this.#drop('without a name', number);
    // The other digits number the changes of the person's details.
    const person = (readCell(row, 'PersonNumber') ?? '').slice(0, 8);
    const appointment = { person, role, name, appointedOn: this.#appointedOn(row, type, number), kind: readKind(row) };
    return { number, appointment };
  }

  /** Returns the date of the appointment if the file has it. The column may hold dates of other events. */
  #appointedOn(row: FixedWidthRow, type: string, number: string): string | undefined {
    const { report } = this.#run;
    const origin = this.#run.readCode(row, 'AppDateOrigin', 'left out');
    const published = readCell(row, 'AppointmentDate');
    if (published === undefined || UNDATED_TYPES.has(type)) return undefined;
    const date = parseDate(published);
    if (date === undefined) return report.note('officers: appointment date that is not a date, skipped', published);
    if (origin !== ORIGIN_ANNUAL_RETURN) return date;
    return report.note('officers: appointment date taken from an annual return, skipped', number);
  }

  #drop(reason: string, example: string): undefined {
    this.#run.report.drop(`officers: ${reason}`, example);
  }
}

/**
 * Returns the name as the register prints it in its list of officers: the surname, a comma, the forenames, and, after another comma, a
 * title other than Mr, Mrs and the like. The name of a company is in the field of the surname.
 */
function readName(row: FixedWidthRow, run: ImportRun): string {
  const corporate = run.readCode(row, 'CorporateIndicator', 'left out');
  const surname = readCell(row, 'Surname');
  if (corporate === CORPORATE) return collapseWhiteSpace(surname ?? '');
  const title = readCell(row, 'Title');
  const forenames = readCell(row, 'Forenames');
  if (surname === undefined && forenames === undefined) return '';
  // The register leaves out these titles.
  const parts = [surname, forenames, title === undefined || /^(MRS?|MISS|MS|MASTER)$/i.test(title) ? undefined : title];
  return collapseWhiteSpace(parts.filter((part) => part !== undefined).join(', '));
}

/** Returns the kind by the indicator: a company, or a person if the indicator is blank; undefined if it is unknown. */
function readKind(row: FixedWidthRow): OfficerKind | undefined {
  const corporate = readCell(row, 'CorporateIndicator');
  if (corporate === undefined) return 'natural_person';
  return corporate === CORPORATE ? 'organisation' : undefined;
}

/** Returns `20261120` as an ISO 8601 date; undefined if the day does not exist. */
function parseDate(text: string | undefined): string | undefined {
  return isoDate(text, /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})$/);
}
