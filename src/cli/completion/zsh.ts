import { valueScript } from './cases.ts';
import type { CompletedCommand } from './completed.ts';

/** A completion script for zsh, for a file `_openfirma` in a folder of `fpath`, or to be sourced. */
export function zshCompletion(commands: readonly CompletedCommand[]): string {
  return `#compdef openfirma
# Completes the commands of openfirma in zsh: openfirma completion zsh > "\${fpath[1]}/_openfirma"
_openfirma() {
  local current=\${words[CURRENT]}
${valueScript(commands, '"${(@)words[2,CURRENT-1]}"', '$current')}  case "$value" in
    words*) compadd -- \${=value#words} ;;
    files) _files ;;
    directories) _files -/ ;;
  esac
}
if [[ \${zsh_eval_context[-1]} == loadautofunc ]]; then _openfirma "$@"; else compdef _openfirma openfirma; fi
`;
}
