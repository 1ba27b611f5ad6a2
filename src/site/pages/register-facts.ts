import type { Company } from '../../contract/index.ts';
import { SAMPLE_REGISTER, isSample, type CountryFacts, type DataFacts } from '../../model/index.ts';
import { COUNTRY_COVERAGE, REGISTERS, findLastEdition, registerName } from '../../registers/index.ts';

type Register = typeof REGISTERS extends ReadonlyMap<string, infer R> ? R : never;

/** A register that is in the served data. */
export type ServedRegister = ReturnType<typeof servedRegisters>[number];

/** Returns the register with an ID that the coverage names. */
export function registerNamed(id: string): Register {
  const register = REGISTERS.get(id);
  if (register === undefined) throw new Error(`Cannot find the register "${id}", which the coverage names`);
  return register;
}

/** Returns the registers in the data. */
export function servedRegisters(data: DataFacts) {
  return Object.entries(data.registers ?? {}).map(([id, facts]) => ({
    id,
    name: registerName(id) ?? id,
    /** How often the publisher updates the register, in words; undefined for a register without an importer. */
    rhythm: REGISTERS.get(id)?.coverage.rhythm,
    /** The day of the last edition of a register that is no longer renewed. */
    endedOn: findLastEdition(id),
    /** The countries for which the register is the first source in the data, ISO 3166-1 alpha-2. */
    countries: listCountries(id, data),
    facts,
  }));
}

/** Returns the country of a national register; for an index and the sample, the countries in the data without a national register. */
function listCountries(id: string, data: DataFacts): string[] {
  const register = REGISTERS.get(id);
  if (register?.country !== undefined) return [register.country];
  if (register === undefined && id !== SAMPLE_REGISTER) return [];
  const present = [...COUNTRY_COVERAGE.keys()].filter((code) => (data.countries?.[code]?.active ?? 0) > 0);
  return present.filter((code) => nationalRegisters(code, data).length === 0);
}

/** Returns the IDs of the national registers of a country that are in the data. */
export function nationalRegisters(code: string, { registers = {} }: DataFacts): string[] {
  const known = COUNTRY_COVERAGE.get(code)?.registers ?? [];
  return known.filter((id) => registers[id] !== undefined && REGISTERS.get(id)?.country !== undefined);
}

/** Returns when a country was observed: in its national register if the data has it, else in any source. */
export function observed(code: string, data: DataFacts): Pick<CountryFacts, 'as_of_first' | 'as_of_last'> {
  const [register = ''] = nationalRegisters(code, data);
  return data.registers?.[register] ?? data.countries?.[code] ?? {};
}

/** Returns the totals of several countries, and the latest date. */
export function sumFacts(facts: readonly CountryFacts[]) {
  return {
    active: facts.reduce((sum, { active }) => sum + active, 0),
    officers: facts.reduce((sum, { officers }) => sum + officers, 0),
    last:
      facts
        .map((each) => each.as_of_last ?? '')
        .toSorted()
        .at(-1) || undefined,
  };
}

/** Returns the country, or the part of a country, in which the number of a company is valid. */
export function scopeOf({ identifiers = [] }: Company): string | undefined {
  return identifiers.find(({ country_scope: scope }) => scope !== undefined)?.country_scope;
}

/**
 * Returns the IDs of the registers in the data that can be the source of a company: those of the country in which its number is valid,
 * else of the country of its head office. The LEI index is included only if the company has an LEI. Invented companies have no register.
 */
export function findRegisters(company: Company, data: DataFacts): readonly string[] {
  if (isSample(data)) return [];
  const country = scopeOf(company)?.slice(0, 2) ?? company.country_code ?? '';
  const { registers } = COUNTRY_COVERAGE.get(country) ?? { registers: ['gleif'] };
  const hasLei = company.identifiers?.some(({ scheme }) => scheme === 'lei') === true;
  return registers.filter(
    (id) => data.registers?.[id] !== undefined && (hasLei || REGISTERS.get(id)?.country !== undefined),
  );
}
