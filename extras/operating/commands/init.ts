import { join } from 'node:path';
import { Command, Option } from 'commander';
import { JSON_OPTION, withWords, printJson } from '../../../src/extra/index.ts';
import { InputError } from '../../../src/model/index.ts';
import { ACCOUNTS_FILE, readEnvironmentFile } from '../environment-file.ts';
import { formatFinding, error, type Finding } from '../finding.ts';
import { answersFrom, PROXIES, QUESTIONS, type Answers } from '../init/answers.ts';
import { PROGRAM, installedFiles, isHiddenFromUnits, type InstalledFile } from '../init/files.ts';
import { nextSteps } from '../init/next-steps.ts';
import { registersWanted, type WantedRegisters } from '../init/registers-wanted.ts';
import { stepFor, writeFiles, type Step } from '../init/write-files.ts';
import { diskFinding, memoryFinding, spaceNeeded } from '../machine.ts';

const HELP = `
Copies the files of deploy/host with your values: the user, the units and the timer of systemd with their sandbox, the
settings, the snippet of the proxy, the ports for ufw and firewalld, rules for Prometheus; and writes the keys of
registers to fill in, and the configuration of the refresh. It starts nothing: the last lines are the commands that do.
It asks for countries and address on a terminal if they are missing. An existing file is never changed.

Example:
  openfirma init --countries fi,no --address https://openfirma.example --contact admin@openfirma.example --dry-run
`;

interface Flags extends Partial<Readonly<Record<keyof Answers, string>>> {
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
    .addOption(
      withWords(new Option('--proxy <name>', `the proxy on this machine (default: ${proxy.byDefault})`), PROXIES),
    )
    .option('--data <folder>', `the folder of the data (default: ${data.byDefault})`)
    .option('--dry-run', 'print all files and steps; write nothing')
    .option('--root <folder>', 'write below this folder instead of /, for an image', '/')
    .option(...JSON_OPTION)
    .addHelpText('after', HELP)
    .action(async (flags: Flags) => {
      const isDry = flags.dryRun === true;
      const answers = await answersFrom(flags);
      const wanted = wantedBy(answers, flags.root);
      const files = installedFiles(answers, wanted);
      const steps = files.map((file) => stepFor(file, flags.root));
      const findings = listFindings(answers, wanted);
      const next = nextSteps(answers, steps);
      if (!isDry) {
        if (flags.root === '/' && process.getuid?.() !== 0) throw new InputError(ROOT_ONLY);
        await writeFiles(files, flags.root);
      }
      if (flags.json === true) {
        const shown = files.map(({ text }, i) => ({ ...steps[i], ...(isDry && { text }) }));
        printJson({ dry_run: isDry, answers, files: shown, findings, next });
      } else {
        process.stdout.write(described(files, steps, isDry));
        process.stdout.write(`\n${findings.map(formatFinding).join('')}\nNext, as root:\n\n${next.join('\n')}\n`);
      }
    });
}

const ROOT_ONLY = 'Cannot set up the service: its files belong to root; run init as root, or with --dry-run or --root';

function wantedBy({ countries, data }: Answers, root: string): WantedRegisters {
  const keys = readEnvironmentFile(join(root, ACCOUNTS_FILE));
  return registersWanted(countries, { ...process.env, ...keys }, join(root, data, 'downloads'), 'downloads');
}

function listFindings({ data }: Answers, { registers, findings }: WantedRegisters): Finding[] {
  const needed = spaceNeeded(registers.map(({ register }) => register));
  const hidden = isHiddenFromUnits(PROGRAM);
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
    .map(({ action, path }, i) => {
      const text = isDry && action === 'create' ? `\n${files[i]?.text.replaceAll(/^(?=.)/gm, '    ')}\n` : '';
      return `${action.padEnd(11)} ${path}\n${text}`;
    })
    .join('');
}
