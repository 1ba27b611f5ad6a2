/** The walk of a register, as `fetch` and `refresh` run it and tell of it. */
import { fetchWalk, type FetchOptions, type WalkOutcome } from '../../fetching/index.ts';
import type { Walk, WalkStatus } from '../../importer/index.ts';
import { InputError, quoteValue } from '../../model/index.ts';
import { createProgress, showLine } from '../progress.ts';

/** What a walk did, for a program. */
export type WalkTold = Omit<WalkStatus, 'files'> & Pick<WalkOutcome, 'ended' | 'reason'>;

interface Walking {
  readonly forMs?: number | undefined;
  readonly mayStop?: boolean;
  readonly onWalk?: ((told: WalkTold) => void) | undefined;
}

/** Why a run ended before its round did, and what comes next. */
const ENDS: Readonly<Record<WalkOutcome['ended'], string>> = {
  whole: 'the round is whole',
  asked: 'all was asked; what failed is asked again by the next run',
  time: 'the time is over; the next run goes on',
  quota: 'the quota of the day is used up; a run of another day goes on',
  resting: 'nothing is asked yet: the last round has ended not long ago',
  stopped: 'the next run goes on',
};

/**
 * Runs the walk of a register and gives the files with its answers.
 * @throws {InputError} where the server stopped it, unless it may and there are answers
 */
export async function walkRegister(
  id: string,
  walk: Walk,
  options: Pick<FetchOptions, 'into' | 'client'>,
  { forMs, mayStop = false, onWalk }: Walking,
): Promise<{ path: string; changed: boolean }[]> {
  const progress = createProgress(`fetch ${id} ${walk.name}`, process.stderr, 1);
  const outcome = await fetchWalk(walk, {
    ...options,
    forMs,
    onProgress: ({ answered, left, leftMs }) => progress.update(answered, undefined, noteOf(answered, left, leftMs)),
  });
  const { ended, reason, paths, changed, status } = outcome;
  progress.finish(`${countsOf(status)}: ${ENDS[ended]}`);
  const { files: _, ...counts } = status;
  onWalk?.({ ...counts, ended, ...(reason === undefined ? {} : { reason }) });
  if (ended === 'stopped') {
    const kept = paths.length === 0 ? 'there are no answers' : 'the answers of this run and earlier ones are kept';
    const line = `Cannot go on with the walk ${quoteValue(walk.name)}: ${reason}; ${kept}`;
    if (!mayStop || paths.length === 0) throw new InputError(line);
    showLine(`fetch ${id}  ${line}`);
  }
  return paths.map((path) => ({ path, changed }));
}

function countsOf({ asked, answered, none, refused, failed, left, given_up: givenUp }: WalkStatus): string {
  const counts = [`${asked} asked in this round`, `${answered} answered`, `${none} none`];
  counts.push(...[refused === 0 ? [] : `${refused} refused`, failed === 0 ? [] : `${failed} failed`].flat());
  return [...counts, `${left} left`, ...(givenUp === 0 ? [] : [`${givenUp} given up`])].join(', ');
}

function noteOf(answered: number, left: number | undefined, leftMs = 0): string {
  if (left === undefined) return `${answered} answered, nobody knows how many are left`;
  return `${answered} answered, ${left} left${left === 0 ? '' : `, about ${timeOf(leftMs)}`}`;
}

/** A time as a person says it, in its largest unit. */
function timeOf(ms: number): string {
  const minutes = ms / 60_000;
  if (minutes < 2) return `${Math.ceil(ms / 1000)} s`;
  if (minutes < 120) return `${Math.ceil(minutes)} min`;
  return minutes < 48 * 60 ? `${Math.ceil(minutes / 60)} h` : `${Math.ceil(minutes / (24 * 60))} days`;
}
