import type { Company } from '../../contract/index.ts';
import type { CountryFacts, DataFacts } from '../../model/index.ts';
import { COUNTRY_COVERAGE, REGISTERS, REGISTER_COVERAGE } from '../../registers/index.ts';

type Register = typeof REGISTERS extends ReadonlyMap<string, infer R> ? R : never;
type RegisterCoverage = typeof REGISTER_COVERAGE extends ReadonlyMap<string, infer C> ? C : never;

/** A register and its share of the served data. */
export interface RegisterFacts {
  readonly register: Register;
  readonly coverage: RegisterCoverage;
  /** The countries for which this register is the first source, ISO 3166-1 alpha-2. */
  readonly countries: readonly string[];
  /** The data of these countries. Companies without a country, or outside the 35, count to the worldwide register. */
  readonly facts: CountryFacts;
}

/** The register with an id from the coverage. */
export function registerNamed(id: string): Register {
  const register = REGISTERS.get(id);
  if (register === undefined) throw new Error(`Cannot find the register "${id}", which the coverage names`);
  return register;
}

/** All importable registers with their share of the data. */
export function registerFacts({ countries }: DataFacts): RegisterFacts[] {
  return [...REGISTERS].map(([id, register]) => {
    const coverage = REGISTER_COVERAGE.get(id);
    if (coverage === undefined) throw new Error(`Cannot find the coverage of the register "${id}"`);
    const own = [...COUNTRY_COVERAGE].filter(([, { registers }]) => registers[0] === id).map(([code]) => code);
    const elsewhere = Object.keys(countries).filter((code) => !COUNTRY_COVERAGE.has(code));
    const counted = register.country === undefined ? [...own, ...elsewhere] : own;
    return { register, coverage, countries: own, facts: sumOf(counted.map((code) => countries[code])) };
  });
}

/** The totals of several countries. */
export function sumOf(facts: readonly (CountryFacts | undefined)[]): CountryFacts {
  const present = facts.filter((each) => each !== undefined);
  const firsts = present.map((each) => each.as_of_first).filter((date) => date !== undefined);
  const lasts = present.map((each) => each.as_of_last).filter((date) => date !== undefined);
  const [first] = firsts.toSorted();
  const last = lasts.toSorted().at(-1);
  return {
    active: present.reduce((sum, { active }) => sum + active, 0),
    officers: present.reduce((sum, { officers }) => sum + officers, 0),
    ...(first === undefined ? {} : { as_of_first: first }),
    ...(last === undefined ? {} : { as_of_last: last }),
  };
}

/**
 * The ids of the registers that can be the source of a company: those of the country in which its number is valid, else of its
 * head office. The LEI index is included only if the company has an LEI.
 */
export function registersOf({ identifiers = [], country_code: office }: Company): readonly string[] {
  const scope = identifiers.find(({ country_scope: country }) => country !== undefined)?.country_scope;
  const { registers } = COUNTRY_COVERAGE.get(scope?.slice(0, 2) ?? office ?? '') ?? { registers: ['gleif'] };
  const hasLei = identifiers.some(({ scheme }) => scheme === 'lei');
  return registers.filter((id) => hasLei || REGISTERS.get(id)?.country !== undefined);
}
