import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { text, type Config, type ValuesOf } from '../../src/extra/index.ts';

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
