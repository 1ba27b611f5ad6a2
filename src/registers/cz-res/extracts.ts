import { isDate, ordinary, type ImportRun, type Reason, type RecordReader } from '../../importer/index.ts';
import { paddedNumber } from './company.ts';
import { Officers, holderNamed, type Holder, type Seat, type TakeOfficers } from './officers.ts';
import organs from './organs.json' with { type: 'json' };

/** The beginnings of the names of organs. Longest first: `společníci - komplementáři` are not `společníci`. */
const ORGANS = [
  ...organs.officers.map((name) => ({ name, officers: true })),
  ...organs.others.map((name) => ({ name, officers: false })),
].toSorted((a, b) => b.name.length - a.name.length);

/** The names of organs of administrators: of an insolvency, and of a bankruptcy before 2008. */
const ADMINISTRATORS = /insolvenční(?:ho)? správce|správce konkurs/i;

/** Whether the members of an organ of this name are officers; undefined for an unknown name. */
export function hasOfficers(organ: string): boolean | undefined {
  const folded = organ.toLowerCase();
  return ORGANS.find(({ name }) => folded === name || folded.startsWith(`${name} `))?.officers;
}

/**
 * Reads a document of the bulk of ARES: the full extract of a company, deleted entries included. One document holds
 * more than one where the company has branches, which have no number of their own.
 */
export function readExtracts(
  record: RecordReader,
  stamp: string | undefined,
  run: ImportRun,
  take: TakeOfficers,
): string | Reason | undefined {
  const extracts = record.each('Vypis_VREO');
  const numbers = new Map<string, Officers>();
  for (const extract of extracts) {
    const basics = extract.object('Zakladni_udaje');
    const published = basics?.content('ICO');
    if (published === undefined) continue;
    const number = paddedNumber(published);
    const officers = numbers.get(number) ?? new Officers(run, number, stamp ?? dayOf(extract));
    numbers.set(number, officers);
    if (basics?.content('DatumVymazu') === undefined) addSeats(extract, officers, run);
  }
  for (const [number, officers] of numbers) take(number, officers.held);
  if (numbers.size > 0) return undefined;
  return extracts.length === 0
    ? ordinary('public register: nothing was found')
    : 'public register: a branch without a number';
}

/** The day on which an extract was made. */
function dayOf(extract: RecordReader): string | undefined {
  const made = extract.object('Uvod')?.content('Datum_vypisu')?.slice(0, 'YYYY-MM-DD'.length);
  return made !== undefined && isDate(made) ? made : undefined;
}

function addSeats(extract: RecordReader, officers: Officers, run: ImportRun): void {
  for (const organ of extract.each('Statutarni_organ')) {
    // Its name is free text, and it is the statutory body or that of a founder.
    if (hasOfficers(organ.content('Nazev') ?? '') !== false) addOrgan(organ, officers);
  }
  for (const organ of extract.each('Jiny_organ')) {
    const name = organ.content('Nazev');
    const shown = name === undefined ? false : hasOfficers(name);
    if (shown === undefined) run.code('Jiny_organ', name, 'left out');
    if (shown === true) addOrgan(organ, officers);
  }
}

function addOrgan(organ: RecordReader, officers: Officers): void {
  if (organ.content('@dvy') !== undefined) return;
  const title = organ.content('Nazev');
  const isInsolvency = ADMINISTRATORS.test(title ?? '');
  for (const member of organ.each('Clen')) officers.add(seatOf(member, title), isInsolvency);
}

function seatOf(member: RecordReader, title: string | undefined): Seat {
  return {
    deleted: member.content('@dvy'),
    membership: member.object('clenstvi'),
    function: member.object('funkce'),
    title,
    holder: holderOf(member),
  };
}

function holderOf(member: RecordReader): Holder | undefined {
  const person = member.object('fosoba');
  // The bulk has no dates of birth: only the address distinguishes father and son.
  const address = person?.object('adresa') ?? person?.object('bydliste');
  const company = member.object('posoba');
  return (
    holderNamed('natural_person', [person?.content('jmeno'), person?.content('prijmeni')], [address?.json]) ??
    holderNamed('organisation', [company?.content('ObchodniFirma')], [company?.content('ICO')])
  );
}
