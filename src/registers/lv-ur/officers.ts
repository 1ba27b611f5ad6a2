import { hash, randomBytes } from 'node:crypto';
import { words } from '../../importer/declaration.ts';
import {
  entryIn,
  FieldFault,
  OfficerRoles,
  cellOf,
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

/** A published name; undefined for the placeholder. */
export function nameOf(name: string | undefined): string | undefined {
  return name === NO_NAME ? undefined : name;
}

/** The register's Latvian labels: those of its bundled lists, and before them those of a file of enumerations. */
export class Labels {
  readonly #labels = new Map<string, string>();
  readonly #published = new Set<string>();
  readonly #report: ImportReport;

  constructor(report: ImportReport) {
    this.#report = report;
    for (const [code, label] of Object.entries(codes.position.shown)) this.#labels.set(`position ${code}`, label);
    for (const [code, { word }] of Object.entries(states.closed))
      this.#labels.set(entryIn(codes.closed, code) ?? '', word);
  }

  /** The title of a position; the code where it has none. */
  ofPosition(code: string | undefined): string | undefined {
    return this.#labels.get(`position ${code}`) ?? code;
  }

  /** The label of a code of `closed`; the code where it is unknown. */
  ofClosed(code: string): string | undefined {
    return this.#labels.get(entryIn(codes.closed, code) ?? '') ?? code;
  }

  /** Takes a row of a file of enumerations. The files come newest first, and the first label of a code counts. */
  take(row: CsvRow): void {
    if (row.cells.get('description_lv') === undefined && row.cells.get('description_LV') === undefined) {
      throw new FieldFault('description_lv', 'is not a column: this is another list');
    }
    const list = cellOf(row, 'type') ?? '';
    const key = `${list} ${cellOf(row, 'public_code') ?? ''}`;
    const label = cellOf(row, 'description_lv') ?? cellOf(row, 'description_LV');
    if (!this.#labels.has(key)) this.#report.drop('labels: of a code that is not shown', list);
    else if (this.#published.has(key)) this.#report.drop('labels: the same code again', key);
    else if (label === undefined) this.#report.drop('labels: the code has none', key);
    else {
      this.#published.add(key);
      this.#labels.set(key, label);
    }
  }
}

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
    const position = this.#run.codeIn(row, 'position', 'left out');
    const body = this.#run.codeIn(row, 'governing_body', 'left out');
    const kind = KIND_OF_TYPE.get(this.#run.codeIn(row, 'entity_type', 'left out') ?? '');
    const name = nameOf(cellOf(row, 'name'));
    const otherwise = whyNoOfficer(position, body);
    if (otherwise !== undefined) return report.drop(`officers: ${otherwise}`, number);
    if (name === undefined) return report.drop('officers: without a name', number);
    const identity = this.#identityOf(row, number);
    const date = this.#checked(row, 'registered_on', isDate, 'not a date', number);
    const uri = this.#checked(row, 'uri', (text) => WEB_ADDRESS.test(text), 'not a web address', number);
    return { identity, name, position, date, uri, kind };
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
      officers.add(`${identity}${date}`, { name, kind, appointed_on: date, source }, labels.ofPosition(position));
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

/**
 * Why an appointment makes no officer; undefined where it does. MEMBER is a partner who answers for the partnership, or a member of the
 * governing body that is named. The positions that are not shown are owners, auditors, arbitrators, and agents of an owner who is a minor
 * or has died.
 */
function whyNoOfficer(position: string | undefined, body: string | undefined): string | undefined {
  if (body !== undefined && codes.governing_body.auditing.includes(body)) return 'on a body that audits';
  if (position !== undefined)
    return Object.hasOwn(codes.position.shown, position) ? undefined : `${position} is not shown`;
  // A seat on a body that manages or supervises makes an officer, also without a position. Assemblies do not.
  return body !== undefined && codes.governing_body.managing.includes(body)
    ? undefined
    : 'neither a position nor a managing body';
}
