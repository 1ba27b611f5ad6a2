/** What is known of one country in the data that is served. */
export interface CountryFacts {
  /** Its active companies. */
  readonly active: number;
  /** The officers on record for them, resigned ones included. */
  readonly officers: number;
  /** The earliest and the latest `as_of_date` of its active companies; absent where none publishes one. */
  readonly as_of_first?: string;
  readonly as_of_last?: string;
}

/** What is known of the data that is served, as a whole. */
export interface DataFacts {
  /** Names the data: it changes whenever an answer could. Absent where the data service does not name its data. */
  readonly generation?: string;
  /** By ISO 3166-1 alpha-2; `--` holds the companies of no country. */
  readonly countries: Readonly<Record<string, CountryFacts>>;
}
