import { Random, zipf, type Country, type WeightedIndex } from './index.ts';
import type { CompanyAddress } from '../../src/model/index.ts';

/** Towns of a country: some are much larger than others. */
const TOWNS = 400;
/** Streets of a country: some names are in every town. */
const STREETS = 1500;

/** Addresses of a country that a further company may share. The first ones never change: many companies have an agent's address. */
const OFFICES = 64;
const AGENTS = 8;
/** How many companies have the address of an earlier one. */
const SHARED = 0.35;

/** Invents the details of the companies of one country. It draws from chance of its own, so that all else stays the same. */
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

  /** An address of the country: a new one, or that of another company. */
  #shared(address: CompanyAddress): CompanyAddress {
    const offices = this.#offices;
    if (offices.length >= AGENTS && this.#sharing.chance(SHARED)) return this.#sharing.pick(offices);
    if (offices.length < OFFICES) offices.push(address);
    else offices[AGENTS + this.#sharing.int(OFFICES - AGENTS)] = address;
    return address;
  }

  /** A day of one of some years from a first one on. */
  #day(first: number, years: number): string {
    const day = Date.UTC(first + this.#random.int(years), this.#random.int(12), 1 + this.#random.int(28));
    return new Date(day).toISOString().slice(0, 10);
  }
}
