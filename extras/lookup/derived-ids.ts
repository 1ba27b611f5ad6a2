import {
  checkDigitsOf,
  deriveCompanyId,
  foldNumber,
  registeredCompanyId,
  type NumberReading,
  type ReadingsByValue,
} from '../../src/model/index.ts';
import type { Asked } from './parameters.ts';

const NATIONAL = 'national_registry_number';

/** The ways to read a number. */
export interface Readings {
  /** Without another digit. */
  readonly asIs: readonly NumberReading[];
  /** With zeros in front that it may have lost. */
  readonly padded: readonly NumberReading[];
  readonly asIsByValue: ReadingsByValue;
  readonly paddedByValue: ReadingsByValue;
}

/**
 * The ids that follow from only the number: of an LEI, and of a registry number in the requested country or the country that the number
 * names; without a name, in those whose check digits it has. A handful, because each is looked up. With each id the zero-padded number
 * that gives it, undefined without padding.
 */
export function derivedIds(
  asked: Asked,
  { asIs, padded }: Pick<Readings, 'asIs' | 'padded'>,
): ReadonlyMap<string, string | undefined> {
  const ids = new Map<string, string | undefined>();
  for (const id of idsOfReadings(asked, asIs)) ids.set(id, undefined);
  for (const reading of padded) {
    const { value, country } = reading;
    // In every country with longer numbers, zeros would give an unintended id.
    if (asked.country === undefined && !hasRightDigitsIn(value, country)) continue;
    for (const id of idsOfReadings({ ...asked, value }, [reading])) if (!ids.has(id)) ids.set(id, value);
  }
  return ids;
}

function hasRightDigitsIn(value: string, country: string | undefined): boolean {
  return checkDigitsOf(value).some(
    (checked) => checked.are_right && checked.scheme === NATIONAL && checked.country_scope === country,
  );
}

function idsOfReadings({ value, scheme, country }: Asked, readings: readonly NumberReading[]): ReadonlySet<string> {
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
