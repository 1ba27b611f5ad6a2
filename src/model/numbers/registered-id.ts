import { deriveCompanyId } from '../company-id.ts';
import { foldNumber } from '../folding.ts';
import { isRegistrationNumber, lastingNumber } from './romania.ts';

/**
 * Where the number alone does not give the id: the registers of Slovakia and Ukraine have keys of their own, German numbers repeat from
 * court to court, and other organisations than companies have other keys in Cyprus.
 */
const KEYED_OTHERWISE: ReadonlySet<string> = new Set(['CY', 'DE', 'RO', 'SK', 'UA']);

/** The number of a Cypriot company. */
const CYPRIOT_COMPANY = /^HE(\d+)$/;

/**
 * The id that a company gets by its registry number in a country, or in a part of one such as `DE-BY`: the same on every machine.
 * Undefined where the number alone does not give it. The number is as the register publishes it; punctuation does not count.
 *
 * It is the id of a company that is published for the first time. Curated lines and merges override it: a company keeps the id that it
 * was first published with, also under another number, and one that several records became answers under the id of one of them, to which
 * the others redirect. So look the id up: it answers 404 where no company has it.
 */
export function registeredCompanyId(countryScope: string, number: string): string | undefined {
  const comparedValue = foldNumber(number);
  const key = keyOf(countryScope, comparedValue, number);
  if (key !== undefined) return deriveCompanyId({ kind: 'key', key });
  if (comparedValue === '' || KEYED_OTHERWISE.has(countryScope)) return undefined;
  return deriveCompanyId({
    kind: 'identifier',
    scheme: 'national_registry_number',
    scope: countryScope,
    comparedValue,
  });
}

/** The key that the importer of a register writes for a number, where it follows from the number. */
function keyOf(countryScope: string, folded: string, number: string): string | undefined {
  const [, cypriot] = (countryScope === 'CY' && CYPRIOT_COMPANY.exec(folded)) || [];
  if (cypriot !== undefined) return `cy-drcor:C${cypriot}`;
  const lasting = countryScope === 'RO' ? lastingNumber(number.trim().toUpperCase()) : '';
  return isRegistrationNumber(lasting) ? `ro-onrc:${lasting}` : undefined;
}
