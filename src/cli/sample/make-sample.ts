import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder, systemReason } from '../../files/index.ts';
import { InputError, type RegisterLine } from '../../model/index.ts';
import type { Config } from '../../extra/index.ts';
import { nameIndex } from '../open-backend.ts';
import { changeRecorder } from '../snapshot-file.ts';
import { computeRecipe, reasonToMake, recordMade } from '../reuse/made.ts';
import { samplePath } from './sample.ts';

const SAMPLE_LINES = join(import.meta.dirname, '..', '..', '..', 'tools', 'sample');

/** The name of an empty file that exists once the sample is complete. */
const PREPARED = 'prepared';

/** In each group of this many companies, one is missing in the earlier generation and one has no status there. */
const CHANGED_EVERY = 100;

/**
 * Makes the sample, unless its inputs and the program are unchanged: a snapshot with a match index, built twice so that there are
 * changes, and its exports.
 */
export async function makeSample(config: Config, onMake: () => void): Promise<void> {
  const out = samplePath(config);
  const folder = dirname(out);
  const { DATA_PROVIDER: publisher } = config;
  const inputs = globSync(join(SAMPLE_LINES, '*.ndjson')).toSorted();
  const recipe = await computeRecipe(inputs, { publisher });
  if (existsSync(join(folder, PREPARED)) && (await reasonToMake(out, recipe)) === undefined) return;
  onMake();
  // Loaded on demand, because most starts find a finished sample.
  const { buildSnapshot } = await import('../../build/index.ts');
  makeDataFolder(folder);
  rmSync(join(folder, PREPARED), { force: true });
  rmSync(join(folder, 'changes'), { recursive: true, force: true });
  const earlier = join(folder, 'earlier.ndjson');
  const changes = await changeRecorder();
  writeFileSync(earlier, inputs.map((input) => earlierLines(readFileSync(input, 'utf8'))).join(''));
  await buildSnapshot({ inputs: [earlier], out, match: true, changes, nameIndex });
  await buildSnapshot({ inputs, out, previous: out, changes, nameIndex });
  rmSync(earlier);
  const { exportSnapshot, installedFormats } = await import('../../../extras/exports/export.ts');
  const formats = installedFormats();
  const into = join(folder, 'exports');
  await exportSnapshot({ snapshot: out, into, formats, withOfficers: false, publisher, yieldIfDue: () => undefined });
  writeFileSync(join(folder, PREPARED), '');
  await recordMade(out, recipe);
}

function makeDataFolder(path: string): void {
  try {
    makeFolder(path);
  } catch (error) {
    const reason = systemReason(error);
    if (reason === undefined) throw error;
    throw new InputError(`Cannot make the folder "${path}": ${reason}; set DATA_DIR to a folder that can be written`, {
      cause: error,
    });
  }
}

/** Returns the lines of an earlier generation, so that there are changes to show. */
function earlierLines(text: string): string {
  const lines = text.trimEnd().split('\n');
  return lines
    .filter((_, i) => i % CHANGED_EVERY !== CHANGED_EVERY - 1)
    .map((line, i) => {
      if (i % CHANGED_EVERY !== CHANGED_EVERY / 2) return `${line}\n`;
      const { company_status: _, ...earlier } = JSON.parse(line) as RegisterLine;
      return `${JSON.stringify(earlier)}\n`;
    })
    .join('');
}
