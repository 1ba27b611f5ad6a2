import type { Company } from '../../contract/index.ts';
import { SAMPLE_REGISTER, isSample, type CountryFacts, type DataFacts } from '../../model/index.ts';
import { COUNTRY_COVERAGE, REGISTERS, REGISTER_COVERAGE, registerName } from '../../registers/index.ts';

type Register = typeof REGISTERS extends ReadonlyMap<string, infer R> ? R : never;

/** A register that is in the served data. */
export type ServedRegister = ReturnType<typeof servedRegisters>[number];

/** The register with an id from the coverage. */
export function registerNamed(id: string): Register {
  const register = REGISTERS.get(id);
  if (register === undefined) throw new Error(`Cannot find the register "${id}", which the coverage names`);
  return register;
}

/** The registers in the data. */
export function servedRegisters(data: DataFacts) {
  return Object.entries(data.registers ?? {}).map(([id, facts]) => ({
    id,
    name: registerName(id) ?? id,
    /** How often its publisher updates it, in words; undefined for a register that no importer reads. */
    rhythm: REGISTER_COVERAGE.get(id)?.rhythm,
    /** The countries for which it is the first source in the data, ISO 3166-1 alpha-2. */
    countries: countriesOf(id, data),
    facts,
  }));
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

/** When a country was observed: by its national register where it is in the data, else by any source. */
export function observed(code: string, data: DataFacts): Pick<CountryFacts, 'as_of_first' | 'as_of_last'> {
  const [register = ''] = nationalRegisters(code, data);
  return data.registers?.[register] ?? data.countries?.[code] ?? {};
}

/** The totals of several countries, and the latest date. */
export function sumOf(facts: readonly CountryFacts[]) {
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

/** The place in which the number of a company is valid: a country, or a part of one. */
export function scopeOf({ identifiers = [] }: Company): string | undefined {
  return identifiers.find(({ country_scope: scope }) => scope !== undefined)?.country_scope;
}

/**
 * The ids of the registers in the data that can be the source of a company: those of the country in which its number is valid, else
 * of its head office. The LEI index is included only if the company has an LEI. Invented companies have no register.
 */
export function registersOf(company: Company, data: DataFacts): readonly string[] {
  if (isSample(data)) return [];
  const country = scopeOf(company)?.slice(0, 2) ?? company.country_code ?? '';
  const { registers } = COUNTRY_COVERAGE.get(country) ?? { registers: ['gleif'] };
  const hasLei = company.identifiers?.some(({ scheme }) => scheme === 'lei') === true;
  return registers.filter(
    (id) => data.registers?.[id] !== undefined && (hasLei || REGISTERS.get(id)?.country !== undefined),
  );
}
