import { FieldFault, RecordReader, required } from '../../importer/declaration.ts';

/** The lists of codes that the crawl asks for, by their names in the interface. */
export const CODE_LISTS = ['companyStatuses', 'legalTypes'] as const;

/**
 * The codes of a list with their words. Codes are texts in the lists, and numbers in the records.
 * @throws {FieldFault} where it is not a list, or empty
 */
export function entriesOf(list: unknown): [code: string, words: string | undefined][] {
  if (!Array.isArray(list) || list.length === 0) throw new FieldFault('body', 'must be a list that has entries');
  return list.map((value) => {
    const entry = new RecordReader(value);
    const code = required(entry.digits('id'), 'id');
    return [code, entry.content('descr')];
  });
}
