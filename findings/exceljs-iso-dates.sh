#!/usr/bin/env bash
# exceljs 4.4.0 reads the dates that xlsx 0.18.5 (SheetJS) writes as days of 1905.
#
# Guess: a date goes from one package to the other, whatever option the writer had.
# Seen: with `cellDates`, xlsx writes the cell type `d`, a date of ISO 8601 in digits, which ISO/IEC 29500 allows.
#   exceljs takes the year for the count of days since 1900: all dates of 2010 are 2 July 1905, and there is no error.
#   Without the option the cell is a count of days, and exceljs reads it. read-excel-file 9.3.17 reads both.
# So: a company that was registered in 1905 may have been registered in 2010. Look at `t="d"` in the sheet first.
. "$(dirname "$0")/trial.bash"
npm_packages xlsx@0.18.5 exceljs@4.4.0 read-excel-file@9.3.17
cat >run.mjs <<'END'
import ExcelJS from 'exceljs';
import readExcelFile from 'read-excel-file/node';
import XLSX from 'xlsx';

const day = (value) => value.toISOString().slice(0, 10);
for (const cellDates of [true, false]) {
  const dates = ['2010-05-06', '2010-12-31', '2024-01-02'];
  const sheet = XLSX.utils.aoa_to_sheet([dates.map((date) => new Date(date))], { cellDates });
  const book = XLSX.utils.book_new();
  XLSX.utils.book_append_sheet(book, sheet, 'Register');
  const bytes = XLSX.write(book, { type: 'buffer', cellDates });
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(bytes);
  const cells = workbook.worksheets[0].getRow(1).values.slice(1);
  console.log(`cellDates ${cellDates}`);
  console.log('  exceljs:', ...cells.map(day));
  const [{ data }] = await readExcelFile(bytes);
  console.log('  read-excel-file:', ...data[0].map(day));
}
END
TZ=UTC expect node run.mjs <<'END'
cellDates true
  exceljs: 1905-07-02 1905-07-02 1905-07-16
  read-excel-file: 2010-05-06 2010-12-31 2024-01-02
cellDates false
  exceljs: 2010-05-06 2010-12-31 2024-01-02
  read-excel-file: 2010-05-06 2010-12-31 2024-01-02
END
