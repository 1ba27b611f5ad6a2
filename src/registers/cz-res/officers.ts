import {
  FieldFault,
  OfficerRoles,
  isDate,
  listCodes,
  nonEmpty,
  ordinary,
  present,
  publishedDay,
  withZeros,
  type ImportRun,
  type NamedOfficer,
  type Reason,
  type RecordReader,
} from '../../importer/index.ts';
import { collapseWhiteSpace, type CompanyName, type OfficerKind } from '../../model/index.ts';
import codes from './codes.json' with { type: 'json' };
import organs from './organs.json' with { type: 'json' };

/** The content of the public register about a company: its current officers, and its former names. */
export interface HeldOfficers {
  /** The date of the publication. */
  readonly observed?: string;
  readonly officers: readonly NamedOfficer[];
  /** Set if one of the officers administers an insolvency. */
  readonly isInsolvent?: true;
  /** The former names of the company; absent if it has none. */
  readonly formerNames?: readonly CompanyName[];
  /** The present names of the company in other languages; absent if it has none. */
  readonly otherNames?: readonly CompanyName[];
}

/** The companies of one document by number, or the reason why the document has none. */
type Found = Map<string, HeldOfficers> | string | Reason;

/** A seat in an organ. */
interface Seat {
  readonly isDeleted: boolean;
  readonly membership: RecordReader | undefined;
  readonly office: RecordReader | undefined;
  /** The role if the office has no name: the title of the member, else of the organ. */
  readonly title: string | undefined;
  /** The holder, with a text that is equal for two seats of one holder; undefined if the seat has no name. */
  readonly holder: { readonly name: string; readonly kind: OfficerKind; readonly identity: string } | undefined;
  /** Whether the holder administers insolvency proceedings. */
  readonly isInsolvency: boolean;
}

/** The names of fields in the two publications of ARES: responses of the service, and the bulk files. */
const IN_RESPONSES = {
  deleted: 'datumVymazu',
  person: 'fyzickaOsoba',
  company: 'pravnickaOsoba',
  name: 'obchodniJmeno',
  number: 'ico',
};
const IN_EXTRACTS: typeof IN_RESPONSES = {
  deleted: '@dvy',
  person: 'fosoba',
  company: 'posoba',
  name: 'ObchodniFirma',
  number: 'ICO',
};

/** The kinds of seats (typAngazma) whose holders are officers. */
const SHOWN_SEATS: ReadonlySet<string> = new Set(listCodes(codes.typAngazma.officers));

/** The kind of an organ (typOrganu) that lists general partners, who are owners and run the company. */
const GENERAL_PARTNERS = 'KOMPLEMENTAR';

/** The first words of the names of organs. Longest first, because `společníci - komplementáři` are not `společníci`. */
const ORGANS = [
  ...organs.officers.map((name) => ({ name, officers: true })),
  ...organs.others.map((name) => ({ name, officers: false })),
].toSorted((a, b) => b.name.length - a.name.length);

/** The names of organs of administrators, in an insolvency, or in a bankruptcy before 2008. */
const ADMINISTRATORS = /insolvenční(?:ho)? správce|správce konkurs/i;

/** The title of an administrator before the court has declared the insolvency. */
const PRELIMINARY = /^předběžn/i;

/**
 * Reads a response of the ARES service about the public register: all entries, including deleted entries.
 * @throws {FieldFault} if the response has no company number
 */
export function readResponse(response: RecordReader, published: string | undefined, run: ImportRun): Found {
  if (response.content('kod') !== undefined) return 'public register: an error instead of a response';
  const records = response.each('zaznamy');
  const number = readNumber(response, records);
  // Earlier registrations of the same company are separate records.
  const current = records.filter(
    (record) => !isDeleted(record) && (!record.has('primarniZaznam') || record.flag('primarniZaznam')),
  );
  const seats = current.flatMap((record) => readResponseSeats(record, run).toArray());
  const names = (wanted: boolean, field: string): CompanyName[] =>
    current.flatMap((record) => readNames(record, field, wanted, run));
  const formerNames = nonEmpty([...names(true, 'obchodniJmeno'), ...names(true, FOREIGN_NAME)]);
  const otherNames = nonEmpty(names(false, FOREIGN_NAME));
  const held = { ...toHeldOfficers(seats, number, published, run), formerNames, otherNames };
  return new Map([[number, present<HeldOfficers>(held)]]);
}

