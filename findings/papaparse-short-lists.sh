#!/usr/bin/env bash
# papaparse 5.7.1 does not find the semicolon of a list of two columns that has fewer than ten lines.
#
# Guess: the delimiter of "name;number" is found with any count of rows, whether the last line ends with a line feed or
#   not; commas inside names are the danger.
# Seen: the empty text behind the last line feed counts as a row of one field, so rows have fewer than two fields on
#   average; the comma is taken, and a name with a comma is cut. Ten lines are looked at: from there on, without the
#   last line feed, or with `skipEmptyLines`, the semicolon is found.
# So: a short test list fails where the genuine one works. Pass `skipEmptyLines`, and read `errors`.
. "$(dirname "$0")/trial.bash"
npm_packages papaparse@5.7.1
cat >run.cjs <<'END'
const { parse } = require('papaparse');
const print = (lines, end, options) => {
  const rows = Array.from({ length: lines - 1 }, (_, index) => `Muster, Beispiel GmbH;${1234567 + index}`);
  const { data, errors, meta } = parse(['name;number', ...rows].join('\n') + end, { header: true, ...options });
  console.log(lines, JSON.stringify(end), meta.delimiter, JSON.stringify(data[0]), errors[0]?.code ?? 'no error');
};
print(9, '\n');
print(9, '');
print(9, '\n', { skipEmptyLines: true });
print(10, '\n');
END
expect node run.cjs <<'END'
9 "\n" , {"name;number":"Muster","__parsed_extra":[" Beispiel GmbH;1234567"]} UndetectableDelimiter
9 "" ; {"name":"Muster, Beispiel GmbH","number":"1234567"} no error
9 "\n" ; {"name":"Muster, Beispiel GmbH","number":"1234567"} no error
10 "\n" ; {"name":"Muster, Beispiel GmbH","number":"1234567"} TooFewFields
END
