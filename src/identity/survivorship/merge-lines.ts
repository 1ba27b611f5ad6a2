import { NO_DETAILS, PROFILE_FIELDS, compareText, deriveCompanyId } from '../../model/index.ts';
import type { CompanyIdentifier, CompanyRecord, Profile, RegisterLine } from '../../model/index.ts';
import { firstByKey, mergeDetails } from './merge-details.ts';
import {
  idOfMatchKey,
  isJoining,
  schemeRank,
  strongestFirst,
  toMatchKey,
  toNumberForms,
} from '../clustering/match-keys.ts';

/** A register line and its rank among the lines of its company. */
export interface RankedLine {
  readonly line: RegisterLine;
  readonly text: string;
  /** The index of its input on the command line; the first input ranks highest. */
  readonly input: number;
  /** The number of the line among all. */
  readonly number: number;
  /** Whether numbers were removed from the line because they belong to another company. */
  readonly isCeding?: boolean;
}

/** The lines that values with a day are from. */
export interface ValueSources {
  /** The line of the `as_of_date` of the profile. */
  readonly profile: DatedSource | undefined;
  /** The line of each officer. */
  readonly officers: readonly DatedSource[];
}

type DatedSource = Pick<RegisterLine, 'register' | 'as_of_date'>;

/** A company merged from its lines. The ids in its lifecycle are those that the lines name. */
export type MergedCompany = Omit<CompanyRecord, 'id' | 'fingerprints'> & {
  /** The numbers of its lines, highest rank first. */
  readonly lines: readonly number[];
  /** The source of the lifecycle: a line with the record's id, another line, or no line. */
  readonly lifecycleSource: 'id' | 'line' | undefined;
  readonly ids: readonly string[];
  /** The match key (`toMatchKey`) of each of all identifiers and forms of numbers. */
  readonly matchKeys: ReadonlyMap<CompanyIdentifier, string>;
  readonly sources: ValueSources;
  /** The identifiers and forms of numbers from all lines; `identifiers` and `numberForms` omit restricted lines. */
  readonly allIdentifiers: CompanyRecord['identifiers'];
  readonly allNumberForms: CompanyRecord['numberForms'];
};

/**
 * Merges the lines of one company field by field (survivorship). `lines` are those of {@linkcode newestOfEachRegister}.
 *
 * - The first input on the command line ranks highest. Within one input the line with the later `as_of_date` ranks higher, then the
 *   smaller text, so the order of lines does not matter. Exception: of decisions about one id, the later line ranks higher.
 * - If a national register has the company, an index adds only identifiers, names, and the country of the head office if no other line
 *   has a country. Of several indexes the newer ranks higher.
 * - A company that is closed has no officers.
 * - Lines that add to a register (`adds_to`) give only officers, and rank last.
 */
export function mergeLines(lines: readonly RankedLine[]): MergedCompany {
  const isNational = lines.some(({ line }) => isOfNationalRegister(line));
  const added = lines.filter(({ line }) => line.adds_to !== undefined).toSorted(compareRank);
  const describing = added.length === 0 ? lines : lines.filter(({ line }) => line.adds_to === undefined);
  const ranked =
    lines.length === 1 ? lines : withNewerIndexFirst(describing.toSorted(isNational ? compareNational : compareRank));
  const all = ranked.map(({ line }) => line);
  const { lifecycle, lifecycleSource } = mergeLifecycles(all);
  const merged = mergeNumbers(all);
  // A restricted line only identifies the company. Its values are withheld, whatever other lines say.
  const open = all.filter((line) => line.lifecycle?.status !== 'restricted');
  // A national register omits a field on purpose, so an index must not fill it.
  const own = isNational ? open.filter((line) => line.index !== true) : open;
  const hasValues = lifecycle.status === 'active' || lifecycle.status === 'split';
  const details = lifecycle.status === 'active' ? mergeDetails(open, own) : NO_DETAILS;
  // Registers keep listing the last officers of a company that no longer exists.
  const hasOfficers = lifecycle.status === 'active' && details.state !== 'closed' && !areOfficersWithheld(all);
  const { sources, ...officers } = hasOfficers
    ? mergeOfficers([...open, ...added.map(({ line }) => line)])
    : { officers: [], officersHasMore: false, sources: [] };
  return {
    lines: [...ranked, ...added].map(({ number }) => number),
    ids: distinct(all.map(({ id }) => id)),
    keys: distinct(all.map(({ key }) => key)),
    lifecycle,
    lifecycleSource,
    profile: hasValues ? { ...chooseCountry(open), ...mergeProfile(own) } : {},
    ...(lifecycle.status === 'redirected' ? { nameBefore: mergeProfile(own).name } : {}),
    ...(open.length === all.length ? merged : mergeNumbers(open)),
    matchKeys: merged.matchKeys,
    allIdentifiers: merged.identifiers,
    allNumberForms: merged.numberForms,
    details,
    classifications: hasValues ? mergeClassifications(own) : [],
    ...officers,
    sources: { profile: own.find((line) => line.as_of_date !== undefined), officers: sources },
  };
}

