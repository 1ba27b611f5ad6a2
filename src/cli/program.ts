import { Command } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import { InputError } from '../model/index.ts';
import { buildCommand } from './build.ts';
import { coverageCommand } from './coverage.ts';
import { curateCommand } from './curate.ts';
import { fetchCommand } from './fetch.ts';
import { getCommand } from './get.ts';
import { importCommand } from './import.ts';
import { reportFault } from './fault.ts';
import { inspectCommand } from './inspect.ts';
import { refreshCommand } from './refresh.ts';
import { registersCommand } from './registers.ts';
import { rollbackCommand } from './rollback.ts';
import { searchCommand } from './search.ts';
import { serveCommand } from './serve.ts';
import { verifyCommand } from './verify.ts';
import type { StartOrder } from './worker.ts';

/** Runs the command that the arguments of this process name. `order` is there in a worker, and says how it serves. */
export async function runProgram(order: StartOrder | undefined): Promise<void> {
  const program = new Command('openfirma')
    .description('The company registers of 35 European countries as one file and one small, keyless JSON API.')
    .version(packageJson.version, '--version', 'print the version')
    .addCommand(registersCommand())
    .addCommand(coverageCommand())
    .addCommand(fetchCommand())
    .addCommand(importCommand())
    .addCommand(buildCommand())
    .addCommand(refreshCommand())
    .addCommand(curateCommand())
    .addCommand(serveCommand(order))
    .addCommand(rollbackCommand())
    .addCommand(inspectCommand())
    .addCommand(verifyCommand())
    .addCommand(searchCommand())
    .addCommand(getCommand());

  for (const command of [program, ...program.commands, ...program.commands.flatMap(({ commands }) => commands)]) {
    command.exitOverride().configureOutput({
      // One clear line: the message that commander would print twice, with its advice, is printed below.
      outputError: () => undefined,
    });
  }

  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // A reader that has seen enough, as `head` has, is no fault.
    if (error.code === 'EPIPE') process.exit(0);
    process.exit(reportFault(new InputError(`Cannot write to standard output: ${error.message}`)));
  });

  try {
    await program.parseAsync();
  } catch (error) {
    process.exitCode = reportFault(error);
  }
}
