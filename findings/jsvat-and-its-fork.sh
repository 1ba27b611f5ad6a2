#!/usr/bin/env bash
# jsvat 2.5.4 and its maintained fork jsvat-next 3.0.4 each refuse numbers that the other accepts.
#
# Guess: jsvat knows the Belgian numbers that begin with 1 (given since 2023), and the fork accepts all that jsvat
#   does.
# Seen: jsvat refuses every Belgian number that begins with 1, and the prefix XI of Northern Ireland; the fork accepts
#   both. But with all its countries the fork accepts no Norwegian number in any spelling: without the prefix it takes
#   the number for an Australian one. With Norway as the only country, only `MVA` without a prefix is valid.
# So: who moves to the fork gains Belgium and loses Norway.
. "$(dirname "$0")/trial.bash"
npm_packages jsvat@2.5.4 jsvat-next@3.0.4
cat >run.cjs <<'END'
const fork = require('jsvat-next');
const check = ({ checkVAT, ...rest }, number) =>
  checkVAT(number, Object.values(rest).filter((one) => typeof one?.calcFn === 'function')).isValid;
const belgian = ['BE0203201340', 'BE1000003682', 'XI220430231'];
const norwegian = ['NO923609016MVA', 'NO 923 609 016 MVA', 'NO923609016', '923609016MVA'];
for (const number of [...belgian, ...norwegian])
  console.log(number, check(require('jsvat'), number), check(fork, number));
for (const number of norwegian) console.log('Norway only:', number, fork.checkVAT(number, [fork.norway]).isValid);
console.log(fork.checkVAT('923609016MVA', [fork.australia, fork.norway]).country.name);
END
expect node run.cjs <<'END'
BE0203201340 true true
BE1000003682 false true
XI220430231 false true
NO923609016MVA true false
NO 923 609 016 MVA true false
NO923609016 true false
923609016MVA false false
Norway only: NO923609016MVA false
Norway only: NO 923 609 016 MVA false
Norway only: NO923609016 false
Norway only: 923609016MVA true
Australia
END
