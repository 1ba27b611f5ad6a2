/**
 * The registers that can be imported: the one folder each.
 * @module
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { CodeLists, Register } from '../importer/index.ts';
import { InputError, SAMPLE_REGISTER, offerWords, quoteValue, type UpdateFrequency } from '../model/index.ts';
import { ALL, REGISTERS } from './registers.ts';

/** Returns the name of a register, or of the sample; undefined for an unknown id. */
export function registerName(id: string): string | undefined {
  return id === SAMPLE_REGISTER ? 'Invented companies' : REGISTERS.get(id)?.name;
}

/** Returns how often a register is renewed; undefined for an unknown id. */
export function findUpdateFrequency(id: string): UpdateFrequency | undefined {
  return REGISTERS.get(id)?.updateFrequency;
}

/** Returns the day of the last edition of a register that its publisher no longer renews; undefined for all others. */
export function findLastEdition(id: string): string | undefined {
  const updateFrequency = findUpdateFrequency(id);
  return updateFrequency !== undefined && 'endedOn' in updateFrequency ? updateFrequency.endedOn : undefined;
}

/**
 * Returns the register with this id.
 * @throws {InputError} for an unknown id
 */
export function findRegister(id: string): Register {
  const register = REGISTERS.get(id);
  if (register !== undefined) return register;
  if (existsSync(join(import.meta.dirname, id, 'index.ts')))
    throw new InputError(
      `Cannot find the register ${quoteValue(id)}: its folder is not listed yet; run "npm run docs"`,
    );
  throw new InputError(`Cannot find the register ${quoteValue(id)}; ${offerWords(id, REGISTERS.keys())}`);
}

/** The code lists that are fetched separately from the files of a register, by id. */
export const CODE_LISTS: ReadonlyMap<string, CodeLists> = new Map(
  ALL.flatMap(({ lists }) => (lists === undefined ? [] : [[lists.id, lists]])),
);

export * from './coverage.ts';
export { REGISTERS } from './registers.ts';
export { ENGLISH_FORMS_SOURCE, englishLegalForm, legalFormLabel } from './legal-forms.ts';
