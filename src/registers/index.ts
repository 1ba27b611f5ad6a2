/**
 * The registers that can be imported: an explicit list, one folder each.
 * @module
 */
import type { Register } from '../importer/index.ts';
import { gleif } from './gleif/index.ts';
import { noBrreg } from './no-brreg/index.ts';

/** All registers, by their id. */
export const REGISTERS: ReadonlyMap<string, Register> = new Map(
  [gleif, noBrreg].map((register) => [register.id, register]),
);
