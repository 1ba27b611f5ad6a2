/**
 * Derives the ID of a company from its registry number, without a request.
 * @module
 */
import { naturalKeyText } from '../../../src/model/natural-key.ts';
import { deriveRegisteredKey } from '../../../src/model/numbers/registered-key.ts';
import { encodeCompanyId } from './company-id.ts';

/**
 * Returns the ID that a company gets from its registry number in a country (ISO 3166-1 alpha-2) or in a part such as `DE-BY`. Returns
 * undefined if the number does not determine the ID (Germany, Slovakia, Ukraine, tax codes of Romania, organisations other than companies
 * in Cyprus). Pass the number as the register publishes it; punctuation is ignored.
 *
 * A company gets this ID when it is first published. Curated lines and merges override it: a company keeps its first ID when its number
 * changes. When several records become one company, it keeps the ID of one of them, and the other IDs redirect. So look the ID up: the
 * service responds with 404 if no company has it.
 *
 * The digest that this needs is available to browsers only on pages from `https:` and `localhost`.
 */
export async function registeredCompanyId(countryScope: string, number: string): Promise<string | undefined> {
  const key = deriveRegisteredKey(countryScope, number);
  if (key === undefined) return undefined;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(naturalKeyText(key)));
  return encodeCompanyId(new Uint8Array(digest, 0, 16));
}
