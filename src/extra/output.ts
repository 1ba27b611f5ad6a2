/** Output of commands: progress on standard error, results as JSON on standard output. */
import type { StepProgress } from '../build/index.ts';

const FIRST_PROGRESS_MS = 2000;

/** Intervals in milliseconds at which a terminal is redrawn and a log gets a line. */
const REDRAW_MS = 200;
const LOG_MS = 5000;

const BAR_CHARS = 24;

interface ProgressStream {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/**
 * Shows the progress of one step: a bar on a terminal once the step has taken two seconds, elsewhere a plain line every
 * five seconds. The output is for people, not for programs.
 */
export function createProgress(label: string, stream: ProgressStream = process.stderr): StepProgress {
  const tty = stream.isTTY === true;
  const pauseMs = tty ? REDRAW_MS : LOG_MS;
  const started = performance.now();
  let shown = started + FIRST_PROGRESS_MS - pauseMs;
  let drawn = false;
  return {
    update(done, total, note) {
      const now = performance.now();
      if (now - shown < pauseMs) return;
      shown = now;
      drawn = true;
      const share = total === undefined || total === 0 ? undefined : Math.min(1, done / total);
      const text = [label, ...progressText(share, tty, (now - started) / 1000), note].filter((part) => part).join('  ');
      stream.write(tty ? `\r\u001b[K${text}` : `${text}\n`);
    },
    finish(note) {
      // The bar may be that of another step that runs at the same time.
      if (tty && (drawn || note !== undefined)) stream.write('\r\u001b[K');
      if (note !== undefined) stream.write(`${label}  ${seconds((performance.now() - started) / 1000)}  ${note}\n`);
    },
  };
}

/** Shows a separate line. On a terminal, the line replaces the progress bar, if there is one. */
export function showLine(text: string): void {
  process.stderr.write(process.stderr.isTTY ? `\r\u001b[K${text}\n` : `${text}\n`);
}

function progressText(share: number | undefined, bar: boolean, elapsed: number): string[] {
  if (share === undefined) return [seconds(elapsed)];
  const filled = Math.round(share * BAR_CHARS);
  const left = share > 0.01 ? [`${seconds((elapsed / share) * (1 - share))} left`] : [];
  const percent = `${Math.floor(share * 100)} %`;
  return [...(bar ? [`[${'#'.repeat(filled)}${'.'.repeat(BAR_CHARS - filled)}]`] : []), percent, ...left];
}

function seconds(count: number): string {
  return count < 100 ? `${count.toFixed(0)} s` : `${(count / 60).toFixed(0)} min`;
}

/** The option of every command that reports. docs/commands.md has the fields of the documents. */
export const JSON_OPTION = [
  '--json',
  'print the result as one JSON document; progress goes to standard error',
] as const;

/** Prints one JSON document on standard output. Undefined fields are omitted. */
export function printJson(value: object): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}
