import {
  Random,
  companyName,
  familyName,
  inventedLei,
  personName,
  registryNumber,
  FICTION,
  WeightedIndex,
  zipf,
  type Country,
  type RegistryNumber,
} from './index.ts';
import { InventedDetails } from './details.ts';
import type { CompanyIdentifier } from '../../src/model/index.ts';

/** First words that are frequent in the real registers of all countries, and so are frequent search prefixes. */
export const HOT_WORDS =
  'The Soc Global Dom Nordic Euro Inter Green Eco Alfa Nova Pro Auto Media Gmb Team First Agro'.split(' ');

/** Number of distinct first words per country, enough to make a prefix of five letters selective. */
const STEMS = 6000;

const OFFICERS = 1500;

/** Number of previous names of which a repeated name is one. */
const REPEATED = 64;

/** Activity codes for registers whose open data has no activities. */
const NACE = ['0111', '1071', '4120', '4711', '4941', '5610', '6201', '6820', '7022', '8690', '9602'].map((code) => [
  code,
]);

/** Number of days over which appointments are spread. */
const APPOINTMENT_DAYS = 9000;

/** Generates the register of one country. */
class BusyRegister {
  readonly #country: Country;
  readonly #stems: readonly string[];
  readonly #stemRank: WeightedIndex;
  readonly #tradeRank: WeightedIndex;
  readonly #families: readonly string[];
  readonly #forms: readonly (readonly [before: string, after: string, published: string])[];
  readonly #formRank: WeightedIndex;
  readonly #activities: readonly object[];
  readonly #officers: readonly object[];
  readonly #details: InventedDetails;
  readonly #recent: string[] = [];
  #ordinal = 0;

