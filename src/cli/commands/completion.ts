import { Argument, Command } from 'commander';
import { withWords } from '../../extra/index.ts';
import { completedCommands } from '../completion/completed.ts';
import { COMPLETIONS } from '../completion/scripts.ts';

const HELP = `
The script is made of the commands and options of this version: make it again after an update.

Examples:
  source <(openfirma completion bash)
  openfirma completion zsh > "\${fpath[1]}/_openfirma"
  openfirma completion fish > ~/.config/fish/completions/openfirma.fish
`;

/** The command `openfirma completion`: a script with which a shell completes commands, options and arguments. */
export function completionCommand(): Command {
  return new Command('completion')
    .description('print a script that completes commands in a shell')
    .addArgument(withWords(new Argument('<shell>', 'the shell'), Object.keys(COMPLETIONS)))
    .addHelpText('after', HELP)
    .action((shell: string, _: object, command: Command) => {
      process.stdout.write(COMPLETIONS[shell]?.(completedCommands(command.parent ?? command)) ?? '');
    });
}
