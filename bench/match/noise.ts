import { FICTION, type Random } from '../../tools/sample/index.ts';

/** How often each change is made to a name, in percent. */
export const NOISE = {
  formDropped: 35,
  formRespelt: 15,
  lowerCase: 40,
  upperCase: 15,
  accentsDropped: 45,
  accentsSpelt: 15,
  transliterated: 60,
  oneMistake: 30,
  twoMistakes: 8,
  wordsTurned: 8,
  wordDropped: 6,
  wordAdded: 6,
  wordAbbreviated: 5,
  wordsJoined: 5,
  wordSplit: 4,
  countrySaid: 50,
  countryWrong: 3,
} as const;

/** A query for a company: its name with mistakes, and perhaps its country. */
export interface NoisyName {
  readonly query: string;
  readonly country?: string;
}

const ADDED = 'Group International Europe Services Holding Online Branch'.split(' ');
const CODES = FICTION.map(({ code }) => code);
const FORMS = new Map(
  FICTION.map(({ code, forms }) => [code, forms.map((pair) => pair.map((form) => form.replace(/^, /, '')))]),
);

/** Changes a name as people and other registers do. */
export function noisyName(name: string, country: string, random: Random): NoisyName {
  const hits = (percent: number): boolean => random.chance(percent / 100);
  let text = respellForm(name, country, random).replaceAll(/["„“”«»]/g, '');
  if (hits(NOISE.transliterated)) text = transliterated(text);
  text = changeWords(text.trim().split(/\s+/), random).join(' ');
  const mistakes = random.int(100);
  const count = mistakes < NOISE.twoMistakes ? 2 : mistakes < NOISE.twoMistakes + NOISE.oneMistake ? 1 : 0;
  for (let i = 0; i < count; i++) text = withMistake(text, random);
  const accents = random.int(100);
  if (accents < NOISE.accentsDropped) text = text.normalize('NFD').replaceAll(/\p{M}/gu, '');
  else if (accents < NOISE.accentsDropped + NOISE.accentsSpelt) text = spelt(text);
  const letters = random.int(100);
  if (letters < NOISE.lowerCase) text = text.toLowerCase();
  else if (letters < NOISE.lowerCase + NOISE.upperCase) text = text.toUpperCase();
  if (!hits(NOISE.countrySaid)) return { query: text };
  return { query: text, country: hits(NOISE.countryWrong) ? random.pick(CODES) : country };
}

/** Drops the legal form, expands it or abbreviates it. */
function respellForm(name: string, country: string, random: Random): string {
  const draw = random.int(100);
  if (draw >= NOISE.formDropped + NOISE.formRespelt) return name;
  for (const [inName = '', published = ''] of FORMS.get(country) ?? []) {
    for (const [one, other] of [
      [inName, published],
      [published, inName],
    ] as const) {
      const instead = draw < NOISE.formDropped ? '' : other;
      if (name.toLowerCase().endsWith(` ${one.toLowerCase()}`)) return `${name.slice(0, -one.length)}${instead}`;
      if (name.toLowerCase().startsWith(`${one.toLowerCase()} `)) return `${instead}${name.slice(one.length)}`;
    }
  }
  return name;
}

/** Moves the first word to the end; drops, adds, abbreviates, joins and splits words. */
function changeWords(words: readonly string[], random: Random): string[] {
  const changed = [...words];
  const hits = (percent: number): boolean => random.chance(percent / 100);
  if (changed.length > 1 && hits(NOISE.wordsTurned)) changed.push(changed.shift() ?? '');
  // The longest word is rarely a common word, and people drop or abbreviate common words.
  const longest = changed.toSorted((a, b) => b.length - a.length)[0];
  const dropped = random.int(changed.length);
  if (changed.length > 2 && changed[dropped] !== longest && hits(NOISE.wordDropped)) changed.splice(dropped, 1);
  if (hits(NOISE.wordAdded)) changed.push(random.pick(ADDED));
  const at = random.int(changed.length);
  const word = changed[at] ?? '';
  if (word.length > 7 && word !== longest && /^\p{L}+$/u.test(word) && hits(NOISE.wordAbbreviated))
    changed[at] = `${word.slice(0, 4)}.`;
  if (at > 0 && hits(NOISE.wordsJoined)) changed.splice(at - 1, 2, `${changed[at - 1] ?? ''}${changed[at] ?? ''}`);
  else if (word.length > 7 && hits(NOISE.wordSplit)) changed.splice(at, 1, word.slice(0, 4), word.slice(4));
  return changed;
}

const LETTER = /\p{L}/u;
const NEIGHBOURS = 'qwertyuiopasdfghjklzxcvbnm';

/** Adds, removes or replaces a letter, or swaps two letters, in a word without digits. */
function withMistake(text: string, random: Random): string {
  const chars = text.normalize('NFC').split('');
  const places = chars.flatMap((char, i) => (LETTER.test(char) && LETTER.test(chars[i + 1] ?? '') ? [i] : []));
  if (places.length === 0) return text;
  const at = random.pick(places);
  const [char = '', next = ''] = chars.slice(at, at + 2);
  const other = NEIGHBOURS[(NEIGHBOURS.indexOf(char.toLowerCase()) + 1) % NEIGHBOURS.length] ?? 'e';
  const changes = [[next, char], [next], [char, char, next], [other, next]];
  chars.splice(at, 2, ...random.pick(changes));
  return chars.join('');
}

const SPELT: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ø: 'oe',
  æ: 'ae',
  å: 'aa',
  š: 'sh',
  č: 'ch',
  ž: 'zh',
};

/** Replaces letters with accents as people without such keys do. */
function spelt(text: string): string {
  return text.replaceAll(/[äöüøæåščž]/giu, (char) => SPELT[char.toLowerCase()] ?? char);
}

/** Transliterations of Greek (ISO 843) and Cyrillic (BGN/PCGN) letters. */
const TRANSLITERATED = new Map(
  (
    'αa βv γg δd εe ζz ηi θth ιi κk λl μm νn ξx οo πp ρr σs ςs τt υy φf χch ψps ωo ' +
    'аa бb вv гg дd еe жzh зz иi йy кk лl мm нn оo пp рr сs тt уu фf хkh цts чch шsh щshch ъa ьy юyu яya ' +
    'іi їyi єye ґg эe ыy ђdj јj љlj њnj ћc џdz'
  )
    .split(' ')
    .map((pair) => [pair.charAt(0), pair.slice(1)]),
);

function transliterated(text: string): string {
  if (!/[\p{sc=Greek}\p{sc=Cyrillic}]/u.test(text)) return text;
  // Greek vowels lose their accents; Cyrillic letters with accents have their own entries.
  return text
    .normalize('NFC')
    .split('')
    .map((char) => {
      const lower = char.toLowerCase();
      const bare = lower.normalize('NFD').charAt(0);
      const latin = TRANSLITERATED.get(lower) ?? TRANSLITERATED.get(bare);
      if (latin === undefined) return char;
      return char === lower ? latin : latin.charAt(0).toUpperCase() + latin.slice(1);
    })
    .join('');
}
