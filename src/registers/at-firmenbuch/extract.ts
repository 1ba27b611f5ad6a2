import {
  OfficerRoles,
  alpha2Of,
  countryCode,
  isoDate,
  listCodes,
  ordinary,
  present,
  toAddress,
  type ImportRun,
  type NamedOfficer,
  type RecordReader,
} from '../../importer/index.ts';
import type { CompanyAddress, CompanyName, OfficerKind } from '../../model/index.ts';
import { joinLines, requiredNumber } from './responses.ts';
import codes from './codes.json' with { type: 'json' };
import states from './states.json' with { type: 'json' };

/** A company as its extract shows it. */
export interface Extract {
  readonly number: string;
  /** The day of the state that the extract shows. */
  readonly day?: string;
  readonly isDeleted: boolean;
  /** The code of the liquidator's function. */
  readonly liquidator?: string;
  /** The days on which the company was registered and struck off. */
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
  /** The European number as the extract prints it. */
  readonly euid?: string;
}

const OFFICES = listCodes(codes.FKEN.officers);
const OWNERS = listCodes(codes.FKEN.owners);

/** The first words of officers' functions, for codes that are in neither list: clients of the service document only some codes. */
const WORDS_OF_OFFICES =
  /^(GESCHÄFTSFÜHR|(STIFTUNGS)?VORSTAND|AUFSICHTSRAT|VERWALTUNGSRAT|PROKURIST|LIQUIDATOR|ABWICKLER|UNBESCHRÄNKT HAFTEND)/i;

/** An attribute of entries that ended when the company was struck off. Its value is the number of the entry that struck the company off. */
const GONE_WITH_COMPANY = '@MIT_FIRMA_GELOESCHT_DURCH_VNR';

/**
 * The number of the first entry, and the beginning of its text for a new company. Older companies were transferred from books, and have the
 * day of their entry there in `FI_DKZ09`.
 */
const FIRST_ENTRY = '001';
const NEW_COMPANY = /^Antrag auf Neueintragung/i;

const COMPACT_DATE = /^(?<year>\d{4})-?(?<month>\d{2})-?(?<day>\d{2})/;

/** The number of the head office among the establishments. */
const HEAD_OFFICE = '000';

/** The codes of liquidators' functions. */
const LIQUIDATORS: ReadonlySet<string> = new Set(Object.keys(states.FKEN));

/**
 * Reads an extract, `AUSZUG_V2_RESPONSE`.
 * @throws {FieldFault} if the extract has no number
 */
export function readExtract(response: RecordReader, run: ImportRun): Extract {
  const number = requiredNumber('@FNR', response.text('@FNR'));
  const day = isoDate(response.text('@STICHTAG'), COMPACT_DATE);
  const company = response.object('FIRMA');
  const entries = (name: string): RecordReader[] => company?.each(name) ?? [];
  const names = entries('FI_DKZ02');
  const deletion = names.find((entry) => entry.has(GONE_WITH_COMPANY))?.text(GONE_WITH_COMPANY);
  const { days, registered } = entryDays(response);
  const inBooks = entries('FI_DKZ09').flatMap((entry) => (isCurrent(entry) ? (readDate(entry, 'DATERST') ?? []) : []));
  const form = findCurrent(entries('FI_DKZ07'))?.object('RECHTSFORM');
  run.code('RECHTSFORM', form?.content('CODE'));
  const office = findCurrent(entries('FI_DKZ03'));
  const published = office?.content('STAAT');
  const country = countryCode(run, 'STAAT', published && (alpha2Of(published) ?? published));
  const euids = response.each('EUID');
  return present<Extract>({
    number,
    day,
    isDeleted: deletion !== undefined,
    liquidator: findLiquidator(response, day),
    registered: [...inBooks, registered].filter((one) => one !== undefined).toSorted()[0],
    closed: days.get(deletion ?? ''),
    name: joinLines(findCurrent(names), 'BEZEICHNUNG'),
    formerNames: readFormerNames(names, days),
    country,
    address: readAddress(office, country),
    form: form?.content('CODE'),
    formText: form?.content('TEXT'),
    industry: joinLines(findCurrent(entries('FI_DKZ05')), 'TEXT'),
    officers: readOfficers(response, number, day, run),
    euid: euids.find((one) => (one.content('ZNR') ?? HEAD_OFFICE) === HEAD_OFFICE)?.content('EUID'),
  });
}

/** Whether a function is an officer's: by its code, or by its words if the code is unknown. */
function isOffice(code: string, text: string): boolean {
  if (OFFICES.includes(code)) return true;
  return !OWNERS.includes(code) && WORDS_OF_OFFICES.test(text);
}

