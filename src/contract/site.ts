import type { DataFacts } from '../model/index.ts';
import type { Problem } from './schemas.ts';
import type { CompanyView, EmptySearch, RefusedSearch, SearchView } from './views.ts';

export interface SiteDocument {
  readonly contentType: string;
  readonly body: Uint8Array;
  /** More header fields, such as a content security policy. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The field `Cache-Control`. Default: five minutes. */
  readonly cacheControl?: string;
  /** Whether the document is still correct, where that depends on more than data and day; otherwise it is made again. */
  readonly isCurrent?: () => boolean;
}

/** Makes a document for the current data and for today, a date in UTC (`YYYY-MM-DD`). */
export type MakeDocument = (data: DataFacts, today: string) => SiteDocument | Promise<SiteDocument>;

export interface Site {
  /**
   * The functions that make the documents, by path below the site's address. A document is made on the first request for it, and again
   * when the data or the day has changed; what depends on neither is best made once.
   */
  readonly documents: ReadonlyMap<string, MakeDocument>;
  companyPage(view: CompanyView, data: DataFacts): Promise<SiteDocument>;
  searchPage(view: SearchView | RefusedSearch | EmptySearch, data: DataFacts): Promise<SiteDocument>;
  /** How a text folds; undefined where the form is empty. */
  foldingPage(text: string | undefined, data: DataFacts): Promise<SiteDocument>;
  /** The results of a search over the pages for developers; an empty query shows the form. */
  docsSearchPage(query: string, data: DataFacts): Promise<SiteDocument>;
  problemPage(problem: Problem, data: DataFacts | undefined): SiteDocument;
}
