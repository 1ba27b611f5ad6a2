#!/usr/bin/env bash
# cleanco 1.0.2 (npm, a port of the Python package): removes letters, and words at the start of a name.
#
# Guess: it removes legal forms of many countries, and leaves the rest of a name as it was, perhaps in lower case.
# Seen: any letter outside ASCII becomes a blank, so "Müller" and "Möller" become the same name; without such letters
#   the Polish "Sp. z o.o." and the Italian "SpA" stay; a first word such as "CO" or "SA" is removed as a legal form.
#   A name in Cyrillic comes back as it was, with its legal form.
# So: as a key for joins it merges different companies of Central Europe.
. "$(dirname "$0")/trial.bash"
npm_packages cleanco@1.0.2
cat >run.cjs <<'END'
const cleanco = require('cleanco');
const names = [
  'Example Oyj',
  'Müller GmbH & Co. KG',
  'Möller GmbH',
  'Novák s.r.o.',
  'Éxample, a. s.',
  'Przyklad Sp. z o.o.',
  'Esempio SpA',
  'CO Holding AG',
  'ТОВ "Приклад"',
];
for (const name of names) console.log(`${name} > ${cleanco.clean(name)}`);
END
expect node run.cjs <<'END'
Example Oyj > example
Müller GmbH & Co. KG > m ller
Möller GmbH > m ller
Novák s.r.o. > nov k
Éxample, a. s. > xample a. s.
Przyklad Sp. z o.o. > przyklad sp. z o.o.
Esempio SpA > esempio spa
CO Holding AG > holding
ТОВ "Приклад" > ТОВ "Приклад"
END