/** Returns the current officers. Functions of one holder with the same dates are one officer. */
function readOfficers(response: RecordReader, number: string, day: string | undefined, run: ImportRun): NamedOfficer[] {
  const persons = new Map(response.each('PER').map((person) => [person.text('@PNR') ?? '', readHolder(person)]));
  const officers = new OfficerRoles();
  for (const post of response.each('FUN')) {
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
    const days = (name: string): string[] => terms.flatMap((term) => readDate(term, name) ?? []).toSorted();
    const [appointed_on] = days('DATVON');
    const resigned_on = days('DATBIS').at(-1);
    const identity = JSON.stringify([pnr, appointed_on, resigned_on]);
    officers.add(identity, { ...holder, appointed_on, resigned_on }, role || undefined);
  }
  return officers.officers;
}

function currentTerms(post: RecordReader, day: string | undefined): RecordReader[] {
  return post.each('FU_DKZ10').filter((term) => {
    const until = readDate(term, 'DATBIS');
    return isCurrent(term) && (until === undefined || day === undefined || until > day);
  });
}

/** Returns the code of the function of a current liquidator. */
function findLiquidator(response: RecordReader, day: string | undefined): string | undefined {
  const posts = response.each('FUN').filter((post) => LIQUIDATORS.has(post.text('@FKEN') ?? ''));
  return posts.find((post) => currentTerms(post, day).length > 0)?.text('@FKEN');
}

function readDate(term: RecordReader, name: string): string | undefined {
  return isoDate(term.content(name), COMPACT_DATE);
}

/** Returns the holder of a function. A surname marks a person, a designation a company; names of persons include titles. */
function readHolder(person: RecordReader): { name: string; kind: OfficerKind | undefined } | undefined {
  const entry = findCurrent(person.each('PE_DKZ02'));
  const parts = ['TITELVOR', 'VORNAME', 'NACHNAME', 'TITELNACH'].flatMap((part) => entry?.content(part) ?? []);
  const name = joinLines(entry, 'NAME_FORMATIERT') ?? joinLines(entry, 'BEZEICHNUNG') ?? (parts.join(' ') || undefined);
  if (entry === undefined || name === undefined) return undefined;
  const [isPerson, isCompany] = [entry.has('NACHNAME'), entry.has('BEZEICHNUNG')];
  return { name, kind: isPerson === isCompany ? undefined : isPerson ? 'natural_person' : 'organisation' };
}

/** Whether an entry is in force, or was until the company was struck off. */
function isCurrent(entry: RecordReader): boolean {
  return entry.text('@AUFRECHT') !== 'false' || entry.has(GONE_WITH_COMPANY);
}

/** Returns the newest of the entries in force. */
function findCurrent(entries: readonly RecordReader[]): RecordReader | undefined {
  return entries.findLast(isCurrent);
}

/** Returns the day of each entry by its number, and the day of the first entry if that entry registered the company. */
function entryDays(response: RecordReader): { days: ReadonlyMap<string, string>; registered: string | undefined } {
  const days = new Map<string, string>();
  let registered: string | undefined;
  for (const entry of response.each('VOLLZ')) {
    const number = entry.content('VNR');
    const day = isoDate(entry.content('VOLLZUGSDATUM'), COMPACT_DATE);
    if (number === undefined || day === undefined) continue;
    days.set(number, day);
    if (number === FIRST_ENTRY && NEW_COMPANY.test(entry.content('ANTRAGSTEXT') ?? '')) registered = day;
  }
  return { days, registered };
}

/** Matches a person of a text of an address, who is not behind `c/o`: `bei Frau Zirbel`. */
const WITH_PERSON =
  /(?:^|[\s,])(?:bei|zu handen|per adresse)\s+(?:der |dem )?(?:herrn?|frau|fam|dr|mag|ing|dipl|dkfm|ra)\b/iu;

/**
 * Returns the business address, `Technikerstraße 5/2/14`: house, staircase, door. An entry has its street either in these parts or in
 * `STELLE`, as one text. A text without a number may be only the name of a person, and is not read.
 */
function readAddress(entry: RecordReader | undefined, country: string | undefined): CompanyAddress | undefined {
  if (entry === undefined) return undefined;
  const number = ['HAUSNUMMER', 'STIEGE', 'TUERNUMMER'].flatMap((part) => entry.content(part) ?? []).join('/');
  const parts = [entry.content('STRASSE'), number].filter(Boolean).join(' ');
  const place = joinLines(entry, 'STELLE') ?? '';
  const isStreet = /\d/.test(place) && !WITH_PERSON.test(place);
  return toAddress({
    street: parts === '' && isStreet ? place : parts,
    postal_code: entry.content('PLZ'),
    locality: entry.content('ORT'),
    country_code: country,
  });
}

/** Returns the former names, each with the day of its entry. */
function readFormerNames(entries: readonly RecordReader[], days: ReadonlyMap<string, string>): CompanyName[] {
  return entries.flatMap((entry) => {
    const name = joinLines(entry, 'BEZEICHNUNG');
    if (name === undefined || isCurrent(entry)) return [];
    return present<CompanyName>({ name, kind: 'BEZEICHNUNG', from: days.get(entry.text('@VNR') ?? '') });
  });
}
