#!/usr/bin/env bash
# exceljs 4.4.0: the `text` of a cell is not what a spreadsheet shows.
#
# Guess: `cell.text` of the number 123456 with the format 00000000, which keeps zeros of company numbers in front of
#   people's eyes, is "00123456", as in SheetJS.
# Seen: "123456": the format is not applied. SheetJS 0.20.3 gives what is shown.
# So: apply `numFmt` yourself, or the numbers of a list are two digits short.
. "$(dirname "$0")/trial.bash"
npm_packages exceljs@4.4.0 @e965/xlsx@0.20.3
cat >run.cjs <<'END'
const { read, utils } = require('@e965/xlsx');
const { Workbook } = require('exceljs');
(async () => {
  const workbook = new Workbook();
  const cell = workbook.addWorksheet('List').getCell('A1');
  cell.value = 123456;
  cell.numFmt = '00000000';
  const file = await workbook.xlsx.writeBuffer();
  const again = (await new Workbook().xlsx.load(file)).worksheets[0].getCell('A1');
  console.log('exceljs', again.text, again.numFmt);
  console.log('SheetJS', ...utils.sheet_to_json(read(file).Sheets.List, { header: 1, raw: false })[0]);
})();
END
expect node run.cjs <<'END'
exceljs 123456 00000000
SheetJS 00123456
END
