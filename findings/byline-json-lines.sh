#!/usr/bin/env bash
# byline 5.0.0 splits a line of JSON Lines within a company's name.
#
# Guess: a line ends at a line feed, with or without a carriage return, as in JSON Lines. JSON writes other control
#   characters of ASCII as escapes, so a text cannot split a line.
# Seen: byline ends a line at all line ends of Unicode, such as U+0085, U+2028 and U+2029. JSON allows these inside a
#   text, and `JSON.stringify` writes them as they are. Neither half of such a line is JSON. ndjson 2.0.0 reads the
#   same file.
# So: split files at "\n" only. A writer that escapes these three characters is safe with any reader.
. "$(dirname "$0")/trial.bash"
npm_packages byline@5.0.0 ndjson@2.0.0
cat >run.cjs <<'END'
const byline = require('byline');
const ndjson = require('ndjson');
const { Readable } = require('node:stream');

const names = ['Bau\nAG', 'Bau\u0085AG', 'Bau\u2028AG', 'Bau\u2029AG'];
const input = () => Readable.from(names.map((name) => Buffer.from(`${JSON.stringify({ name })}\n`)));
const main = async () => {
  let [whole, broken] = [0, 0];
  for await (const line of byline(input(), { encoding: 'utf8' })) {
    try {
      JSON.parse(line);
      whole++;
    } catch {
      broken++;
    }
  }
  console.log(`byline: ${whole} records, ${broken} lines that are not JSON`);
  let records = 0;
  for await (const _ of input().pipe(ndjson.parse())) records++;
  console.log(`ndjson: ${records} records`);
};
main();
END
expect node run.cjs <<'END'
byline: 1 records, 6 lines that are not JSON
ndjson: 4 records
END
