/** The earliest and the latest `as_of_date` of some companies or lines; absent if none has a date. */
export interface AsOfRange {
  as_of_first?: string;
  as_of_last?: string;
}

/** Extends a range by a day, if there is one. */
export function extendRange(range: AsOfRange, day: string | undefined): void {
  if (day === undefined) return;
  if (range.as_of_first === undefined || day < range.as_of_first) range.as_of_first = day;
  if (range.as_of_last === undefined || day > range.as_of_last) range.as_of_last = day;
}

/** Counts and dates of one country in the served data. */
export interface CountryFacts extends Readonly<AsOfRange> {
  readonly active: number;
  /** Number of officers of these companies, including resigned ones. */
  readonly officers: number;
}

/** Number of lines of an index, and of those that met a company of a national register. */
export interface IndexMatchCounts {
  readonly lines: number;
  readonly met: number;
}

export interface RegisterCounts extends Readonly<AsOfRange> {
  readonly lines: number;
  /** Number of current companies that a line of the register describes. */
  readonly companies: number;
  /** Number of officers on these lines, including resigned ones. */
  readonly officers: number;
  /**
   * For an index: counts of its lines of current companies by country and registration authority, where the data has a national register.
   */
  readonly met?: Readonly<Record<string, Readonly<Record<string, IndexMatchCounts>>>>;
}

export interface RegisterFacts extends RegisterCounts {
  /** When its files were imported, and the date of the newest file; absent if the build did not find the report of the import. */
  readonly imported_at?: string;
  readonly published?: string;
  /** `part` if its input was a part of the register: the other companies keep their previous lines. */
  readonly input?: 'part';
  /** Number of days after which its newest line or file, and its oldest line, is overdue; absent if the register has ended or is not known. */
  readonly newest_days_max?: number;
  readonly oldest_days_max?: number;
}

/** The register of invented lines, such as those of the bundled sample. */
export const SAMPLE_REGISTER = 'sample';

export interface ExampleCompany {
  readonly id: string;
  readonly name: string;
  readonly [field: string]: unknown;
}

export interface ExampleSearch {
  readonly query: string;
  /** Absent if the data has no country. */
  readonly country?: string;
  /** The first companies that the search finds, at most three. */
  readonly companies: readonly [ExampleCompany, ...ExampleCompany[]];
  readonly hasMore: boolean;
}

/** The examples on pages and in documents. They are in the data, and every request for them finds something. */
export interface DataExamples {
  /** Finds at most three companies, the first of which is `company`. */
  readonly search: ExampleSearch;
  readonly company: ExampleCompany;
  /** A company that has officers, and all its officers; absent if none was found. */
  readonly officers?: { readonly id: string; readonly list: readonly object[] } | undefined;
  /** Searches that find more, in different countries, the search with the most matches first. */
  readonly searches: readonly [ExampleSearch, ...ExampleSearch[]];
}

/** Counts of the companies of one country: those with their register or head office there. What no company has is absent. */
export interface CompanyCounts {
  readonly companies: number;
  /** By the year of `registered_on`, and of `closed_on`. */
  readonly registered?: Readonly<Record<string, number>>;
  readonly closed?: Readonly<Record<string, number>>;
  /** By the scheme of the first activity and the two digits of its division; without digits if its code begins otherwise. */
  readonly activities?: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

export interface DataFacts {
  /** Names the data: it changes whenever a response may. Absent if the data service does not name its data. */
  readonly generation?: string;
  /** By ISO 3166-1 alpha-2 code; `--` is for companies without a country. Absent if the data service has no such facts. */
  readonly countries?: Readonly<Record<string, CountryFacts>>;
  /** By the id of the register, for the registers in the data. Absent if the data service has no such facts. */
  readonly registers?: Readonly<Record<string, RegisterFacts>>;
  /** Whether companies are found by messy names; absent if the data service can only search. */
  readonly hasMatchIndex?: boolean;
  readonly examples?: DataExamples | undefined;
  /** By country. Absent if the data service has no such facts. */
  readonly company_counts?: Readonly<Record<string, CompanyCounts>> | undefined;
}

/** Whether the data holds invented companies. */
export function isSample({ registers }: DataFacts): boolean {
  return registers?.[SAMPLE_REGISTER] !== undefined;
}
