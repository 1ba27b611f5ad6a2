/**
 * Which ID a company gets by its registry number, without a request.
 * @module
 */
import { naturalKeyText } from '../../../src/model/numbers/natural-key.ts';
import { registeredKeyOf } from '../../../src/model/numbers/registered-key.ts';
import { companyIdOf } from './company-id.ts';

/**
 * The ID that a company gets by its registry number in a country (ISO 3166-1 alpha-2), or in a part of one such as `DE-BY`; undefined where
 * the number alone does not give it (Germany, Slovakia, Ukraine, tax codes of Romania, other organisations than companies in Cyprus). The
 * number is as the register publishes it; punctuation does not count.
 *
 * It is the ID of a company that is published for the first time. Curated lines and merges override it: a company keeps the ID that it
 * was first published with, also under another number, and one that several records became answers under the ID of one of them, to which
 * the others redirect. So look the ID up: the service responds with 404 if no company has it.
 *
 * Browsers have the digest that it needs on pages from `https:` and `localhost` only.
 */
export async function registeredCompanyId(countryScope: string, number: string): Promise<string | undefined> {
  const key = registeredKeyOf(countryScope, number);
  if (key === undefined) return undefined;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(naturalKeyText(key)));
  return companyIdOf(new Uint8Array(digest, 0, 16));
}
