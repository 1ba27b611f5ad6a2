import { printJson } from '../../src/extra/index.ts';

/** The result of a check. */
export interface Finding {
  /** The subject of the check: a register, a file, `disk`. */
  readonly about: string;
  readonly level: 'ok' | 'warning' | 'error';
  readonly what: string;
  /** The next step of the operator; absent if none is needed. */
  readonly cure?: string;
}

export function ok(about: string, what: string): Finding {
  return { about, level: 'ok', what };
}

export function warning(about: string, what: string, cure: string): Finding {
  return { about, level: 'warning', what, cure };
}

export function error(about: string, what: string, cure: string): Finding {
  return { about, level: 'error', what, cure };
}

/** The levels, the worst first. `exitCode` is the exit code of a command whose worst finding has this level. */
const LEVELS = {
  error: { label: 'ERROR  ', exitCode: 4 },
  warning: { label: 'WARNING', exitCode: 3 },
  ok: { label: 'ok     ', exitCode: 0 },
} as const;

export function formatFinding({ about, level, what, cure }: Finding): string {
  return `${LEVELS[level].label}  ${about}: ${what}\n${cure === undefined ? '' : `         → ${cure}\n`}`;
}

/** Prints the findings and sets the exit code. */
export function reportFindings(findings: readonly Finding[], json: true | undefined): void {
  const found = new Set(findings.map(({ level }) => level));
  const worst = found.has('error') ? 'error' : found.has('warning') ? 'warning' : 'ok';
  if (json === true) printJson({ worst, findings });
  else process.stdout.write(findings.map(formatFinding).join(''));
  process.exitCode = LEVELS[worst].exitCode;
}
