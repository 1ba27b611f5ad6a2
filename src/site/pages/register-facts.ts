import type { Company } from '../../contract/index.ts';
import { SAMPLE_REGISTER, isSample, type CountryFacts, type DataFacts, type RegisterFacts } from '../../model/index.ts';
import { COUNTRY_COVERAGE, REGISTERS, REGISTER_COVERAGE } from '../../registers/index.ts';

type Register = typeof REGISTERS extends ReadonlyMap<string, infer R> ? R : never;

/** A register that is in the served data. */
export interface ServedRegister {
  readonly id: string;
  readonly name: string;
  /** How often its publisher updates it, in words; absent for a register that no importer reads. */
  readonly rhythm?: string;
  /** The countries for which it is the first source in the data, ISO 3166-1 alpha-2. */
  readonly countries: readonly string[];
  readonly facts: RegisterFacts;
}

/** The register with an id from the coverage. */
export function registerNamed(id: string): Register {
  const register = REGISTERS.get(id);
  if (register === undefined) throw new Error(`Cannot find the register "${id}", which the coverage names`);
  return register;
}

/** The record of a company at one of its registers: the register, and the address there. */
export function recordAt(
  company: Company,
  registers: readonly string[],
): { name: string; address: string } | undefined {
  for (const id of registers) {
    const { name, country, companyUrl } = registerNamed(id);
    const number = company.identifiers?.find(
      ({ scheme, country_scope: scope }) => scheme === 'national_registry_number' && scope?.slice(0, 2) === country,
    );
    if (companyUrl === undefined || number === undefined) continue;
    return { name, address: companyUrl.replace('{number}', encodeURIComponent(number.value)) };
  }
  return undefined;
}

/** The registers in the data, and no others. */
export function servedRegisters(data: DataFacts): ServedRegister[] {
  return Object.entries(data.registers ?? {}).map(([id, facts]) => servedRegister(id, facts, data));
}

function servedRegister(id: string, facts: RegisterFacts, data: DataFacts): ServedRegister {
  const rhythm = REGISTER_COVERAGE.get(id)?.rhythm;
  const known = { id, name: nameOf(id), countries: countriesOf(id, data), facts };
  return rhythm === undefined ? known : { ...known, rhythm };
}

function nameOf(id: string): string {
  return id === SAMPLE_REGISTER ? 'Invented companies' : (REGISTERS.get(id)?.name ?? id);
}

/** The country of a national register; for an index and the sample, the countries in the data without one. */
function countriesOf(id: string, data: DataFacts): string[] {
  const register = REGISTERS.get(id);
  if (register?.country !== undefined) return [register.country];
  if (register === undefined && id !== SAMPLE_REGISTER) return [];
  const present = [...COUNTRY_COVERAGE.keys()].filter((code) => (data.countries?.[code]?.active ?? 0) > 0);
  return present.filter((code) => nationalRegisters(code, data).length === 0);
}

/** The national registers of a country that are in the data, by id. */
export function nationalRegisters(code: string, { registers = {} }: DataFacts): string[] {
  const known = COUNTRY_COVERAGE.get(code)?.registers ?? [];
  return known.filter((id) => registers[id] !== undefined && REGISTERS.get(id)?.country !== undefined);
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
 * The ids of the registers in the data that can be the source of a company: those of the country in which its number is valid, else
 * of its head office. The LEI index is included only if the company has an LEI. Beside invented companies stands no register.
 */
export function registersOf({ identifiers = [], country_code: office }: Company, data: DataFacts): readonly string[] {
  if (isSample(data)) return [];
  const scope = identifiers.find(({ country_scope: country }) => country !== undefined)?.country_scope;
  const { registers } = COUNTRY_COVERAGE.get(scope?.slice(0, 2) ?? office ?? '') ?? { registers: ['gleif'] };
  const hasLei = identifiers.some(({ scheme }) => scheme === 'lei');
  return registers.filter(
    (id) => data.registers?.[id] !== undefined && (hasLei || REGISTERS.get(id)?.country !== undefined),
  );
}
