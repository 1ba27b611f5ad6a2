import type { Company, Officer } from './schemas.ts';

/** The data of a company's page. */
export interface CompanyView {
  /** With the requested id. */
  readonly company: Company;
  /** The current officers of the company that the id leads to. */
  readonly officers: readonly Officer[];
  /** Whether the register lists more current officers than these. */
  readonly hasMoreOfficers: boolean;
  /** The records that a split one continues as. */
  readonly successors: readonly Company[];
  /** Other companies of the same name, with their identifiers. */
  readonly namesakes: readonly Company[];
  /** Whether there are more of them. */
  readonly hasMoreNamesakes: boolean;
}

/** The data of a page of search results. */
export interface SearchView {
  /** The query with white space collapsed. */
  readonly query: string;
  /** The country searched, ISO 3166-1 alpha-2; undefined for all. */
  readonly country: string | undefined;
  /** With their identifiers, which the answer of the API does not have. */
  readonly companies: readonly Company[];
  /** The cursor of the next page; undefined on the last one. */
  readonly nextCursor: string | undefined;
  /** Whether this is the first page. */
  readonly isFirst: boolean;
  /** How many companies there are on all pages and by country; undefined where nobody has counted them. */
  readonly counts: SearchCounts | undefined;
}

/** How many companies a search finds. */
export interface SearchCounts {
  /** In every country; undefined where there are too many to count. */
  readonly all: number | undefined;
  /** By country (ISO 3166-1 alpha-2), those with any. A company counts for the country of its register and for that of its head office. */
  readonly countries: ReadonlyMap<string, number | undefined>;
}

/** No search yet. */
export interface EmptySearch {
  /** The country that is chosen already, as it came. */
  readonly country: string | undefined;
}

/** A search that is refused: what was asked for, as it was, and why. */
export interface RefusedSearch {
  readonly query: string;
  readonly country: string | undefined;
  readonly reason: 'short' | 'long' | 'cursor' | 'other';
  /** The `detail` of the problem. */
  readonly detail: string;
}
