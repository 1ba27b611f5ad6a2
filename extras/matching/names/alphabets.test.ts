/**
 * Every letter as people type it on a foreign keyboard. The ways are those of transliteration standards (ELOT 743, ISO 9, ISO 843,
 * BGN/PCGN, ICAO 9303, the laws of Bulgaria and Ukraine) and of libraries that transliterate, and those of informal writing.
 */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { COUNTRIES, foldName } from '../../../src/model/index.ts';
import { alphabetKeys, areTypedAlike, spellingKey } from './spelling.ts';

const GERMAN = 'ä a ae; ö o oe; ü u ue; ß ss s';
const SLAVIC = 'č c ch cz; š s sh sz; ž z zh; ř r; ě e; ů u; ď d; ť t; ň n; ľ l; ĺ l; ŕ r; ý y i';
const SERBIAN = 'č c ch tch; ć c ch tj; š s sh; ž z zh; đ d dj dy gj; dž dz dzh';
const FRENCH = 'é e; è e; ê e; ë e; ç c; à a; â a; î i; ï i; ô o; ù u; œ oe o; æ ae a';

/** The letters of each country; of each letter, the ways in which it is typed. */
const LETTERS: Readonly<Record<string, string>> = {
  AT: GERMAN,
  BE: `${FRENCH}; ij ij y`,
  BG: 'в v w; ж zh j z; й y i j; х h kh; ц ts c tz; ч ch 4; ш sh 6; щ sht shch 6t; ъ a u y; ю yu iu ju; я ya ia ja q; дж dzh dj',
  CH: `${GERMAN}; ${FRENCH}`,
  CY: 'η i h; ω o w; χ ch h kh x; ξ x ks 3; υ y u i; ου ou oy u; ğ g; ı i; ş s sh; ç c; ö o oe; ü u ue',
  CZ: SLAVIC,
  DE: GERMAN,
  DK: 'æ ae; ø o oe; å a aa',
  EE: `õ o oe; ä a ae; ö o oe; ü u ue y; š s sh; ž z zh`,
  ES: 'ñ n nn ny nh gn; ç c; á a; í i; ó o; ú u; ü u; l·l ll l',
  FI: 'ä a ae; ö o oe; å a aa; ü u y; š s sh',
  FR: FRENCH,
  GB: 'ŵ w; ŷ y; â a',
  GR: 'β v b; γγ g gg ng; γκ g gk; η i h; θ th 8; κ k c; μπ b mp mb; ντ d nt nd; ξ x ks 3; υ y u i; φ f ph; χ ch h kh x; ψ ps; ω o w; ου ou oy u; αυ av af ay au; ευ ev ef ey eu; ει ei i; οι oi i; αι ai e; τζ tz',
  HR: SERBIAN,
  HU: 'ő o oe; ű u ue; ö o oe; ü u ue; á a; é e',
  IE: 'á a; é e; í i; ó o; ú u',
  IS: 'þ th; ð d dh th; æ ae a ai; ö o oe; á a; ý y i',
  IT: 'à a; è e; ì i; ò o; ù u',
  LI: GERMAN,
  LT: 'ą a; č c ch; ę e; ė e; į i; š s sh; ų u; ū u uu; ž z zh',
  LU: `${GERMAN}; ${FRENCH}`,
  LV: 'ā a aa; č c ch; ē e ee; ģ g gj; ī i ii; ķ k kj; ļ l lj; ņ n nj; š s sh; ū u uu; ž z zh',
  MD: 'ă a; â a; î i; ș s sh; ş s sh; ț t ts tz; ţ t ts tz; ж zh z; х kh h; ц ts c; щ shch sch; ы y i; ю yu iu ju; я ya ia ja',
  MT: 'ħ h; ġ g; ż z; ċ c; à a',
  NL: 'ij ij y; ë e; ï i',
  NO: 'æ ae; ø o oe; å a aa',
  PL: 'ą a; ć c; ę e; ł l; ń n; ó o; ś s; ź z; ż z',
  PT: 'ã a; õ o; ç c; á a; ê e',
  RO: 'ă a; â a; î i; ș s sh; ş s sh; ț t ts tz; ţ t ts tz',
  RS: `${SERBIAN}; ђ dj gj d; ж z zh; х h kh; ц c ts; ч c ch; ћ c ch tj; џ dz dzh; ш s sh; љ lj ly; њ nj ny`,
  SE: 'å a aa; ä a ae; ö o oe',
  SI: SERBIAN,
  SK: SLAVIC,
  UA: 'г h g; ґ g; є ye ie e; ж zh z; и y i; і i; ї yi i; й y i j; х kh h; ц ts c; щ shch sch; ю yu iu ju; я ya ia ja; зг zgh; в v w; кс ks x',
};

