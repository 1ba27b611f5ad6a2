import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setting, text, type Config, type ValuesOf } from '../../src/extra/index.ts';

export const EXPORTS_SETTINGS = {
  EXPORTS_DIR: setting(
    'exports',
    'The folder of `openfirma export --into`, whose files the door `data` serves.',
    'a path',
    text,
  ),
} as const;

export type ExportsConfig = Config & ValuesOf<typeof EXPORTS_SETTINGS>;

export function hasExport(folder: string): boolean {
  return existsSync(join(folder, 'latest'));
}
