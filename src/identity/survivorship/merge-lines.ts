import { PROFILE_FIELDS, deriveCompanyId } from '../../model/index.ts';
import type { CompanyRecord, Profile, RegisterLine } from '../../model/index.ts';
import {
  compareText,
  matchKeyOf,
  isJoining,
  naturalKeyOf,
  strengthOf,
  strongestFirst,
} from '../clustering/match-keys.ts';

/** A register line with what decides between it and the other lines of its company. */
export interface RankedLine {
  readonly line: RegisterLine;
  /** The line as it was read, for an order that does not depend on where it stood. */
  readonly text: string;
  /** The place of its input on the command line; the first wins. */
  readonly input: number;
  /** The number of the line among all. */
  readonly place: number;
}

/** A company merged from its lines; the ids in its lifecycle are still those the lines named. */
export type MergedCompany = Omit<CompanyRecord, 'id' | 'fingerprints'> & {
  /** The numbers of its lines, the one that counts most first. */
  readonly lines: readonly number[];
  /** Who states the lifecycle: a line that carries the record's id, another line, or nobody. */
  readonly statedBy: 'id' | 'line' | undefined;
  /** The ids that the lines carry; none where it is to be derived. */
  readonly ids: readonly string[];
  /** What the company is known by, on whatever line: more than `identifiers` where a line is restricted. */
  readonly known: CompanyRecord['identifiers'];
};

/**
 * Merges the lines of one company field by field: the input named first on the command line wins; within one input
 * the later observed line wins, and then the smaller text, so that the order of lines within a file means nothing. Decisions about
 * an id are the exception.
 */
export function mergeLines(lines: readonly RankedLine[]): MergedCompany {
  const ranked = lines.length === 1 ? lines : lines.toSorted(compareRank);
  const inOrder = ranked.map(({ line }) => line);
  const { lifecycle, statedBy } = lifecycleOf(inOrder);
  const known = mergeIdentifiers(inOrder);
  // A restricted line tells which company is meant and nothing else, whatever another line says of the company.
  const open = inOrder.filter((line) => line.lifecycle?.status !== 'restricted');
  // A redirected record answers with the values of its canonical one; the others' values are withheld.
  const hasValues = lifecycle.status === 'active' || lifecycle.status === 'split';
  const officers = lifecycle.status === 'active' ? mergeOfficers(open) : { officers: [], officersHasMore: false };
  return {
    lines: ranked.map(({ place }) => place),
    ids: distinct(inOrder.map(({ id }) => id)),
    keys: distinct(inOrder.map(({ key }) => key)),
    lifecycle,
    statedBy,
    profile: hasValues ? mergeProfile(open) : {},
    identifiers: open.length === inOrder.length ? known : mergeIdentifiers(open),
    known,
    classifications: hasValues ? mergeClassifications(open) : [],
    ...officers,
  };
}

/**
 * The id of a company that no line gives one: derived from its key, else from its strongest identifier. A number
 * that several companies carry is passed over, for it would give them all the same id. Where a company has no number
 * of its own, nothing tells it apart from others that carry the same and are the same company therefore: then the
 * shared one serves. An identifier that joins nothing serves only where there is none that joins.
 */
export function derivedId(company: MergedCompany, shared: ReadonlySet<string>): string {
  const key = company.keys.toSorted(compareText)[0];
  if (key !== undefined) return deriveCompanyId({ kind: 'key', key });
  const candidates = strongestFirst(company.known);
  const own = ownNumbers(candidates, shared)[0] ?? candidates.find(isJoining) ?? candidates[0];
  if (own === undefined) throw new Error('Cannot derive an id: the company has no key and no identifier');
  return deriveCompanyId(naturalKeyOf(own));
}

/**
 * Every id that somebody who knows the company by one of its keys or joining identifiers would derive. A register
 * that names a successor by its LEI alone refers to it by such an id.
 */
export function aliasesOf(company: MergedCompany, shared: ReadonlySet<string>): string[] {
  return [
    ...company.keys.map((key) => deriveCompanyId({ kind: 'key', key })),
    ...ownNumbers(company.known, shared).map((identifier) => deriveCompanyId(naturalKeyOf(identifier))),
  ];
}

