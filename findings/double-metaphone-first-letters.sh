#!/usr/bin/env bash
# double-metaphone 2.0.1 drops Š, Ž, Č, Ö and Å as if nobody pronounced them.
#
# Guess: a name has the code of its spelling without marks: Šumava that of Sumava, Öresund that of Oresund.
# Seen: only Ç and Ñ have rules of their own. Other letters with marks count as nothing, so a first vowel is no longer
#   one and a consonant disappears: "Šumava" is MF, "Łódź" is T. Müller and Muller agree, as vowels inside do not count.
# So: fold names to ASCII before their codes become keys.
. "$(dirname "$0")/trial.bash"
npm_packages double-metaphone@2.0.1
cat >run.mjs <<'END'
import { doubleMetaphone } from 'double-metaphone';
const pairs = ['Šumava Sumava', 'Žatec Zatec', 'Čedok Cedok', 'Łódź Lodz', 'Öresund Oresund', 'Åker Aker'];
for (const pair of [...pairs, 'Müller Muller'])
  console.log(...pair.split(' ').map((name) => `${name} ${doubleMetaphone(name)[0]}`));
END
expect node run.mjs <<'END'
Šumava MF Sumava SMF
Žatec TK Zatec STK
Čedok TK Cedok STK
Łódź T Lodz LTS
Öresund RSNT Oresund ARSNT
Åker KR Aker AKR
Müller MLR Muller MLR
END
