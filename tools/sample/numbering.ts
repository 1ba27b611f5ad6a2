import { inventedLei, registryNumber, type Random, type RegistryNumber } from './index.ts';
import { IDENTIFIER_SCHEMES, deriveCompanyId, foldNumber, type RegisterLine } from '../../src/model/index.ts';

/** How far apart two neighbouring registry numbers of a country may lie. */
const GAP_MAX = 240;

/** Gives out registry numbers and LEIs, each once. */
export class Numbering {
  readonly #random: Random;
  readonly #ordinals = new Map<string, number>();
  #leis = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  /** The next number of a country's register. */
  next(country: string): RegistryNumber {
    for (;;) {
      const ordinal = (this.#ordinals.get(country) ?? 0) + 1 + this.#random.int(GAP_MAX);
      this.#ordinals.set(country, ordinal);
      const number = registryNumber(country, ordinal);
      if (number !== undefined) return number;
    }
  }

  lei(): string {
    return inventedLei(++this.#leis);
  }
}

/** The key and the identifiers that a register's number gives a line. */
export function identityOf(number: RegistryNumber, withSecond = false): Pick<RegisterLine, 'key' | 'identifiers'> {
  const { value, scope, key, second } = number;
  const identifiers: RegisterLine['identifiers'] = [
    { scheme: 'national_registry_number', value, country_scope: scope },
  ];
  // The European VAT numbers are one scheme of all countries.
  if (withSecond && second !== undefined)
    identifiers.push(second.scheme === 'eu_vat_number' ? second : { ...second, country_scope: scope });
  return key === undefined ? { identifiers } : { key, identifiers };
}

/** The id that a build derives for a line without one: from its key, else from its strongest identifier. */
export function derivedIdOf(line: RegisterLine): string {
  if (line.key !== undefined) return deriveCompanyId({ kind: 'key', key: line.key });
  for (const scheme of IDENTIFIER_SCHEMES) {
    const identifier = line.identifiers?.find((i) => i.scheme === scheme);
    if (identifier === undefined) continue;
    const { value, country_scope: scope = '' } = identifier;
    return deriveCompanyId({ kind: 'identifier', scheme, scope, comparedValue: foldNumber(value) });
  }
  throw new RangeError('Cannot derive an id: the line has neither a key nor an identifier');
}
