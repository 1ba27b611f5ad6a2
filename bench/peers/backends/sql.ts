import { NUMBERS_MAX } from '../rows.ts';

/** What a search asks of a database of tables. */
export interface SearchShape {
  /** Whether only one country's companies are wanted. */
  readonly inCountry: boolean;
  /** Whether the page goes on behind another. */
  readonly goesOn: boolean;
}

/** The values that a search is given. */
export const SEARCH_VALUES = ['from', 'end', 'numberFrom', 'numberEnd', 'start', 'rows', 'country'] as const;
export type SearchValue = (typeof SEARCH_VALUES)[number];

/** How a database writes the place of a value. */
export type WriteValue = (name: SearchValue) => string;

/**
 * The first companies whose folded name begins with a prefix, by place. A page that goes on does not go through those before it: what is
 * at a place begins with the name that is there.
 */
export function namedText(columns: string, value: WriteValue, { inCountry, goesOn }: SearchShape): string {
  const onward = `AND folded >= (SELECT folded FROM companies WHERE place = ${value('start')}) AND place >= ${value('start')}`;
  return `
    SELECT ${columns} FROM companies
    WHERE folded >= ${value('from')} AND folded < ${value('end')} ${inCountry ? `AND country = ${value('country')}` : ''}
      ${goesOn ? onward : ''}
    ORDER BY folded, place LIMIT ${value('rows')}`;
}

/**
 * The first companies with a folded number that begins with a prefix, by place: all of them are looked through, but few are sorted,
 * which is why a company found by several numbers is told apart only then.
 */
export function numberedText(value: WriteValue, { inCountry, goesOn }: SearchShape): string {
  return `
    SELECT DISTINCT place FROM (
      SELECT place FROM numbers
      WHERE number >= ${value('numberFrom')} AND number < ${value('numberEnd')} ${inCountry ? `AND country = ${value('country')}` : ''}
        ${goesOn ? `AND place >= ${value('start')}` : ''}
      ORDER BY place LIMIT ${NUMBERS_MAX} * ${value('rows')}
    ) AS found
    ORDER BY place LIMIT ${value('rows')}`;
}

/** The companies at the places that another text gives. */
export function companiesAt(places: string): string {
  return `
    SELECT page.place, companies.json FROM (${places}) AS page JOIN companies ON companies.place = page.place
    ORDER BY page.place`;
}
