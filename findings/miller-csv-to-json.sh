#!/usr/bin/env bash
# Miller 6.6.0 (Debian): texts of a CSV that look like numbers make JSON that is not valid.
#
# Guess: what JSON cannot spell as a number (0x1F, 0b101, .5, "1.") leaves as a text, as the names Infinity and NaN
#   do.
# Seen: Miller keeps the spelling of the input and leaves out the quotation marks, so a company called "0x1F", a share
#   of ".5" or the Irish activity code "3101." end the parse of the whole file. 1e5 is valid, but it is another value:
#   100000. Numbers with leading zeros and 1_000 are texts. With -S every field is one.
# So: from a register's CSV to JSON only with `mlr -S`.
. "$(dirname "$0")/trial.bash"
debian_packages miller=6.6.0-2+b3
cat >run.mjs <<'END'
import { execFileSync } from 'node:child_process';
const names = ['00123456', 'Infinity', 'NaN', '1_000', '0x1F', '0b101', '.5', '3101.', '1e5'];
const input = ['name', ...names, ''].join('\n');
const options = { input, encoding: 'utf8' };
const lines = (...flags) => execFileSync('deb/usr/bin/mlr', ['--icsv', '--ojsonl', ...flags, 'cat'], options);
const value = (line) => {
  try {
    return JSON.stringify(JSON.parse(line).name);
  } catch {
    return 'not JSON';
  }
};
const [found, quoted] = [lines(), lines('-S')].map((text) => text.trimEnd().split('\n').map(value));
for (const [index, name] of names.entries()) console.log(name, found[index], quoted[index]);
END
expect node run.mjs <<'END'
00123456 "00123456" "00123456"
Infinity "Infinity" "Infinity"
NaN "NaN" "NaN"
1_000 "1_000" "1_000"
0x1F not JSON "0x1F"
0b101 not JSON "0b101"
.5 not JSON ".5"
3101. not JSON "3101."
1e5 100000 "1e5"
END
