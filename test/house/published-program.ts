import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { emitProgram } from '../../tools/package/emit.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** Writes the program to a folder as it is published, beside the packages of the repository. Returns the path of its command. */
export async function publishedProgram(folder: string): Promise<string> {
  await emitProgram(join(folder, 'dist'));
  cpSync(join(ROOT, 'bin'), join(folder, 'bin'), { recursive: true });
  cpSync(join(ROOT, 'package.json'), join(folder, 'package.json'));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const command = join(folder, 'bin', 'openfirma');
  writeFileSync(command, readFileSync(command, 'utf8').replace('src/cli/main.ts', 'dist/main.js'));
  return command;
}