  constructor(country: Country, random: Random) {
    this.#country = country;
    this.#details = new InventedDetails(country, country.thousands);
    this.#stems = createStems(country, random);
    this.#stemRank = zipf(this.#stems.length, 8);
    this.#tradeRank = zipf(country.trades.length, 2);
    this.#families = Array.from({ length: 400 }, () => familyName(country, random) + random.pick(['', '', 'is', 'a']));
    this.#forms = country.forms.map(([inName, published]) => {
      const [before = '', after = ''] = companyName(country, '\u0000', inName).split('\u0000');
      return [before, after, published];
    });
    this.#formRank = zipf(this.#forms.length, 0);
    const schemes = country.schemes.length > 0 ? country.schemes : ([['NACE Rev. 2', NACE]] as const);
    this.#activities = schemes.flatMap(([scheme, codes]) => codes.map(([code, label]) => ({ scheme, code, label })));
    this.#officers = Array.from({ length: OFFICERS }, () => {
      const roles = country.roles.length > 0 ? [random.pick(country.roles)] : undefined;
      return { name: personName(country, random), roles };
    });
  }

  /** Returns the next company as a line of JSON, line feed included. `serial` is a counter for LEIs, shared by all registers. */
  line(random: Random, serial: number): string {
    const number = this.#nextNumber(random);
    const { code, statuses } = this.#country;
    const [before, after, published] = this.#forms[this.#formRank.draw(random)] ?? ['', '', ''];
    const name = `${before}${this.#ownName(random)}${after}`;
    const seat = random.chance(0.97) ? code : undefined;
    const isUsual = statuses.length === 0 || random.chance(0.9);
    const identifiers = this.#identifiers(number, random, serial);
    const classifications = this.#classifications(random);
    const officers = random.chance(0.5) ? [this.#officer(random), this.#officer(random)] : undefined;
    // JSON omits undefined fields.
    const line = {
      key: number.key,
      name,
      country_code: seat,
      company_status: statuses.at(isUsual ? 0 : -1),
      legal_form: published,
      as_of_date: '2026-11-01',
      identifiers,
      classifications,
      officers,
      register: 'bench',
      ...this.#details.next(number.value, isUsual, officers !== undefined),
    };
    return `${JSON.stringify(line)}\n`;
  }

  #nextNumber(random: Random): RegistryNumber {
    for (;;) {
      // Registers number companies consecutively; the gaps are companies that were struck off.
      this.#ordinal += random.chance(0.8) ? 1 : 1 + random.int(4);
      const number = registryNumber(this.#country.code, this.#ordinal);
      if (number !== undefined) return number;
    }
  }

  #identifiers({ value, scope, second }: RegistryNumber, random: Random, serial: number): CompanyIdentifier[] {
    const identifiers: CompanyIdentifier[] = [{ scheme: 'national_registry_number', value, country_scope: scope }];
    if (random.chance(0.7)) {
      const tin = String(100_000_000 + ((this.#ordinal * 7919) % 900_000_000));
      const other = second ?? ({ scheme: 'tin', value: tin } as const);
      identifiers.push(other.scheme === 'eu_vat_number' ? other : { ...other, country_scope: scope });
    }
    if (random.chance(0.25)) identifiers.push({ scheme: 'lei', value: inventedLei(serial) });
    return identifiers;
  }

  #classifications(random: Random): object[] {
    const size = this.#activities.length;
    const at = random.int(size);
    const count = Math.min(1 + random.int(3), size);
    return Array.from({ length: count }, (_, i) => ({ ...this.#activities[(at + i) % size], is_primary: i === 0 }));
  }

  #officer(random: Random): object {
    const day = random.int(APPOINTMENT_DAYS);
    const date = new Date(Date.UTC(2000 + Math.floor(day / 360), Math.floor(day / 30) % 12, 1 + (day % 28)));
    const appointed = { appointed_on: date.toISOString().slice(0, 10), source: { system: 'openfirma bench' } };
    return { ...this.#officers[random.int(OFFICERS)], ...appointed };
  }

  #stem(random: Random): string {
    return this.#stems[this.#stemRank.draw(random)] ?? '';
  }

  #trade(random: Random): string {
    const trade = this.#country.trades[this.#tradeRank.draw(random)] ?? '';
    return this.#country.capitals ? trade.toUpperCase() : trade;
  }

  /** Returns a name without its legal form. Some repeat a recent name. */
  #ownName(random: Random): string {
    const kind = random.int(100);
    const recent = this.#recent;
    if (kind < 4 && recent.length === REPEATED) return random.pick(recent);
    const name = this.#freshName(kind, random);
    if (recent.length < REPEATED) recent.push(name);
    else recent[random.int(REPEATED)] = name;
    return name;
  }

  #freshName(kind: number, random: Random): string {
    const stem = this.#stem(random);
    if (kind < 40) return `${stem} ${this.#trade(random)}`;
    if (kind < 54) return stem;
    if (kind < 68) return `${stem} ${this.#stem(random)} ${this.#trade(random)}`;
    if (kind < 76) return `${random.pick(this.#families)} ${random.pick(this.#country.given)}`;
    if (kind < 80) return `${random.pick(this.#families)} & ${random.pick(this.#families)}`;
    if (kind < 87) return `${this.#trade(random)} ${stem}`;
    if (kind < 90)
      return `${stem.charAt(0)}.${this.#stem(random).charAt(0)}.${this.#stem(random).charAt(0)}. ${this.#trade(random)}`;
    if (kind < 92) return String(1 + random.int(99_999_999));
    if (kind < 94) return `${1 + random.int(999)} ${this.#trade(random)}`;
    return `${stem} ${this.#stem(random)} ${1 + random.int(300)}`;
  }
}

/** Returns the first words of a country, most frequent first: hot words, trades, roots, and words made of parts of roots. */
function createStems(country: Country, random: Random): string[] {
  const stems = new Set([...HOT_WORDS, ...country.trades, ...country.roots]);
  while (stems.size < STEMS) {
    const [head, middle, tail] = [random.pick(country.roots), random.pick(country.roots), random.pick(country.roots)];
    const at = random.int(Math.max(1, middle.length - 3));
    stems.add(
      head.slice(0, 2 + random.int(4)) + middle.slice(at, at + 3).toLowerCase() + tail.slice(-2 - random.int(4)),
    );
  }
  return Array.from(stems, (stem) => (country.capitals ? stem.toUpperCase() : stem));
}

export interface LinesOptions {
  readonly companies: number;
  /** The same seed generates the same companies: fewer `companies` are the first of more. */
  readonly seed: number;
}

/** Number of lines per batch, about half a megabyte. */
const BATCH_LINES = 1024;

/**
 * Generates register lines of invented companies with the skew of real registers: large and small countries, frequent first words,
 * consecutive numbers. Yields batches of lines, each line with its line feed.
 */
export function* generateLines({ companies, seed }: LinesOptions): Generator<string> {
  const random = new Random(seed);
  const registers = FICTION.map((country) => new BusyRegister(country, random));
  const country = new WeightedIndex(FICTION.map(({ thousands }) => thousands));
  for (let serial = 0; serial < companies;) {
    let batch = '';
    const end = Math.min(serial + BATCH_LINES, companies);
    for (; serial < end; serial++) batch += registers[country.draw(random)]?.line(random, serial);
    yield batch;
  }
}
