#!/usr/bin/env bash
# Four packages that remove accents agree on no folding of Central European names.
#
# Guess: lodash.deburr 4.1.0, diacritics 1.3.0, latinize 2.0.0 and remove-accents 0.5.0 all return ASCII for letters of
#   the languages of Europe, in the case of the original, and the same letters.
# Seen: deburr keeps the Romanian ș and ț (with a comma below, as registers write them); remove-accents makes a small l
#   of the capital Ł; three keep the capital ẞ and one makes a single S of it; Þ is TH in two and Th in the others.
# So: keys that two programs make with two of these do not meet. Choose one, and test it with each country's letters.
. "$(dirname "$0")/trial.bash"
npm_packages lodash.deburr@4.1.0 diacritics@1.3.0 latinize@2.0.0 remove-accents@0.5.0
cat >run.cjs <<'END'
const latinize = require('latinize');
const [deburr, { remove }] = [require('lodash.deburr'), require('diacritics')];
const folds = [deburr, remove, latinize.default ?? latinize, require('remove-accents')];
for (const name of ['Timișoara', 'Łódź', 'STRAẞE', 'Þór', 'Đakovo'])
  console.log(name, '>', ...folds.map((fold) => fold(name)));
END
expect node run.cjs <<'END'
Timișoara > Timișoara Timisoara Timisoara Timisoara
Łódź > Lodz Lodz Lodz lodz
STRAẞE > STRAẞE STRASE STRAẞE STRAẞE
Þór > Thor Thor THor THor
Đakovo > Dakovo Dakovo Dakovo Dakovo
END
