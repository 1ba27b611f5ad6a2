import data from './coverage.json' with { type: 'json' };

/** What a register gives, beside what its declaration says: in words, for people. */
export interface RegisterCoverage {
  /** Which companies its files hold. */
  readonly companies: string;
  /** Which officers its files name; `none` and why, where they name none. */
  readonly officers: string;
  /** How often the publisher renews the files. */
  readonly rhythm: string;
  /** What a user might look for and not find, and why. */
  readonly missing: string;
}

/** A national register that is not imported: what it would give, and under `missing` why it is not. */
export interface OtherRegister extends RegisterCoverage {
  readonly name: string;
  readonly publisher: string;
  readonly licence: string;
  /** The text that the licence or good custom asks to show; absent where nothing of it could be shown. */
  readonly attribution?: string;
  readonly address: string;
}

/** One of the 35 countries. */
export interface CountryCoverage {
  /** The registers that are imported for it, by id, the preferred one first where several know one company. */
  readonly registers: readonly string[];
  /** The national register, where it is not among them. */
  readonly other?: OtherRegister;
}

/** The registers that are imported, by id. */
export const REGISTER_COVERAGE: ReadonlyMap<string, RegisterCoverage> = new Map(Object.entries(data.imported));

/** The 35 countries by their code: EU 27, Norway, Iceland, Liechtenstein, United Kingdom, Switzerland, Ukraine, Moldova, Serbia. */
export const COUNTRY_COVERAGE: ReadonlyMap<string, CountryCoverage> = new Map(Object.entries(data.countries));
