import type { CompanyDetails, DataFacts } from '../model/index.ts';
import type { Company, Officer, Problem } from './schemas.ts';

export interface SiteDocument {
  readonly contentType: string;
  readonly body: Uint8Array;
  /** More header fields, such as a content security policy. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The field `Cache-Control`. Default: five minutes. */
  readonly cacheControl?: string;
  /** Whether the document is still correct; if not, it is made again. Needed only if it depends on more than the data and the day. */
  readonly isCurrent?: () => boolean;
}

/** Makes a document for the current data and for today, a date in UTC (`YYYY-MM-DD`). */
export type MakeDocument = (data: DataFacts, today: string) => SiteDocument | Promise<SiteDocument>;

export interface Site {
  /**
   * The functions that make the documents, by path below the site's address. A document is made on the first request for it, and again when
   * the data or the day has changed; a function whose document depends on neither should make it once.
   */
  readonly documents: ReadonlyMap<string, MakeDocument>;
  companyPage(view: CompanyView, data: DataFacts): Promise<SiteDocument>;
  searchPage(view: SearchView | RefusedSearch | EmptySearch, data: DataFacts): Promise<SiteDocument>;
  /** Makes the page that shows how a text folds; `text` is undefined if the form is empty. */
  foldingPage(text: string | undefined, data: DataFacts): Promise<SiteDocument>;
  problemPage(problem: Problem, data: DataFacts | undefined): SiteDocument;
}

/** A company with its identifiers and its details; both are empty if the data has none. */
export interface DetailedCompany {
  readonly company: Company;
  readonly details: CompanyDetails;
}

export interface CompanyView extends DetailedCompany {
  readonly officers: readonly Officer[];
  readonly hasMoreOfficers: boolean;
  readonly successors: readonly Company[];
  /** Other companies of the same name. */
  readonly namesakes: readonly DetailedCompany[];
  readonly hasMoreNamesakes: boolean;
  /** Other companies at the same address, the first in name order. */
  readonly neighbours: readonly DetailedCompany[];
  /** Number of other companies at the address. */
  readonly neighbourCount: number;
  /** The last known name of a redirected record. */
  readonly nameBefore: string | undefined;
}

export interface SearchView {
  readonly query: string;
  /** The country searched, ISO 3166-1 alpha-2; undefined for all. */
  readonly country: string | undefined;
  readonly companies: readonly DetailedCompany[];
  /** Companies with similar names, if the search finds nothing and the data has a match index. */
  readonly similar: readonly DetailedCompany[];
  readonly nextCursor: string | undefined;
  readonly isFirst: boolean;
  /** Number of companies on all pages and by country; undefined if they are not counted. */
  readonly counts: SearchCounts | undefined;
}

export interface SearchCounts {
  /** In all countries together; undefined if there are too many to count. */
  readonly all: number | undefined;
  /**
   * By country (ISO 3166-1 alpha-2), for countries with any. A company counts for the country of its register and for that of its head
   * office.
   */
  readonly countries: ReadonlyMap<string, number | undefined>;
}

export interface EmptySearch {
  /** The country that is already chosen, as received. */
  readonly country: string | undefined;
}

/** A refused search as received, and the reason. */
export interface RefusedSearch {
  readonly query: string;
  readonly country: string | undefined;
  readonly reason: 'short' | 'long' | 'cursor' | 'other';
  readonly detail: string;
}
