import { Random, zipf, type Country, type WeightedIndex } from './index.ts';
import type { CompanyAddress } from '../../src/model/index.ts';

/** Number of towns per country; some are much larger than others. */
const TOWNS = 400;
/** Number of street names per country; some occur in many towns. */
const STREETS = 1500;

/** Number of addresses that further companies may share. The first ones are addresses of agents, which are never replaced. */
const OFFICES = 64;
const AGENTS = 8;
/** Share of companies that have the address of an earlier company. */
const SHARED = 0.35;

/** Invents the details of the companies of a country. It has its own random numbers, so that all other fields stay the same. */
export class InventedDetails {
  readonly #country: Country;
  readonly #random: Random;
  readonly #sharing: Random;
  readonly #offices: CompanyAddress[] = [];
  readonly #towns: readonly { readonly locality: string; readonly postal_code: string }[];
  readonly #townRank: WeightedIndex = zipf(TOWNS, 2);
  readonly #streets: readonly string[];
  readonly #streetRank: WeightedIndex = zipf(STREETS, 20);

  constructor(country: Country, seed: number) {
    const random = new Random(seed);
    const place = (): string =>
      `${random.pick(country.roots)}${random.pick(['', '', ' Nova', 'by', ' am See', 'ville'])}`;
    this.#country = country;
    this.#random = random;
    this.#sharing = new Random(seed);
    this.#towns = Array.from({ length: TOWNS }, () => ({
      locality: place(),
      postal_code: String(10_000 + random.int(89_999)),
    }));
    this.#streets = Array.from({ length: STREETS }, () => `${place()} ${random.pick(country.trades)}`);
  }

  /** Invents the details of the next company. @param isUsual whether its status is the usual one */
  next(number: string, isUsual: boolean, hasOfficers: boolean) {
    const random = this.#random;
    const code = this.#country.code;
    const isClosed = isUsual && !hasOfficers && random.chance(0.08);
    const town = this.#towns[this.#townRank.draw(random)];
    const street = this.#streets[this.#streetRank.draw(random)] ?? '';
    const address = this.#shared({ street: `${street} ${1 + random.int(180)}`, ...town, country_code: code });
    const state = isClosed ? 'closed' : isUsual ? 'active' : random.pick(['in_liquidation', 'insolvent'] as const);
    const word = (): string => random.pick(this.#country.roots);
    const former = random.chance(0.08) ? `${word()} ${random.pick(this.#country.trades)}` : undefined;
    const trading = random.chance(0.05) ? `${word()} ${random.int(99)}` : undefined;
    return {
      state,
      registered_on: this.#day(1960, 63),
      closed_on: isClosed ? this.#day(2024, 2) : undefined,
      address,
      former_names: former && [{ name: former, kind: 'former name', until: this.#day(2010, 14) }],
      other_names: trading && [{ name: trading, kind: 'trading name' }],
      record_url: `https://register.example/${code.toLowerCase()}/${encodeURIComponent(number)}`,
    };
  }

  /** Returns the given new address, or the address of an earlier company. */
  #shared(address: CompanyAddress): CompanyAddress {
    const offices = this.#offices;
    if (offices.length >= AGENTS && this.#sharing.chance(SHARED)) return this.#sharing.pick(offices);
    if (offices.length < OFFICES) offices.push(address);
    else offices[AGENTS + this.#sharing.int(OFFICES - AGENTS)] = address;
    return address;
  }

  /** Returns a day in one of `years` years, the first of which is `first`. */
  #day(first: number, years: number): string {
    const day = Date.UTC(first + this.#random.int(years), this.#random.int(12), 1 + this.#random.int(28));
    return new Date(day).toISOString().slice(0, 10);
  }
}
