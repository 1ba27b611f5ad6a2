import type { Company } from '../../contract/index.ts';
import type { CountryFacts, DataFacts } from '../../model/index.ts';
import { COUNTRY_COVERAGE, REGISTERS, REGISTER_COVERAGE } from '../../registers/index.ts';

type Register = typeof REGISTERS extends ReadonlyMap<string, infer R> ? R : never;
type RegisterCoverage = typeof REGISTER_COVERAGE extends ReadonlyMap<string, infer C> ? C : never;

/** A register, and what of the served data is its own. */
export interface RegisterFacts {
  readonly register: Register;
  readonly coverage: RegisterCoverage;
  /** The countries for which it is the first source, ISO 3166-1 alpha-2. */
  readonly countries: readonly string[];
  /** Of those countries. What has no country or one beyond the 35 counts to the register of the whole world. */
  readonly facts: CountryFacts;
}

/** The register of an id that the coverage names. */
export function registerNamed(id: string): Register {
  const register = REGISTERS.get(id);
  if (register === undefined) throw new Error(`the coverage names an unknown register: "${id}"`);
  return register;
}

/** All registers that can be imported, with what of the data is theirs. */
export function registerFacts({ countries }: DataFacts): RegisterFacts[] {
  return [...REGISTERS].map(([id, register]) => {
    const coverage = REGISTER_COVERAGE.get(id);
    if (coverage === undefined) throw new Error(`the coverage does not tell of "${id}"`);
    const own = [...COUNTRY_COVERAGE].filter(([, { registers }]) => registers[0] === id).map(([code]) => code);
    const elsewhere = Object.keys(countries).filter((code) => !COUNTRY_COVERAGE.has(code));
    const counted = register.country === undefined ? [...own, ...elsewhere] : own;
    return { register, coverage, countries: own, facts: sumOf(counted.map((code) => countries[code])) };
  });
}

/** What is known of several countries together. */
export function sumOf(facts: readonly (CountryFacts | undefined)[]): CountryFacts {
  const known = facts.filter((each) => each !== undefined);
  const firsts = known.map((each) => each.as_of_first).filter((date) => date !== undefined);
  const lasts = known.map((each) => each.as_of_last).filter((date) => date !== undefined);
  const [first] = firsts.toSorted();
  const last = lasts.toSorted().at(-1);
  return {
    active: known.reduce((sum, { active }) => sum + active, 0),
    officers: known.reduce((sum, { officers }) => sum + officers, 0),
    ...(first === undefined ? {} : { as_of_first: first }),
    ...(last === undefined ? {} : { as_of_last: last }),
  };
}

/**
 * The registers that the data of a company can be from, by id: those of the country that scopes its number, else of its head
 * office. The index of LEIs is among them only where the company has one.
 */
export function registersOf({ identifiers = [], country_code: office }: Company): readonly string[] {
  const scope = identifiers.find(({ country_scope: country }) => country !== undefined)?.country_scope;
  const { registers } = COUNTRY_COVERAGE.get(scope?.slice(0, 2) ?? office ?? '') ?? { registers: ['gleif'] };
  const hasLei = identifiers.some(({ scheme }) => scheme === 'lei');
  return registers.filter((id) => hasLei || REGISTERS.get(id)?.country !== undefined);
}
