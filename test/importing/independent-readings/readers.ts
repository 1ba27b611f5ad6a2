import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { Reader } from './raw.ts';

const FILES = globSync('*-*.ts', { cwd: import.meta.dirname });

/** The independent readings, by the id of the register that is the name of their file. */
export const READERS: ReadonlyMap<string, Reader> = new Map(
  await Promise.all(
    FILES.map(async (file): Promise<[string, Reader]> => {
      const { read } = (await import(join(import.meta.dirname, file))) as { read: Reader };
      return [file.replace('.ts', ''), read];
    }),
  ),
);

/** Fields that no raw file has, because the importer has its own list of labels. */
export const NOT_IN_FILES: ReadonlyMap<string, readonly string[]> = new Map([
  ['cz-res', ['legal_form']],
  ['fr-sirene', ['legal_form']],
  ['se-bolagsverket', ['legal_form']],
]);
