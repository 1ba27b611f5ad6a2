import {
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
import type { CompanyAddress, CompanyName, OfficerKind } from '../../model/index.ts';
import { isOffice } from './codes.ts';
import {
  COMPACT_DATE,
  GONE_WITH_COMPANY,
  currentOf,
  entryDays,
  formerNamesOf,
  isCurrent,
  officeOf,
} from './entries.ts';
import { requiredNumber } from './number.ts';
import { linesOf } from './soap.ts';
import states from './states.json' with { type: 'json' };

/** A company as its extract shows it. */
export interface Extract {
  readonly number: string;
  /** The day whose state it shows. */
  readonly day?: string;
  readonly isDeleted: boolean;
  /** The code of the function of its liquidator. */
  readonly liquidator?: string;
  /** The days on which it was registered and struck off. */
  readonly registered?: string;
  readonly closed?: string;
  readonly name?: string;
  readonly formerNames: readonly CompanyName[];
  readonly country?: string;
  readonly address?: CompanyAddress;
  /** The code of the legal form, and its words. */
  readonly form?: string;
  readonly formText?: string;
  readonly industry?: string;
  readonly officers: readonly NamedOfficer[];
  /** The European number as it is printed. */
  readonly euid?: string;
}

/** The number of the head office among the establishments. */
const HEAD_OFFICE = '000';

/** The functions of liquidators. */
const LIQUIDATORS: ReadonlySet<string> = new Set(Object.keys(states.FKEN));

/**
 * Reads an extract, `AUSZUG_V2_RESPONSE`.
 * @throws {FieldFault} where it has no number
 */
export function extractOf(answer: RecordReader, run: ImportRun): Extract {
  const number = requiredNumber('@FNR', answer.text('@FNR'));
  const day = isoDate(answer.text('@STICHTAG'), COMPACT_DATE);
  const company = answer.object('FIRMA');
  const entries = (name: string): RecordReader[] => company?.each(name) ?? [];
  const names = entries('FI_DKZ02');
  const deletion = names.find((entry) => entry.has(GONE_WITH_COMPANY))?.text(GONE_WITH_COMPANY);
  const { days, registered } = entryDays(answer);
  const form = currentOf(entries('FI_DKZ07'))?.object('RECHTSFORM');
  run.code('RECHTSFORM', form?.content('CODE'));
  const office = currentOf(entries('FI_DKZ03'));
  const published = office?.content('STAAT');
  const country = countryCode(run, 'STAAT', published && (alpha2Of(published) ?? published));
  const euids = answer.each('EUID');
  return present<Extract>({
    number,
    day,
    isDeleted: deletion !== undefined,
    liquidator: liquidatorIn(answer, day),
    registered,
    closed: days.get(deletion ?? ''),
    name: linesOf(currentOf(names), 'BEZEICHNUNG'),
    formerNames: formerNamesOf(names, days),
    country,
    address: officeOf(office, country),
    form: form?.content('CODE'),
    formText: form?.content('TEXT'),
    industry: linesOf(currentOf(entries('FI_DKZ05')), 'TEXT'),
    officers: officersOf(answer, number, day, run),
    euid: euids.find((one) => (one.content('ZNR') ?? HEAD_OFFICE) === HEAD_OFFICE)?.content('EUID'),
  });
}

interface Holder {
  readonly name: string;
  readonly kind: OfficerKind | undefined;
}

/** The current officers; the functions of one holder with the same days are one officer. */
function officersOf(answer: RecordReader, number: string, day: string | undefined, run: ImportRun): NamedOfficer[] {
  const persons = new Map(answer.each('PER').map((person) => [person.text('@PNR') ?? '', holderOf(person)]));
  const officers = new OfficerRoles();
  for (const post of answer.each('FUN')) {
    const [code = '', role = ''] = [post.text('@FKEN'), post.text('@FKENTEXT')];
    const isShown = isOffice(code, role);
    run.code('FKEN', code || undefined, isShown ? 'kept' : 'left out');
    if (!isShown) continue;
    const terms = currentTerms(post, day);
    if (terms.length === 0) {
      run.report.note(ordinary('function that has ended, skipped'), number);
      continue;
    }
    const pnr = post.text('@PNR') ?? '';
    const holder = persons.get(pnr);
    if (holder === undefined) {
      run.report.note('function without a name, skipped', number);
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

function currentTerms(post: RecordReader, day: string | undefined): RecordReader[] {
  return post.each('FU_DKZ10').filter((term) => isCurrent(term) && !hasEnded(term, day));
}

/** The code of the function of a current liquidator. */
function liquidatorIn(answer: RecordReader, day: string | undefined): string | undefined {
  const posts = answer.each('FUN').filter((post) => LIQUIDATORS.has(post.text('@FKEN') ?? ''));
  return posts.find((post) => currentTerms(post, day).length > 0)?.text('@FKEN');
}

function dateOf(term: RecordReader, name: string): string | undefined {
  return isoDate(term.content(name), COMPACT_DATE);
}

function hasEnded(term: RecordReader, day: string | undefined): boolean {
  const until = dateOf(term, 'DATBIS');
  return until !== undefined && day !== undefined && until <= day;
}

/** The holder of a function. A surname marks a person, a designation a company; names of persons include titles. */
function holderOf(person: RecordReader): Holder | undefined {
  const entry = currentOf(person.each('PE_DKZ02'));
  const parts = ['TITELVOR', 'VORNAME', 'NACHNAME', 'TITELNACH'].flatMap((part) => entry?.content(part) ?? []);
  const name = linesOf(entry, 'NAME_FORMATIERT') ?? linesOf(entry, 'BEZEICHNUNG') ?? (parts.join(' ') || undefined);
  if (entry === undefined || name === undefined) return undefined;
  const [isPerson, isCompany] = [entry.has('NACHNAME'), entry.has('BEZEICHNUNG')];
  return { name, kind: isPerson === isCompany ? undefined : isPerson ? 'natural_person' : 'organisation' };
}
