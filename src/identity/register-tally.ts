import { InputError, extendRange } from '../model/index.ts';
import type { AsOfRange, IndexMatchCounts, RegisterCounts, RegisterLine } from '../model/index.ts';
import { areOfficersWithheld, isOfNationalRegister } from './survivorship/merge-lines.ts';

/** Maximum number of registers in one build, far more than exist. */
const REGISTERS_MAX = 1000;

/** Maximum number of authorities that are counted separately for one index. GLEIF lists 1,071. */
const AUTHORITIES_MAX = 5000;
const OTHERS = '(others)';

/** Stands for the country or authority of a line that states none. */
const UNNAMED = '--';

interface Tally extends AsOfRange {
  lines: number;
  companies: number;
  officers: number;
  /** Counts of an index by country and authority; absent for other registers. */
  met?: Map<string, { lines: number; met: number }>;
}

/**
 * Counts the lines, companies and officers of each register, and the lines of an index that were joined to a company of a national
 * register. Memory is bounded by the numbers of registers and authorities.
 */
export class RegisterTally {
  readonly #registers = new Map<string, Tally>();
  readonly #nationalCountries = new Set<string>();

  /** Counts a line. @throws {InputError} if there are too many registers */
  addLine({ register }: Pick<RegisterLine, 'register'>): void {
    if (register === undefined) return;
    const tally = this.#registers.get(register) ?? { lines: 0, companies: 0, officers: 0 };
    tally.lines++;
    this.#registers.set(register, tally);
    if (this.#registers.size > REGISTERS_MAX)
      throw new InputError(`Cannot build from the lines of more than ${REGISTERS_MAX} registers`);
  }

  /** Counts an active company for the registers of its lines. The lines must have been counted before. */
  addCompany(lines: readonly DatedLine[]): void {
    const isNational = lines.some(isOfNationalRegister);
    const areWithheld = areOfficersWithheld(lines);
    const counted = new Set<Tally>();
    for (const line of lines) {
      const tally = line.register === undefined ? undefined : this.#registers.get(line.register);
      if (tally === undefined) continue;
      if (!counted.has(tally)) tally.companies++;
      counted.add(tally);
      if (!areWithheld) tally.officers += line.officerCount;
      extendRange(tally, line.as_of_date);
      if (line.index === true) countIndexMatch((tally.met ??= new Map()), line, isNational);
      else this.#nationalCountries.add(line.country);
    }
  }

  /** Returns the counts by register, sorted by id. `met` has only countries that have a national register. */
  counts(): Record<string, RegisterCounts> {
    const sorted = [...this.#registers].toSorted(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(
      sorted.map(([id, { met, ...tally }]) => [
        id,
        met === undefined ? tally : { ...tally, met: this.#byCountry(met) },
      ]),
    );
  }

  #byCountry(met: ReadonlyMap<string, IndexMatchCounts>): Record<string, Record<string, IndexMatchCounts>> {
    const countries: Record<string, Record<string, IndexMatchCounts>> = {};
    for (const [key, counts] of [...met].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
      const [country = UNNAMED, authority = UNNAMED] = key.split(' ');
      if (this.#nationalCountries.has(country)) (countries[country] ??= {})[authority] = counts;
    }
    return countries;
  }
}

/** The part of a line that is counted, beside its day. */
export interface CountedLine extends Pick<
  RegisterLine,
  'register' | 'index' | 'adds_to' | 'authority' | 'withholds_officers'
> {
  readonly country: string;
  readonly officerCount: number;
}

export interface DatedLine extends CountedLine {
  readonly as_of_date: string | undefined;
}

export function countedLine(line: RegisterLine): CountedLine {
  const { register, index, adds_to, authority, withholds_officers, officers } = line;
  return {
    ...(register === undefined ? {} : { register }),
    ...(index === undefined ? {} : { index }),
    ...(adds_to === undefined ? {} : { adds_to }),
    ...(authority === undefined ? {} : { authority }),
    ...(withholds_officers === undefined ? {} : { withholds_officers }),
    country: findCountry(line),
    officerCount: officers?.length ?? 0,
  };
}

function countIndexMatch(met: Map<string, { lines: number; met: number }>, line: CountedLine, hasMet: boolean): void {
  const { country } = line;
  const own = `${country} ${line.authority ?? UNNAMED}`;
  const key = met.has(own) || met.size < AUTHORITIES_MAX ? own : `${country} ${OTHERS}`;
  const counts = met.get(key) ?? { lines: 0, met: 0 };
  counts.lines++;
  if (hasMet) counts.met++;
  met.set(key, counts);
}

/** Returns the country in the scope of the first identifier that has a scope, else the country of the head office. */
function findCountry({ identifiers = [], country_code: office }: RegisterLine): string {
  const scoped = identifiers.find((identifier) => identifier.country_scope !== undefined);
  return scoped?.country_scope?.slice(0, 2) ?? office ?? UNNAMED;
}
