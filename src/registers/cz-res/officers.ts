import { type ImportRun, type RecordReader, isDate, nonEmpty, officerSource, present } from '../../importer/index.ts';
import { collapseWhiteSpace, type LineOfficer, type OfficerKind } from '../../model/index.ts';

const SYSTEM = 'ARES, veřejný rejstřík';

const ANSWERS = 'https://ares.gov.cz/ekonomicke-subjekty-v-be/rest/ekonomicke-subjekty-vr/';

/** A seat in an organ as one of the two publications has it. */
export interface Seat {
  /** The day its entry was deleted. */
  readonly deleted: string | undefined;
  readonly membership: RecordReader | undefined;
  readonly function: RecordReader | undefined;
  /** What the holder is called where the function has no name: the member's title, else the organ's. */
  readonly title: string | undefined;
  readonly holder: Holder | undefined;
}

/** Who holds a seat. */
export interface Holder {
  readonly name: string;
  readonly kind: OfficerKind;
  /** Equal for two seats of one holder in one company; compared there and written nowhere. */
  readonly identity: string;
}

/** An officer as it is joined: the name, what it is, the days of appointment and end or empty texts, and the roles. */
type JoinedOfficer = readonly [name: string, kind: OfficerKind, appointed: string, ends: string, ...roles: string[]];

/** Where the roles begin in it. */
const ROLES_START = 4;

/** Who holds a seat. Titles of persons are fields of their own and not part of the name; without a name there is no holder. */
export function holderNamed(
  kind: OfficerKind,
  names: readonly (string | undefined)[],
  identity: readonly unknown[],
): Holder | undefined {
  const name = collapseWhiteSpace(names.filter((part) => part !== undefined).join(' '));
  return name === '' ? undefined : { name, kind, identity: JSON.stringify([name, kind, ...identity]) };
}

/**
 * The current officers among the seats of a company. A holder of several roles is one officer where the days of
 * appointment and end are the same, and one for each of them where they differ.
 * @param observed the date of the publication; what ended by then has ended. Undefined where it is not known
 */
export class Officers {
  readonly #run: ImportRun;
  readonly #number: string;
  readonly #observed: string | undefined;
  readonly #officers = new Map<string, string[]>();

  constructor(run: ImportRun, number: string, observed: string | undefined) {
    this.#run = run;
    this.#number = number;
    this.#observed = observed;
  }

  add(seat: Seat): void {
    if (seat.deleted !== undefined) return;
    const { membership, function: office, holder } = seat;
    const membershipEnds = this.#date(membership, 'zanikClenstvi');
    if (this.#hasPassed(membershipEnds)) return this.#leaveOut('ended seat whose entry stands');
    const officeEnds = this.#date(office, 'zanikFunkce');
    const inOffice = !this.#hasPassed(officeEnds);
    // Whose function has ended and whose membership goes on is a member still.
    if (!inOffice && membership?.content('vznikClenstvi') === undefined) {
      return this.#leaveOut('ended seat whose entry stands');
    }
    if (holder === undefined) return this.#leaveOut('seat without a named holder');
    const role = (inOffice ? office?.content('nazev') : undefined) ?? seat.title;
    const appointed =
      (inOffice ? this.#date(office, 'vznikFunkce') : undefined) ?? this.#date(membership, 'vznikClenstvi') ?? '';
    const ends = (inOffice ? officeEnds : undefined) ?? membershipEnds ?? '';
    const key = JSON.stringify([holder.identity, appointed, ends]);
    const officer = this.#officers.get(key) ?? [holder.name, holder.kind, appointed, ends];
    if (role !== undefined && !officer.includes(role, ROLES_START)) officer.push(role);
    this.#officers.set(key, officer);
  }

  /** What is joined; without officers where none is left. */
  get joined(): string {
    return JSON.stringify([this.#observed ?? '', ...this.#officers.values()]);
  }

  #hasPassed(day: string | undefined): boolean {
    return day !== undefined && (this.#observed === undefined || day <= this.#observed);
  }

  #date(part: RecordReader | undefined, name: string): string | undefined {
    const day = part?.content(name)?.slice(0, 'YYYY-MM-DD'.length);
    if (day === undefined || isDate(day)) return day;
    this.#leaveOut(`${name} that is no date`);
    return undefined;
  }

  #leaveOut(what: string): void {
    this.#run.report.note(`${what}, left out`, this.#number);
  }
}

/** The officers of a line, from the text of {@linkcode Officers.joined}. */
export function lineOfficersOf(number: string, text: string): LineOfficer[] {
  const [observed, ...officers] = JSON.parse(text) as [string, ...JoinedOfficer[]];
  const source = officerSource(SYSTEM, observed || undefined, `${ANSWERS}${encodeURIComponent(number)}`);
  return officers.map(([name, kind, appointed, ends, ...roles]) =>
    present<LineOfficer>({
      name,
      kind,
      roles: nonEmpty(roles),
      appointed_on: appointed || undefined,
      resigned_on: ends || undefined,
      source,
    }),
  );
}
