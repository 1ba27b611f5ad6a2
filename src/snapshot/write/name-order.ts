import type { Dictionary } from '../dictionary/dictionary.ts';
import { compressDetails } from '../format/details.ts';
import { compressOfficers } from '../format/officer-block.ts';
import { findFoldedName } from '../index/search-keys.ts';
import type { KeptCompany } from './kept-companies.ts';
import { decodeStaged, stagedNames, type StagedCompany } from './staged-company.ts';
import type { EncodedCompany } from './encoded-company.ts';

/** A company in name order: from the lines of this build, or kept from the previous snapshot. */
export type CompanyInOrder = EncodedCompany &
  (Pick<StagedCompany, 'tag' | 'identifiers'> | Pick<KeptCompany, 'entry' | 'placesBefore'>);

/** Merges the companies of this build, sorted by their order keys, with those that are kept. */
export function* inNameOrder(
  staged: Iterable<{ readonly key: Buffer; readonly value: Buffer }>,
  kept: Iterator<KeptCompany, void>,
  dictionary: Dictionary,
): Generator<CompanyInOrder, void, undefined> {
  let next = kept.next();
  for (const { key, value } of staged) {
    const name = Buffer.from(findFoldedName(key));
    for (; next.done !== true && isBefore(next.value, name, key); next = kept.next()) yield next.value;
    const { text, officers, details, ...rest } = decodeStaged(value);
    yield {
      ...rest,
      name,
      row: dictionary.encode(text),
      officers: compressOfficers(officers, dictionary),
      details: compressDetails(details, dictionary),
      furtherNames: () => stagedNames(text, details),
    };
  }
  for (; next.done !== true; next = kept.next()) yield next.value;
}

function isBefore(company: KeptCompany, name: Buffer, key: Buffer): boolean {
  return (company.name.compare(name) || company.orderKey().compare(key)) < 0;
}