/** The joining identifiers that no other company carries. */
function ownNumbers(
  identifiers: CompanyRecord['identifiers'],
  shared: ReadonlySet<string>,
): CompanyRecord['identifiers'] {
  return identifiers.filter((identifier) => isJoining(identifier) && !shared.has(matchKeyOf(identifier)));
}

function compareRank(a: RankedLine, b: RankedLine): number {
  return (
    a.input - b.input ||
    laterDecision(a, b) ||
    compareText(b.line.as_of_date ?? '', a.line.as_of_date ?? '') ||
    compareText(a.text, b.text)
  );
}

/** Of two decisions about one id in one file the later one counts: such a file is only ever added to. */
function laterDecision(a: RankedLine, b: RankedLine): number {
  const areDecisions =
    a.line.id !== undefined &&
    a.line.id === b.line.id &&
    a.line.lifecycle !== undefined &&
    b.line.lifecycle !== undefined;
  return areDecisions ? b.place - a.place : 0;
}

function distinct(values: readonly (string | undefined)[]): string[] {
  return [...new Set(values.filter((value) => value !== undefined))];
}

/**
 * A lifecycle that a line states beats the default. A line with an id is a decision about that very record and comes
 * first; then a restriction, so that no other register can lift it; then the order of the inputs.
 */
function lifecycleOf(lines: readonly RegisterLine[]): Pick<MergedCompany, 'lifecycle' | 'statedBy'> {
  const stating = lines.filter(({ lifecycle }) => lifecycle !== undefined);
  const chosen =
    stating.find(({ id }) => id !== undefined) ??
    stating.find(({ lifecycle }) => lifecycle?.status === 'restricted') ??
    stating[0];
  return {
    lifecycle: chosen?.lifecycle ?? { status: 'active' },
    statedBy: chosen === undefined ? undefined : chosen.id === undefined ? 'line' : 'id',
  };
}

function mergeProfile(lines: readonly RegisterLine[]): Profile {
  const profile: Record<string, string> = {};
  for (const field of PROFILE_FIELDS) {
    const value = lines.find((line) => line[field] !== undefined)?.[field];
    if (value !== undefined) profile[field] = value;
  }
  return profile;
}

function mergeIdentifiers(lines: readonly RegisterLine[]): CompanyRecord['identifiers'] {
  const identifiers = lines.flatMap((line) => line.identifiers ?? []);
  if (identifiers.length < 2) return identifiers;
  const byToken = new Map<string, (typeof identifiers)[number]>();
  for (const identifier of identifiers) {
    const token = matchKeyOf(identifier);
    if (!byToken.has(token)) byToken.set(token, identifier);
  }
  // Sorting is stable: within a scheme the first input's identifiers stay in front.
  return [...byToken.values()].toSorted((a, b) => strengthOf(a) - strengthOf(b));
}

function mergeClassifications(lines: readonly RegisterLine[]): CompanyRecord['classifications'] {
  const classifications = lines.flatMap((line) => line.classifications ?? []);
  if (classifications.length < 2) return classifications;
  const byCode = new Map<string, (typeof classifications)[number]>();
  for (const classification of classifications) {
    const token = `${classification.scheme}\0${classification.code}`;
    if (!byCode.has(token)) byCode.set(token, classification);
  }
  return [...byCode.values()].toSorted(
    (a, b) =>
      Number(b.is_primary) - Number(a.is_primary) || compareText(a.scheme, b.scheme) || compareText(a.code, b.code),
  );
}

/** Officers are taken whole per publishing system, from the first line that has any of that system. */
function mergeOfficers(lines: readonly RegisterLine[]): Pick<CompanyRecord, 'officers' | 'officersHasMore'> {
  const officers: NonNullable<RegisterLine['officers']> = [];
  const systemsSeen = new Set<string>();
  let officersHasMore = false;
  for (const line of lines) {
    const fresh = (line.officers ?? []).filter(({ source }) => !systemsSeen.has(source.system));
    for (const officer of fresh) officers.push(officer);
    for (const { source } of fresh) systemsSeen.add(source.system);
    if (line.officers_has_more === true && (fresh.length > 0 || (line.officers ?? []).length === 0)) {
      officersHasMore = true;
    }
  }
  return { officers, officersHasMore };
}
