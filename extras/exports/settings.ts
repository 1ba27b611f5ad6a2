import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setting, text, type Config, type ValuesOf } from '../../src/extra/index.ts';

export const EXPORTS_SETTINGS = {
  EXPORTS_DIR: setting(
    'exports',
    'The folder that `openfirma export --into` writes to, of which the door `data` serves the files.',
    'a path',
    text,
  ),
} as const;

export type ExportsConfig = Config & ValuesOf<typeof EXPORTS_SETTINGS>;

/** Whether a folder has an export. */
export function hasExport(folder: string): boolean {
  return existsSync(join(folder, 'latest'));
}
