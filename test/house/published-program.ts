import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { emitRunnable } from '../../tools/package/emit.ts';

/** Writes the published program to a folder. Returns the path of its command. */
export async function publishedProgram(folder: string): Promise<string> {
  await emitRunnable(folder);
  const command = join(folder, 'bin', 'openfirma');
  writeFileSync(command, readFileSync(command, 'utf8').replace('src/cli/main.ts', 'dist/main.js'));
  return command;
}
