import { join } from 'node:path';
import type { SampleParts } from '../../src/extra/index.ts';
import { NEVER_YIELD } from '../../src/files/index.ts';
import { exportedRegisters } from './commands/export.ts';
import { FORMAT_NAMES, exportSnapshot } from './files.ts';
import type { ExportsConfig } from './settings.ts';

/** Exports the sample in every format. */
export async function exportSample(
  { DATA_PROVIDER: publisher }: ExportsConfig,
  { snapshot, folder }: SampleParts,
): Promise<void> {
  await exportSnapshot({
    snapshot,
    into: join(folder, 'exports'),
    formats: FORMAT_NAMES,
    withOfficers: false,
    registers: exportedRegisters(),
    publisher,
    yieldIfDue: NEVER_YIELD,
  });
}
