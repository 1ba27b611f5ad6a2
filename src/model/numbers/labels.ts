import { foldNumber } from '../folding/rules.ts';
import { europeanNumbers } from './european-number.ts';
import { numbersOfKind, type LabelledNumber, type NumberKind } from './number-kinds.ts';
import { romanianNumbers } from './romania.ts';
import schemeIds from './scheme-ids.json' with { type: 'json' };
import { VAT_SCHEMES } from './schemes.ts';
import { ends, fronts, type Said } from './words.ts';

const FIRST_DIGIT = /\d/;
const LAST_DIGIT = /\d\D*$/;

/**
 * Returns the numbers in a text that says which numbers they are: with words in front or behind, with the code of its scheme, as a European
 * number, or in the form of a Romanian certificate. Empty for any other text.
 * @param folded the text, folded
 */
export function labelledNumbers(text: string, folded = foldNumber(text)): LabelledNumber[] {
  // Most numbers are digits only, and say nothing.
  if (/^\d*$/.test(text)) return [];
  const numbers = [
    ...worded(folded),
    ...inScheme(text),
    ...europeanNumbers(text),
    ...romanianNumbers(text),
    ...hungarianNumbers(text),
  ];
  const known = new Set<string>();
  return numbers.filter(({ value, country = '', schemes = [] }) => {
    const key = `${value} ${country} ${schemes.length}`;
    return !known.has(key) && known.add(key);
  });
}

function worded(folded: string): LabelledNumber[] {
  const first = folded.search(FIRST_DIGIT);
  if (first === -1) return [];
  const last = folded.search(LAST_DIGIT);
  const starts = fronts(folded, first);
  const stops = ends(folded, last + 1);
  if (starts.size === 1 && stops.size === 1) return [];
  return Array.from(starts).flatMap(([start, front]) =>
    Array.from(stops).flatMap(([stop, behind]) => numbersBetween(folded.slice(start, stop), front, behind)),
  );
}

function numbersBetween(value: string, front: Said, behind: Said): LabelledNumber[] {
  if (front.kinds.size + behind.kinds.size === 0) return [];
  const places = behind.places.size === 0 ? front.places : behind.places.union(front.places);
  return Array.from(front.kinds.union(behind.kinds)).flatMap((kind) => numbersOfKind(kind, value, places));
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

/** The VAT number in a Hungarian tax number, 8-1-2 digits, and in a statistical number, 8-4-3-2 digits: no other numbers are so divided. */
const HUNGARIAN = /^(?:HU[\s-]?)?(\d{8})-(?:[1-5]-\d{2}|\d{4}-\d{3}-\d{2})$/;

function hungarianNumbers(text: string): LabelledNumber[] {
  const [, value] = HUNGARIAN.exec(text.normalize('NFKC').trim().toUpperCase()) ?? [];
  return value === undefined ? [] : [{ value, country: 'HU', schemes: VAT_SCHEMES }];
}
