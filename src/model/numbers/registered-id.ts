import { deriveCompanyId } from '../company-id.ts';
import { deriveRegisteredKey } from './registered-key.ts';

/**
 * Derives the id of a company from its registry number in a country, or in a part of a country such as `DE-BY`: the same on every machine.
 * Undefined if the id does not follow from the number. Pass the number as the register publishes it; punctuation does not count.
 *
 * A company gets this id when it is published for the first time. Curated lines and merges override it: a company keeps its first id under
 * another number, and a company merged from several records has the id of one of them, to which the others redirect. So look the id up: the
 * response is 404 if no company has it.
 */
export function registeredCompanyId(countryScope: string, number: string): string | undefined {
  const key = deriveRegisteredKey(countryScope, number);
  return key === undefined ? undefined : deriveCompanyId(key);
}
