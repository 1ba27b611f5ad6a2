import { FeedReader, Feed, type FeedEvent } from '../feed/index.ts';
import type { Backend } from '../../../src/backend/index.ts';
import { attributionText } from '../../../src/contract/index.ts';
import type { CompanyLifecycle } from '../../../src/model/index.ts';
import { CHANGES, CHANGES_LIMITS } from '../declaration.ts';
import type { Change, ChangeList } from '../schemas.ts';
import { follow, watch } from '../watch.ts';
import { ProblemError, findCompany, readCompanyId } from '../../../src/operations/index.ts';
import { type Door, type DoorAnswer, type DoorRequest } from '../../../src/server/index.ts';
import type { DoorParts } from '../../../src/extra/index.ts';
import { withPresentValues } from './present.ts';
import {
  formatCursor,
  readCompanies,
  readList,
  readWatch,
  stillLoading,
  type Page,
  type ServedFeed,
} from './parameters.ts';

const NO_FEED = new Feed(undefined, []);

/** Maximum number of events in a response from the previous generation: the company of each event is looked up. */
const EVENTS_BEHIND_MAX = 100;

const { companiesPerUnit, comparisonsPerUnit } = CHANGES_LIMITS;

/**
 * The door `changes`.
 * @param reader returns the feed of a generation, or the previous feed during loading
 */
export function changesDoor(
  { backend, facts, snapshot, onFault }: Pick<DoorParts, 'backend' | 'facts' | 'snapshot' | 'onFault'>,
  reader: Pick<FeedReader, 'feed'> | undefined = snapshot === undefined
    ? undefined
    : new FeedReader(snapshot, { onFault }),
): Door {
  const attribution = attributionText(facts.dataProvider);
  const served = async (): Promise<ServedFeed> => {
    const { generation: current } = await backend.facts();
    const feed = current === undefined || reader === undefined ? NO_FEED : await reader.feed(current);
    if (feed === undefined) throw stillLoading();
    const isBehind = feed.generation !== undefined && feed.generation !== current;
    return { generation: feed.generation ?? current, feed, isBehind };
  };
  const filterVisible = async ({ isBehind }: ServedFeed, events: readonly FeedEvent[], request: DoorRequest) =>
    await withPresentValues(isBehind ? await stillVisible(events, backend) : events, backend, request);
  const listed = async (now: ServedFeed, ids: ReadonlySet<string>, page: Page, request: DoorRequest) => {
    const { feed, generation, isBehind } = now;
    const limit = isBehind ? Math.min(page.limit, EVENTS_BEHIND_MAX) : page.limit;
    const { events, next = feed.end, watched } = await readPage(backend, now, ids, { ...page, limit }, request);
    const { number, line } = feed.end;
    return json({
      ...toChangeList(now, await filterVisible(now, events, request)),
      ...watched,
      has_more: next.number !== number || next.line !== line,
      next_cursor: formatCursor(next, generation),
      attribution,
    });
  };
  return {
    declaration: CHANGES,
    handlers: {
      listChanges: async (request) => {
        const now = await served();
        const { target } = request;
        return await listed(now, readCompanies(target), readList(target, now), request);
      },
      queryChanges: async (request) => {
        const now = await served();
        const { ids, page } = readWatch(request.body, now);
        return await listed(now, ids, page, request);
      },
      listCompanyChanges: async (request) => {
        const { parameters, turn } = request;
        const id = readCompanyId(parameters['company_id']);
        const now = await served();
        const all = await watch(now.feed, new Set([id])).page(now.feed.start, Infinity, turn);
        const events = await filterVisible(now, all.events.toReversed(), request);
        if (events.length === 0 && (await backend.company(id)) === undefined)
          throw new ProblemError('not_found', `No company is visible under "${id}"`);
        return json({ ...toChangeList(now, events), has_more: false, attribution });
      },
    },
  };
}

/** Returns a page of the feed. With `ids`, returns a page of the events of these companies, after charging its cost. */
async function readPage(
  backend: Backend,
  { feed }: ServedFeed,
  ids: ReadonlySet<string>,
  page: Page,
  request: DoorRequest,
) {
  const { from, limit } = page;
  if (ids.size === 0 || feed.files.length === 0) return { ...feed.page(from, limit), watched: undefined };
  const { charge, turn } = request;
  await charge(Math.floor(ids.size / companiesPerUnit));
  const { followed, unknown, targets } = await follow(feed, ids, backend, turn);
  const watched = watch(feed, ids, targets);
  await charge(Math.floor(watched.comparisons(from) / comparisonsPerUnit));
  return { ...(await watched.page(from, limit, turn)), watched: { followed, unknown_ids: unknown } };
}

function toChangeList({ generation, feed }: ServedFeed, data: Change[]): Pick<ChangeList, 'object' | 'data'> {
  return {
    object: 'change_list',
    ...(generation === undefined ? {} : { generation }),
    ...(feed.keptSince === undefined ? {} : { kept_since: feed.keptSince }),
    data,
  };
}

function json(value: ChangeList): DoorAnswer {
  return { body: Buffer.from(JSON.stringify(value)) };
}

/**
 * Returns the events of an earlier generation that may still be served. If a company was restricted since, only the events `restricted`
 * of the company, and of records redirected to it, are served.
 */
async function stillVisible(events: readonly FeedEvent[], backend: Backend): Promise<readonly FeedEvent[]> {
  const isVisible = await Promise.all(
    events.map(async ({ id, event }) => event === 'restricted' || !(await isWithheld(id, backend))),
  );
  return events.filter((_, at) => isVisible[at]);
}

async function isWithheld(id: string, backend: Backend): Promise<boolean> {
  const lifecycle = await findLifecycle(id, backend);
  const canonical = lifecycle?.status === 'redirected' ? lifecycle.canonical_id : undefined;
  const last = canonical === undefined ? lifecycle : await findLifecycle(canonical, backend);
  return last?.status === 'restricted';
}

async function findLifecycle(id: string, backend: Backend): Promise<CompanyLifecycle | undefined> {
  return (await findCompany(backend, id))?.lifecycle;
}
