import type { Backend } from '../../src/backend/index.ts';
import type { CompanyLifecycle } from '../../src/model/index.ts';
import { findCompany, invalidParameter, type ProblemError } from '../../src/operations/index.ts';
import type { FollowedCompany } from './schemas.ts';
import { companyKeys, estimateComparisons } from './company-keys.ts';
import type { Feed, FeedEvent, FeedPage, FeedPosition } from './feed/index.ts';

/** Number of records that one step of long work reads, and number of comparisons of IDs in a step: some 5 ms. */
const IDS_PER_STEP = 500;
const COMPARISONS_PER_STEP = 250_000;
/** The cost of opening a file, as a number of comparisons. */
const FILE_COMPARISONS = 50;

/** Maximum number of companies that watched companies continue as, counted for each watched company. */
const FOLLOWED_MAX = 20_000;

/** Waits before each step of long work. */
type Turn = () => Promise<unknown>;

/** The companies that watched companies continue as, and the IDs that were never published. */
interface Following {
  readonly followed: FollowedCompany[];
  /** The IDs that were never published. */
  readonly unknown: string[];
  /** The companies to find events of, each with the number of the first file from which its events count. */
  readonly targets: ReadonlyMap<string, number>;
}

/** Finds the companies that watched companies continue as. Throws a {@linkcode ProblemError} if there are too many. */
export async function follow(feed: Feed, ids: ReadonlySet<string>, backend: Backend, turn: Turn): Promise<Following> {
  const { lifecycles, unknown } = await lifecyclesFrom(ids, backend, turn);
  await turn();
  const since = leadingEvents(feed, lifecycles.keys());
  const followed: FollowedCompany[] = [];
  const targets = new Map<string, number>();
  let count = 0;
  for (const id of ids) {
    const lifecycle = lifecycles.get(id);
    if (lifecycle === undefined) continue;
    const reached = new Map([[id, 0]]);
    // The map grows during the loop.
    for (const [one, number] of reached) {
      const fromNumber = Math.max(number, since.get(one)?.number ?? 0);
      for (const target of listTargets(lifecycles.get(one))) if (!reached.has(target)) reached.set(target, fromNumber);
    }
    reached.delete(id);
    count += reached.size;
    if (count > FOLLOWED_MAX) throw tooMany();
    for (const [target, number] of reached) targets.set(target, Math.min(number, targets.get(target) ?? Infinity));
    const { generation, time } = since.get(id)?.event ?? {};
    followed.push({
      company_id: id,
      reason: lifecycle.status === 'split' ? 'split' : 'redirected',
      continues_as: [...reached.keys()],
      ...(generation !== undefined && { generation }),
      ...(time !== undefined && { time }),
    });
  }
  return { followed, unknown, targets };
}

/** Finds the events of some companies in a feed, and of the companies that they continue as. */
export function watch(feed: Feed, ids: ReadonlySet<string>, targets: Following['targets'] = new Map()) {
  const keys = companyKeys([...ids, ...targets.keys()]);
  const estimateFileComparisons = (lines: number): number =>
    FILE_COMPARISONS + estimateComparisons(keys.heads.length, lines);
  return {
    /** The maximum number of comparisons of IDs for a page. */
    comparisons: ({ number }: FeedPosition): number =>
      feed.files
        .filter(({ header }) => header.number >= number)
        .reduce((sum, { lines }) => sum + estimateFileComparisons(lines), 0),
    /** Returns a page like {@linkcode Feed.page}, in steps. */
    async page(at: FeedPosition, limit: number, turn: Turn): Promise<FeedPage> {
      const events: FeedEvent[] = [];
      let comparisons = 0;
      for (const { file, lines } of feed.linesFrom(at, keys)) {
        comparisons += estimateFileComparisons(file.lines);
        if (comparisons > COMPARISONS_PER_STEP) {
          comparisons = 0;
          await turn();
        }
        const counts = (id: string): boolean => ids.has(id) || file.header.number >= (targets.get(id) ?? Infinity);
        const beyond = file.addTo(events, lines, limit, counts);
        if (beyond !== undefined) return { events, next: { number: file.header.number, line: beyond } };
      }
      return { events, next: undefined };
    },
  };
}

/**
 * Follows companies to all that they continue as. Returns the lifecycles of those that continue as others, and the IDs that were never
 * published.
 */
async function lifecyclesFrom(ids: ReadonlySet<string>, backend: Backend, turn: Turn) {
  const lifecycles = new Map<string, CompanyLifecycle>();
  const unknown: string[] = [];
  const seen = new Set(ids);
  for (let wanted = [...ids]; wanted.length > 0;) {
    const from = seen.size;
    for (let at = 0; at < wanted.length; at += IDS_PER_STEP) {
      const step = wanted.slice(at, at + IDS_PER_STEP);
      await turn();
      const found = await findLifecycles(backend, step);
      for (const [i, id] of step.entries()) {
        const lifecycle = found[i];
        if (lifecycle === undefined && ids.has(id)) unknown.push(id);
        const targets = listTargets(lifecycle);
        if (lifecycle !== undefined && targets.length > 0) lifecycles.set(id, lifecycle);
        for (const target of targets) seen.add(target);
      }
      if (seen.size > ids.size + FOLLOWED_MAX) throw tooMany();
    }
    wanted = [...seen].slice(from);
  }
  return { lifecycles, unknown };
}

async function findLifecycles(backend: Backend, ids: readonly string[]) {
  const details = await backend.details?.(ids);
  if (details !== undefined) return details.records.map((record) => record?.lifecycle);
  return await Promise.all(ids.map(async (id) => (await findCompany(backend, id))?.lifecycle));
}

function listTargets({ canonical_id: canonical, successor_ids: successors = [] }: Partial<CompanyLifecycle> = {}) {
  return canonical === undefined ? successors : [canonical];
}

/** Returns the last event `redirected` or `split` of each company, with the number of its file. */
function leadingEvents(feed: Feed, ids: Iterable<string>) {
  const last = new Map<string, { readonly event: FeedEvent; readonly number: number }>();
  for (const { file, lines } of feed.linesFrom(feed.start, companyKeys(ids)))
    for (const line of lines) {
      const event = file.at(line);
      if (event?.event === 'redirected' || event?.event === 'split')
        last.set(event.id, { event, number: file.header.number });
    }
  return last;
}

function tooMany(): ProblemError {
  return invalidParameter('companies', `must be fewer: they continue as more than ${FOLLOWED_MAX} companies`);
}
