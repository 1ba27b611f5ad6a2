import { deriveCompanyId } from '../company-id.ts';
import { foldNumber } from '../folding.ts';
import { isRegistrationNumber, lastingNumber } from './romania.ts';

/** Whose register has keys of its own, which stand behind the id and which the number does not give. */
const KEYED_OTHERWISE: ReadonlySet<string> = new Set(['CY', 'SK', 'UA']);

/** The number of a Cypriot company; those of other organisations have other letters. */
const CYPRIOT_COMPANY = /^HE(\d+)$/;

/**
 * The id that a company gets by its registry number in a country, or in a part of one such as `DE-BY`: the same on every machine. It is
 * undefined where another key of the register decides (Slovakia, Ukraine, of Cyprus all but companies). Curated lines and merges override it: a company keeps the id
 * that it was first published with, and one that was joined from several records answers under one of theirs.
 */
export function registeredCompanyId(countryScope: string, number: string): string | undefined {
  const comparedValue = foldNumber(number);
  const [, cypriot] = CYPRIOT_COMPANY.exec(countryScope === 'CY' ? comparedValue : '') ?? [];
  if (cypriot !== undefined) return deriveCompanyId({ kind: 'key', key: `cy-drcor:C${cypriot}` });
  if (KEYED_OTHERWISE.has(countryScope)) return undefined;
  const lasting = countryScope === 'RO' ? lastingNumber(number.trim().toUpperCase()) : '';
  if (isRegistrationNumber(lasting)) return deriveCompanyId({ kind: 'key', key: `ro-onrc:${lasting}` });
  return deriveCompanyId({
    kind: 'identifier',
    scheme: 'national_registry_number',
    scope: countryScope,
    comparedValue,
  });
}
