import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Command } from 'commander';
import { JSON_OPTION, type Config } from '../../../src/extra/index.ts';
import { InputError } from '../../../src/model/index.ts';
import { dataFindings, keyFindings, reportFindings as importFindings, roomFinding } from '../doctor/data.ts';
import { readInstallation, type Installation } from '../doctor/installation.ts';
import { certificateFindings, proxyFindings } from '../doctor/proxy.ts';
import {
  clockFindings,
  freeMemoryFinding,
  property,
  refreshFindings,
  serviceFindings,
  versionFinding,
} from '../doctor/service.ts';
import { ACCOUNTS_FILE, SETTINGS_FILE, loadEnvironment } from '../environment-file.ts';
import { error, ok, reportFindings, type Finding } from '../finding.ts';
import { memoryFinding } from '../machine.ts';

const HELP = `
Checks the service that runs on this machine: its settings, whether it is ready, the units, the data and their age by
register, the reports of the last imports, keys, disk, memory, clock and version; then the proxy, whether the service
sees the addresses of clients, and the certificate. Each finding has its cure. The check of the proxy sends five
searches.

Example, as root:
  openfirma doctor
  openfirma doctor --data /srv/openfirma --json
`;

interface Flags {
  readonly data?: string;
  readonly settings: string;
  readonly accounts: string;
  readonly json?: true;
}

/** The command `openfirma doctor`. */
export function doctorCommand(readConfig: () => Config): Command {
  return new Command('doctor')
    .description(
      'check a running installation: data, keys, disk, proxy, clock, certificate; each finding with its cure',
    )
    .option('--data <folder>', 'the working directory of the service (default: that of its unit, else this one)')
    .option('--settings <file>', 'the settings of the service, NAME=VALUE a line', SETTINGS_FILE)
    .option('--accounts <file>', 'the keys of registers, NAME=VALUE a line', ACCOUNTS_FILE)
    .option(...JSON_OPTION)
    .addHelpText('after', HELP)
    .action(async ({ data, settings, accounts, json }: Flags) => {
      reportFindings(await examined(data ?? folderOfUnit(), settings, accounts, readConfig), json);
    });
}

/** Returns the working directory of the unit, or else the current folder. */
function folderOfUnit(): string {
  const folder = property('openfirma.service', 'WorkingDirectory') ?? '';
  return existsSync(folder) ? folder : '.';
}

async function examined(
  folder: string,
  settings: string,
  accounts: string,
  readConfig: () => Config,
): Promise<Finding[]> {
  let installation: Installation;
  let readAt = [settings, accounts].filter((path) => existsSync(path)).join(' or ') || 'the environment';
  try {
    loadEnvironment(settings, accounts);
    const config = readConfig();
    readAt = join(folder, 'refresh.json');
    installation = await readInstallation(resolve(folder), config);
  } catch (fault) {
    if (!(fault instanceof InputError)) throw fault;
    return [error('settings', fault.message, `Correct ${readAt}`)];
  }
  const now = Date.now();
  const today = new Date(now).toISOString().slice(0, 10);
  const service = await serviceFindings(installation);
  const isUp = service.every(({ level }) => level !== 'error');
  return [
    versionFinding(),
    ok('settings', `read from ${existsSync(settings) ? settings : 'the environment'}; data in ${installation.folder}`),
    ...service,
    ...refreshFindings(),
    ...(await dataFindings(installation, today)),
    ...importFindings(installation),
    ...keyFindings(installation, process.env, accounts),
    roomFinding(installation),
    memoryFinding(),
    freeMemoryFinding(),
    ...clockFindings(installation, now),
    ...(isUp ? await proxyFindings(installation) : []),
    ...(await certificateFindings(installation, now)),
  ];
}
