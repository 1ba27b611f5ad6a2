import { valueScript } from './cases.ts';
import type { CompletedCommand } from './completed.ts';

/** A completion script for bash 4 and newer. */
export function bashCompletion(commands: readonly CompletedCommand[]): string {
  return `# Completes the commands of openfirma in bash: source <(openfirma completion bash)
_openfirma() {
  local current=\${COMP_WORDS[COMP_CWORD]}
  COMPREPLY=()
${valueScript(commands, '"${COMP_WORDS[@]:1:COMP_CWORD-1}"', '$current')}  case "$value" in
    words*) mapfile -t COMPREPLY < <(compgen -W "\${value#words}" -- "$current") ;;
    files) compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$current") ;;
    directories) compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -d -- "$current") ;;
  esac
}
complete -F _openfirma openfirma
`;
}
