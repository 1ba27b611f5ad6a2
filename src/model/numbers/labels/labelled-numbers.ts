import { foldNumber } from '../../folding/rules.ts';
import { europeanNumbers } from './european-number.ts';
import { numbersOfKind, type LabelledNumber, type NumberKind } from './number-kinds.ts';
import { hungarianNumbers, romanianNumbers } from './punctuated-numbers.ts';
import schemeIds from './scheme-ids.json' with { type: 'json' };
import { ends, fronts, joined } from './words.ts';

const FIRST_DIGIT = /\d/;
const LAST_DIGIT = /\d\D*$/;

/** The last text that was read: a look-up reads it for its readings, for lost zeros and for its check digits. */
let last: { readonly text: string; readonly numbers: readonly LabelledNumber[] } = { text: '', numbers: [] };

/**
 * Returns the numbers in a text that says which numbers they are: with words in front or behind, with the code of its scheme, as a European
 * number, or in a form of Romania or Hungary. Empty for any other text.
 * @param folded the text, folded
 */
export function labelledNumbers(text: string, folded = foldNumber(text)): readonly LabelledNumber[] {
  // Most numbers are digits only, and say nothing.
  if (/^\d*$/.test(text)) return [];
  if (last.text !== text) last = { text, numbers: findNumbers(text, folded) };
  return last.numbers;
}

function findNumbers(text: string, folded: string): LabelledNumber[] {
  const numbers = [
    ...worded(folded),
    ...inScheme(text),
    ...europeanNumbers(text),
    ...romanianNumbers(text),
    ...hungarianNumbers(text),
  ];
  if (numbers.length < 2) return numbers;
  const known = new Set<string>();
  return numbers.filter(({ value, country = '', schemes = [] }) => {
    const key = `${value} ${country} ${schemes.length}`;
    return !known.has(key) && known.add(key);
  });
}

function worded(folded: string): LabelledNumber[] {
  const first = folded.search(FIRST_DIGIT);
  if (first === -1) return [];
  const end = folded.search(LAST_DIGIT) + 1;
  const starts = fronts(folded, first);
  const stops = ends(folded, end);
  const numbers: LabelledNumber[] = [];
  for (const [start, front] of starts)
    for (const [stop, behind] of stops) {
      if (front.kinds.length + behind.kinds.length === 0) continue;
      const { kinds, places } = joined(front, behind);
      const value = folded.slice(start, stop);
      for (const kind of kinds) numbers.push(...numbersOfKind(kind, value, places));
    }
  return numbers;
}

/** The code of a scheme in front of a number, with or without the name of the scheme of schemes: `0192:923609016`, `GB-COH-00999901`. */
const WITH_CODE = /^(?:ISO6523-ACTORID-UPIS::)?(?:(\d{4})\s*:|([A-Z]{2}-[A-Z_]{2,7})-)\s*(?=\S)(.+)$/;

const KINDS_OF_CODES: ReadonlyMap<string, readonly NumberKind[]> = new Map(
  [schemeIds.eas, schemeIds.orgId].flatMap(({ kinds }) =>
    Object.entries<string | string[]>(kinds).map(([code, kind]) => [code, [kind].flat() as NumberKind[]]),
  ),
);

function inScheme(text: string): LabelledNumber[] {
  const [, eas, list = '', number = ''] = WITH_CODE.exec(text.normalize('NFKC').trim().toUpperCase()) ?? [];
  const kinds = KINDS_OF_CODES.get(eas ?? list) ?? [];
  return kinds.flatMap((kind) => numbersOfKind(kind, foldNumber(number)));
}
