import type { Register } from '../importer/index.ts';
import data from './coverage.json' with { type: 'json' };

/** The content of a register, in words for people. */
interface Coverage {
  /** The companies in its files. */
  readonly companies: string;
  /** The officers in its files; `none` and why, without any. */
  readonly officers: string;
  /** How often the publisher renews the files. */
  readonly rhythm: string;
  /** Missing content that users might look for, and why. */
  readonly missing: string;
}

/** The content of an imported register. */
export interface RegisterCoverage extends Coverage {
  /** The detail fields (`DETAIL_FIELDS`) that its lines have; `missing` says why it lacks others that users look for. */
  readonly details: readonly string[];
  /**
   * How its importer was proven: by a `genuine file`, by `genuine records`, or by the `layout only`, and how much of it was compared
   * with an independent reading.
   */
  readonly proven: string;
}

/** A national register that is not imported; `missing` says why. */
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
  const texts = registers.map((id) => REGISTER_COVERAGE.get(id)?.officers ?? '');
  return texts.find((officers) => officers !== '' && !officers.startsWith('none')) ?? texts[0] ?? '';
}

/** Whether the open files of a register name officers; `on request` if the publisher gives such a file to applicants. */
export function officersOf({ hasOfficers, hasOfficersOnRequest }: Register): 'open' | 'on request' | 'none' {
  if (hasOfficers) return 'open';
  return hasOfficersOnRequest === true ? 'on request' : 'none';
}

/** The first words of {@linkcode RegisterCoverage.proven}. */
const PROOFS = ['genuine file', 'genuine records', 'layout only'] as const;

/** The proof of a register's importer, in two words. */
export function proofOf({ proven }: RegisterCoverage): string {
  return PROOFS.find((proof) => proven.startsWith(proof)) ?? proven;
}
