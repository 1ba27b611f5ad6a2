import { type ImportRun, type RecordReader, type Input, isDate } from '../../importer/index.ts';
import { hasOfficers } from './codes.ts';
import { paddedNumber } from './number.ts';
import { Officers, holderNamed, type Holder, type Seat } from './officers.ts';

/** Takes what one document says about the officers of one company. */
export type TakeOfficers = (number: string, text: string) => void;

/**
 * Reads a document of the bulk of ARES: the full extract of a company, deleted entries included. One document holds
 * more than one where the company has branches, which have no number of their own.
 */
export function readExtracts(
  record: RecordReader,
  input: Input,
  run: ImportRun,
  take: TakeOfficers,
): string | undefined {
  const extracts = record.each('Vypis_VREO');
  const numbers = new Map<string, Officers>();
  for (const extract of extracts) {
    const basics = extract.object('Zakladni_udaje');
    const published = basics?.content('ICO');
    if (published === undefined) continue;
    const number = paddedNumber(published);
    const officers = numbers.get(number) ?? new Officers(run, number, observedOn(extract, input));
    numbers.set(number, officers);
    if (basics?.content('DatumVymazu') === undefined) addSeats(extract, officers, run);
  }
  for (const [number, officers] of numbers) take(number, officers.joined);
  if (numbers.size > 0) return undefined;
  return extracts.length === 0 ? 'nothing was found' : 'a branch without a number';
}

function observedOn(extract: RecordReader, { stamp }: Input): string | undefined {
  const made = extract.object('Uvod')?.content('Datum_vypisu')?.slice(0, 'YYYY-MM-DD'.length);
  return stamp?.date ?? (made !== undefined && isDate(made) ? made : undefined);
}

function addSeats(extract: RecordReader, officers: Officers, run: ImportRun): void {
  for (const organ of extract.each('Statutarni_organ')) {
    // Its names are free text, and what it lists is the statutory body or that of a founder.
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
  for (const member of organ.each('Clen')) officers.add(seatOf(member, title));
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
  // The bulk has no dates of birth: the address alone tells father and son apart.
  const address = person?.object('adresa') ?? person?.object('bydliste');
  const company = member.object('posoba');
  return (
    holderNamed('natural_person', [person?.content('jmeno'), person?.content('prijmeni')], [address?.json]) ??
    holderNamed('organisation', [company?.content('ObchodniFirma')], [company?.content('ICO')])
  );
}
