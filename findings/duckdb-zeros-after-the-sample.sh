#!/usr/bin/env bash
# DuckDB 1.5.5: leading zeros of a CSV column survive only when one of the first rows has some.
#
# Guess: the reader takes a column with leading zeros as text, so zeros that first appear behind the sample (20,480
#   rows) stop the read with a conversion error, as letters do.
# Seen: letters stop it; zeros do not. `00000006` becomes 6 without a word when only later rows have zeros, and stays
#   a text when an early row has them: the same file in another order gives another type.
# So: numbers of companies need `all_varchar = true` or `types`. A test on the first thousand rows proves nothing.
. "$(dirname "$0")/trial.bash"
npm_packages @duckdb/node-api@1.5.5-r.5
cat >run.mjs <<'END'
import { DuckDBInstance } from '@duckdb/node-api';
import { writeFileSync } from 'node:fs';
const database = await (await DuckDBInstance.create()).connect();
const plain = Array.from({ length: 30_000 }, (_, index) => String(10_000_000 + index));
const last = async (about, rows, looked) => {
  writeFileSync('numbers.csv', ['number', ...rows, ''].join('\n'));
  try {
    const sql = `select typeof(number), number::varchar from 'numbers.csv' where number = '${looked}'`;
    console.log(about, ...(await database.runAndReadAll(sql)).getRowsJson()[0]);
  } catch (error) {
    console.log(about, error.message.split(':')[0]);
  }
};
await last('zeros first:', ['00000006', ...plain], '00000006');
await last('zeros last:', [...plain, '00000006'], '00000006');
await last('letters last:', [...plain, 'SC000006'], 'SC000006');
END
expect node run.mjs <<'END'
zeros first: VARCHAR 00000006
zeros last: BIGINT 6
letters last: Conversion Error
END
