/** The imports of register declarations. Unlike index.ts, it does not load the parsers and the schema library. @module */
import type { DeclaredFiles, Register } from './register.ts';

export { RHYTHMS } from '../model/index.ts';
export { xmlRoot, xmlWithout } from './formats/xml.ts';
export { below, codesIn, columnsOf, kindsOf, namesIn } from './record/lists.ts';
export { KeptFields } from './crawls/kept-fields.ts';
export { dayAfter, daysBetween, isDate, isoDate } from './record/details.ts';
export { FieldFault, present, required } from './present.ts';
export { RecordReader } from './record/record-reader.ts';

/** Declares a register. The compiler infers the type of the rows for `read` from the declared formats. */
export function declareRegister<const Files extends DeclaredFiles>(register: Register<Files>): Register {
  // The inputs are made from the same declaration, so `read` never gets rows of another format.
  return register as unknown as Register;
}

/** Splits a text into words, such as column names or codes. */
export function words(text: string): string[] {
  return text.trim().split(/\s+/);
}
