import { foldNumber } from '../folding/rules.ts';
import labels from './labels.json' with { type: 'json' };
import { VAT_COUNTRIES, VAT_SCHEMES, type Scheme } from './schemes.ts';

/** A number that was written with words around it, without the words. */
export interface LabelledNumber {
  /** Folded. */
  readonly value: string;
  /** The country that uses the words; undefined if several do. */
  readonly country?: string;
  readonly schemes?: readonly Scheme[];
}

/** A row of labels.json. The words and the form of the number together identify the number. */
interface Row {
  readonly country?: string;
  /** `*` matches the name of a place. */
  readonly words: readonly string[];
  /** The form of the folded number, or `vat`. The value is its first group, or the whole match if it has no group. */
  readonly number: string;
  readonly isTaxNumber?: boolean;
}

const VAT_NUMBER = `(?:${[...VAT_COUNTRIES.keys()].join('|')}|CHE|NO)[0-9A-Z]{2,12}`;

const MARKS = /\p{M}+/gu;

/** Returns a pattern of the folded words, with and without their accents. */
function wordsOf(words: readonly string[]): string {
  const folded = words.map((word) => word.split('*').map(foldNumber).join('*'));
  const all = folded.flatMap((word) => [word, word.normalize('NFD').replace(MARKS, '').normalize('NFC')]);
  // The longest first: a word may begin with a shorter one.
  return [...new Set(all)]
    .toSorted((a, b) => b.length - a.length)
    .map((word) => word.replace('*', String.raw`\p{L}*`))
    .join('|');
}

interface Form {
  readonly pattern: RegExp;
  readonly label: Omit<LabelledNumber, 'value'>;
}

/** Made when the first number is read: every command loads this file, but few read numbers. */
let forms: readonly Form[] | undefined;

function makeForms(): readonly Form[] {
  const any = `(?:${wordsOf(labels.number)})?`;
  return [
    ...labels.before.map((row) => formOf(row, (words, number) => `^${any}(?:${words})${any}${number}$`)),
    ...labels.behind.map((row) => formOf(row, (words, number) => `^${number}(?:${words})$`)),
  ];
}

function formOf({ country, words, number, isTaxNumber }: Row, join: (words: string, number: string) => string): Form {
  const form = number === 'vat' ? VAT_NUMBER : number;
  const group = /\((?!\?)/.test(form) ? form : `(${form})`;
  return {
    pattern: new RegExp(join(wordsOf(words), group), 'u'),
    label: { ...(country !== undefined && { country }), ...(isTaxNumber === true && { schemes: VAT_SCHEMES }) },
  };
}

/** Returns the numbers in a folded text with words in front or behind that name the number. Empty if it has no such words. */
export function labelledNumbers(folded: string): LabelledNumber[] {
  if (/^\d*$/.test(folded)) return [];
  forms ??= makeForms();
  return forms.flatMap(({ pattern, label }) => {
    const [, value] = pattern.exec(folded) ?? [];
    return value === undefined ? [] : [{ value, ...label }];
  });
}
