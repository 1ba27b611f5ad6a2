import type { Company, Officer } from './schemas.ts';

/** A company and its current officers, to be shown. */
export interface CompanyView {
  /** Under the id that was asked for. */
  readonly company: Company;
  /** Of the company that the id leads to. */
  readonly officers: readonly Officer[];
  /** Whether the register lists more current officers than these. */
  readonly hasMoreOfficers: boolean;
}

/** A page of search results, to be shown. */
export interface SearchView {
  /** The query as searched. */
  readonly query: string;
  /** The country searched, ISO 3166-1 alpha-2; undefined for all. */
  readonly country: string | undefined;
  readonly companies: readonly Company[];
  /** The cursor of the next page; undefined on the last one. */
  readonly nextCursor: string | undefined;
}
