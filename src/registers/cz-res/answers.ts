import {
  FieldFault,
  codesIn,
  nonEmpty,
  present,
  publishedDay,
  type ImportRun,
  type RecordReader,
} from '../../importer/index.ts';
import type { CompanyName } from '../../model/index.ts';
import codes from './codes.json' with { type: 'json' };
import { paddedNumber } from './company.ts';
import { Officers, holderNamed, type HeldOfficers, type Holder, type Seat, type TakeOfficers } from './officers.ts';

/** The kinds of seats (typAngazma) whose holders are officers. */
const SHOWN_SEATS: ReadonlySet<string> = new Set(codesIn(codes.typAngazma.officers));

/** The kind of an organ (typOrganu) that lists general partners, who are owners and run the company. */
const GENERAL_PARTNERS = 'KOMPLEMENTAR';

/**
 * Reads an answer of the ARES service about the public register: all entries, deleted ones included.
 * @returns why it has no officers; undefined if it has them
 * @throws {FieldFault} where it has no number of a company
 */
export function readAnswer(
  answer: RecordReader,
  published: string | undefined,
  run: ImportRun,
  take: TakeOfficers,
): string | undefined {
  if (answer.content('kod') !== undefined) return 'public register: an error instead of an answer';
  const records = answer.each('zaznamy');
  const number = numberOf(answer, records);
  const officers = new Officers(run, number, published);
  const formerNames: CompanyName[] = [];
  for (const record of records) {
    // Earlier registrations of the same company are records beside the present one.
    if ((record.has('primarniZaznam') && !record.flag('primarniZaznam')) || record.content('datumVymazu') !== undefined)
      continue;
    addSeats(record, officers, run);
    formerNames.push(...formerNamesOf(record, run));
  }
  take(number, present<HeldOfficers>({ ...officers.held, formerNames: nonEmpty(formerNames) }));
  return undefined;
}

/** Full answers give the number beside the records, and in them as a list of entries; abridged ones as a text. */
function numberOf(answer: RecordReader, records: readonly RecordReader[]): string {
  const numbers = records.flatMap((record) =>
    record.hasList('ico')
      ? record.each('ico').flatMap((entry) => (isDeleted(entry) ? [] : [entry.content('hodnota')]))
      : [record.content('ico')],
  );
  const number = answer.content('icoId') ?? numbers.find((one) => one !== undefined);
  if (number === undefined) throw new FieldFault('icoId', 'is missing, and so is zaznamy.ico');
  return paddedNumber(number);
}

/** The deleted entries of the name. */
function formerNamesOf(record: RecordReader, run: ImportRun): CompanyName[] {
  return record.each('obchodniJmeno').flatMap((entry) => {
    const name = entry.content('hodnota');
    if (name === undefined || !isDeleted(entry)) return [];
    const [from, until] = ['datumZapisu', 'datumVymazu'].map((day) => publishedDay(run, day, entry.content(day)));
    return present<CompanyName>({ name, kind: 'obchodniJmeno', from, until });
  });
}

function addSeats(record: RecordReader, officers: Officers, run: ImportRun): void {
  for (const organ of [...record.each('statutarniOrgany'), ...record.each('ostatniOrgany')]) {
    if (isDeleted(organ)) continue;
    const isGeneral = organ.content('typOrganu') === GENERAL_PARTNERS;
    for (const member of organ.each('clenoveOrganu')) {
      const kind = member.content('typAngazma');
      run.code('typAngazma', kind, 'left out');
      if (isGeneral || SHOWN_SEATS.has(kind ?? '')) officers.add(seatOf(member, organ.content('nazevOrganu')));
    }
  }
  for (const partners of record.each('spolecnici')) {
    if (isDeleted(partners) || partners.content('typOrganu') !== GENERAL_PARTNERS) continue;
    for (const partner of partners.each('spolecnik')) {
      const member = partner.object('osoba');
      if (member !== undefined && !isDeleted(partner)) officers.add(seatOf(member, partners.content('nazevOrganu')));
    }
  }
  for (const proceedings of [...record.each('insolvence'), ...record.each('konkursy')]) {
    const isOver = proceedings.each('zruseniKonkursu').some((entry) => !isDeleted(entry));
    if (isDeleted(proceedings) || isOver) continue;
    for (const member of proceedings.each('spravce')) officers.add(seatOf(member, undefined), true);
  }
}

function isDeleted(entry: RecordReader): boolean {
  return entry.content('datumVymazu') !== undefined;
}

function seatOf(member: RecordReader, organ: string | undefined): Seat {
  const terms = member.object('clenstvi');
  return {
    deleted: member.content('datumVymazu'),
    membership: terms?.object('clenstvi'),
    function: terms?.object('funkce'),
    title: member.content('nazevAngazma') ?? organ,
    holder: holderOf(member),
  };
}

function holderOf(member: RecordReader): Holder | undefined {
  const person = member.object('fyzickaOsoba');
  const address = person?.object('adresa') ?? person?.object('bydliste');
  const company = member.object('pravnickaOsoba');
  return (
    holderNamed(
      'natural_person',
      [person?.content('jmeno'), person?.content('prijmeni')],
      [person?.content('datumNarozeni') ?? address?.json],
    ) ?? holderNamed('organisation', [company?.content('obchodniJmeno')], [company?.content('ico')])
  );
}
