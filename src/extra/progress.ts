import type { StepProgress } from '../build/index.ts';

const SILENCE_MS = 2000;

/** How often a terminal is redrawn and how often a log gets a line, in milliseconds. */
const REDRAW_MS = 200;
const LOG_MS = 5000;

/** `update` is called for each record; the clock is read once in this many calls. */
const CALLS_PER_CLOCK = 256;

const BAR_CHARS = 24;

export interface ProgressStream {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/**
 * Shows the progress of one step: a bar on a terminal once the step has taken two seconds, elsewhere a plain line every
 * five seconds. The output is for people, not for programs.
 */
export function createProgress(
  label: string,
  stream: ProgressStream = process.stderr,
  callsPerClock = CALLS_PER_CLOCK,
): StepProgress {
  const tty = stream.isTTY === true;
  const started = performance.now();
  let calls = 0;
  let shown = started + SILENCE_MS - (tty ? REDRAW_MS : LOG_MS);
  let drawn = false;
  return {
    update(done, total, note) {
      if (++calls % callsPerClock !== 0) return;
      const now = performance.now();
      if (now - shown < (tty ? REDRAW_MS : LOG_MS)) return;
      shown = now;
      drawn = true;
      const share = total === undefined || total === 0 ? undefined : Math.min(1, done / total);
      const text = [label, ...progressText(share, tty, (now - started) / 1000), note].filter((part) => part).join('  ');
      stream.write(tty ? `\r\u001b[K${text}` : `${text}\n`);
    },
    finish(note) {
      if (drawn && tty) stream.write('\r\u001b[K');
      if (note !== undefined) stream.write(`${label}  ${seconds((performance.now() - started) / 1000)}  ${note}\n`);
    },
  };
}

/** Shows a line of its own, in the place of a bar that a terminal may show. */
export function showLine(text: string, stream: ProgressStream = process.stderr): void {
  stream.write(stream.isTTY === true ? `\r\u001b[K${text}\n` : `${text}\n`);
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
