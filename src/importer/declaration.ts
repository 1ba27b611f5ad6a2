/**
 * What the declarations of registers need: apart from index.ts, so that who only tells about registers does not load the
 * parsers and the library of schemas.
 * @module
 */
import type { DeclaredFiles, Register } from './register.ts';

// The functions of a crawl read answers, and those that look files up read dates. XML is the one small parser.
export { xmlRoot, xmlWithout } from './formats/xml.ts';
export { below, codesIn, columnsOf, kindsOf, namesIn } from './record/lists.ts';
export { KeptFields } from './crawls/kept-fields.ts';
export { isDate, isoDate } from './record/dates.ts';
export { present } from './record/present.ts';
export { FieldFault } from './record/field-fault.ts';
export { RecordReader } from './record/record-reader.ts';

/**
 * Declares a register. The compiler infers the rows that its `read` gets from the formats that its files declare: a
 * register that declares `csv` gets CSV rows.
 */
export function declareRegister<const Files extends DeclaredFiles>(register: Register<Files>): Register {
  // The kit makes the inputs from the same declaration, so that `read` never gets rows of another format.
  return register as unknown as Register;
}

/** The words of a text, which may stand in several lines: column names, code lists. */
export function words(text: string): string[] {
  return text.trim().split(/\s+/);
}
