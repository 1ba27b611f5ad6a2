import { OfficerRoles, isDate, type ImportRun, type NamedOfficer, type RecordReader } from '../../importer/index.ts';
import { collapseWhiteSpace, type OfficerKind } from '../../model/index.ts';

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

/** What is held of a document about the officers of a company; without officers where none is left. */
export interface HeldOfficers {
  /** The date of the publication. */
  readonly observed?: string;
  readonly officers: readonly NamedOfficer[];
}

/** Takes what one document says about the officers of one company. */
export type TakeOfficers = (number: string, officers: HeldOfficers) => void;

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
  readonly #roles = new OfficerRoles();

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
    const appointed_on =
      (inOffice ? this.#date(office, 'vznikFunkce') : undefined) ?? this.#date(membership, 'vznikClenstvi');
    const resigned_on = (inOffice ? officeEnds : undefined) ?? membershipEnds;
    const { name, kind, identity } = holder;
    const key = JSON.stringify([identity, appointed_on, resigned_on]);
    this.#roles.add(key, { name, kind, appointed_on, resigned_on }, role);
  }

  /** What is held. */
  get held(): HeldOfficers {
    const { officers } = this.#roles;
    return this.#observed === undefined ? { officers } : { observed: this.#observed, officers };
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
