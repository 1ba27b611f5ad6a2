import {
  COUNTRIES,
  deriveCompanyId,
  foldNumber,
  isLei,
  registeredCompanyId,
  type NumberReading,
} from '../../model/index.ts';
import type { Asked } from './parameters.ts';

/**
 * The ids that the number alone gives: of an LEI, and of a registry number in the country that was asked for or that the number names.
 * @param isAnywhere whether a number without a country is tried in all 35
 */
export function derivedIds(asked: Asked, readings: readonly NumberReading[], isAnywhere: boolean): ReadonlySet<string> {
  const { value, scheme, country } = asked;
  const ids = new Set<string>();
  const lei = foldNumber(value);
  if (scheme !== 'national_registry_number' && isLei(lei))
    ids.add(deriveCompanyId({ kind: 'identifier', scheme: 'lei', scope: '', comparedValue: lei }));
  if (scheme !== undefined && scheme !== 'national_registry_number') return ids;
  const anywhere = isAnywhere ? [...COUNTRIES.keys()] : [];
  for (const reading of readings) {
    if (reading.schemes?.includes('national_registry_number') === false) continue;
    const scope = reading.country ?? country;
    if (country !== undefined && scope !== country) continue;
    for (const one of scope === undefined ? anywhere : [scope]) {
      const byRegister = registeredCompanyId(one, reading.value);
      if (byRegister !== undefined) ids.add(byRegister);
      // An index of other registers, and a line written by hand, have no key.
      const identifier = { scheme: 'national_registry_number', scope: one, comparedValue: reading.value };
      ids.add(deriveCompanyId({ kind: 'identifier', ...identifier }));
    }
  }
  return ids;
}
