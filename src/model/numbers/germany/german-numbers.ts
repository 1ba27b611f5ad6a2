import { NATIONAL, type Scheme } from '../schemes.ts';
import { courtNamed, splitTokens, type GermanCourt } from './courts.ts';

/** A reading of a German number; see `NumberReading`. */
interface GermanNumberReading {
  readonly value: string;
  readonly country: string;
  readonly schemes: readonly Scheme[];
}

/** A number in the register of a court. */
interface CourtNumber {
  /** `HRB12345` */
  readonly number: string;
  /** The letters behind it; empty without letters. */
  readonly letters: string;
  /** The parts of the text before and behind the number. */
  readonly front: readonly string[];
  readonly behind: readonly string[];
}

/** Words around a court and a number. Any text may be in front of those that end in GERICHT, REGISTER or COURT. */
const WORDS: ReadonlySet<string> = new Set(
  `ABT ABTEILUNG AG AM AMTSGERICHT AMTSGERICHTS AT BEI BEIM BY COMMERCIAL COMPANY COMPANIES COURT DAS DEM DER DES DEUTSCHLAND
  DIE DISTRICT EINGETRAGEN EINTRAG EINTRAGUNG EINTRAGUNGSNUMMER ENTERED ENTRY EUID GEFÜHRT GEFUEHRT GENOSSENSCHAFTSREGISTER
  GERICHT GERMANY GESELLSCHAFTSREGISTER HANDELSREGISTER HANDELSREGISTEREINTRAG HANDELSREGISTERNUMMER HANDELSREGISTERNR
  HANDELSREGISTERS HR HRNR IM IN INS LAUFENDE LFD LOCAL MIT NO NR NUMBER NUMMER OF PARTNERSCHAFTSREGISTER REG REGISTER
  REGISTERBLATT REGISTERED REGISTEREINTRAG REGISTERGERICHT REGISTERGERICHTS REGISTERNR REGISTERNUMMER REGISTRATION REGISTRIERT
  REGISTRY SITZ THE UND UNDER UNTER VEREINSREGISTER VEREINSREGISTERNUMMER VOM VON WITH ZU`.split(/\s+/),
);

/** Words behind which a court is named, whatever is in front of them. */
const BEFORE_A_COURT = /(?:GERICHTS?|REGISTERS?|COURT)$/;

/** Registers whose name without the abbreviation identifies the section: `Vereinsregister Nr. 1234`, `Handelsregister B 1234`. */
const NAMED_SECTIONS: readonly (readonly [name: RegExp, section: string])[] = [
  [/HANDELSREGISTERS? (?:(?:ABTEILUNG|ABT) )?A /, 'HRA'],
  [/HANDELSREGISTERS? (?:(?:ABTEILUNG|ABT) )?B /, 'HRB'],
  [/GENOSSENSCHAFTSREGISTER/, 'GNR'],
  [/GESELLSCHAFTSREGISTER/, 'GSR'],
  [/PARTNERSCHAFTSREGISTER/, 'PR'],
  [/VEREINSREGISTER/, 'VR'],
];

/** The sections of the registers, folded. */
const SECTIONS = 'HRA|HRB|GNR|GSR|PR|VR';
/** A folded number, `KÖLNHRB12345` or `R3306HRB12345`: the name or the code of a court, which may be missing, and the number. */
const PARTS = new RegExp(String.raw`^(\p{L}{3,}?|(?:DE)?[A-Z]\d{4}[A-Z]?)?((?:${SECTIONS})\d+)\p{L}*$`, 'u');

/**
 * Whether two texts may be the same German number: not if their sections or digits differ, or their courts. A court that one of them lacks
 * is no difference. Undefined unless both are German numbers.
 */
export function maybeSameGerman(one: string, other: string): boolean | undefined {
  const [some, others] = [parseGermanNumbers(one), parseGermanNumbers(other)];
  if (some.length === 0 || others.length === 0) return undefined;
  return some.some(({ court, number }) =>
    others.some((two) => two.number === number && (court ?? two.court) === (two.court ?? court)),
  );
}

/** Returns the parts of a German number, with each name and code of its court. */
function parseGermanNumbers(text: string): { readonly court: string | undefined; readonly number: string }[] {
  return germanNumbers(text).flatMap(({ value }) => {
    const [, court, number] = PARTS.exec(value) ?? [];
    return number === undefined ? [] : [{ court, number }];
  });
}

const SECTION = 'H ?R ?A|H ?R ?B|GN ?R|GS ?R|PR|VR';
const FIGURES = String.raw`(?<figures>\d{1,3} \d{3}|\d{1,8})(?<glued>\p{Lu}*)(?= |$)`;
const NUMBER_WORDS = '(?: ?(?:NR|NO|NUMMER|NUMBER))?';
/** `HRB 12345`, `HRB-Nr. 206 446`; without a blank in front: `KölnHRB12345`. */
const WITH_SECTION = [
  new RegExp(`(?:^|(?<= ))(?<section>${SECTION})${NUMBER_WORDS} ?${FIGURES}`, 'u'),
  new RegExp(`(?<section>${SECTIONS}) ?${FIGURES}`, 'u'),
];
const WITHOUT_SECTION = new RegExp(`(?:^|(?<= ))${FIGURES}`, 'gu');
const LETTER_OF_REGISTER = /(?<=HANDELSREGISTERS?) (?:(?:ABTEILUNG|ABT) )?[AB](?= |$)/;
const POSTAL_CODE = /^\d{5}$/;
const LETTERS = /^\p{Lu}{1,3}$/u;
/** A court that the table lacks. */
const UNKNOWN_COURT = /^\p{L}{3,}$|^(?:DE)?[A-Z]\d{4}[A-Z]?$/u;