/**
 * Derives the id of a company whose lines carry no id: from its key, else from its strongest identifier. Joining identifiers that only
 * this company has come first, then joining identifiers that several companies share, then other identifiers.
 */
export function derivedId(company: MergedCompany, shared: ReadonlySet<string>): string {
  const key = company.keys.toSorted()[0];
  if (key !== undefined) return deriveCompanyId({ kind: 'key', key });
  const candidates = strongestFirst(company.allIdentifiers);
  const strongest = candidates.find(isJoining) ?? candidates[0];
  const matchKey = ownMatchKeys(company, candidates, shared)[0] ?? (strongest && company.matchKeys.get(strongest));
  if (matchKey === undefined) throw new Error('Cannot derive an id: the company has no key and no identifier');
  return idOfMatchKey(matchKey);
}

/** Derives ids from all keys and joining identifiers. A register that knows only a successor's LEI refers to it by such an id. */
export function toAliases(company: MergedCompany, shared: ReadonlySet<string>): string[] {
  const { keys, allIdentifiers, allNumberForms } = company;
  return [
    ...keys.map((key) => deriveCompanyId({ kind: 'key', key })),
    ...ownMatchKeys(company, [...allIdentifiers, ...allNumberForms], shared).map(idOfMatchKey),
  ];
}

/** Returns the match keys of the joining ones of these identifiers that no other company carries. */
function ownMatchKeys(
  { matchKeys }: MergedCompany,
  identifiers: CompanyRecord['identifiers'],
  shared: ReadonlySet<string>,
): string[] {
  return identifiers.flatMap((one) => {
    const matchKey = matchKeys.get(one);
    return matchKey === undefined || shared.has(matchKey) || !isJoining(one) ? [] : [matchKey];
  });
}

/** Whether a line is of a national register. A line without a register was written by hand, and corrects others. */
export function isOfNationalRegister({
  register,
  index,
  adds_to: addsTo,
}: Pick<RegisterLine, 'register' | 'index' | 'adds_to'>): boolean {
  return register !== undefined && index !== true && addsTo === undefined;
}

/** Whether a register that has the company forbids showing its officers, including officers from other registers. */
export function areOfficersWithheld(lines: readonly Pick<RegisterLine, 'withholds_officers'>[]): boolean {
  return lines.some((line) => line.withholds_officers === true);
}

/** Ranks an index after all other lines, whatever its input: the register writes its own numbers. */
function compareNational(a: RankedLine, b: RankedLine): number {
  return Number(a.line.index === true) - Number(b.line.index === true) || compareRank(a, b);
}

/**
 * Sorts lines of indexes among themselves, newest `as_of_date` first, because an index may be a copy that is years old. All other lines
 * keep their ranks.
 */
function withNewerIndexFirst(ranked: readonly RankedLine[]): readonly RankedLine[] {
  const indexes = ranked.filter(({ line }) => line.index === true);
  if (indexes.length < 2) return ranked;
  // Sorting is stable: lines of one day keep their ranks.
  const newestFirst = indexes
    .toSorted((a, b) => compareText(b.line.as_of_date ?? '', a.line.as_of_date ?? ''))
    .values();
  return ranked.map((one) => (one.line.index === true ? (newestFirst.next().value ?? one) : one));
}

function compareRank(a: RankedLine, b: RankedLine): number {
  return (
    a.input - b.input ||
    laterDecision(a, b) ||
    compareText(b.line.as_of_date ?? '', a.line.as_of_date ?? '') ||
    compareText(a.text, b.text)
  );
}

/**
 * Decisions are appended to their file, so the later decision ranks higher. Decisions rank before the other lines of their input: if they
 * were sorted by date among these, the comparison would not be transitive.
 */
