#!/usr/bin/env bash
# DuckDB 1.5.5: in a CSV of Norwegian companies the column of countries becomes the truth value false.
#
# Guess: a column in which every value is NO stays text; YAML has that fault, CSV has not.
# Seen: it is BOOLEAN, and every country is false; a company type T or F is a truth value as well. One row of another
#   country anywhere in the sample makes it text, so two files of a folder that is split by country have two types.
# So: name the types, or `all_varchar = true`.
. "$(dirname "$0")/trial.bash"
npm_packages @duckdb/node-api@1.5.5-r.5
cat >run.mjs <<'END'
import { DuckDBInstance } from '@duckdb/node-api';
import { writeFileSync } from 'node:fs';
const database = await (await DuckDBInstance.create()).connect();
const first = async (rows) => {
  writeFileSync('companies.csv', ['number,country', ...rows, ''].join('\n'));
  const sql = "select typeof(country), country::varchar from 'companies.csv' limit 1";
  console.log(...rows, '>', ...(await database.runAndReadAll(sql)).getRowsJson()[0]);
};
await first(['1,NO', '2,NO']);
await first(['1,NO', '2,SE']);
await first(['1,FI', '2,FI']);
END
expect node run.mjs <<'END'
1,NO 2,NO > BOOLEAN false
1,NO 2,SE > VARCHAR NO
1,FI 2,FI > VARCHAR FI
END
