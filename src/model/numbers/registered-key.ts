import { foldNumber } from '../folding/rules.ts';
import type { NaturalKey } from '../natural-key.ts';
import { isRegistrationNumber, lastingNumber } from './romania.ts';

/**
 * Countries in which the id does not follow from the number: the registers of Slovakia and Ukraine have keys of their own, German numbers
 * repeat from court to court, and in Cyprus organisations other than companies have other keys.
 */
const KEYED_OTHERWISE: ReadonlySet<string> = new Set(['CY', 'DE', 'RO', 'SK', 'UA']);

const CYPRIOT_COMPANY = /^HE(\d+)$/;

/**
 * Returns the natural key of a company with a registry number in a country, or in a part of a country such as `DE-BY`; undefined if the key
 * does not follow from the number. Pass the number as the register publishes it.
 */
export function deriveRegisteredKey(countryScope: string, number: string): NaturalKey | undefined {
  const comparedValue = foldNumber(number);
  const key = deriveKey(countryScope, comparedValue, number);
  if (key !== undefined) return { kind: 'key', key };
  if (comparedValue === '' || KEYED_OTHERWISE.has(countryScope)) return undefined;
  return { kind: 'identifier', scheme: 'national_registry_number', scope: countryScope, comparedValue };
}

/** Returns the key that the importer of a register writes for a number, if the key follows from the number. */
function deriveKey(countryScope: string, folded: string, number: string): string | undefined {
  const [, cypriot] = (countryScope === 'CY' && CYPRIOT_COMPANY.exec(folded)) || [];
  if (cypriot !== undefined) return `cy-drcor:C${cypriot}`;
  const lasting = countryScope === 'RO' ? lastingNumber(number.trim().toUpperCase()) : '';
  return isRegistrationNumber(lasting) ? `ro-onrc:${lasting}` : undefined;
}