function laterDecision(a: RankedLine, b: RankedLine): number {
  const [one, other] = [a, b].map(({ line }) => Number(line.id !== undefined && line.lifecycle !== undefined));
  if (one === 0 || other === 0) return (other ?? 0) - (one ?? 0);
  return b.number - a.number;
}

function distinct(values: readonly (string | undefined)[]): string[] {
  return [...new Set(values.filter((value) => value !== undefined))];
}

/**
 * Takes the lifecycle from a line with the record's id; else from a restriction, so that no other register lifts it; else from the
 * highest-ranking line that states a lifecycle.
 */
function mergeLifecycles(lines: readonly RegisterLine[]): Pick<MergedCompany, 'lifecycle' | 'lifecycleSource'> {
  const stating = lines.filter(({ lifecycle }) => lifecycle !== undefined);
  const chosen =
    stating.find(({ id }) => id !== undefined) ??
    stating.find(({ lifecycle }) => lifecycle?.status === 'restricted') ??
    stating[0];
  if (chosen?.lifecycle === undefined) return { lifecycle: { status: 'active' }, lifecycleSource: undefined };
  return { lifecycle: chosen.lifecycle, lifecycleSource: chosen.id === undefined ? 'line' : 'id' };
}

/** Returns the country of the head office, from the highest-ranking line that states it. */
function chooseCountry(lines: readonly RegisterLine[]): Profile {
  const country = lines.find((line) => line.country_code !== undefined)?.country_code;
  return country === undefined ? {} : { country_code: country };
}

function mergeProfile(lines: readonly RegisterLine[]): Profile {
  const profile: Record<string, string> = {};
  for (const field of PROFILE_FIELDS) {
    const value = lines.find((line) => line[field] !== undefined)?.[field];
    if (value !== undefined) profile[field] = value;
  }
  return profile;
}

/**
 * Merges the identifiers of the lines and the other forms of their numbers. If a value is a number in one line and a form in another, the
 * highest-ranking line decides: a form does not become a number because another register uses it as one.
 */
function mergeNumbers(
  lines: readonly RegisterLine[],
): Pick<MergedCompany, 'identifiers' | 'numberForms' | 'matchKeys'> {
  const identifiers: CompanyIdentifier[] = [];
  const numberForms: CompanyIdentifier[] = [];
  const matchKeys = new Map<CompanyIdentifier, string>();
  const seen = new Set<string>();
  const take = (from: readonly CompanyIdentifier[], into: CompanyIdentifier[]): void => {
    for (const identifier of from) {
      const matchKey = toMatchKey(identifier);
      if (seen.has(matchKey)) continue;
      seen.add(matchKey);
      matchKeys.set(identifier, matchKey);
      into.push(identifier);
    }
  };
  for (const line of lines) {
    take(line.identifiers ?? [], identifiers);
    take(toNumberForms(line), numberForms);
  }
  // Sorting is stable: within a scheme, identifiers keep the order of the ranks.
  return { identifiers: identifiers.toSorted((a, b) => schemeRank(a) - schemeRank(b)), numberForms, matchKeys };
}

function mergeClassifications(lines: readonly RegisterLine[]): CompanyRecord['classifications'] {
  const classifications = lines.flatMap((line) => line.classifications ?? []);
  if (classifications.length < 2) return classifications;
  return firstByKey(classifications, ({ scheme, code }) => `${scheme}\0${code}`).toSorted(
    (a, b) =>
      Number(b.is_primary) - Number(a.is_primary) || compareText(a.scheme, b.scheme) || compareText(a.code, b.code),
  );
}

/** All officers of a publishing system come from the first line that has any of that system. */
function mergeOfficers(
  lines: readonly RegisterLine[],
): Pick<CompanyRecord, 'officers' | 'officersHasMore'> & { readonly sources: readonly RegisterLine[] } {
  const sources: RegisterLine[] = [];
  const officers: NonNullable<RegisterLine['officers']> = [];
  const systemsSeen = new Set<string>();
  let officersHasMore = false;
  for (const line of lines) {
    const added = (line.officers ?? []).filter(({ source }) => !systemsSeen.has(source.system));
    for (const officer of added) {
      officers.push(officer);
      sources.push(line);
    }
    for (const { source } of added) systemsSeen.add(source.system);
    if (line.officers_has_more === true && (added.length > 0 || (line.officers ?? []).length === 0)) {
      officersHasMore = true;
    }
  }
  return { officers, officersHasMore, sources };
}
