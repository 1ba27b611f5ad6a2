/** The completion script of each shell. */
import type { CompletedCommand, CompletedOption, Values } from './completed.ts';

/** Functions that return the script, by shell. */
export const COMPLETIONS: Readonly<Record<string, (commands: readonly CompletedCommand[]) => string>> = {
  /** For bash 4 and newer. */
  bash: (commands) => `# Completes the commands of openfirma in bash: source <(openfirma completion bash)
_openfirma() {
  local current=\${COMP_WORDS[COMP_CWORD]}
  COMPREPLY=()
${valueScript(commands, '"${COMP_WORDS[@]:1:COMP_CWORD-1}"')}  case "$value" in
    words*) mapfile -t COMPREPLY < <(compgen -W "\${value#words}" -- "$current") ;;
    files) compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$current") ;;
    directories) compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -d -- "$current") ;;
  esac
}
complete -F _openfirma openfirma
`,
  /** For a file `_openfirma` in a folder of `fpath`, or to be sourced. */
  zsh: (commands) => `#compdef openfirma
# Completes the commands of openfirma in zsh: openfirma completion zsh > "\${fpath[1]}/_openfirma"
_openfirma() {
  local current=\${words[CURRENT]}
${valueScript(commands, '"${(@)words[2,CURRENT-1]}"')}  case "$value" in
    words*) compadd -- \${=value#words} ;;
    files) _files ;;
    directories) _files -/ ;;
  esac
}
if [[ \${zsh_eval_context[-1]} == loadautofunc ]]; then _openfirma "$@"; else compdef _openfirma openfirma; fi
`,
  /** For fish 3 and newer. At each position of a command, the script offers the values of all its arguments. */
  fish: (
    commands,
  ) => `# Completes the commands of openfirma in fish: openfirma completion fish > ~/.config/fish/completions/openfirma.fish
complete -c openfirma -f
${commands.flatMap((command) => fishLines(command, commands)).join('\n')}
`,
};

/** Returns a value in the notation of the scripts: `files`, `directories`, `nothing`, or `words` and the words. */
function valueText(value: Values): string {
  return value.kind === 'words' ? `words ${value.words.join(' ')}` : value.kind;
}

/** Returns a branch of a `case`. */
const branch = (pattern: string, action: string): string => `      ${pattern}) ${action} ;;\n`;

/** For bash and zsh: sets `value` to the completion of the word `$current`. `words` are the words before `$current`. */
function valueScript(commands: readonly CompletedCommand[], words: string): string {
  const cases = { values: '', subcommands: '', options: '', arguments: '' };
  for (const { path, options, subcommands, arguments: declared } of commands) {
    const key = path.join('/');
    const names = options.flatMap((option) => option.names);
    cases.options += branch(`'${key}'`, `value='words ${names.join(' ')}'`);
    for (const { names: own, value } of options) {
      if (value === undefined) continue;
      for (const name of own) cases.values += branch(`'${key} ${name}'`, `value='${valueText(value)}'`);
    }
    for (const name of subcommands)
      cases.subcommands += branch(`'${key} ${name}'`, `command='${[...path, name].join('/')}' position=0`);
    if (subcommands.length > 0) cases.arguments += branch(`'${key} 0'`, `value='words ${subcommands.join(' ')}'`);
    else
      for (const [i, { value, isVariadic }] of declared.entries())
        cases.arguments += branch(isVariadic ? `'${key} '*` : `'${key} ${i}'`, `value='${valueText(value)}'`);
  }
  return `  local word command='' position=0 value=''
  for word in ${words}; do
    if [[ -n $value ]]; then value=''; continue; fi
    case "$command $word" in
${cases.values}${cases.subcommands}      *' -'*) ;;
      *) position=$((position + 1)) ;;
    esac
  done
  if [[ -z $value && $current == -* ]]; then
    case "$command" in
${cases.options}    esac
  elif [[ -z $value ]]; then
    case "$command $position" in
${cases.arguments}    esac
  fi
`;
}

/** Returns the lines about a command in the script for fish. */
function fishLines(command: CompletedCommand, commands: readonly CompletedCommand[]): string[] {
  const { path, subcommands, options, arguments: declared } = command;
  const start = `complete -c openfirma -n ${quoted(fishCondition(command))}`;
  const descriptions = new Map(commands.map((one) => [one.path.join(' '), one.description]));
  return [
    ...subcommands.map((name) => `-a ${name} -d ${quoted(descriptions.get([...path, name].join(' ')) ?? '')}`),
    ...options.map(fishOption),
    ...(subcommands.length > 0 ? [] : declared.map(({ value }) => fishValue(value)).filter((part) => part !== '')),
  ].map((rest) => `${start} ${rest}`);
}

/** Returns when a line applies: the words of the command were typed, but no subcommand. */
function fishCondition({ path, subcommands }: CompletedCommand): string {
  if (path.length === 0) return '__fish_use_subcommand';
  const seen = path.map((name) => `__fish_seen_subcommand_from ${name}`);
  const unseen = subcommands.length === 0 ? [] : [`not __fish_seen_subcommand_from ${subcommands.join(' ')}`];
  return [...seen, ...unseen].join('; and ');
}

function fishOption({ names, description, value }: CompletedOption): string {
  const flags = names.map((name) => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`));
  const taken = value === undefined ? [] : [value.kind === 'files' ? '-r' : '-x', fishValue(value)];
  return [...flags, `-d ${quoted(description)}`, ...taken].filter((part) => part !== '').join(' ');
}

function fishValue(value: Values): string {
  if (value.kind === 'words') return `-a ${quoted(value.words.join(' '))}`;
  if (value.kind === 'files') return '-F';
  return value.kind === 'directories' ? `-a ${quoted('(__fish_complete_directories)')}` : '';
}

function quoted(text: string): string {
  return `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`;
}
