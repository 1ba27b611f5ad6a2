import {
  FieldFault,
  OfficerRoles,
  alpha2Of,
  countryCode,
  isoDate,
  ordinary,
  present,
  type ImportRun,
  type NamedOfficer,
  type RecordReader,
} from '../../importer/index.ts';
import { quoteValue, type OfficerKind } from '../../model/index.ts';
import { isOffice } from './codes.ts';
import { numberOf } from './number.ts';

/** What an extract says of a company. */
export interface Extract {
  readonly number: string;
  /** The day whose state it shows. */
  readonly day?: string;
  readonly isDeleted: boolean;
  readonly name?: string;
  readonly country?: string;
  /** The code of the legal form, and its words. */
  readonly form?: string;
  readonly formText?: string;
  readonly industry?: string;
  readonly officers: readonly NamedOfficer[];
  /** The European number as it is printed. */
  readonly euid?: string;
}

/** The mark of what went with the company when it was struck off. */
const GONE_WITH_COMPANY = '@MIT_FIRMA_GELOESCHT_DURCH_VNR';

/** The number of the head office among the establishments. */
const HEAD_OFFICE = '000';

const COMPACT_DATE = /^(?<year>\d{4})-?(?<month>\d{2})-?(?<day>\d{2})/;

/**
 * Reads an extract, `AUSZUG_V2_RESPONSE`.
 * @throws {FieldFault} where it has no number
 */
export function extractOf(answer: RecordReader, run: ImportRun): Extract {
  const number = numberOf(answer.text('@FNR'));
  if (number === undefined) throw new FieldFault('@FNR', `must be a number, got ${quoteValue(answer.text('@FNR'))}`);
  const day = isoDate(answer.text('@STICHTAG'), COMPACT_DATE);
  const company = answer.object('FIRMA');
  const entries = (name: string): RecordReader[] => company?.each(name) ?? [];
  const names = entries('FI_DKZ02');
  const isDeleted = names.some((entry) => entry.has(GONE_WITH_COMPANY));
  const form = currentOf(entries('FI_DKZ07'))?.object('RECHTSFORM');
  run.code('RECHTSFORM', form?.content('CODE'));
  const officers = isDeleted ? [] : officersOf(answer, number, day, run);
  const country = currentOf(entries('FI_DKZ03'))?.content('STAAT');
  const euids = answer.each('EUID');
  return present<Extract>({
    number,
    day,
    isDeleted,
    name: linesOf(currentOf(names), 'BEZEICHNUNG'),
    country: countryCode(run, 'STAAT', country && (alpha2Of(country) ?? country)),
    form: form?.content('CODE'),
    formText: form?.content('TEXT'),
    industry: linesOf(currentOf(entries('FI_DKZ05')), 'TEXT'),
    officers,
    euid: euids.find((one) => (one.content('ZNR') ?? HEAD_OFFICE) === HEAD_OFFICE)?.content('EUID'),
  });
}

/** Whether an entry holds, or held until the company was struck off. One that does not say so holds. */
function isCurrent(entry: RecordReader): boolean {
  return entry.text('@AUFRECHT') !== 'false' || entry.has(GONE_WITH_COMPANY);
}

/** Of several entries that hold, the last one was made last. */
function currentOf(entries: readonly RecordReader[]): RecordReader | undefined {
  return entries.findLast(isCurrent);
}

/** A text that may stand in several lines, each an element. */
function linesOf(entry: RecordReader | undefined, name: string): string | undefined {
  const lines = (entry?.each(name) ?? []).flatMap((line) => line.content('$') ?? []);
  return lines.join(' ') || undefined;
}

interface Holder {
  readonly name: string;
  readonly kind: OfficerKind | undefined;
}

/** The people and companies that have an office at present; what one of them began on one day is one officer. */
function officersOf(answer: RecordReader, number: string, day: string | undefined, run: ImportRun): NamedOfficer[] {
  const persons = new Map(answer.each('PER').map((person) => [person.text('@PNR') ?? '', holderOf(person)]));
  const officers = new OfficerRoles();
  for (const post of answer.each('FUN')) {
    const [code = '', role = ''] = [post.text('@FKEN'), post.text('@FKENTEXT')];
    const isShown = isOffice(code, role);
    run.code('FKEN', code || undefined, isShown ? 'kept' : 'left out');
    if (!isShown) continue;
    const terms = post.each('FU_DKZ10').filter((term) => isCurrent(term) && !hasEnded(term, day));
    if (terms.length === 0) {
      run.report.note(ordinary('function that has ended, left out'), number);
      continue;
    }
    const pnr = post.text('@PNR') ?? '';
    const holder = persons.get(pnr);
    if (holder === undefined) {
      run.report.note('function without a name, left out', number);
      continue;
    }
    const days = (name: string): string[] => terms.flatMap((term) => dateOf(term, name) ?? []).toSorted();
    const [appointed_on] = days('DATVON');
    const resigned_on = days('DATBIS').at(-1);
    const identity = JSON.stringify([pnr, appointed_on, resigned_on]);
    officers.add(identity, { ...holder, appointed_on, resigned_on }, role || undefined);
  }
  return officers.officers;
}

function dateOf(term: RecordReader, name: string): string | undefined {
  return isoDate(term.content(name), COMPACT_DATE);
}

function hasEnded(term: RecordReader, day: string | undefined): boolean {
  const until = dateOf(term, 'DATBIS');
  return until !== undefined && day !== undefined && until <= day;
}

/** A person's name with its titles, or that of a company. The surname is a person's, the designation a company's. */
function holderOf(person: RecordReader): Holder | undefined {
  const entry = currentOf(person.each('PE_DKZ02'));
  const parts = ['TITELVOR', 'VORNAME', 'NACHNAME', 'TITELNACH'].flatMap((part) => entry?.content(part) ?? []);
  const name = linesOf(entry, 'NAME_FORMATIERT') ?? linesOf(entry, 'BEZEICHNUNG') ?? (parts.join(' ') || undefined);
  if (entry === undefined || name === undefined) return undefined;
  const [isPerson, isCompany] = [entry.has('NACHNAME'), entry.has('BEZEICHNUNG')];
  return { name, kind: isPerson === isCompany ? undefined : isPerson ? 'natural_person' : 'organisation' };
}
