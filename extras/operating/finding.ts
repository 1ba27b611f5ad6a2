import { printJson } from '../../src/extra/index.ts';

export type Level = 'ok' | 'warning' | 'error';

/** The result of a check. */
export interface Finding {
  /** The checked thing: a register, a file, `disk`. */
  readonly about: string;
  readonly level: Level;
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

/** The exit code of a command that reports findings, by the worst of them. */
const EXIT_BY_LEVEL: Readonly<Record<Level, number>> = { ok: 0, warning: 3, error: 4 };

const LABELS: Readonly<Record<Level, string>> = { ok: 'ok     ', warning: 'WARNING', error: 'ERROR  ' };

export function worstOf(findings: readonly Finding[]): Level {
  const levels = new Set(findings.map(({ level }) => level));
  return levels.has('error') ? 'error' : levels.has('warning') ? 'warning' : 'ok';
}

export function textOf({ about, level, what, cure }: Finding): string {
  return `${LABELS[level]}  ${about}: ${what}\n${cure === undefined ? '' : `         → ${cure}\n`}`;
}

/** Prints the findings and sets the exit code. */
export function reportFindings(findings: readonly Finding[], json: true | undefined): void {
  const worst = worstOf(findings);
  if (json === true) printJson({ worst, findings });
  else process.stdout.write(findings.map(textOf).join(''));
  process.exitCode = EXIT_BY_LEVEL[worst];
}
