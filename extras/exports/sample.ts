import { join } from 'node:path';
import type { SampleParts } from '../../src/extra/index.ts';
import { NEVER_YIELD } from '../../src/files/index.ts';
import { FORMAT_NAMES, exportSnapshot } from './export.ts';
import type { ExportsConfig } from './settings.ts';

export async function exportSample(
  { DATA_PROVIDER: publisher }: ExportsConfig,
  { snapshot, folder }: SampleParts,
): Promise<void> {
  const into = join(folder, 'exports');
  const formats = FORMAT_NAMES;
  await exportSnapshot({ snapshot, into, formats, withOfficers: false, publisher, yieldIfDue: NEVER_YIELD });
}
