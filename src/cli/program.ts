import { Command } from 'commander';
import { EXTRAS } from '../../extras/index.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { systemReason } from '../files/index.ts';
import { InputError } from '../model/index.ts';
import { readConfig } from './settings.ts';
import { exitHelp, reportFault } from '../extra/index.ts';
import type { StartOrder } from './serving/worker.ts';

/** The commands in the order of the help: first the core, then extras. A command is loaded when the arguments name it. */
const COMMANDS: Readonly<Record<string, (order?: StartOrder) => Promise<Command>>> = {
  registers: async () => (await import('./commands/registers.ts')).registersCommand(),
  coverage: async () => (await import('./commands/coverage.ts')).coverageCommand(),
  fetch: async () => (await import('./commands/fetch.ts')).fetchCommand(),
  import: async () => (await import('./commands/import.ts')).importCommand(),
  build: async () => (await import('./commands/build.ts')).buildCommand(),
  refresh: async () => (await import('./commands/refresh.ts')).refreshCommand(),
  curate: async () => (await import('./commands/curate.ts')).curateCommand(),
  serve: async (order) => (await import('./commands/serve.ts')).serveCommand(order),
  rollback: async () => (await import('./commands/rollback.ts')).rollbackCommand(),
  inspect: async () => (await import('./commands/inspect.ts')).inspectCommand(),
  verify: async () => (await import('./commands/verify.ts')).verifyCommand(),
  search: async () => (await import('./commands/search.ts')).searchCommand(),
  get: async () => (await import('./commands/get.ts')).getCommand(),
  completion: async () => (await import('./commands/completion.ts')).completionCommand(),
  ...Object.fromEntries(
    EXTRAS.flatMap(({ commands = {} }) => Object.entries(commands)).map(([name, command]) => [
      name,
      async () => await command.load(() => readConfig(process.env)),
    ]),
  ),
};

/** Returns the program with the named command; with all commands for an unknown name, and without commands for `--version`. */
export async function loadProgram(name?: string, order?: StartOrder): Promise<Command> {
  const program = new Command('openfirma')
    .description('Open company registers of Europe as one file and one small JSON API without a key.')
    .version(packageJson.version, '--version', 'print the version');
  const named = name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  const others = name === '--version' ? [] : Object.values(COMMANDS);
  const wanted = named === undefined ? others : [named];
  for (const command of await Promise.all(wanted.map(async (load) => await load(order)))) program.addCommand(command);
  return program;
}

/** Runs the command that the arguments of this process name. `order` starts a worker. */
export async function runCommandLine(order?: StartOrder): Promise<void> {
  const [, , name = ''] = process.argv;
  // The completion script covers all commands.
  const program = await loadProgram(name === 'completion' ? undefined : name, order);
  for (const command of [program, ...program.commands, ...program.commands.flatMap(({ commands }) => commands)]) {
    command.addHelpText('after', exitHelp(command.name()));
    command.exitOverride().configureOutput({
      // Commander prints nothing: `reportFault` below prints the message as one line.
      outputError: () => undefined,
    });
  }

  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // A command that writes its whole result to standard output has its own listener.
    if (process.stdout.listenerCount('error') > 1) return;
    // A reader that stops early, such as `head`, is not a fault.
    if (error.code === 'EPIPE') process.exit(0);
    process.exit(
      reportFault(new InputError(`Cannot write to standard output: ${systemReason(error) ?? error.message}`)),
    );
  });

  try {
    await program.parseAsync();
  } catch (error) {
    process.exitCode = reportFault(error);
  }
}
