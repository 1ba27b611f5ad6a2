import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder, systemReason } from '../../files/index.ts';
import { InputError, type RegisterLine } from '../../model/index.ts';
import { NEVER_YIELD } from '../../sort/index.ts';
import type { Config } from '../config.ts';
import { reasonToMake, recipeOf, recordMade } from '../reuse/made.ts';
import { sampleExports, samplePath } from './sample.ts';

const SAMPLE_LINES = join(import.meta.dirname, '..', '..', '..', 'tools', 'sample');

/** Of this many companies, one is new and one has a status since the generation before. */
const CHANGED_EVERY = 100;

/**
 * Makes the sample, unless it was made of the same by the same program: a snapshot with a match index, the change file that leads to it
 * from an earlier generation, and an export in every format.
 */
export async function makeSample(
  config: Pick<Config, 'DATA_DIR' | 'DATA_PROVIDER'>,
  onMake: () => void,
): Promise<void> {
  const out = samplePath(config);
  const into = sampleExports(config);
  const { DATA_PROVIDER: publisher } = config;
  const inputs = globSync(join(SAMPLE_LINES, '*.ndjson')).toSorted();
  const recipe = await recipeOf(inputs, { publisher });
  if (existsSync(join(into, 'latest')) && (await reasonToMake(out, recipe)) === undefined) return;
  onMake();
  // Most starts find a sample that is made, and need none of these.
  const [{ buildSnapshot }, { FORMAT_NAMES, exportSnapshot }, { exportedRegisters }] = await Promise.all([
    import('../../build/index.ts'),
    import('../../../extras/exports/index.ts'),
    import('../../../extras/exports/commands/export.ts'),
  ]);
  makeDataFolder(dirname(out));
  rmSync(join(dirname(out), 'changes'), { recursive: true, force: true });
  const earlier = join(dirname(out), 'earlier.ndjson');
  writeFileSync(earlier, inputs.map((input) => earlierLines(readFileSync(input, 'utf8'))).join(''));
  await buildSnapshot({ inputs: [earlier], out, match: true });
  await buildSnapshot({ inputs, out, previous: out });
  rmSync(earlier);
  await exportSnapshot({
    snapshot: out,
    into,
    formats: FORMAT_NAMES,
    withOfficers: false,
    registers: exportedRegisters(),
    publisher,
    yieldIfDue: NEVER_YIELD,
  });
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

/** The lines of the generation before, so that there are changes to show. */
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
