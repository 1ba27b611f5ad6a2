#!/usr/bin/env bash
# @sindresorhus/transliterate 2.3.1 leaves Cyrillic letters in Serbian names, among them ј, which looks like a Latin
# j.
#
# Guess: the result has only Latin letters, at the latest with the locale `sr`, and the Bulgarian ъ becomes an a.
# Seen: without a locale ђ, ћ, џ, ј stay while љ and њ become Latin; with `sr` ј and Ј still stay, so that "Srbiја" is
#   partly Cyrillic and equals no Latin text. ъ disappears: "България" is "Blgariya", with the locale `bg` as well. A
#   capital of two letters has both as capitals: "THessaloniki".
# So: search folded names for letters that are left over (\p{Script=Cyrillic}) before they become keys.
. "$(dirname "$0")/trial.bash"
npm_packages @sindresorhus/transliterate@2.3.1
cat >run.mjs <<'END'
import transliterate from '@sindresorhus/transliterate';
for (const [locale, name] of [
  [undefined, 'Ђорђевић Србија Љубав'],
  ['sr', 'Ђорђевић Србија Љубав'],
  [undefined, 'България'],
  ['bg', 'България'],
  ['el', 'Θεσσαλονίκη'],
]) {
  const latin = transliterate(name, { locale });
  const left = [...latin].filter((letter) => /\p{Script=Cyrillic}/u.test(letter));
  console.log(locale ?? '-', latin.replace(/\p{Script=Cyrillic}/gu, '?'), left.join('') || '-');
}
END
expect node run.mjs <<'END'
- ?or?evi? Srbi?a Ljubav Ђђћј
sr Djordjevic Srbi?a Ljubav ј
- Blgariya -
bg Blgariya -
el THessaloniki -
END
