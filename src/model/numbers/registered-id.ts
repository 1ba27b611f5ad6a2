import { deriveCompanyId } from '../company-id.ts';
import { registeredKeyOf } from './registered-key.ts';

/**
 * The id that a company gets by its registry number in a country, or in a part of one such as `DE-BY`: the same on every machine.
 * Undefined where the id does not follow from the number. The number is as the register publishes it; punctuation does not count.
 *
 * It is the id of a company that is published for the first time. Curated lines and merges override it: a company keeps its first id
 * under another number, and a company that several records became has the id of one of them, to which the others redirect. So look
 * the id up: the response is 404 where no company has it.
 */
export function registeredCompanyId(countryScope: string, number: string): string | undefined {
  const key = registeredKeyOf(countryScope, number);
  return key === undefined ? undefined : deriveCompanyId(key);
}
