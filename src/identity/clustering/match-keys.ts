import { IDENTIFIER_SCHEMES, compareText, deriveIdLatin1, encodeCompanyId, foldNumber } from '../../model/index.ts';
import type { CompanyIdentifier, NaturalKey, RegisterLine } from '../../model/index.ts';

const NUMBER_SCHEME = 'national_registry_number';

/** The schemes whose identifiers join lines: two lines with the same value are one company. */
const JOINING_SCHEMES: ReadonlySet<string> = new Set([NUMBER_SCHEME, 'lei']);

/**
 * Patterns of folded numbers that are not unique, by country. Every German court counts separately, so companies of two courts may both
 * have `HRB12345`; only together with the court the number is unique. Poland's court register prints the REGON as it was reported.
 */
const NOT_UNIQUE: ReadonlyMap<string, RegExp> = new Map([
  ['DE', /^(?:HRA|HRB|GNR|GSR|PR|VR)\d/],
  ['PL', /^(?:\d{9}|\d{14})$/],
]);

/** Whether lines that share this identifier are one company, unless stronger evidence shows that they are several. */
export function isJoining({ scheme, country_scope: scope = '', value }: CompanyIdentifier): boolean {
  if (!JOINING_SCHEMES.has(scheme)) return false;
  return scheme !== NUMBER_SCHEME || NOT_UNIQUE.get(scope.slice(0, 2))?.test(foldNumber(value)) !== true;
}

/** Company types in an index whose lines may carry the number of their manager or head office. */
const DEPENDENT_TYPES: ReadonlySet<string> = new Set(['FUND', 'BRANCH']);

/**
 * Whether a line of an index describes a fund or a branch. Its number may be its own, or the number of its manager or head office: if a
 * company also has the number, the number belongs to the company. The line is identified by its LEI.
 */
export function isFundOrBranch({ index, company_type: type = '', identifiers = [] }: RegisterLine): boolean {
  return index === true && DEPENDENT_TYPES.has(type) && identifiers.some(({ scheme }) => scheme === 'lei');
}

/** Removes registry numbers from a line, by default all of them, and with the last one their other forms. */
export function withoutNumbers(
  line: RegisterLine,
  isDropped: (number: CompanyIdentifier) => boolean = () => true,
): RegisterLine {
  const { number_forms: _, euid: __, identifiers = [], ...others } = line;
  const kept = identifiers.filter((one) => one.scheme !== NUMBER_SCHEME || !isDropped(one));
  const hasNumber = kept.some(({ scheme }) => scheme === NUMBER_SCHEME);
  return { ...(hasNumber ? line : others), identifiers: kept };
}

/** Returns the natural key of an identifier. The id of a company without a register key is derived from it. */
export function toNaturalKey({ scheme, country_scope: scope = '', value }: CompanyIdentifier): NaturalKey {
  // A LEI is unique in the world, whatever its scope.
  return { kind: 'identifier', scheme, scope: scheme === 'lei' ? '' : scope, comparedValue: foldNumber(value) };
}

/** Returns the rank of a scheme in the order of the contract; 0 is the strongest. */
export function schemeRank({ scheme }: Pick<CompanyIdentifier, 'scheme'>): number {
  return IDENTIFIER_SCHEMES.indexOf(scheme);
}

/** Returns the match key of an identifier. Two match keys are equal exactly if the identifiers are equal. */
export function toMatchKey(identifier: CompanyIdentifier): string {
  return deriveIdLatin1(toNaturalKey(identifier));
}

/** Returns the id that is derived from the identifier of a match key. */
export function idOfMatchKey(matchKey: string): string {
  return encodeCompanyId(Buffer.from(matchKey, 'latin1'));
}

/** Returns the register of a key: `ro-onrc` for `ro-onrc:J40/1/2020`. */
export function registerOfKey(key: string): string {
  return key.slice(0, key.indexOf(':'));
}

/**
 * Returns the other forms of a line's registry numbers, including its European number, as identifiers in the scope of these numbers: the
 * line format allows forms only if all numbers of the line have one scope.
 */
export function toNumberForms({ number_forms: forms = [], euid, identifiers = [] }: RegisterLine): CompanyIdentifier[] {
  const all = euid === undefined ? forms : [...forms, euid];
  if (all.length === 0) return [];
  const number = identifiers.find(({ scheme }) => scheme === NUMBER_SCHEME);
  if (number === undefined) return [];
  const { scheme, country_scope } = number;
  return all.map((value) => (country_scope === undefined ? { scheme, value } : { scheme, value, country_scope }));
}

/**
 * Returns the identifiers by which a line is matched: its joining identifiers and the other forms of its numbers. A line without any of
 * these, without id and without key is matched by its strongest other identifier.
 */
export function matchedIdentifiers(line: RegisterLine): readonly CompanyIdentifier[] {
  const { id, key, identifiers = [] } = line;
  const joining = [...identifiers, ...toNumberForms(line)].filter(isJoining);
  if (joining.length > 0 || id !== undefined || key !== undefined) return joining;
  return strongestFirst(identifiers).slice(0, 1);
}

/** Orders identifiers by scheme, scope and compared value. */
export function strongestFirst(identifiers: readonly CompanyIdentifier[]): CompanyIdentifier[] {
  return identifiers.toSorted(
    (a, b) =>
      schemeRank(a) - schemeRank(b) ||
      compareText(a.country_scope ?? '', b.country_scope ?? '') ||
      compareText(foldNumber(a.value), foldNumber(b.value)),
  );
}
