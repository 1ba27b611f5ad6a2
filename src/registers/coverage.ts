import type { Register } from '../importer/index.ts';
import data from './coverage.json' with { type: 'json' };

/** The content of a register, in words for people. */
interface Coverage {
  /** The companies in the register's files. */
  readonly companies: string;
  /** The officers in the register's files; `none` and the reason if the files have no officers. */
  readonly officers: string;
  /** How often the publisher renews the files. */
  readonly rhythm: string;
  /** Missing content that users might look for, and why. */
  readonly missing: string;
}

/** The content of an imported register. */
export interface RegisterCoverage extends Coverage {
  /** The detail fields (`DETAIL_FIELDS`) of the register's lines; `missing` says why they lack others that users look for. */
  readonly details: readonly string[];
  /**
   * How its importer was tested: with a `genuine file`, with `genuine records`, or by the `layout only`, and how much of the result was
   * compared with an independent reading.
   */
  readonly proven: string;
}

/** A national register that is not imported; `missing` says why. */
export interface OtherRegister extends Coverage {
  readonly name: string;
  readonly publisher: string;
  readonly licence: string;
  /** The text that the licence or good practice asks to show; absent if no data of the register could be shown. */
  readonly attribution?: string;
  readonly address: string;
}

/** One of the 35 countries. */
export interface CountryCoverage {
  /** The ids of the registers that are imported for the country; the preferred one first if several have the same company. */
  readonly registers: readonly string[];
  /** The national register, if it is not imported. */
  readonly other?: OtherRegister;
}

/** The registers that are imported, by id. */
export const REGISTER_COVERAGE: ReadonlyMap<string, RegisterCoverage> = new Map(Object.entries(data.imported));

/** The 35 countries by their code: EU 27, Norway, Iceland, Liechtenstein, United Kingdom, Switzerland, Ukraine, Moldova, Serbia. */
export const COUNTRY_COVERAGE: ReadonlyMap<string, CountryCoverage> = new Map(Object.entries(data.countries));

/** Returns the words about the officers of a country: from the first of its registers that has officers, else from its first register. */
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

/** Returns the proof of a register's importer, in two words. */
export function proofOf({ proven }: RegisterCoverage): string {
  return PROOFS.find((proof) => proven.startsWith(proof)) ?? proven;
}