/** Vowels are tried between consonants, other letters between vowels: beside another vowel they would be a digraph. */
function isVowel(letter: string): boolean {
  return /^[aeiouy]/.test(foldName(letter));
}

/** Whether two spellings of a word lead to each other in a country. */
function isFound(written: string, typed: string, country: string): boolean {
  const [one, other] = [foldName(written), foldName(typed)];
  if (spellingKey(one) === spellingKey(other)) return true;
  return areTypedAlike(one, other, [country]);
}

suite('A word is found whichever way a letter of its alphabet is typed', () => {
  test('in all countries', () => assert.deepEqual(Object.keys(LETTERS).toSorted(), [...COUNTRIES.keys()].toSorted()));

  for (const [country, letters] of Object.entries(LETTERS))
    test(country, () => {
      const missed = letters.split('; ').flatMap((entry) => {
        const [letter = '', ...ways] = entry.split(' ');
        const [before, behind] = isVowel(letter) ? ['rol', 'rolo'] : ['ro', 'olo'];
        const other = ways.filter(
          (way) => !isFound(before + foldName(letter) + behind, before + way + behind, country),
        );
        return other.map((way) => `${letter} as ${way}`);
      });
      assert.deepEqual(missed, []);
    });

  for (const [country, written, ...ways] of [
    ['HR', 'ĐURĐEVAC', 'Djurdjevac', 'Durdevac', 'Gjurgjevac'],
    ['HR', 'MEĐUGRAĐE', 'Medjugradje', 'Medugrade'],
    ['RS', 'Ђурђевак', 'Đurđevak', 'Djurdjevak'],
    ['GR', 'Κίνηση', 'Kinisi', 'kinhsh', 'Kinissi'],
    ['GR', 'Μιχάλης', 'Michalis', 'Mihalis', 'mixalhs'],
    ['GR', 'Γιασεμί', 'Giasemi', 'Yiasemi'],
    ['GR', 'Παπαρούνα', 'Paparouna', 'paparoyna', 'Paparuna'],
    ['BG', 'Бързолистник', 'Barzolistnik', 'Burzolistnik', 'Byrzolistnik'],
    ['UA', 'Згорілець', 'Zghorilets', 'Zgorilets', 'Zgoryletz'],
    ['UA', 'Євшан', 'Yevshan', 'Ievshan', 'Evshan'],
    ['EE', 'Ühingla', 'Uhingla', 'Yhingla', 'Uehingla'],
  ] as const)
    test(`${written}: ${ways.join(', ')}`, () => {
      assert.deepEqual(ways.filter((way) => !isFound(written, way, country)), []); // prettier-ignore
    });
});

test('the ways of an alphabet do not count in the names of other countries', () => {
  assert.ok(!isFound('Burgvogt', 'Bargvogt', 'DE'));
  for (const [word, country] of [
    ['burgvogt', 'DE'],
    ['12345678', 'GR'],
    ['ypi', 'EE'],
  ] as const)
    assert.ok(alphabetKeys(word, [country]).every((key) => key === undefined));
});
