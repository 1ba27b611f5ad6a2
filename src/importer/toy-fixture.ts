import { UPDATE_FREQUENCIES, declareRegister } from './declaration.ts';
import type { DeclaredFiles, Register, RegisterReader } from './register.ts';

/** The page of a toy register, without downloads. */
export const TOY_FILES = { page: 'https://toys.example/', current: [] } as const;

interface Toy<Files extends DeclaredFiles> extends Partial<
  Pick<Register, 'country' | 'codes' | 'expect' | 'input' | 'updateFrequency'>
> {
  readonly files: Files;
  readonly read: RegisterReader<Files>['read'];
}

/** Declares a register for a test, with its files and its `read`. */
export function toyRegister<const Files extends DeclaredFiles>({ read, ...toy }: Toy<Files>): Register {
  return declareRegister<Files>({
    id: 'toy',
    name: 'Toy register',
    publisher: 'Toy maker',
    licence: { name: 'CC0 1.0', url: 'https://creativecommons.org/publicdomain/zero/1.0/' },
    attribution: 'Toys.',
    hasOfficers: false,
    codes: {},
    expect: [],
    updateFrequency: UPDATE_FREQUENCIES.daily,
    coverage: { companies: 'toys', officers: 'none', details: [], rhythm: 'daily', missing: '', proven: 'layout only' },
    ...toy,
    loadReader: () => Promise.resolve({ read }),
  });
}