/**
 * Returns the company number. Full responses have the number beside the records, and in each record as a list of entries; abridged
 * responses have it in the records as a text.
 */
function readNumber(response: RecordReader, records: readonly RecordReader[]): string {
  const numbers = records.flatMap((record) =>
    record.hasList('ico')
      ? record.each('ico').flatMap((entry) => (isDeleted(entry) ? [] : [entry.content('hodnota')]))
      : [record.content('ico')],
  );
  const number = response.content('icoId') ?? numbers.find((one) => one !== undefined);
  if (number === undefined) throw new FieldFault('icoId', 'is missing, and so is zaznamy.ico');
  return paddedNumber(number);
}

/** Returns a number (IČO) with the leading zeros that some files omit. */
export function paddedNumber(text: string): string {
  return withZeros(text, 8);
}

/** The field of names in other languages. */
const FOREIGN_NAME = 'obchodniJmenoCizi';

/** Returns the deleted entries of a name, which are former names, or the others. */
function readNames(record: RecordReader, kind: string, areDeleted: boolean, run: ImportRun): CompanyName[] {
  return record.each(kind).flatMap((entry) => {
    const name = entry.content('hodnota');
    if (name === undefined || isDeleted(entry) !== areDeleted) return [];
    const [from, until] = ['datumZapisu', 'datumVymazu'].map((day) => publishedDay(run, day, entry.content(day)));
    return present<CompanyName>({ name, kind, from, until });
  });
}

function* readResponseSeats(record: RecordReader, run: ImportRun): Generator<Seat> {
  for (const organ of [...record.each('statutarniOrgany'), ...record.each('ostatniOrgany')]) {
    if (isDeleted(organ)) continue;
    const isGeneral = organ.content('typOrganu') === GENERAL_PARTNERS;
    for (const member of organ.each('clenoveOrganu')) {
      const kind = member.content('typAngazma');
      run.code('typAngazma', kind, 'left out');
      if (isGeneral || SHOWN_SEATS.has(kind ?? '')) yield readMemberSeat(member, organ.content('nazevOrganu'));
    }
  }
  for (const partners of record.each('spolecnici')) {
    if (isDeleted(partners) || partners.content('typOrganu') !== GENERAL_PARTNERS) continue;
    for (const partner of partners.each('spolecnik')) {
      const member = partner.object('osoba');
      if (member !== undefined && !isDeleted(partner)) yield readMemberSeat(member, partners.content('nazevOrganu'));
    }
  }
  for (const proceedings of [...record.each('insolvence'), ...record.each('konkursy')]) {
    const isOver = proceedings.each('zruseniKonkursu').some((entry) => !isDeleted(entry));
    if (isDeleted(proceedings) || isOver) continue;
    for (const member of proceedings.each('spravce')) yield readMemberSeat(member, undefined, true);
  }
}

function readMemberSeat(member: RecordReader, organ?: string, isInsolvency = false): Seat {
  const title = member.content('nazevAngazma') ?? organ;
  return readSeat(member, member.object('clenstvi'), title, IN_RESPONSES, isInsolvency);
}

function isDeleted(entry: RecordReader): boolean {
  return entry.content('datumVymazu') !== undefined;
}

/**
 * Reads a document of the bulk of ARES: the full extract of a company, including deleted entries. If the company has branches, which have
 * no number of their own, the document holds several extracts.
 */
export function readExtracts(document: RecordReader, stamp: string | undefined, run: ImportRun): Found {
  const extracts = document.each('Vypis_VREO');
  if (extracts.length === 0) return ordinary('public register: nothing was found');
  const byNumber = Map.groupBy(extracts, (extract) => {
    const published = extract.object('Zakladni_udaje')?.content('ICO');
    return published && paddedNumber(published);
  });
  byNumber.delete(undefined);
  if (byNumber.size === 0) return 'public register: a branch without a number';
  return new Map(
    Array.from(byNumber, ([number = '', all]) => {
      const current = all.filter((one) => one.object('Zakladni_udaje')?.content('DatumVymazu') === undefined);
      const seats = current.flatMap((extract) => seatsInExtract(extract, run).toArray());
      return [number, toHeldOfficers(seats, number, stamp ?? readDay(all[0]), run)];
    }),
  );
}

/** Returns the day on which an extract was made. */
function readDay(extract: RecordReader | undefined): string | undefined {
  const made = extract?.object('Uvod')?.content('Datum_vypisu')?.slice(0, 'YYYY-MM-DD'.length);
  return made !== undefined && isDate(made) ? made : undefined;
}

