/** Files of other programs that people take for lists. Each is named, with the way to a list that is read. */

const SAVE_AS = 'save it as XLSX or CSV';

export const PARQUET = 'Parquet is not read: save it as CSV';

/** The names of files inside a zip by which its form is known. */
const ZIPS: readonly (readonly [pattern: RegExp, form: string])[] = [
  [/^content\.xml$/, 'ODS'],
  [/^xl\/workbook\.bin$/, 'XLSB'],
  [/^Index\/Document\.iwa$/, 'a file of Numbers'],
  [/^word\/document\.xml$/, 'DOCX'],
];

/** Returns why a zip is not a list, by the names of the files inside; undefined if it may be one. */
export function refuseZip(names: readonly string[]): string | undefined {
  const [, form] = ZIPS.find(([pattern]) => names.some((name) => pattern.test(name))) ?? [];
  return form === undefined ? undefined : `${form} is not read: ${SAVE_AS}`;
}

/** The first bytes by which a form is known. */
const STARTS: readonly (readonly [start: Buffer, reason: string])[] = [
  [Buffer.from('d0cf11e0a1b11ae1', 'hex'), `XLS, or an XLSX with a password, is not read: ${SAVE_AS}`],
  [Buffer.from('PK\x03\x04'), 'a zip or workbook is read from a file only: name the file'],
  [Buffer.from('1f8b', 'hex'), 'compressed data is read from a file only: name the file, or pipe it through gunzip'],
  [Buffer.from('PAR1'), PARQUET],
  [Buffer.from('%PDF'), `PDF is not read: ${SAVE_AS}`],
];

/** Returns why a text is not a list, by its first bytes; undefined if it may be one. */
export function refuseText(bytes: Buffer): string | undefined {
  const known = STARTS.find(([start]) => bytes.subarray(0, start.length).equals(start));
  if (known !== undefined) return known[1];
  return /^(?:\uFEFF)?\s*<(?:\?xml|!doctype|html|table)\b/i.test(bytes.toString('utf8', 0, 200))
    ? `XML or HTML is not read: open it in a spreadsheet, and ${SAVE_AS}`
    : undefined;
}
