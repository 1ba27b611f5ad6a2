import type { CompletedCommand, CompletedOption, Values } from './completed.ts';

/** A completion script for fish 3 and newer. It offers the values of all arguments of a command at each of its places. */
export function fishCompletion(commands: readonly CompletedCommand[]): string {
  const descriptions = new Map(commands.map(({ path, description }) => [path.join(' '), description]));
  const lines = commands.flatMap((command) => {
    const condition = conditionOf(command);
    const complete = (...parts: readonly string[]): string =>
      ['complete -c openfirma', `-n ${quoted(condition)}`, ...parts].join(' ');
    return [
      ...command.subcommands.map((name) =>
        complete(`-a ${name}`, `-d ${quoted(descriptions.get([...command.path, name].join(' ')) ?? '')}`),
      ),
      ...command.options.map((option) => complete(...optionParts(option))),
      ...(command.subcommands.length > 0 ? [] : command.arguments.map(({ value }) => complete(valuePart(value)))),
    ].filter((line) => !line.endsWith(' '));
  });
  return `# Completes the commands of openfirma in fish: openfirma completion fish > ~/.config/fish/completions/openfirma.fish
complete -c openfirma -f
${lines.join('\n')}
`;
}

/** When a line holds: the words of the command were typed, and none of a subcommand. */
function conditionOf({ path, subcommands }: CompletedCommand): string {
  if (path.length === 0) return '__fish_use_subcommand';
  const seen = path.map((name) => `__fish_seen_subcommand_from ${name}`);
  const unseen = subcommands.length === 0 ? [] : [`not __fish_seen_subcommand_from ${subcommands.join(' ')}`];
  return [...seen, ...unseen].join('; and ');
}

function optionParts({ names, description, value }: CompletedOption): string[] {
  const flags = names.map((name) => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`));
  return [
    ...flags,
    `-d ${quoted(description)}`,
    ...(value === undefined ? [] : [value.kind === 'files' ? '-r' : '-x', valuePart(value)]),
  ].filter((part) => part !== '');
}

function valuePart(value: Values): string {
  if (value.kind === 'words') return `-a ${quoted(value.words.join(' '))}`;
  if (value.kind === 'files') return '-F';
  return value.kind === 'directories' ? `-a ${quoted('(__fish_complete_directories)')}` : '';
}

function quoted(text: string): string {
  return `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`;
}
