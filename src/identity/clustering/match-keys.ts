import { IDENTIFIER_SCHEMES, deriveIdBytes, foldNumber } from '../../model/index.ts';
import type { CompanyIdentifier, NaturalKey, RegisterLine } from '../../model/index.ts';

/** The schemes whose equal values make two lines one company, strongest first. */
const JOINING_SCHEMES: ReadonlySet<string> = new Set(['national_registry_number', 'lei']);

/** Says whether two lines that carry the same value of this scheme are the same company. */
export function isJoining(identifier: CompanyIdentifier): boolean {
  return JOINING_SCHEMES.has(identifier.scheme);
}

/** What the derived id of a company that stands on this identifier is made of. */
export function naturalKeyOf(identifier: CompanyIdentifier): NaturalKey {
  return {
    kind: 'identifier',
    scheme: identifier.scheme,
    // A LEI is unique in the world: a scope that somebody wrote beside it does not make it another one.
    scope: identifier.scheme === 'lei' ? '' : (identifier.country_scope ?? ''),
    comparedValue: foldNumber(identifier.value),
  };
}

/** The place of a scheme in the contract's order; 0 is the strongest. */
export function strengthOf(identifier: Pick<CompanyIdentifier, 'scheme'>): number {
  return IDENTIFIER_SCHEMES.indexOf(identifier.scheme);
}

/** A text that is equal for two identifiers exactly when they are the same one. */
export function matchKeyOf(identifier: CompanyIdentifier): string {
  return deriveIdBytes(naturalKeyOf(identifier)).toString('latin1');
}

/** The register of a key: `ro-onrc` of `ro-onrc:J40/1/2020`. */
export function registerOfKey(key: string): string {
  return key.slice(0, key.indexOf(':'));
}

/**
 * The identifiers that alone tell which company a line is about: the joining ones, or, on a line that has neither
 * these nor an id or key, its strongest other one.
 */
export function identifyingOf(line: RegisterLine): readonly CompanyIdentifier[] {
  const identifiers = line.identifiers ?? [];
  const joining = identifiers.filter(isJoining);
  if (joining.length > 0 || line.id !== undefined || line.key !== undefined) return joining;
  return strongestFirst(identifiers).slice(0, 1);
}

/** Orders identifiers by scheme, then scope, then compared value: the same for every order they come in. */
export function strongestFirst(identifiers: readonly CompanyIdentifier[]): CompanyIdentifier[] {
  return identifiers.toSorted(
    (a, b) =>
      strengthOf(a) - strengthOf(b) ||
      compareText(a.country_scope ?? '', b.country_scope ?? '') ||
      compareText(foldNumber(a.value), foldNumber(b.value)),
  );
}

/** Orders two texts by code unit, the same on every machine whatever its locale. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
