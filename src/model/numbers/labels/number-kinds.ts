import kinds from './number-kinds.json' with { type: 'json' };
import { VAT_COUNTRIES, VAT_SCHEMES, type Scheme } from '../schemes.ts';

/** The kinds of numbers that have words of their own. */
export type NumberKind = keyof typeof kinds;

/** A number that was written with words around it, without the words. */
export interface LabelledNumber {
  /** Folded. */
  readonly value: string;
  /** The number as written, for forms in which punctuation matters; undefined if it does not. */
  readonly text?: string;
  /** The country that uses the words; undefined if several do. */
  readonly country?: string;
  readonly schemes?: readonly Scheme[];
}

interface Kind {
  readonly country: string | undefined;
  readonly schemes: readonly Scheme[] | undefined;
  readonly forms: readonly RegExp[];
}

/** A kind as number-kinds.json writes it. */
interface WrittenKind {
  readonly country?: string;
  /** The forms of the folded number. The value is the first group, or the whole match without a group. */
  readonly forms: readonly string[];
  readonly isTaxNumber?: boolean;
}

/** The pattern for `LETTERS` in a form: the letters in front of the VAT numbers of all countries. */
const LETTERS = `(?:${[...VAT_COUNTRIES.keys()].join('|')}|CHE|NO|IS|LI)`;

const KINDS = new Map<NumberKind, Kind>();

function compileKind(name: NumberKind): Kind {
  const known = KINDS.get(name);
  if (known !== undefined) return known;
  const { country, forms, isTaxNumber = false }: WrittenKind = kinds[name];
  const kind = {
    country,
    schemes: isTaxNumber ? VAT_SCHEMES : undefined,
    forms: forms.map((form) => new RegExp(`^(?:${form.replace('LETTERS', LETTERS)})$`)),
  };
  KINDS.set(name, kind);
  return kind;
}

/**
 * Returns the numbers that a folded value is as a number of a kind: none if it has no form of the kind.
 * @param places the countries in which the number may be; empty for all
 */
export function numbersOfKind(name: NumberKind, value: string, places: readonly string[] = []): LabelledNumber[] {
  const { country, schemes, forms } = compileKind(name);
  if (country !== undefined && places.length > 0 && !places.includes(country)) return [];
  const scopes = country === undefined && places.length > 0 ? places : [country];
  const numbers: LabelledNumber[] = [];
  for (const form of forms) {
    const found = form.exec(value);
    if (found === null) continue;
    for (const scope of scopes)
      numbers.push({
        value: found[1] ?? found[0],
        ...(scope !== undefined && { country: scope }),
        ...(schemes !== undefined && { schemes }),
      });
  }
  return numbers;
}
