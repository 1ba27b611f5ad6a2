import type { Backend } from '../../src/backend/index.ts';
import type { CompanyLifecycle } from '../../src/model/index.ts';
import { findCompany } from '../../src/operations/index.ts';
import type { FollowedCompany } from './schemas.ts';
import { companyKeys, comparisonsOf, type IdList } from './company-keys.ts';
import type { Feed, FeedEvent, FeedPosition } from './feed/index.ts';

/** Records that are read, and comparisons of IDs, in one step of long work: some 5 ms. */
const IDS_PER_STEP = 500;
const COMPARISONS_PER_STEP = 250_000;
/** Opening a file takes as long. */
const FILE_COMPARISONS = 50;

/** Maximum companies that watched ones continue as, counted for each watched one. */
const FOLLOWED_MAX = 20_000;

/** Waits before each step of long work. */
type Turn = () => Promise<unknown>;

/** The watched companies lead to more companies than can be followed. */
export class TooManyFollowed extends Error {
  override readonly name = 'TooManyFollowed';
}

/** A company that is followed, and the number of the first file whose events of it count. */
type Targets = ReadonlyMap<string, number>;

/** Some companies in a feed, and those that they continue as. */
export class Watch {
  readonly followed: FollowedCompany[];
  /** The IDs that were never published. */
  readonly unknown: string[];
  readonly #feed: Feed;
  readonly #ids: ReadonlySet<string>;
  readonly #targets: Targets;
  readonly #keys: IdList;

  /** Watches the companies themselves, and `targets`. */
  constructor(
    feed: Feed,
    ids: ReadonlySet<string>,
    { followed, unknown, targets }: Partial<Pick<Watch, 'followed' | 'unknown'>> & { readonly targets?: Targets } = {},
  ) {
    this.followed = followed ?? [];
    this.unknown = unknown ?? [];
    this.#feed = feed;
    this.#ids = ids;
    this.#targets = targets ?? new Map();
    this.#keys = companyKeys([...ids, ...this.#targets.keys()]);
  }

  /**
   * Watches some companies, and those that they continue as.
   * @throws {TooManyFollowed}
   */
  static async following(feed: Feed, ids: ReadonlySet<string>, backend: Backend, turn: Turn): Promise<Watch> {
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
        for (const target of targetsOf(lifecycles.get(one))) if (!reached.has(target)) reached.set(target, fromNumber);
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
    return new Watch(feed, ids, { followed, unknown, targets });
  }

  /** The comparisons of IDs that a page takes at most. */
  comparisons({ number }: FeedPosition, isBackward = false): number {
    return this.#feed.files
      .filter(({ header }) => (isBackward ? header.number <= number : header.number >= number))
      .reduce((sum, { lines }) => sum + this.#comparisonsIn(lines), 0);
  }

  /** At most `limit` events after a position, and the next position; undefined at the end. Backward before it, the last one first. */
  async page(
    at: FeedPosition,
    limit: number,
    turn: Turn,
    isBackward = false,
  ): Promise<{ readonly events: FeedEvent[]; readonly next: FeedPosition | undefined }> {
    const events: FeedEvent[] = [];
    let comparisons = 0;
    for (const { file, lines } of this.#feed.linesOf(this.#keys, at, isBackward)) {
      comparisons += this.#comparisonsIn(file.lines);
      if (comparisons > COMPARISONS_PER_STEP) {
        comparisons = 0;
        await turn();
      }
      const { number } = file.header;
      for (const line of lines) {
        const event = file.at(line);
        if (event === undefined || !this.#counts(event.id, number)) continue;
        if (events.length === limit) return { events, next: { number, line: isBackward ? line + 1 : line } };
        events.push(event);
      }
    }
    return { events, next: undefined };
  }

  #comparisonsIn(lines: number): number {
    return FILE_COMPARISONS + comparisonsOf(this.#keys.heads.length, lines);
  }

  #counts(id: string, number: number): boolean {
    return this.#ids.has(id) || number >= (this.#targets.get(id) ?? Infinity);
  }
}

/** The lifecycles of companies that continue as others, and of those that they lead to; and the IDs that were never published. */
async function lifecyclesFrom(
  ids: ReadonlySet<string>,
  backend: Backend,
  turn: Turn,
): Promise<{ readonly lifecycles: ReadonlyMap<string, CompanyLifecycle>; readonly unknown: string[] }> {
  const lifecycles = new Map<string, CompanyLifecycle>();
  const unknown: string[] = [];
  const seen = new Set(ids);
  for (let wanted = [...ids]; wanted.length > 0;) {
    const from = seen.size;
    for (let at = 0; at < wanted.length; at += IDS_PER_STEP) {
      const step = wanted.slice(at, at + IDS_PER_STEP);
      await turn();
      const found = await lifecyclesOf(backend, step);
      for (const [i, id] of step.entries()) {
        const lifecycle = found[i];
        if (lifecycle === undefined && ids.has(id)) unknown.push(id);
        const targets = targetsOf(lifecycle);
        if (lifecycle !== undefined && targets.length > 0) lifecycles.set(id, lifecycle);
        for (const target of targets) seen.add(target);
      }
      if (seen.size > ids.size + FOLLOWED_MAX) throw tooMany();
    }
    wanted = [...seen].slice(from);
  }
  return { lifecycles, unknown };
}

async function lifecyclesOf(
  backend: Backend,
  ids: readonly string[],
): Promise<readonly (CompanyLifecycle | undefined)[]> {
  const details = await backend.details?.(ids);
  if (details !== undefined) return details.records.map((record) => record?.lifecycle);
  return await Promise.all(ids.map(async (id) => (await findCompany(backend, id))?.lifecycle));
}

function targetsOf({ canonical_id: canonical, successor_ids: successors = [] }: Partial<CompanyLifecycle> = {}) {
  return canonical === undefined ? successors : [canonical];
}

/** The last events by which some companies continue as others, each with the number of its file. */
function leadingEvents(feed: Feed, ids: Iterable<string>) {
  const last = new Map<string, { readonly event: FeedEvent; readonly number: number }>();
  for (const { file, lines } of feed.linesOf(companyKeys(ids), feed.start))
    for (const line of lines) {
      const event = file.at(line);
      if (event?.event === 'redirected' || event?.event === 'split')
        last.set(event.id, { event, number: file.header.number });
    }
  return last;
}

function tooMany(): TooManyFollowed {
  return new TooManyFollowed(`they continue as more than ${FOLLOWED_MAX} companies`);
}
