#!/usr/bin/env bash
# parsedbf 2.0.0 and dbf-reader 1.0.3 read other dates and amounts from a dBASE file than dbffile 1.13.0 wrote.
#
# Guess: all read 6 May 2010, 2500.50 and true. A field without a value may be null, zero or empty.
# Seen: dbf-reader returns 6 June, and 31 January of the next year for 31 December. parsedbf computes where the rows
#   begin and ignores the length of the header, which the file states. dbffile ends the header with two bytes, so
#   parsedbf reads every field one byte too early: 30 April, 6 and false. When the header ends with one byte, it reads
#   the same rows right. There is no error.
# So: compare a known row, with a date and an amount, before trusting a reader of this format.
. "$(dirname "$0")/trial.bash"
npm_packages dbffile@1.13.0 parsedbf@2.0.0 dbf-reader@1.0.3
cat >run.mjs <<'END'
import { DBFFile } from 'dbffile';
import { Dbf } from 'dbf-reader';
import parseDbf from 'parsedbf';
import { readFileSync } from 'node:fs';

const fields = [
  { name: 'SINCE', type: 'D', size: 8 },
  { name: 'CAPITAL', type: 'N', size: 12, decimalPlaces: 2 },
  { name: 'ACTIVE', type: 'L', size: 1 },
];
const file = await DBFFile.create('companies.dbf', fields);
await file.appendRecords([
  { SINCE: new Date('2010-05-06'), CAPITAL: 2500.5, ACTIVE: true },
  { SINCE: new Date('2010-12-31'), CAPITAL: null, ACTIVE: false },
]);
const bytes = readFileSync('companies.dbf');
const length = bytes.readUInt16LE(8);
const shorter = Buffer.concat([bytes.subarray(0, length - 1), bytes.subarray(length)]);
shorter.writeUInt16LE(length - 1, 8);
const view = ({ buffer, byteOffset, byteLength }) => new DataView(buffer, byteOffset, byteLength);
const readers = {
  dbffile: await (await DBFFile.open('companies.dbf')).readRecords(),
  'dbf-reader': Dbf.read(bytes).rows,
  parsedbf: parseDbf(view(bytes)),
  'parsedbf, one byte': parseDbf(view(shorter)),
};
for (const [reader, rows] of Object.entries(readers))
  for (const { SINCE, CAPITAL, ACTIVE } of rows)
    console.log(reader.padEnd(18), SINCE.toISOString().slice(0, 10), CAPITAL, ACTIVE);
END
TZ=UTC expect node run.mjs <<'END'
dbffile            2010-05-06 2500.5 true
dbffile            2010-12-31 null false
dbf-reader         2010-06-06 2500.5 true
dbf-reader         2011-01-31 0 false
parsedbf           2010-04-30 6 false
parsedbf           2010-12-03 1 false
parsedbf, one byte 2010-05-06 2500.5 true
parsedbf, one byte 2010-12-31 NaN false
END
