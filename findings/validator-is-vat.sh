#!/usr/bin/env bash
# validator 13.15.35: isVAT refuses the usual numbers of Spain, Ireland, Great Britain and Norway.
#
# Guess: numbers as companies print them are accepted; the worst case is a wrong check digit that passes.
# Seen: a Spanish number must end in a letter, but those of limited companies (A, B) end in a digit; an Irish number
#   with two letters at the end (since 2013) is refused; a British one needs two blanks and a Norwegian one `MVA`. A
#   Greek number is found under `EL` only: with the ISO code GR the function throws. A check digit is computed for few
#   countries, so nine zeros are a German number.
# So: isVAT is not a filter for lists of companies: it drops the limited companies of Spain.
. "$(dirname "$0")/trial.bash"
npm_packages validator@13.15.35
cat >run.cjs <<'END'
const { isVAT } = require('validator');
const numbers = {
  ES: ['A28015865', 'ESA28015865', 'ESX1234567L'],
  IE: ['IE6388047V', 'IE3628739UA'],
  GB: ['GB220430231', 'GB220 4302 31'],
  NO: ['NO923609016', 'NO923609016MVA'],
  DE: ['DE000000000'],
  EL: ['EL094019245'],
  GR: ['EL094019245'],
};
for (const [country, list] of Object.entries(numbers))
  for (const number of list) {
    let answer;
    try {
      answer = isVAT(number, country);
    } catch (error) {
      answer = error.message;
    }
    console.log(country, number, answer);
  }
END
expect node run.cjs <<'END'
ES A28015865 false
ES ESA28015865 false
ES ESX1234567L true
IE IE6388047V true
IE IE3628739UA false
GB GB220430231 false
GB GB220 4302 31 true
NO NO923609016 false
NO NO923609016MVA true
DE DE000000000 true
EL EL094019245 true
GR EL094019245 Invalid country code: 'GR'
END
