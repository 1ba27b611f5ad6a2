import type { SearchRequest } from '../../../src/backend/index.ts';
import { NUMBERS_MAX } from '../rows.ts';
import { rangesOf } from './ranges.ts';

/** Properties of a search that change its statement. */
export interface SearchShape {
  readonly inCountry: boolean;
  /** Whether the page continues another one. */
  readonly continues: boolean;
}

export function shapeOf({ country, after }: SearchRequest): SearchShape {
  return { inCountry: country !== undefined, continues: after !== undefined };
}

/** The parameters of a search, in order. */
export const SEARCH_VALUES = ['from', 'end', 'numberFrom', 'numberEnd', 'start', 'rows', 'country'] as const;
export type SearchValue = (typeof SEARCH_VALUES)[number];

/** The values of the parameters; `start` is the rank at which the page begins. */
export function searchValues(
  { query, limit, country = '' }: SearchRequest,
  start: number,
): Readonly<Record<SearchValue, string | number>> {
  const { name, number } = rangesOf(query);
  return {
    from: name.from,
    end: name.end,
    numberFrom: number.from,
    numberEnd: number.end,
    start,
    rows: limit + 1,
    country,
  };
}

/** How a database writes a parameter. */
export type WriteValue = (name: SearchValue) => string;

/**
 * The first companies by rank whose folded name begins with a prefix. For a page after the first, the database looks up the folded name
 * of the page's first rank and reads from there, not from the first match.
 */
export function namedText(columns: string, value: WriteValue, { inCountry, continues }: SearchShape): string {
  const onward = `AND folded >= (SELECT folded FROM companies WHERE rank = ${value('start')}) AND rank >= ${value('start')}`;
  return `
    SELECT ${columns} FROM companies
    WHERE folded >= ${value('from')} AND folded < ${value('end')} ${inCountry ? `AND country = ${value('country')}` : ''}
      ${continues ? onward : ''}
    ORDER BY folded, rank LIMIT ${value('rows')}`;
}

/**
 * The first companies by rank with a folded number that begins with a prefix. Reads all matches but sorts few: the inner statement does
 * not remove duplicates.
 */
export function numberedText(value: WriteValue, { inCountry, continues }: SearchShape): string {
  return `
    SELECT DISTINCT rank FROM (
      SELECT rank FROM numbers
      WHERE number >= ${value('numberFrom')} AND number < ${value('numberEnd')} ${inCountry ? `AND country = ${value('country')}` : ''}
        ${continues ? `AND rank >= ${value('start')}` : ''}
      ORDER BY rank LIMIT ${NUMBERS_MAX} * ${value('rows')}
    ) AS found
    ORDER BY rank LIMIT ${value('rows')}`;
}

/** The companies at the ranks that another statement selects. */
export function companiesAt(ranks: string): string {
  return `
    SELECT page.rank, companies.json FROM (${ranks}) AS page JOIN companies ON companies.rank = page.rank
    ORDER BY page.rank`;
}
