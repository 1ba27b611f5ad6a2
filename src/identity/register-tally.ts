import { InputError, extendRange } from '../model/index.ts';
import type { AsOfRange, MeetingCounts, RegisterCounts, RegisterLine } from '../model/index.ts';
import { areOfficersWithheld, isOfNationalRegister } from './survivorship/merge-lines.ts';

/** Registers that one build counts: far more than there are. */
const REGISTERS_MAX = 1000;

/** Authorities that a build counts for one index: GLEIF lists 1,071. Further ones are counted together. */
const AUTHORITIES_MAX = 5000;
const OTHERS = '(others)';

/** The country or authority of a line that names none. */
const UNNAMED = '--';

interface Tally extends AsOfRange {
  lines: number;
  companies: number;
  officers: number;
  /** By country and authority; only for an index. */
  met?: Map<string, { lines: number; met: number }>;
}

/**
 * Counts the lines, companies and officers of each register, and the lines of an index that met a company of a national register. Its
 * size is bounded by the numbers of registers and authorities.
 */
export class RegisterTally {
  readonly #registers = new Map<string, Tally>();
  readonly #nationalCountries = new Set<string>();

  /** Counts a line. @throws {InputError} where there are too many registers */
  addLine({ register }: RegisterLine): void {
    if (register === undefined) return;
    const tally = this.#registers.get(register) ?? { lines: 0, companies: 0, officers: 0 };
    tally.lines++;
    this.#registers.set(register, tally);
    if (this.#registers.size > REGISTERS_MAX)
      throw new InputError(`Cannot build from the lines of more than ${REGISTERS_MAX} registers`);
  }

  /** Counts an active company by its lines, which were all counted before. */
  addCompany(lines: readonly RegisterLine[]): void {
    const isNational = lines.some(isOfNationalRegister);
    const areWithheld = areOfficersWithheld(lines);
    const counted = new Set<Tally>();
    for (const line of lines) {
      const tally = line.register === undefined ? undefined : this.#registers.get(line.register);
      if (tally === undefined) continue;
      if (!counted.has(tally)) tally.companies++;
      counted.add(tally);
      if (!areWithheld) tally.officers += line.officers?.length ?? 0;
      extendRange(tally, line.as_of_date);
      if (line.index === true) countMeeting((tally.met ??= new Map()), line, isNational);
      else this.#nationalCountries.add(countryOf(line));
    }
  }

  /** The counts by register, in the order of their ids. Meetings are counted only for countries with a national register. */
  counts(): Record<string, RegisterCounts> {
    const sorted = [...this.#registers].toSorted(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(
      sorted.map(([id, { met, ...tally }]) => [
        id,
        met === undefined ? tally : { ...tally, met: this.#byCountry(met) },
      ]),
    );
  }

  #byCountry(met: ReadonlyMap<string, MeetingCounts>): Record<string, Record<string, MeetingCounts>> {
    const countries: Record<string, Record<string, MeetingCounts>> = {};
    for (const [key, counts] of [...met].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
      const [country = UNNAMED, authority = UNNAMED] = key.split(' ');
      if (this.#nationalCountries.has(country)) (countries[country] ??= {})[authority] = counts;
    }
    return countries;
  }
}

function countMeeting(met: Map<string, { lines: number; met: number }>, line: RegisterLine, hasMet: boolean): void {
  const country = countryOf(line);
  const own = `${country} ${line.authority ?? UNNAMED}`;
  const key = met.has(own) || met.size < AUTHORITIES_MAX ? own : `${country} ${OTHERS}`;
  const counts = met.get(key) ?? { lines: 0, met: 0 };
  counts.lines++;
  if (hasMet) counts.met++;
  met.set(key, counts);
}

/** The country of the first number in a scope, else of the head office. */
function countryOf({ identifiers = [], country_code: office }: RegisterLine): string {
  const scoped = identifiers.find((identifier) => identifier.country_scope !== undefined);
  return scoped?.country_scope?.slice(0, 2) ?? office ?? UNNAMED;
}
