/**
 * Loaded before `openfirma build` or `refresh` by `--import`. Disturbs the process just before its nth call that opens, names, renames,
 * removes or syncs files, counted from the first folder that it makes. `DISTURB_AT` is the number of the call, or the name of the file of
 * the first call, in any thread. `DISTURB_BY` is a signal to the process, or the path of a file that then fills the disk. If `DISTURB_CALLS` is set, the calls are written to that file, one a line
 * with its path.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { basename } from 'node:path';

type Call = (...args: unknown[]) => unknown;

const at = process.env['DISTURB_AT'];
const by = process.env['DISTURB_BY'] ?? 'SIGKILL';
const list = process.env['DISTURB_CALLS'];
const { appendFileSync, closeSync, openSync, writeSync } = fs;
let calls = 0;
let isDone = false;

function disturb(): void {
  isDone = true;
  if (by.startsWith('SIG')) process.kill(process.pid, by);
  else fillDisk(by);
}

function fillDisk(path: string): void {
  const file = openSync(path, 'w');
  for (let bytes = 2 ** 20; bytes >= 1;) {
    try {
      if (writeSync(file, Buffer.alloc(bytes)) < bytes) bytes /= 2;
    } catch {
      // A smaller piece may still fit.
      bytes /= 2;
    }
  }
  closeSync(file);
}

function watch(where: object, name: string): void {
  const functions = where as Record<string, Call>;
  const real = functions[name]?.bind(where);
  if (real === undefined) throw new Error(`There is no function ${name}`);
  functions[name] = (...args) => {
    // Earlier calls load the program.
    if (calls > 0 || name.startsWith('mkdir')) calls++;
    // The first argument may be a text of several lines.
    const [about = ''] = typeof args[0] === 'string' ? args[0].trim().split('\n', 1) : [];
    if (!isDone && (String(calls) === at || basename(about) === at)) disturb();
    if (calls > 0 && list !== undefined) appendFileSync(list, `${name} ${about}\n`);
    return real(...args);
  };
}

for (const name of [
  'mkdirSync',
  'openSync',
  'fsyncSync',
  'linkSync',
  'renameSync',
  'rmSync',
  'mkdtempSync',
  'unlinkSync',
]) {
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
