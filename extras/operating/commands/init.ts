import { join } from 'node:path';
import { Command, Option } from 'commander';
import { JSON_OPTION, printJson } from '../../../src/extra/index.ts';
import { InputError } from '../../../src/model/index.ts';
import { readEnvironmentFile } from '../environment-file.ts';
import { textOf, error, type Finding } from '../finding.ts';
import { answersFrom, PROXIES, QUESTIONS, textsOf, type Answers } from '../init/answers.ts';
import { PROGRAM, configFolder, installedFiles, isHiddenFromUnits, type InstalledFile } from '../init/files.ts';
import { nextSteps } from '../init/next-steps.ts';
import { registersWanted, type WantedRegisters } from '../init/registers-wanted.ts';
import { readMemory, stepFor, writeFiles, type Step } from '../init/write-files.ts';
import { diskFinding, memoryFinding, spaceNeeded } from '../machine.ts';

const HELP = `
Writes the user, the units and the timer of systemd with their sandbox, the settings, the configuration of the refresh,
the keys of registers to fill in, the snippet of the proxy, the ports for ufw and firewalld, and rules for Prometheus.
It starts nothing: the last lines are the commands that do. Missing answers are asked on a terminal.

A second run takes the answers of the first, and changes only what follows from the flags. A file that was changed by
hand is kept; what init would write is put beside it, as NAME.new.

Example:
  openfirma init --countries fi,no --address https://openfirma.example --contact admin@openfirma.example --dry-run
`;

interface Flags extends Partial<Readonly<Record<keyof Answers, string>>> {
  readonly compose?: true;
  readonly dryRun?: true;
  readonly root: string;
  readonly json?: true;
}

/** The command `openfirma init`. */
export function initCommand(): Command {
  const { proxy, data } = QUESTIONS;
  return new Command('init')
    .description('set up a service on this machine: write its user, units, settings, proxy, ports and alerts')
    .option('--countries <country>', 'countries, two letters each, separated by commas, or "all"')
    .option('--address <address>', 'the public address')
    .option('--contact <address>', 'an e-mail address or the address of a page, for visitors')
    .addOption(new Option('--proxy <name>', `the proxy on this machine (default: ${proxy.byDefault})`).choices(PROXIES))
    .option('--data <folder>', `the folder of the data (default: ${data.byDefault})`)
    .option('--compose', 'write files for containers into the folder of the data, instead of units')
    .option('--dry-run', 'print all files and steps; write nothing')
    .option('--root <folder>', 'write below this folder instead of /, for an image', '/')
    .option(...JSON_OPTION)
    .addHelpText('after', HELP)
    .action(async (flags: Flags) => {
      const isCompose = flags.compose === true;
      const isDry = flags.dryRun === true;
      const place = { data: flags.data ?? data.byDefault };
      const memoryPath = join(flags.root, configFolder(place, isCompose), 'init.json');
      const memory = readMemory(memoryPath);
      const answers = await answersFrom(flags, memory.answers);
      const wanted = wantedBy(answers, flags.root, isCompose);
      const files = installedFiles(answers, wanted, isCompose);
      const steps = files.map((file) => stepFor(file, memory, flags.root));
      const findings = findingsOf(answers, wanted, isCompose);
      const next = nextSteps(answers, steps, isCompose);
      if (!isDry) {
        if (flags.root === '/' && process.getuid?.() !== 0) throw new InputError(ROOT_ONLY);
        await writeFiles(files, steps, memoryPath, textsOf(answers));
      }
      if (flags.json === true) {
        const shown = files.map(({ text }, i) => ({ ...steps[i], ...(isDry && { text }) }));
        printJson({ dry_run: isDry, answers, files: shown, findings, next });
      } else {
        process.stdout.write(described(files, steps, isDry));
        process.stdout.write(`\n${findings.map(textOf).join('')}\nNext, as root:\n\n${next.join('\n')}\n`);
      }
    });
}

const ROOT_ONLY = 'Cannot set up the service: its files belong to root; run init as root, or with --dry-run or --root';

function wantedBy({ countries, data }: Answers, root: string, isCompose: boolean): WantedRegisters {
  const keys = readEnvironmentFile(join(root, configFolder({ data }, isCompose), 'accounts'));
  const written = isCompose ? '/data/downloads' : 'downloads';
  return registersWanted(countries, { ...process.env, ...keys }, join(root, data, 'downloads'), written);
}

function findingsOf({ data }: Answers, { registers, findings }: WantedRegisters, isCompose: boolean): Finding[] {
  const needed = spaceNeeded(registers.map(({ register }) => register));
  const hidden = !isCompose && isHiddenFromUnits(PROGRAM);
  const cure = 'Clone or install it in /opt/openfirma, and run init there';
  return [
    diskFinding(data, needed),
    memoryFinding(),
    ...(hidden
      ? [error('program', `the units do not see ${PROGRAM}, and cannot start it (ProtectHome, PrivateTmp)`, cure)]
      : []),
    ...findings,
  ];
}

/** Describes the steps, a line each; a dry run includes the texts that would be written. */
function described(files: readonly InstalledFile[], steps: readonly Step[], isDry: boolean): string {
  return steps
    .map(({ action, path, writes }, i) => {
      const text = isDry && writes !== undefined ? `\n${files[i]?.text.replaceAll(/^(?=.)/gm, '    ')}\n` : '';
      return `${(action === 'beside' ? 'kept, .new' : action).padEnd(11)} ${path}\n${text}`;
    })
    .join('');
}
