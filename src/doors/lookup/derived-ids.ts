import {
  checkDigitsOf,
  deriveCompanyId,
  foldNumber,
  registeredCompanyId,
  type NumberReading,
} from '../../model/index.ts';
import type { Asked } from './parameters.ts';

const NATIONAL = 'national_registry_number';

/**
 * The ids that the number alone gives: of an LEI, and of a registry number in the country that was asked for or that the number names;
 * where it names none, in those whose check digits it has. A handful, because each is looked up.
 */
export function derivedIds({ value, scheme, country }: Asked, readings: readonly NumberReading[]): ReadonlySet<string> {
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
