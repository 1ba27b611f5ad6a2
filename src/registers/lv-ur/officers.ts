import { hash, randomBytes } from 'node:crypto';
import { words } from '../../importer/declaration.ts';
import {
  findEntry,
  FieldFault,
  OfficerRoles,
  readCell,
  isDate,
  type CsvRow,
  type HeldRecord,
  type ImportReport,
  type ImportRun,
} from '../../importer/index.ts';
import type { LineOfficer, OfficerKind } from '../../model/index.ts';
import codes from './codes.json' with { type: 'json' };
import states from './states.json' with { type: 'json' };

const KIND_OF_TYPE = new Map(Object.entries(codes.entity_type)) as ReadonlyMap<string, OfficerKind>;

/** The placeholder for a name. */
const NO_NAME = '-';

/** The columns that identify a person or an entity. */
const IDENTITY_COLUMNS = words(
  'name entity_type latvian_identity_number_masked birth_date legal_entity_registration_number',
);

/** A web address in the characters that RFC 3986 allows. */
const WEB_ADDRESS = /^https?:\/\/[\w\-.~:/?#[\]@!$&'()*+,;=%]+$/;

/** Returns a published name; undefined for the placeholder. */
export function filterName(name: string | undefined): string | undefined {
  return name === NO_NAME ? undefined : name;
}

/** The register's Latvian labels: from a file of enumerations, else from the bundled lists. */
export class Labels {
  readonly #labels = new Map<string, string>();
  readonly #published = new Set<string>();
  readonly #report: ImportReport;

  constructor(report: ImportReport) {
    this.#report = report;
    for (const [code, label] of Object.entries(codes.position.shown)) this.#labels.set(`position ${code}`, label);
    for (const [code, { word }] of Object.entries(states.closed))
      this.#labels.set(findEntry(codes.closed, code) ?? '', word);
  }

  /** Returns the title of a position, or its code if it has no title. */
  ofPosition(code: string | undefined): string | undefined {
    return this.#labels.get(`position ${code}`) ?? code;
  }

  /** Returns the label of a code of `closed`, or the code if it is unknown. */
  ofClosed(code: string): string | undefined {
    return this.#labels.get(findEntry(codes.closed, code) ?? '') ?? code;
  }

  /** Reads a row of a file of enumerations. Files come newest first, and the first label of a code counts. */
  take(row: CsvRow): void {
    if (row.cells.get('description_lv') === undefined && row.cells.get('description_LV') === undefined) {
      throw new FieldFault('description_lv', 'is not a column: this is another list');
    }
    const list = readCell(row, 'type') ?? '';
    const key = `${list} ${readCell(row, 'public_code') ?? ''}`;
    const label = readCell(row, 'description_lv') ?? readCell(row, 'description_LV');
    if (!this.#labels.has(key)) this.#report.drop('labels: of a code that is not shown', list);
    else if (this.#published.has(key)) this.#report.drop('labels: the same code again', key);
    else if (label === undefined) this.#report.drop('labels: the code has none', key);
    else {
      this.#published.add(key);
      this.#labels.set(key, label);
    }
  }
}

/** The part of an appointment that is joined. */
export interface Appointment {
  /** Equal for two appointments of the same person or entity in one company. */
  readonly identity: string;
  readonly name: string;
  readonly position: string | undefined;
  readonly date: string | undefined;
  readonly uri: string | undefined;
  readonly kind: OfficerKind | undefined;
}

/** Reads current appointments, and combines the appointments of a company into officers. */
export class Officers {
  readonly #run: ImportRun;
  /** Kept only in memory, so that the files on disk do not reveal a personal code or a date of birth. */
  readonly #secret = randomBytes(32).toString('hex');

  constructor(run: ImportRun) {
    this.#run = run;
  }

  /** Returns the joined part of an appointment. Counts an appointment that is not shown and returns undefined. */
  readAppointment(row: CsvRow, number: string): Appointment | undefined {
    const { report } = this.#run;
    const position = this.#run.readCode(row, 'position', 'left out');
    const body = this.#run.readCode(row, 'governing_body', 'left out');
    const kind = KIND_OF_TYPE.get(this.#run.readCode(row, 'entity_type', 'left out') ?? '');
    const name = filterName(readCell(row, 'name'));
    const otherwise = whyNoOfficer(position, body);
    if (otherwise !== undefined) return report.drop(`officers: ${otherwise}`, number);
    if (name === undefined) return report.drop('officers: without a name', number);
    const identity = this.#toIdentity(row, number);
    const date = this.#checked(row, 'registered_on', isDate, 'not a date', number);
    const uri = this.#checked(row, 'uri', (text) => WEB_ADDRESS.test(text), 'not a web address', number);
    return { identity, name, position, date, uri, kind };
  }

  /**
   * Returns the officers of a company, in the order of their rows. Appointments of one person on the same day are one officer with several
   * roles. Appointments on different days are separate officers, because each has its own day.
   */
  of(appointments: readonly HeldRecord<Appointment>[], labels: Labels): LineOfficer[] {
    const officers = new OfficerRoles<Pick<LineOfficer, 'source'>>();
    for (const { value, published } of appointments) {
      const { identity, name, position, date, uri, kind } = value;
      const source = this.#run.officerSource(published, uri);
      officers.add(`${identity}${date}`, { name, kind, appointed_on: date, source }, labels.ofPosition(position));
    }
    return officers.officers;
  }

  #toIdentity(row: CsvRow, number: string): string {
    const parts = IDENTITY_COLUMNS.map((column) => readCell(row, column) ?? '');
    return hash('sha256', [this.#secret, number, ...parts].join('\0'), 'base64url');
  }

  /** Returns a cell if its form is right; any other value is noted and skipped. */
  #checked(row: CsvRow, column: string, isRight: (text: string) => boolean, what: string, number: string) {
    const text = readCell(row, column);
    if (text === undefined || isRight(text)) return text;
    return this.#run.report.note(`officers: ${column} that is ${what}, skipped`, number);
  }
}

/**
 * Returns why an appointment makes no officer; undefined if it makes one. MEMBER is a partner who is liable for the partnership, or a
 * member of the named governing body. Positions that are not shown are owners, auditors, arbitrators, and agents of an owner who is a minor
 * or has died.
 */
function whyNoOfficer(position: string | undefined, body: string | undefined): string | undefined {
  if (body !== undefined && codes.governing_body.auditing.includes(body)) return 'on a body that audits';
  if (position !== undefined)
    return Object.hasOwn(codes.position.shown, position) ? undefined : `${position} is not shown`;
  // A seat on a body that manages or supervises makes an officer, even without a position. A seat in an assembly does not.
  return body !== undefined && codes.governing_body.managing.includes(body)
    ? undefined
    : 'neither a position nor a managing body';
}
