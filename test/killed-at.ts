/**
 * Loaded before `openfirma build` (`--import`): sends its process a signal just before its nth call, from the first folder on
 * that it makes, that opens, names, renames, removes or syncs files. `KILL_AT` says which, `KILL_SIGNAL` what. The calls are
 * written to the file `KILL_CALLS`, one a line, where that is set.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

type Call = (...args: unknown[]) => unknown;

const at = Number(process.env['KILL_AT'] ?? 0);
const signal = process.env['KILL_SIGNAL'] ?? 'SIGKILL';
const list = process.env['KILL_CALLS'];
const { appendFileSync } = fs;
let calls = 0;

function watch(where: object, name: string): void {
  const functions = where as Record<string, Call>;
  const real = functions[name]?.bind(where);
  if (real === undefined) throw new Error(`There is no function ${name}`);
  functions[name] = (...args) => {
    // Before, the program itself is loaded.
    if (calls > 0 || name === 'mkdir') calls++;
    if (calls > 0 && calls === at) process.kill(process.pid, signal);
    if (calls > 0 && list !== undefined) appendFileSync(list, `${name}\n`);
    return real(...args);
  };
}

for (const name of ['openSync', 'fsyncSync', 'linkSync', 'renameSync', 'rmSync', 'mkdtempSync', 'unlinkSync']) {
  watch(fs, name);
}
for (const name of ['mkdir', 'open', 'rm']) watch(fs.promises, name);
const { open } = fs.promises;
fs.promises.open = async (...args: Parameters<typeof open>) => {
  const file = await open(...args);
  for (const name of ['writeFile', 'sync']) watch(file, name);
  return file;
};
syncBuiltinESMExports();