/**
 * Reads numbers of the German registers of courts as imprints write them (§ 5 DDG): the court and the number in either order, with the words
 * around them, the court under each of its names and codes. Returns the number with the court as registers write it, by name
 * (`KölnHRB12345`) and by XJustiz code (`R3306HRB12345`), with and without the letters that the court writes behind all numbers. Folded as
 * by `foldNumber`. A number without a court has one reading, which names no court.
 */
export function germanNumbers(text: string): GermanNumberReading[] {
  const found = findNumber(splitTokens(text).join(' '));
  if (found === undefined) return [];
  const { number, letters, front, behind } = found;
  const [first, second] = [findCourt(front), findCourt(behind)];
  const court = first ?? second;
  if (first !== undefined && second !== undefined && first !== second) return [];
  if (court !== undefined) return readingsAt(court, number, letters);
  const others = [...withoutWords(front), ...withoutWords(behind)];
  const name = others.join('');
  if (name === '') return [createReading(number + letters)];
  if (!UNKNOWN_COURT.test(name)) return [];
  return [...new Set([name, name.replace(/^DE(?=[A-Z]\d{4})/, '')])].map((one) =>
    createReading(one + number + letters),
  );
}

function createReading(value: string): GermanNumberReading {
  return { value, country: 'DE', schemes: NATIONAL };
}

function readingsAt(court: GermanCourt, number: string, letters: string): GermanNumberReading[] {
  const { name, stored = [], codes, letters: own = [] } = court;
  const names = [name, ...stored].map((one) => splitTokens(one).join(''));
  const places = [...new Set(names), ...codes, ...codes.map((code) => `DE${code}`)];
  // A number without letters is that of any of them, and today's letters are often left out.
  const endings = letters === '' ? ['', ...own] : letters === own[0] ? [letters, ''] : [letters];
  return places.flatMap((place) => endings.map((ending) => createReading(place + number + ending)));
}

/** Finds the number in a text of tokens with single blanks between them. */
function findNumber(text: string): CourtNumber | undefined {
  for (const pattern of WITH_SECTION) {
    const match = pattern.exec(text);
    if (match !== null) return parseCourtNumber(text, match, match.groups?.['section'] ?? '');
  }
  const section = NAMED_SECTIONS.find(([name]) => name.test(text))?.[1];
  if (section === undefined) return undefined;
  const numbers = [...text.matchAll(WITHOUT_SECTION)];
  const [only, ...others] = numbers.length > 1 ? numbers.filter(([one]) => !POSTAL_CODE.test(one)) : numbers;
  return only === undefined || others.length > 0 ? undefined : parseCourtNumber(text, only, section);
}

function parseCourtNumber(text: string, match: RegExpExecArray, section: string): CourtNumber | undefined {
  const { figures = '', glued = '' } = match.groups ?? {};
  const bare = figures.replace(' ', '').replace(/^0+(?=\d)/, '');
  const number = section.replaceAll(' ', '') + bare;
  const front = splitWords(text.slice(0, match.index));
  const [next, ...rest] = [...(glued === '' ? [] : [glued]), ...splitWords(text.slice(match.index + match[0].length))];
  if (next === undefined) return { number, letters: '', front, behind: [] };
  // "Hof" in `HRB 12345 Hof` is a court, not letters that belong to the number.
  const isLetters = LETTERS.test(next) && !WORDS.has(next) && findCourt([next, ...rest]) === undefined;
  return isLetters
    ? { number, letters: next, front, behind: rest }
    : { number, letters: '', front, behind: [next, ...rest] };
}

/** Splits a text at its blanks, and leaves out the letter in `Handelsregister B`. */
function splitWords(text: string): string[] {
  return text
    .replace(LETTER_OF_REGISTER, '')
    .split(' ')
    .filter((word) => word !== '');
}

function isWord(token: string): boolean {
  return WORDS.has(token) || POSTAL_CODE.test(token);
}

/** Returns the tokens without the words at both ends. */
function withoutWords(tokens: readonly string[]): readonly string[] {
  const start = tokens.findIndex((token) => !isWord(token));
  return start === -1 ? [] : tokens.slice(start, tokens.findLastIndex((token) => !isWord(token)) + 1);
}

/** Returns the court that a text names, with words around the name. Other text may be in front of words such as `Amtsgericht`. */
function findCourt(tokens: readonly string[]): GermanCourt | undefined {
  for (let end = tokens.length; end > 0; end--) {
    let isNamed = true;
    // From the longest part to the shortest: the longest name of a court counts.
    for (let start = 0; start < end; start++) {
      if (start > 0) isNamed = isBegun(tokens, start);
      const court = isNamed ? courtNamed(tokens.slice(start, end)) : undefined;
      if (court !== undefined) return court;
    }
    if (!isWord(tokens[end - 1] ?? '')) return undefined;
  }
  return undefined;
}

/** Whether a name may begin at a token: only words are in front of it, or words of which one is followed by a court. */
function isBegun(tokens: readonly string[], start: number): boolean {
  let first = start;
  while (first > 0 && isWord(tokens[first - 1] ?? '')) first--;
  return first === 0 || tokens.slice(first, start).some((token) => BEFORE_A_COURT.test(token));
}
