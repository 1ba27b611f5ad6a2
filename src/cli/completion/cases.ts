/** The common part of the scripts for bash and zsh: it finds the value of the current word from the words before it. */
import type { CompletedCommand, Values } from './completed.ts';

/** A value as the scripts name it: `files`, `directories`, `nothing`, or `words` and the words. */
function valueText(value: Values): string {
  return value.kind === 'words' ? `words ${value.words.join(' ')}` : value.kind;
}

/** A branch of a `case`. */
const branch = (pattern: string, action: string): string => `      ${pattern}) ${action} ;;\n`;

/** Sets `value` to the completion of the word at the cursor. `WORDS` are the words before it, `CURRENT` is the word. */
export function valueScript(commands: readonly CompletedCommand[], words: string, current: string): string {
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
  if [[ -z $value && ${current} == -* ]]; then
    case "$command" in
${cases.options}    esac
  elif [[ -z $value ]]; then
    case "$command $position" in
${cases.arguments}    esac
  fi
`;
}
