/** What the scripts for bash and zsh have in common: where they stand, by the words before the cursor. */
import type { CompletedCommand, Values } from './completed.ts';

/** A value as the scripts name it: `files`, `directories`, `nothing`, or `words` and the words. */
function valueText(value: Values): string {
  return value.kind === 'words' ? `words ${value.words.join(' ')}` : value.kind;
}

const key = ({ path }: CompletedCommand): string => path.join('/');

/** Branches of a `case` over `COMMAND WORD`: what the value of each option is. */
export function optionCases(commands: readonly CompletedCommand[]): string {
  return commands
    .flatMap((command) =>
      command.options.flatMap(({ names, value }) =>
        value === undefined
          ? []
          : names.map((name) => `      '${key(command)} ${name}') value='${valueText(value)}' ;;\n`),
      ),
    )
    .join('');
}

/** Branches over `COMMAND WORD`: the subcommand that a word names. */
export function subcommandCases(commands: readonly CompletedCommand[]): string {
  return commands
    .flatMap((command) =>
      command.subcommands.map(
        (name) => `      '${key(command)} ${name}') command='${[...command.path, name].join('/')}' position=0 ;;\n`,
      ),
    )
    .join('');
}

/** Branches over `COMMAND`: the names of its options. */
export function optionNameCases(commands: readonly CompletedCommand[]): string {
  return commands
    .map(
      (command) =>
        `      '${key(command)}') value='words ${command.options.flatMap(({ names }) => names).join(' ')}' ;;\n`,
    )
    .join('');
}

/** Branches over `COMMAND POSITION`: the value of an argument, or the subcommands. */
export function argumentCases(commands: readonly CompletedCommand[]): string {
  return commands
    .flatMap((command) => {
      if (command.subcommands.length > 0)
        return [`      '${key(command)} 0') value='words ${command.subcommands.join(' ')}' ;;\n`];
      return command.arguments.map(({ value, isVariadic }, i) => {
        const position = isVariadic ? `'${key(command)} '*` : `'${key(command)} ${i}'`;
        return `      ${position}) value='${valueText(value)}' ;;\n`;
      });
    })
    .join('');
}

/** Sets `value` to what the word at the cursor is completed with. `WORDS` are the words before it, `CURRENT` is the word. */
export function valueScript(commands: readonly CompletedCommand[], words: string, current: string): string {
  return `  local word command='' position=0 value=''
  for word in ${words}; do
    if [[ -n $value ]]; then value=''; continue; fi
    case "$command $word" in
${optionCases(commands)}${subcommandCases(commands)}      *' -'*) ;;
      *) position=$((position + 1)) ;;
    esac
  done
  if [[ -z $value && ${current} == -* ]]; then
    case "$command" in
${optionNameCases(commands)}    esac
  elif [[ -z $value ]]; then
    case "$command $position" in
${argumentCases(commands)}    esac
  fi
`;
}
