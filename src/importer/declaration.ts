/** The imports of register declarations. Unlike index.ts, it does not load the parsers and the schema library. @module */
import { mappedColumns, type Mapping } from './record/mapping.ts';
import type { DeclaredFiles, Register } from './register.ts';

export { UPDATE_FREQUENCIES } from '../model/index.ts';
export { xmlRoot, xmlWithout } from './formats/xml.ts';
export { below, createLayouts, expandNames, listCodes, statesOf, toColumns } from './record/lists.ts';
export { collapsed, type MappedRow } from './record/mapping.ts';
export { KeptFields } from './crawls/kept-fields.ts';
export { DAY_FIRST, dayAfter, daysBetween, isDate, isoDate } from './record/details.ts';
export { FieldFault, present, required } from './present.ts';
export { RecordReader } from './record/record-reader.ts';

/** A register whose rows are lines one by one: a mapping in place of the code of the import. */
type MappedRegister<Files extends DeclaredFiles> = Omit<Register<Files>, 'loadReader' | 'codes' | 'mapping'> & {
  readonly mapping: Mapping;
  /** The codes of `states` are known, too. */
  readonly codes?: Register['codes'];
};

/** Declares a register. The compiler infers the type of the rows for `read` from the declared formats. */
export function declareRegister<const Files extends DeclaredFiles>(
  register: Register<Files> | MappedRegister<Files>,
): Register {
  // The inputs are made from the same declaration, so `read` never gets rows of another format.
  const declared = register as unknown as Register;
  return declared.mapping === undefined ? declared : mappedRegister(declared, declared.mapping);
}

/** Adds what follows from a mapping: the taken columns, the codes of the states, the code of the import. */
function mappedRegister(declared: Register, mapping: Mapping): Register {
  const { files, states = {} } = declared;
  if ('kinds' in files) throw new Error(`The register ${declared.id} has several kinds of files: it needs a reader`);
  const lists = Object.entries(states).map(([list, table]) => [list, Object.keys(table)]);
  const codes: Register['codes'] = { ...Object.fromEntries(lists), ...declared.codes };
  const taken = [...new Set([...files.required, ...files.taken, ...mappedColumns(mapping), ...Object.keys(codes)])];
  const register: Register = { ...declared, codes, files: { ...files, taken } };
  const loadReader = async (): ReturnType<Register['loadReader']> => {
    const [{ lineOfEachRow }, { mappedLine }] = await Promise.all([
      import('./import-run.ts'),
      import('./record/mapped-line.ts'),
    ]);
    return { read: lineOfEachRow(mappedLine(register, mapping)) };
  };
  return { ...register, loadReader };
}

/** Splits a text into words, such as column names or codes. */
export function words(text: string): string[] {
  return text.trim().split(/\s+/);
}