function* seatsInExtract(extract: RecordReader, run: ImportRun): Generator<Seat> {
  for (const kind of ['Statutarni_organ', 'Jiny_organ']) {
    for (const organ of extract.each(kind)) {
      const title = organ.content('Nazev');
      const shown = hasOfficers(title ?? '');
      // The name of a statutory organ is free text. The organ is the statutory body of the company or of its founder.
      const isShown = kind === 'Statutarni_organ' ? shown !== false : shown === true;
      if (kind === 'Jiny_organ' && shown === undefined) run.code('Jiny_organ', title, 'left out');
      if (!isShown || organ.content('@dvy') !== undefined) continue;
      const isInsolvency = ADMINISTRATORS.test(title ?? '');
      for (const member of organ.each('Clen')) yield readSeat(member, member, title, IN_EXTRACTS, isInsolvency);
    }
  }
}

/** Whether the members of an organ with this name are officers; undefined for an unknown name. */
export function hasOfficers(organ: string): boolean | undefined {
  const folded = organ.toLowerCase();
  return ORGANS.find(({ name }) => folded === name || folded.startsWith(`${name} `))?.officers;
}

/** Returns the seat of a member. Titles of persons are separate fields and not part of the name. */
function readSeat(
  member: RecordReader,
  terms: RecordReader | undefined,
  title: string | undefined,
  fields: typeof IN_RESPONSES,
  isInsolvency: boolean,
): Seat {
  const person = member.object(fields.person);
  const company = member.object(fields.company);
  // The bulk has no dates of birth: only the address distinguishes father and son.
  const address = person?.object('adresa') ?? person?.object('bydliste');
  const personName = collapseWhiteSpace(`${person?.content('jmeno') ?? ''} ${person?.content('prijmeni') ?? ''}`);
  const kind = personName === '' ? 'organisation' : 'natural_person';
  const name = personName || company?.content(fields.name);
  const own = personName === '' ? company?.content(fields.number) : (person?.content('datumNarozeni') ?? address?.json);
  return {
    isDeleted: member.content(fields.deleted) !== undefined,
    membership: terms?.object('clenstvi'),
    office: terms?.object('funkce'),
    title,
    holder: name === undefined ? undefined : { name, kind, identity: JSON.stringify([name, kind, own]) },
    isInsolvency,
  };
}

/**
 * Returns the current officers among the seats of a company. Several roles of a holder are one officer if they have the same days of
 * appointment and end, else one officer for each pair of days.
 * @param observed the date of the publication; seats that ended by then are skipped. Undefined if unknown
 */
function toHeldOfficers(
  seats: readonly Seat[],
  number: string,
  observed: string | undefined,
  run: ImportRun,
): HeldOfficers {
  const roles = new OfficerRoles();
  let isInsolvent: true | undefined;
  const day = (part: RecordReader | undefined, name: string) => publishedDay(run, name, part?.content(name));
  const hasPassed = (end: string | undefined) => end !== undefined && (observed === undefined || end <= observed);
  for (const { isDeleted: isGone, membership, office, title, holder, isInsolvency } of seats) {
    if (isGone) continue;
    const membershipEnds = day(membership, 'zanikClenstvi');
    const isMember = !hasPassed(membershipEnds);
    const officeEnds = isMember ? day(office, 'zanikFunkce') : undefined;
    const inOffice = !hasPassed(officeEnds);
    // If the office ended but the membership is current, the holder is still a member.
    if (!isMember || (!inOffice && membership?.content('vznikClenstvi') === undefined)) {
      run.report.note('ended seat whose entry is not deleted, skipped', number);
      continue;
    }
    if (holder === undefined) {
      run.report.note('seat without a named holder, skipped', number);
      continue;
    }
    if (isInsolvency && !PRELIMINARY.test(title ?? '')) isInsolvent = true;
    const current = inOffice ? office : undefined;
    const appointed_on = day(current, 'vznikFunkce') ?? day(membership, 'vznikClenstvi');
    const resigned_on = (inOffice ? officeEnds : undefined) ?? membershipEnds;
    const { name, kind, identity } = holder;
    const key = JSON.stringify([identity, appointed_on, resigned_on]);
    roles.add(key, { name, kind, appointed_on, resigned_on }, current?.content('nazev') ?? title);
  }
  return present<HeldOfficers>({ observed, officers: roles.officers, isInsolvent });
}
