/**
 * The registers that can be imported: an explicit list, one folder each.
 * @module
 */
import type { Register } from '../importer/index.ts';
import { beKbo } from './be-kbo/index.ts';
import { gbCompaniesHouse } from './gb-companies-house/index.ts';
import { gleif } from './gleif/index.ts';
import { ieCro } from './ie-cro/index.ts';
import { ltJar } from './lt-jar/index.ts';
import { noBrreg } from './no-brreg/index.ts';

/** All registers, by their id. */
export const REGISTERS: ReadonlyMap<string, Register> = new Map(
  [beKbo, gbCompaniesHouse, gleif, ieCro, ltJar, noBrreg].map((register) => [register.id, register]),
);
