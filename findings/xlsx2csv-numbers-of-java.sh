#!/usr/bin/env bash
# xlsx2csv 0.7.8 (Debian) prints numbers of companies as 2.1141666E7 when a Java program wrote the workbook.
#
# Guess: a number in a cell of the format General comes out in digits, however the file spells it.
# Seen: the text of the cell is copied. Java spells numbers from ten million on with an exponent (Double.toString),
#   which the format allows and spreadsheets show as digits; so numbers of eight and thirteen digits lose their form.
#   SheetJS 0.20.3 reads both spellings as the same number.
# So: a CSV that was made of a register's XLSX may hold numbers that no join finds. Search it for E7 and E12.
. "$(dirname "$0")/trial.bash"
debian_packages xlsx2csv=1:0.7.8-1
npm_packages exceljs@4.4.0 fflate@0.8.3 @e965/xlsx@0.20.3
cat >run.cjs <<'END'
const { read, utils } = require('@e965/xlsx');
const { Workbook } = require('exceljs');
const { strFromU8, strToU8, unzipSync, zipSync } = require('fflate');
const { writeFileSync } = require('node:fs');
(async () => {
  const workbook = new Workbook();
  workbook.addWorksheet('Company').addRow([21141666, 1008600038413, 'Primer d.o.o.']);
  const parts = unzipSync(new Uint8Array(await workbook.xlsx.writeBuffer()));
  const sheet = strFromU8(parts['xl/worksheets/sheet1.xml']);
  const spelled = sheet.replace('>21141666<', '>2.1141666E7<').replace('>1008600038413<', '>1.008600038413E12<');
  parts['xl/worksheets/sheet1.xml'] = strToU8(spelled);
  const file = zipSync(parts);
  writeFileSync('java.xlsx', file);
  console.log('SheetJS', ...utils.sheet_to_json(read(file).Sheets.Company, { header: 1 })[0]);
})();
END
both() {
  node run.cjs
  echo "xlsx2csv $(python3 deb/usr/bin/xlsx2csv java.xlsx)"
}
expect both <<'END'
SheetJS 21141666 1008600038413 Primer d.o.o.
xlsx2csv 2.1141666E7,1.008600038413E12,Primer d.o.o.
END
