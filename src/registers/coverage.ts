import type { Coverage, Register, RegisterCoverage } from '../importer/index.ts';
import { COUNTRIES } from '../model/index.ts';
import notImported from './not-imported.json' with { type: 'json' };
import { ALL } from './registers.ts';

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

const NOT_IMPORTED: ReadonlyMap<string, OtherRegister> = new Map(Object.entries(notImported));

/** The 35 countries by their code: EU 27, Norway, Iceland, Liechtenstein, United Kingdom, Switzerland, Ukraine, Moldova, Serbia. */
export const COUNTRY_COVERAGE: ReadonlyMap<string, CountryCoverage> = new Map(
  [...COUNTRIES.keys()].toSorted().map((country) => [country, findCoverage(country)]),
);

/** Its own registers first, then those of all countries. */
function findCoverage(country: string): CountryCoverage {
  const own = ALL.filter((register) => register.country === country);
  const registers = [...own, ...ALL.filter((register) => register.country === undefined)].map(({ id }) => id);
  const other = NOT_IMPORTED.get(country);
  return own.length > 0 || other === undefined ? { registers } : { registers, other };
}

/** Whether the open files of a register name officers; `on request` if the publisher gives such a file to applicants. */
export function describeOfficers({ hasOfficers, hasOfficersOnRequest }: Register): 'open' | 'on request' | 'none' {
  if (hasOfficers) return 'open';
  return hasOfficersOnRequest === true ? 'on request' : 'none';
}

/** The first words of {@linkcode RegisterCoverage.proven}. */
const PROOFS = ['genuine file', 'genuine records', 'layout only'] as const;

/** Returns the proof of a register's importer, in two words. */
export function formatProof({ proven }: RegisterCoverage): string {
  return PROOFS.find((proof) => proven.startsWith(proof)) ?? proven;
}
