import type { Register } from '../importer/index.ts';
import data from './coverage.json' with { type: 'json' };

/** What a register gives: in words, for people. */
interface Coverage {
  /** Which companies its files hold. */
  readonly companies: string;
  /** Which officers its files name; `none` and why, where they name none. */
  readonly officers: string;
  /** How often the publisher renews the files. */
  readonly rhythm: string;
  /** What a user might look for and not find, and why. */
  readonly missing: string;
}

/** What a register gives that is imported, beside what its declaration says. */
export interface RegisterCoverage extends Coverage {
  /**
   * How its importer was proven: by a `genuine file`, by `genuine records`, or by the `layout only`, and how much of it was compared
   * with an independent reading.
   */
  readonly proven: string;
}

/** A national register that is not imported: what it would give, and under `missing` why it is not. */
export interface OtherRegister extends Coverage {
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

/** The words about the officers of a country: of the first of its registers that names some, else of its first. */
export function officersAmong(registers: readonly string[]): string {
  const told = registers.map((id) => REGISTER_COVERAGE.get(id)?.officers ?? '');
  return told.find((officers) => officers !== '' && !officers.startsWith('none')) ?? told[0] ?? '';
}

/** Whether the open files of a register name officers: `open`, `on request` where a file that does is given to whoever asks, `none`. */
export function officersOf({ hasOfficers, hasOfficersOnRequest }: Register): 'open' | 'on request' | 'none' {
  if (hasOfficers) return 'open';
  return hasOfficersOnRequest === true ? 'on request' : 'none';
}

/** The first words of {@linkcode RegisterCoverage.proven}. */
export const PROOFS = ['genuine file', 'genuine records', 'layout only'] as const;

/** How the importer of a register was proven, in two words. */
export function proofOf({ proven }: RegisterCoverage): string {
  return PROOFS.find((proof) => proven.startsWith(proof)) ?? proven;
}
