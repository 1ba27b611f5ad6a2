import type { Random } from '../../tools/sample/index.ts';

/** Changes a name in one way; undefined if the name has no place for it. It shares no code with folding or with matching. */
type Change = (name: string, random: Random) => string | undefined;

/** Spellings of a legal form, and another form of the same country. */
const FORMS: readonly (readonly [written: string, otherwise: string, another: string])[] = [
  ['GmbH', 'Gesellschaft mit beschränkter Haftung', 'AG'],
  ['AG', 'Aktiengesellschaft', 'GmbH'],
  ['LTD', 'Limited', 'PLC'],
  ['LIMITED', 'Ltd.', 'LLP'],
  ['PLC', 'Public Limited Company', 'Ltd'],
  ['B.V.', 'BV', 'N.V.'],
  ['BV', 'Besloten Vennootschap', 'NV'],
  ['N.V.', 'NV', 'B.V.'],
  ['NV', 'Naamloze Vennootschap', 'BV'],
  ['SARL', 'S.à r.l.', 'SAS'],
  ['SAS', 'S.A.S.', 'SARL'],
  ['SL', 'Sociedad Limitada', 'SA'],
  ['S.L.', 'SL', 'S.A.'],
  ['S.A.', 'SA', 'S.L.'],
  ['SA', 'S.A.', 'SARL'],
  ['S.R.L.', 'Srl', 'S.P.A.'],
  ['S.P.A.', 'Società per azioni', 'S.R.L.'],
  ['LDA', 'Limitada', 'SA'],
  ['AB', 'Aktiebolag', 'HB'],
  ['Oy', 'Osakeyhtiö', 'Ky'],
  ['OÜ', 'Osaühing', 'AS'],
  ['AS', 'Aktsiaselts', 'OÜ'],
  ['MTÜ', 'Mittetulundusühing', 'SA'],
  ['ApS', 'Anpartsselskab', 'A/S'],
  ['A/S', 'Aktieselskab', 'ApS'],
  ['SIA', 'Sabiedrība ar ierobežotu atbildību', 'AS'],
  ['UAB', 'Uždaroji akcinė bendrovė', 'AB'],
  ['d.o.o.', 'društvo s ograničenom odgovornošću', 'd.d.'],
  ['s.r.o.', 'spol. s r.o.', 'a.s.'],
  ['SP. Z O.O.', 'spółka z ograniczoną odpowiedzialnością', 'S.A.'],
  ['ЕООД', 'EOOD', 'АД'],
  ['ООД', 'OOD', 'АД'],
];

const LETTERS = 'abcdefghijklmnoprstuvz';
const DIGITS = '0123456789';
const isLetterOrDigit = (char: string | undefined): boolean => char !== undefined && /[\p{L}\d]/u.test(char);

/** Changes the characters at a place where `length` letters or digits follow each other. */
function atCharacters(length: number, change: (chars: string[], random: Random) => string[]): Change {
  return (name, random) => {
    const chars = Array.from(name);
    const places = chars.flatMap((_, at) =>
      chars.slice(at, at + length).length === length && chars.slice(at, at + length).every(isLetterOrDigit) ? [at] : [],
    );
    if (places.length === 0) return undefined;
    const at = random.pick(places);
    return chars.toSpliced(at, length, ...change(chars.slice(at, at + length), random)).join('');
  };
}

/** Changes the words; names of fewer than `least` words stay. */
function atWords(least: number, change: (words: string[], random: Random) => string[] | undefined): Change {
  return (name, random) => {
    const words = name.split(' ').filter((word) => word !== '');
    return words.length < least ? undefined : change(words, random)?.join(' ');
  };
}

function changeForm(name: string, random: Random): string | undefined {
  for (const [written, otherwise, another] of FORMS) {
    const to = random.pick(['', otherwise, another]);
    if (name.toLowerCase().endsWith(` ${written.toLowerCase()}`))
      return `${name.slice(0, -written.length)}${to}`.trim();
    if (name.toLowerCase().startsWith(`${written.toLowerCase()} `)) return `${to}${name.slice(written.length)}`.trim();
  }
  return undefined;
}

/** Cuts a long word after its first letters, or sets full stops between the letters of a short one. */
function abbreviate(words: string[], random: Random): string[] | undefined {
  const places = words.flatMap((word, at) => (/^\p{L}{7,}$/u.test(word) || /^\p{Lu}{2,4}$/u.test(word) ? [at] : []));
  if (places.length === 0) return undefined;
  const at = random.pick(places);
  const word = words[at] ?? '';
  return words.with(at, word.length >= 7 ? `${word.slice(0, 4)}.` : word.replaceAll(/(?=.)/gu, '.').slice(1) + '.');
}

/** The kinds of noise. Each has an equal share of the questions. */
export const KINDS: Readonly<Record<string, Change>> = {
  'another letter': atCharacters(1, ([char = ''], random) => {
    const others = Array.from(/\d/.test(char) ? DIGITS : LETTERS).filter((other) => other !== char.toLowerCase());
    return [random.pick(others)];
  }),
  'exchanged letters': atCharacters(2, ([a = '', b = '']) => (a === b ? [a] : [b, a])),
  'dropped letter': atCharacters(2, ([, kept = '']) => [kept]),
  'doubled letter': atCharacters(1, ([char = '']) => [char, char]),
  // Of two words, often only the legal form would be left.
  'dropped word': atWords(3, (words, random) => words.toSpliced(random.int(words.length), 1)),
  'word order': atWords(2, (words, random) => {
    const at = random.int(words.length - 1);
    return words.toSpliced(at, 2, words[at + 1] ?? '', words[at] ?? '');
  }),
  'missing space': atWords(2, (words, random) => {
    const at = random.int(words.length - 1);
    return words.toSpliced(at, 2, `${words[at]}${words[at + 1]}`);
  }),
  'legal form': changeForm,
  abbreviation: atWords(2, abbreviate),
  diacritics: (name) => {
    const bare = name.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('ł', 'l').replaceAll('ø', 'o');
    return bare === name.normalize('NFD') ? undefined : bare;
  },
};

const FORM_WORDS = new Set(
  FORMS.flat()
    .flatMap((form) => toWords(form))
    .concat('haftungsbeschrankt'),
);

function toWords(name: string): string[] {
  const letters = name.normalize('NFD').replaceAll(/[\p{M}.'"„“”«»]/gu, '');
  return letters.toLowerCase().match(/[\p{L}\d]+/gu) ?? [];
}

/** Whether two names differ at most in their legal forms, letter case, accents, stops and the order of words. */
export function areNamedAlike(a: string, b: string): boolean {
  return withoutForms(a) === withoutForms(b);
}

function withoutForms(name: string): string {
  return toWords(name)
    .filter((word) => !FORM_WORDS.has(word))
    .toSorted()
    .join(' ');
}
