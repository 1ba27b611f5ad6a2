import type { Company, SearchPage } from './types.ts';

/** What an answer says of a longer query. */
export interface Narrowed {
  /** Companies of the answer that the longer query finds too, in their order. */
  companies: readonly Company[];
  /** Whether it finds these and no others, so that nobody needs to be asked. */
  isWhole: boolean;
}

/** Latin letters that are no base letter with a mark, as the service folds them. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
};
/** So many letters, or more, begin no business ID but by chance. */
const LETTERS_OF_NO_NUMBER = 8;

/**
 * Folds a name or a query as the service does (docs/folding.md), where it holds nothing but what Latin names are usually written
 * with; undefined where only the service knows how it folds.
 */
export function foldPlain(text: string): string | undefined {
  const ascii = text
    .normalize('NFC')
    .replace(/[\u00c0-\u024f\u1e00-\u1eff]/g, (letter) => {
      const lower = letter.toLowerCase();
      return LETTERS[lower] ?? letter.normalize('NFD').replace(/[\u0300-\u036f]/g, '');
    })
    .replace(/[‘’]/g, '')
    .replace(/[“”„–—\u00a0]/g, ' ');
  if (/[^ -~]/.test(ascii)) return undefined;
  return ascii
    .toLowerCase()
    .replace(/['.`]/g, '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
}

/**
 * Which companies of an answer a longer query finds, as far as it can be told without asking.
 *
 * What the longer query finds, the shorter one found too, so a complete answer holds it. A company is found by its name, which the
 * answer holds, or by a business ID, which it does not. So the answer is whole where it was empty; where every name in it begins
 * with the longer query; and where those that do not were found by their name before, and the longer query is eight letters or
 * more without a digit. Numbers of registers begin with a letter or a few, an Italian tax code with six; only the oldest LEIs are
 * letters by chance, and that one of them begins with the same eight as the name of its own company has odds of 1 to 10¹².
 */
export function narrowed(answer: SearchPage, query: string): Narrowed {
  const before = foldPlain(answer.query);
  const now = foldPlain(query);
  // A query that is nothing once folded, as "---", finds no names.
  if (!before || now === undefined || !query.startsWith(answer.query)) return { companies: [], isWhole: false };
  const names = new Map(answer.data.map((company) => [company, foldPlain(company.name ?? '')]));
  const companies = answer.data.filter((company) => names.get(company)?.startsWith(now));
  const isNoNumber = !/\d/.test(query) && query.replace(/\P{L}/gu, '').length >= LETTERS_OF_NO_NUMBER;
  const isWhole = answer.data.every(
    (company) => companies.includes(company) || (isNoNumber && names.get(company)?.startsWith(before)),
  );
  return { companies, isWhole: isWhole && answer.next_cursor === null };
}
