#!/usr/bin/env bash
# slugify 1.6.9 writes Greek as people type it on a Latin keyboard, and drops Maltese letters.
#
# Guess: Greek follows the standard ELOT 743 (θ th, η i, ξ x, ω o), at the latest with the locale `el`, and a letter
#   with a mark loses the mark only.
# Seen: θ is 8, ξ is 3, η is h, ω is w; there is no locale `el`, and an unknown one is no error. Ħ and ġ disappear:
#   the Maltese town Ħamrun becomes "amrun", and Żebbuġ "zebbu".
# So: a slug of a Greek name meets no slug of the name that the company itself writes in Latin letters.
. "$(dirname "$0")/trial.bash"
npm_packages slugify@1.6.9
cat >run.cjs <<'END'
const slugify = require('slugify');
for (const name of ['Θεσσαλονίκη', 'Ξένη Ωμέγα', 'Ħamrun', 'Żebbuġ', 'Łódź', 'Österreich'])
  console.log(slugify(name, { lower: true }), slugify(name, { lower: true, locale: 'el' }));
END
expect node run.cjs <<'END'
8essalonikh 8essalonikh
3enh-wmega 3enh-wmega
amrun amrun
zebbu zebbu
lodz lodz
osterreich osterreich
END
