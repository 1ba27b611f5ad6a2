import type { Company, Officer } from './schemas.ts';

/** The data of a company's page. */
export interface CompanyView {
  /** With the requested id. */
  readonly company: Company;
  /** The current officers of the company that the id leads to. */
  readonly officers: readonly Officer[];
  /** Whether the register lists more current officers than these. */
  readonly hasMoreOfficers: boolean;
}

/** The data of a page of search results. */
export interface SearchView {
  /** The query with white space collapsed. */
  readonly query: string;
  /** The country searched, ISO 3166-1 alpha-2; undefined for all. */
  readonly country: string | undefined;
  readonly companies: readonly Company[];
  /** The cursor of the next page; undefined on the last one. */
  readonly nextCursor: string | undefined;
}
