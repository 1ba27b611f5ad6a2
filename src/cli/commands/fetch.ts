import { join } from 'node:path';
import { Argument, Command } from 'commander';
import { HttpClient, fetchFile, fetchPage } from '../../fetching/index.ts';
import type { Download, Register } from '../../importer/index.ts';
import { InputError } from '../../model/index.ts';
import { REGISTERS } from '../../registers/index.ts';
import { interruptible } from '../interrupt.ts';
import { createProgress, showLine } from '../progress.ts';

const HELP = `
Each register has its own folder in DIR. A file that is still current is not downloaded again. A broken download resumes
where it stopped. The old file stays until the new one is complete. FILE.fetched.json beside each file says where it came
from, its date and its length; import reads it.

Example:
  openfirma fetch fi-prh lv-ur --into downloads
`;

/** The command `openfirma fetch`: the current files of registers. */
export function fetchCommand(): Command {
  return new Command('fetch')
    .description('download the current files of registers')
    .addArgument(new Argument('<register...>', 'the registers').choices([...REGISTERS.keys()]))
    .requiredOption('--into <dir>', 'the folder for the downloads')
    .addHelpText('after', HELP)
    .action(async (ids: string[], { into }: { into: string }) => {
      const failed: InputError[] = [];
      await interruptible('fetch', async (signal) => {
        for (const id of new Set(ids)) {
          try {
            await fetchRegister(registerOf(id), join(into, id), signal);
          } catch (error) {
            // The other registers are still fetched.
            if (!(error instanceof InputError) || signal.aborted) throw error;
            failed.push(error);
          }
        }
      });
      for (const { message } of failed.slice(0, -1)) process.stderr.write(`openfirma: ${message}\n`);
      const last = failed.at(-1);
      if (last !== undefined) throw last;
    });
}

/** The register with this id. */
export function registerOf(id: string): Register {
  const register = REGISTERS.get(id);
  if (register === undefined) {
    throw new InputError(`Cannot find the register "${id}": must be one of ${[...REGISTERS.keys()].join(', ')}`);
  }
  return register;
}

/**
 * Downloads the current files of a register into a folder and returns their paths, in the order of its declaration.
 * @throws {InputError} where a download fails, or the register requires an account
 */
export async function fetchRegister(register: Register, into: string, signal: AbortSignal): Promise<string[]> {
  const paths: string[] = [];
  await using client = new HttpClient({ signal, say: (line) => showLine(`fetch ${register.id}  ${line}`) });
  for (const download of await downloadsOf(register, client)) {
    const progress = createProgress(`fetch ${register.id} ${download.name}`);
    const { path, changed } = await fetchFile(download, {
      into,
      client,
      onProgress: (bytes, total) => progress.update(bytes, total, `${(bytes / 1e6).toFixed(1)} MB`),
    });
    progress.finish(changed ? 'fetched' : 'unchanged');
    paths.push(path);
  }
  return paths;
}

/** The downloads of a register. The addresses that its declaration states are trusted; those of a catalogue are not. */
async function downloadsOf({ id, files }: Register, client: HttpClient): Promise<readonly Download[]> {
  const { current, page } = files;
  if ('account' in current) throw new InputError(`Cannot fetch "${id}" without an account: ${current.account}`);
  if (typeof current !== 'function') {
    for (const { url } of current) client.trust(url);
    return current;
  }
  let asked = 0;
  const downloads = await current((url) => {
    if (asked++ === 0) client.trust(url);
    return fetchPage(url, client);
  });
  if (downloads.length === 0) {
    throw new InputError(`Cannot fetch "${id}": its catalogue lists none of the expected files; see ${page}`);
  }
  return downloads;
}
