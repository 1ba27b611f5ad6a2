#!/usr/bin/env bash
# One quotation mark too many in a CSV file, as in the Swedish register's, read by DuckDB 1.5.5, csv-parse 7.0.3 and
# papaparse 5.7.1.
#
# Guess: DuckDB stops with an error that names the line; with `strict_mode = false` it keeps the inner marks.
#   csv-parse with `relax_quotes` keeps them too.
# Seen: DuckDB decides that the file has no quotation: every value of every row keeps its outer marks. Without strict
#   mode it drops the inner marks: the name changes. csv-parse returns the row with the outer marks, and fails when
#   the value has a semicolon. Only papaparse keeps the name and reports the fault.
# So: a check of the first row does not find it. Look for values that begin with a mark.
. "$(dirname "$0")/trial.bash"
npm_packages @duckdb/node-api@1.5.5-r.5 csv-parse@7.0.3 papaparse@5.7.1
cat >run.mjs <<'END'
import { DuckDBInstance } from '@duckdb/node-api';
import { parse } from 'csv-parse/sync';
import { writeFileSync } from 'node:fs';
import Papa from 'papaparse';
const database = await (await DuckDBInstance.create()).connect();
const text = 'id;name\n"1";"First AB"\n"2";"Example "North" AB"\n"3";"Last AB"\n';
writeFileSync('names.csv', text);
const duckdb = async (options) =>
  (await database.runAndReadAll(`from read_csv('names.csv'${options})`)).getRowsJson().map(([, name]) => name);
const relaxed = { delimiter: ';', relax_quotes: true, from_line: 2 };
console.log('DuckDB', ...(await duckdb('')));
console.log('not strict', ...(await duckdb(`, delim = ';', quote = '"', escape = '"', strict_mode = false`)));
console.log('csv-parse', ...parse(text, relaxed).map(([, name]) => name));
try {
  parse(text.replace('North" AB', 'North" AB; Branch'), relaxed);
} catch (error) {
  console.log('csv-parse', error.code);
}
const { data, errors } = Papa.parse(text.trimEnd(), { delimiter: ';', header: true });
console.log('papaparse', ...data.map(({ name }) => name), errors[0].code);
END
expect node run.mjs <<'END'
DuckDB "First AB" "Example "North" AB" "Last AB"
not strict First AB Example North AB Last AB
csv-parse First AB "Example "North" AB" Last AB
csv-parse CSV_RECORD_INCONSISTENT_FIELDS_LENGTH
papaparse First AB Example "North" AB Last AB InvalidQuotes
END
