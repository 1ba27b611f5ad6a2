import {
  byValue,
  checkDigitsOf,
  deriveCompanyId,
  foldNumber,
  paddedReadings,
  readingsOf,
  registeredCompanyId,
  type NumberReading,
  type ReadingsByValue,
} from '../../src/model/index.ts';
import type { Lookup } from './parameters.ts';

const NATIONAL = 'national_registry_number';

/** Readings of a number that are tried together: all of it as requested, or one of it with more leading zeros. */
export interface ReadingGroup {
  readonly readings: readonly NumberReading[];
  readonly byValue: ReadingsByValue;
  /** The number with its leading zeros; undefined for the number as requested. */
  readonly paddedValue: string | undefined;
}

/** The number as requested, then with the leading zeros that it may have lost, in each way. */
export function readingGroups(value: string): readonly [ReadingGroup, ...ReadingGroup[]] {
  return [groupOf(readingsOf(value)), ...paddedReadings(value).map((reading) => groupOf([reading], reading.value))];
}

function groupOf(readings: readonly NumberReading[], paddedValue?: string): ReadingGroup {
  return { readings, byValue: byValue(readings), paddedValue };
}

/**
 * The ids that follow from only the number: of an LEI, and of a registry number in the requested country or the country that the number
 * names; without a country, in those whose check digits it has. A handful, because each is looked up. With each id the zero-padded number
 * that gives it, undefined without padding.
 */
export function derivedIds(lookup: Lookup, groups: readonly ReadingGroup[]): Map<string, string | undefined> {
  const ids = new Map<string, string | undefined>();
  for (const { readings, paddedValue } of groups) {
    // In every country with longer numbers, zeros would give an unintended id.
    if (paddedValue !== undefined && lookup.country === undefined && !readings.some(hasRightDigits)) continue;
    for (const id of idsOf({ ...lookup, value: paddedValue ?? lookup.value }, readings))
      if (!ids.has(id)) ids.set(id, paddedValue);
  }
  return ids;
}

function hasRightDigits({ value, country }: NumberReading): boolean {
  return checkDigitsOf(value).some(
    (checked) => checked.are_right && checked.scheme === NATIONAL && checked.country_scope === country,
  );
}

function idsOf({ value, scheme, country }: Lookup, readings: readonly NumberReading[]): ReadonlySet<string> {
  const ids = new Set<string>();
  const right = checkDigitsOf(value).filter((checked) => checked.are_right);
  if (scheme !== NATIONAL && right.some((checked) => checked.scheme === 'lei'))
    ids.add(deriveCompanyId({ kind: 'identifier', scheme: 'lei', scope: '', comparedValue: foldNumber(value) }));
  if (scheme !== undefined && scheme !== NATIONAL) return ids;
  const likely = right.filter((checked) => checked.scheme === NATIONAL).map((checked) => checked.country_scope);
  for (const reading of readings) {
    if (reading.schemes?.includes(NATIONAL) === false) continue;
    const named = reading.country ?? country;
    if (country !== undefined && named !== country) continue;
    for (const scope of named === undefined ? likely : [named]) {
      if (scope === undefined) continue;
      const byRegister = registeredCompanyId(scope, reading.value);
      if (byRegister !== undefined) ids.add(byRegister);
      // An index of other registers, and a line written by hand, have no key.
      ids.add(deriveCompanyId({ kind: 'identifier', scheme: NATIONAL, scope, comparedValue: reading.value }));
    }
  }
  return ids;
}
