import { hash, randomBytes } from 'node:crypto';
import {
  cellOf,
  isDate,
  nonEmpty,
  officerSource,
  present,
  type ImportRun,
  type JoinedRecord,
  type CsvRow,
} from '../../importer/index.ts';
import { words } from '../../importer/declaration.ts';
import type { LineOfficer, OfficerKind } from '../../model/index.ts';
import { AUDITING_BODIES, MANAGING_BODIES, OFFICER_KIND_OF, SHOWN_POSITIONS } from './codes.ts';
import { nameOf, numberOf } from './company.ts';
import type { Labels } from './labels.ts';

const SYSTEM = 'Latvijas Republikas Uzņēmumu reģistrs';

/** A web address in the characters that RFC 3986 allows. */
const WEB_ADDRESS = /^https?:\/\/[\w\-.~:/?#[\]@!$&'()*+,;=%]+$/;

/** An appointment as it is joined; a text is empty where nothing is published. */
type HeldAppointment = readonly [
  identity: string,
  name: string,
  position: string,
  registeredOn: string,
  uri: string,
  kind: OfficerKind | '',
];

/** A person or entity with the roles that it was entered for on one day. */
interface Officer {
  readonly name: string;
  readonly kind: OfficerKind | '';
  readonly roles: Set<string>;
  readonly date: string;
  readonly uri: string;
}

/** Reads current appointments, and makes officers of those of one company. */
export class Officers {
  readonly #run: ImportRun;
  /** Exists in this process only, so that nobody can derive a personal code or a date of birth from the files on disk. */
  readonly #secret = randomBytes(32).toString('hex');

  constructor(run: ImportRun) {
    this.#run = run;
  }

  /** An appointment as a text that {@linkcode Officers.of} reads; undefined where it is not shown, which is counted. */
  textOf(row: CsvRow, number: string): string | undefined {
    const { report } = this.#run;
    const position = cellOf(row, 'position');
    const body = cellOf(row, 'governing_body');
    this.#run.code('position', position, 'left out');
    this.#run.code('governing_body', body, 'left out');
    this.#run.code('entity_type', cellOf(row, 'entity_type'), 'left out');
    const name = nameOf(cellOf(row, 'name'));
    const otherwise = whyNoOfficer(position, body);
    if (otherwise !== undefined) report.drop(`officers: ${otherwise}`, number);
    else if (name === undefined) report.drop('officers: without a name', number);
    else {
      const date = this.#dateOf(row, number);
      const held: HeldAppointment = [
        this.#identityOf(row, number),
        name,
        position ?? '',
        date,
        this.#uriOf(row, number),
        OFFICER_KIND_OF.get(cellOf(row, 'entity_type') ?? '') ?? '',
      ];
      return JSON.stringify(held);
    }
    return undefined;
  }

  /**
   * The officers of a company, in the order of their rows. Appointments of one person on one day are one officer with
   * several roles; with different days they stay apart, for each role has its own.
   */
  of(records: readonly JoinedRecord[], observed: string | undefined, labels: Labels): LineOfficer[] {
    const officers = new Map<string, Officer>();
    for (const { text } of records) {
      const [identity, name, position, date, uri, kind] = JSON.parse(text) as HeldAppointment;
      const officer = officers.get(identity + date) ?? { name, kind, roles: new Set(), date, uri };
      if (position !== '') officer.roles.add(labels.of('position', position) ?? position);
      officers.set(identity + date, officer);
    }
    return Array.from(officers.values(), ({ name, kind, roles, date, uri }) =>
      present<LineOfficer>({
        name,
        kind: kind || undefined,
        roles: nonEmpty(roles),
        appointed_on: date || undefined,
        source: officerSource(SYSTEM, observed, uri || undefined),
      }),
    );
  }

  /** Equal for two appointments of one person, or of one entity, in one company. */
  #identityOf(row: CsvRow, number: string): string {
    const parts = words(
      'name entity_type latvian_identity_number_masked birth_date legal_entity_registration_number',
    ).map((column) => cellOf(row, column) ?? '');
    return hash('sha256', [this.#secret, number, ...parts].join('\0'), 'base64url');
  }

  #dateOf(row: CsvRow, number: string): string {
    const date = cellOf(row, 'registered_on') ?? '';
    if (date === '' || isDate(date)) return date;
    this.#run.report.note('officers: registered_on that is no date, left out', number);
    return '';
  }

  #uriOf(row: CsvRow, number: string): string {
    const uri = cellOf(row, 'uri') ?? '';
    if (uri === '' || WEB_ADDRESS.test(uri)) return uri;
    this.#run.report.note('officers: uri that is no web address, left out', number);
    return '';
  }
}

/** Why an appointment makes no officer; undefined where it does. */
function whyNoOfficer(position: string | undefined, body: string | undefined): string | undefined {
  if (body !== undefined && AUDITING_BODIES.has(body)) return 'on a body that audits';
  if (position !== undefined) return SHOWN_POSITIONS.has(position) ? undefined : `${position} is not shown`;
  return body !== undefined && MANAGING_BODIES.has(body) ? undefined : 'neither a position nor a managing body';
}

/** The company that an appointment is in. */
export function companyNumberOf(row: CsvRow): string {
  return numberOf(row, 'at_legal_entity_registration_number');
}
