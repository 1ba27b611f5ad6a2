/** Counts and dates of one country in the served data. */
export interface CountryFacts {
  /** Active companies. */
  readonly active: number;
  /** Their officers, resigned ones included. */
  readonly officers: number;
  /** The earliest and latest `as_of_date` of active companies; absent where none has one. */
  readonly as_of_first?: string;
  readonly as_of_last?: string;
}

/** Facts about the served data. */
export interface DataFacts {
  /** Names the data: it changes whenever an answer could. Absent where the data service does not name its data. */
  readonly generation?: string;
  /** By ISO 3166-1 alpha-2 code; `--` is for companies without a country. */
  readonly countries: Readonly<Record<string, CountryFacts>>;
}
