import { resolve, dirname } from 'node:path';
import { existsSync } from 'node:fs';
import { Argument, Command } from 'commander';
import { JSON_OPTION, withWords, interruptible, showLine } from '../../../src/extra/index.ts';
import { readRefreshConfig } from '../../../src/extra/refresh-config.ts';
import { InputError } from '../../../src/model/index.ts';
import { REGISTERS, findRegister } from '../../../src/registers/index.ts';
import { ACCOUNTS_FILE, loadEnvironment } from '../environment-file.ts';
import { error, ok, reportFindings, type Finding } from '../finding.ts';
import { probeRegister } from '../probe/probe-register.ts';

const HELP = `
Sends a HEAD and a request for the first 128 KiB of each file, and the first request of each crawl and list; stores
nothing. A finding says whether address, size, type and header are what the importer expects. With an error
a first import would fail. Keys of registers come from the environment, and from ${ACCOUNTS_FILE} where that can be
read.

Example:
  openfirma probe fi-prh gleif
  openfirma probe --config /var/lib/openfirma/refresh.json
`;

interface Flags {
  readonly config?: string;
  readonly accounts: string;
  readonly json?: true;
}

/** The command `openfirma probe`. */
export function probeCommand(): Command {
  return new Command('probe')
    .description('ask registers for the first bytes of their files, and compare them with what imports expect')
    .addArgument(withWords(new Argument('[register...]', 'the registers'), [...REGISTERS.keys()]))
    .option('--config <file>', 'the registers of a configuration of `refresh`')
    .option('--accounts <file>', 'a file with the keys of registers, NAME=VALUE a line', ACCOUNTS_FILE)
    .option(...JSON_OPTION)
    .addHelpText('after', HELP)
    .action(async (ids: readonly string[], { config, accounts, json }: Flags) => {
      loadEnvironment(accounts);
      const given = config === undefined ? new Map<string, readonly string[]>() : await filesGiven(config);
      const wanted = new Set([...ids, ...given.keys()]);
      if (wanted.size === 0) throw new InputError('Cannot probe: name registers, or a configuration with --config');
      const findings = await interruptible('probe', async (signal) => {
        // Each register has its own servers, so all are probed concurrently.
        const asked = [...wanted].map(async (id) => {
          const files = given.get(id) ?? [];
          const found = files.length > 0 ? files.map((file) => fileOnDisk(id, file)) : await probeBoth(id, signal);
          if (json !== true) showLine(`probe ${id}  done`);
          return found;
        });
        return (await Promise.all(asked)).flat();
      });
      reportFindings(findings, json);
    });
}

/** Probes a register and its code lists. */
async function probeBoth(id: string, signal: AbortSignal): Promise<Finding[]> {
  const register = findRegister(id);
  const { lists, files } = register;
  const found = await probeRegister(register, process.env, signal);
  if (lists === undefined) return found;
  // The files of code lists are imported as further kinds of files of their register.
  const both = { id: lists.id, files: { ...files, crawl: undefined, ...lists.files } as typeof files };
  return [...found, ...(await probeRegister(both, process.env, signal))];
}

/** Returns the registers of a configuration, each with the files that the configuration names instead of downloads. */
async function filesGiven(path: string): Promise<Map<string, readonly string[]>> {
  const { registers } = await readRefreshConfig(path);
  const folder = dirname(path);
  return new Map(registers.map(({ register, files = [] }) => [register, files.map((file) => resolve(folder, file))]));
}

function fileOnDisk(id: string, path: string): Finding {
  if (existsSync(path)) return ok(`${id} ${path}`, 'the configuration names this file, and it exists');
  return error(`${id} ${path}`, 'the configuration names this file, which does not exist', 'Download it by hand');
}
