#!/usr/bin/env bash
# fast-lei 1.2.0 accepts two codes for one body: check digits 00, 01 and 99 pass beside 97, 98 and 02.
#
# Guess: ISO 7064 MOD 97-10 gives check digits from 02 to 98, so a validator refuses 00, 01 and 99; and the code is
#   upper case, as the README gives the pattern `^[0-9A-Z]{20}$`.
# Seen: only the remainder counts: each of the three pairs below passes in both spellings, and lower case passes.
#   python3-stdnum 1.18 accepts the same pairs.
# So: "valid" does not make a LEI a unique key. Compare with what `generate` returns, in upper case, before a join.
. "$(dirname "$0")/trial.bash"
npm_packages fast-lei@1.2.0
cat >run.cjs <<'END'
const { isValid, generate } = require('fast-lei');
// Bodies of invented codes whose check digits are 97, 98 and 02.
for (const [body, other] of [
  ['96950074ABCDEFGHIJ', '00'],
  ['96950008ABCDEFGHIJ', '01'],
  ['96950039ABCDEFGHIJ', '99'],
])
  console.log(generate(body), isValid(generate(body)), body + other, isValid(body + other));
console.log(isValid(generate('96950074ABCDEFGHIJ').toLowerCase()));
END
expect node run.cjs <<'END'
96950074ABCDEFGHIJ97 true 96950074ABCDEFGHIJ00 true
96950008ABCDEFGHIJ98 true 96950008ABCDEFGHIJ01 true
96950039ABCDEFGHIJ02 true 96950039ABCDEFGHIJ99 true
true
END
