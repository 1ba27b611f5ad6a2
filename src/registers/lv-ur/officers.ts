import { hash, randomBytes } from 'node:crypto';
import { OfficerRoles, cellOf, isDate, type CsvRow, type HeldRecord, type ImportRun } from '../../importer/index.ts';
import { words } from '../../importer/declaration.ts';
import type { LineOfficer, OfficerKind } from '../../model/index.ts';
import { AUDITING_BODIES, MANAGING_BODIES, OFFICER_KIND_OF, SHOWN_POSITIONS } from './codes.ts';
import { nameOf } from './company.ts';
import type { Labels } from './labels.ts';

/** The columns that identify a person or an entity. */
const IDENTITY_COLUMNS = words(
  'name entity_type latvian_identity_number_masked birth_date legal_entity_registration_number',
);

/** A web address in the characters that RFC 3986 allows. */
const WEB_ADDRESS = /^https?:\/\/[\w\-.~:/?#[\]@!$&'()*+,;=%]+$/;

/** An appointment as it is joined. */
export interface Appointment {
  /** Equal for two appointments of one person, or of one entity, in one company. */
  readonly identity: string;
  readonly name: string;
  readonly position: string | undefined;
  readonly date: string | undefined;
  readonly uri: string | undefined;
  readonly kind: OfficerKind | undefined;
}

/** Reads current appointments, and makes officers of those of one company. */
export class Officers {
  readonly #run: ImportRun;
  /** Only in memory, so that the files on disk do not reveal a personal code or a date of birth. */
  readonly #secret = randomBytes(32).toString('hex');

  constructor(run: ImportRun) {
    this.#run = run;
  }

  /** The joined part of an appointment; undefined, and counted, where it is not shown. */
  appointmentOf(row: CsvRow, number: string): Appointment | undefined {
    const { report } = this.#run;
    const position = cellOf(row, 'position');
    const body = cellOf(row, 'governing_body');
    const type = cellOf(row, 'entity_type');
    this.#run.code('position', position, 'left out');
    this.#run.code('governing_body', body, 'left out');
    this.#run.code('entity_type', type, 'left out');
    const name = nameOf(cellOf(row, 'name'));
    const otherwise = whyNoOfficer(position, body);
    if (otherwise !== undefined) report.drop(`officers: ${otherwise}`, number);
    else if (name === undefined) report.drop('officers: without a name', number);
    else {
      const identity = this.#identityOf(row, number);
      const date = this.#checked(row, 'registered_on', isDate, 'not a date', number);
      const uri = this.#checked(row, 'uri', (text) => WEB_ADDRESS.test(text), 'not a web address', number);
      return { identity, name, position, date, uri, kind: OFFICER_KIND_OF.get(type ?? '') };
    }
    return undefined;
  }

  /**
   * The officers of a company, in the order of their rows. Appointments of one person on one day are one officer with
   * several roles; with different days they stay apart, for each role has its own.
   */
  of(appointments: readonly HeldRecord<Appointment>[], labels: Labels): LineOfficer[] {
    const officers = new OfficerRoles<Pick<LineOfficer, 'source'>>();
    for (const { value, published } of appointments) {
      const { identity, name, position, date, uri, kind } = value;
      const source = this.#run.officerSource(published, uri);
      const role = position === undefined ? undefined : (labels.of('position', position) ?? position);
      officers.add(`${identity}${date}`, { name, kind, appointed_on: date, source }, role);
    }
    return officers.officers;
  }

  #identityOf(row: CsvRow, number: string): string {
    const parts = IDENTITY_COLUMNS.map((column) => cellOf(row, column) ?? '');
    return hash('sha256', [this.#secret, number, ...parts].join('\0'), 'base64url');
  }

  /** A cell of the right form; another is noted and skipped. */
  #checked(row: CsvRow, column: string, isRight: (text: string) => boolean, what: string, number: string) {
    const text = cellOf(row, column);
    if (text === undefined || isRight(text)) return text;
    return this.#run.report.note(`officers: ${column} that is ${what}, skipped`, number);
  }
}

/** Why an appointment makes no officer; undefined where it does. */
function whyNoOfficer(position: string | undefined, body: string | undefined): string | undefined {
  if (body !== undefined && AUDITING_BODIES.has(body)) return 'on a body that audits';
  if (position !== undefined) return SHOWN_POSITIONS.has(position) ? undefined : `${position} is not shown`;
  return body !== undefined && MANAGING_BODIES.has(body) ? undefined : 'neither a position nor a managing body';
}
