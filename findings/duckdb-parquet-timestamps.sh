#!/usr/bin/env bash
# DuckDB 1.5.5 and hyparquet-writer 0.17.0: a moment in UTC becomes a local time.
#
# Guess: a column of JavaScript dates is a TIMESTAMP WITH TIME ZONE, since hyparquet-writer marks it with the
#   converted type TIMESTAMP_MILLIS, which the Parquet format equates with the logical type "adjusted to UTC".
# Seen: DuckDB makes a TIMESTAMP without a zone of the converted type, and one with a zone only of the logical type.
#   In a session with another zone the two columns of the same moment print different hours, and are not equal.
# So: write the logical type. Who compares such columns casts with `at time zone 'UTC'`.
. "$(dirname "$0")/trial.bash"
npm_packages @duckdb/node-api@1.5.5-r.5 hyparquet-writer@0.17.0
cat >run.mjs <<'END'
import { DuckDBInstance } from '@duckdb/node-api';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { writeFileSync } from 'node:fs';
const data = [new Date('2026-11-28T12:00:00Z')];
writeFileSync('automatic.parquet', Buffer.from(parquetWriteBuffer({ columnData: [{ name: 'moment', data }] })));
const logical_type = { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' };
const schema = [
  { name: 'root', num_children: 1 },
  { name: 'moment', type: 'INT64', repetition_type: 'REQUIRED', logical_type },
];
const columnData = [{ name: 'moment', data }];
writeFileSync('logical.parquet', Buffer.from(parquetWriteBuffer({ schema, columnData })));
const database = await (await DuckDBInstance.create()).connect();
await database.run("set timezone = 'Europe/Athens'");
for (const name of ['automatic', 'logical']) {
  const sql = `select typeof(moment), moment::varchar from '${name}.parquet'`;
  console.log(name, ...(await database.runAndReadAll(sql)).getRowsJson()[0]);
}
const sql = "select count(*)::int from 'automatic.parquet' a join 'logical.parquet' b on a.moment = b.moment";
console.log('equal:', (await database.runAndReadAll(sql)).getRowsJson()[0][0]);
END
expect node run.mjs <<'END'
automatic TIMESTAMP 2026-11-28 12:00:00
logical TIMESTAMP WITH TIME ZONE 2026-11-28 14:00:00+02
equal: 0
END
