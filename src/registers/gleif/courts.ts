import { foldName, GERMAN_COURTS } from '../../model/index.ts';

/** The words before the name of a court in the list of authorities. */
const WORD_FOR_COURT = /^(?:amtsgericht|registergericht|(?:local|district) court)(?: (?:of|in))?\s+/i;

/** First words of names that are ambiguous without the second word. */
const BEFORE_A_NAME = new Set(['bad', 'sankt', 'st']);

/** A number as GLEIF has it: section, figures, and the letters that some courts append. */
const NUMBER = /^(HRA|HRB|GnR|GsR|PR|VR)[\s.:-]*0*(\d+)[\s-]*([A-Z]{1,3})?$/i;

/** The standard spelling of each section, by its name in capitals. */
const SECTIONS: ReadonlyMap<string, string> = new Map(
  ['HRA', 'HRB', 'GnR', 'GsR', 'PR', 'VR'].map((one) => [one.toUpperCase(), one]),
);

/** Letters that one court appends to every number. Its numbers are written with or without them. */
const LETTERS_OF_ALL = { code: 'F1103R', letters: 'B' };

const COURTS = GERMAN_COURTS.map(({ name, codes }) => ({ name: foldName(name), codes }));
const BY_NAME = new Map(COURTS.map(({ name, codes }) => [name, codes]));
const BY_FIRST_WORD = Map.groupBy(COURTS, ({ name }) => firstWord(name));

/** Returns the XJustiz codes of the court that a registration authority names; empty for any other authority. */
export function findCourtCodes(authority: string): readonly string[] {
  const name = authority.trim();
  if (!WORD_FOR_COURT.test(name)) return [];
  const court = name.replace(WORD_FOR_COURT, '');
  const [, before = court, within = ''] = /^([^(]*)\(([^)]*)\)\s*$/.exec(court) ?? [];
  const known = [court, within, before].map((one) => BY_NAME.get(foldName(one))).find((codes) => codes !== undefined);
  // Several courts may have the same first word.
  const [similar, ...others] = BY_FIRST_WORD.get(firstWord(foldName(before))) ?? [];
  return known ?? (others.length === 0 ? similar?.codes : undefined) ?? [];
}

/** Returns a number with the code of its court, `K1101R_HRB41602`, as OpenCorporates and the dump of OffeneRegister write it. */
export function numbersWithCourt(codes: readonly string[], number: string): string[] {
  const [, section = '', figures, letters = ''] = NUMBER.exec(number.trim()) ?? [];
  if (figures === undefined) return [];
  const plain = `${SECTIONS.get(section.toUpperCase()) ?? ''}${figures}`;
  return codes.flatMap((code) => {
    const ofAll = code === LETTERS_OF_ALL.code && letters.toUpperCase() === LETTERS_OF_ALL.letters;
    return [...(ofAll ? [`${code}_${plain}`] : []), `${code}_${plain}${letters.toUpperCase()}`];
  });
}

function firstWord(folded: string): string {
  const [first = '', second = ''] = folded.split(' ');
  return BEFORE_A_NAME.has(first.toLowerCase()) ? `${first} ${second}` : first;
}
