import {
  OfficerRoles,
  present,
  publishedDay,
  type ImportRun,
  type NamedOfficer,
  type RecordReader,
} from '../../importer/index.ts';
import { collapseWhiteSpace, type CompanyName, type OfficerKind } from '../../model/index.ts';

/** A seat in an organ, from either publication. */
export interface Seat {
  /** The day its entry was deleted. */
  readonly deleted: string | undefined;
  readonly membership: RecordReader | undefined;
  readonly function: RecordReader | undefined;
  /** The role if the function has no name: the member's title, else the organ's. */
  readonly title: string | undefined;
  readonly holder: Holder | undefined;
}

/** The holder of a seat. */
export interface Holder {
  readonly name: string;
  readonly kind: OfficerKind;
  /** Equal for two seats of one holder in one company; compared there and written nowhere. */
  readonly identity: string;
}

/** A document of the public register about a company: its current officers, and its former names. */
export interface HeldOfficers {
  /** The date of the publication. */
  readonly observed?: string;
  readonly officers: readonly NamedOfficer[];
  /** Set where one of them administers an insolvency. */
  readonly isInsolvent?: true;
  /** The names that the company had before; absent where it had none. */
  readonly formerNames?: readonly CompanyName[];
}

/** The title of an administrator before the court has found the insolvency. */
const PRELIMINARY = /^předběžn/i;

/** Receives the officers of one company from one document. */
export type TakeOfficers = (number: string, officers: HeldOfficers) => void;

/** The holder of a seat; undefined without a name. Titles of persons are fields of their own and not part of the name. */
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
 * @param observed the date of the publication; seats that ended by then are skipped. Undefined if unknown
 */
export class Officers {
  readonly #run: ImportRun;
  readonly #number: string;
  readonly #observed: string | undefined;
  readonly #roles = new OfficerRoles();
  #isInsolvent = false;

  constructor(run: ImportRun, number: string, observed: string | undefined) {
    this.#run = run;
    this.#number = number;
    this.#observed = observed;
  }

  /** @param isInsolvency whether the seat is that of an administrator in insolvency proceedings */
  add(seat: Seat, isInsolvency = false): void {
    if (seat.deleted !== undefined) return;
    const { membership, function: office, holder } = seat;
    const membershipEnds = this.#date(membership, 'zanikClenstvi');
    if (this.#hasPassed(membershipEnds)) return this.#leaveOut('ended seat whose entry is not deleted');
    const officeEnds = this.#date(office, 'zanikFunkce');
    const inOffice = !this.#hasPassed(officeEnds);
    // With an ended function and a current membership, the holder is still a member.
    if (!inOffice && membership?.content('vznikClenstvi') === undefined) {
      return this.#leaveOut('ended seat whose entry is not deleted');
    }
    if (holder === undefined) return this.#leaveOut('seat without a named holder');
    if (isInsolvency && !PRELIMINARY.test(seat.title ?? '')) this.#isInsolvent = true;
    const role = (inOffice ? office?.content('nazev') : undefined) ?? seat.title;
    const appointed_on =
      (inOffice ? this.#date(office, 'vznikFunkce') : undefined) ?? this.#date(membership, 'vznikClenstvi');
    const resigned_on = (inOffice ? officeEnds : undefined) ?? membershipEnds;
    const { name, kind, identity } = holder;
    const key = JSON.stringify([identity, appointed_on, resigned_on]);
    this.#roles.add(key, { name, kind, appointed_on, resigned_on }, role);
  }

  /** The record of the officers. */
  get held(): HeldOfficers {
    const { officers } = this.#roles;
    return present<HeldOfficers>({
      observed: this.#observed,
      officers,
      isInsolvent: this.#isInsolvent ? true : undefined,
    });
  }

  #hasPassed(day: string | undefined): boolean {
    return day !== undefined && (this.#observed === undefined || day <= this.#observed);
  }

  #date(part: RecordReader | undefined, name: string): string | undefined {
    return publishedDay(this.#run, name, part?.content(name));
  }

  #leaveOut(what: string): void {
    this.#run.report.note(`${what}, skipped`, this.#number);
  }
}
