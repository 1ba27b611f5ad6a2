import { existsSync, realpathSync } from 'node:fs';
import { basename, join } from 'node:path';
import { text, type Config, type ValuesOf } from '../../src/extra/index.ts';

/** The optional package of the format Parquet. */
export const PARQUET_PACKAGE = 'hyparquet-writer';

export const EXPORTS_SETTINGS = {
  EXPORTS_DIR: text(
    'exports',
    'The folder of `openfirma export --into`, whose files the door `data` serves.',
    'a path',
  ),
} as const;

export type ExportsConfig = Config & ValuesOf<typeof EXPORTS_SETTINGS>;

export function hasExport(folder: string): boolean {
  return existsSync(join(folder, 'latest'));
}

/** Returns the name of the newest export in a folder; undefined if there is none. */
export function latestExport(folder: string): string | undefined {
  return hasExport(folder) ? basename(realpathSync(join(folder, 'latest'))) : undefined;
}
