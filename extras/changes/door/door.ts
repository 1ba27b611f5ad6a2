import { FeedReader, Feed, type FeedEvent } from '../feed/index.ts';
import { attributionText } from '../../../src/contract/index.ts';
import { CHANGES, CHANGES_LIMITS } from '../declaration.ts';
import type { Change, ChangeList } from '../schemas.ts';
import { ProblemError, readCompanyId } from '../../../src/operations/index.ts';
import { type Door, type DoorAnswer } from '../../../src/server/index.ts';
import type { DoorParts } from '../../../src/extra/index.ts';
import { atomFeed } from './atom.ts';
import { cursorOf, readBefore, readList, stillLoading, type ServedFeed } from './parameters.ts';
import { stillVisible } from './withheld.ts';

const NO_FEED = new Feed(undefined, []);

/** Maximum events in a response from the generation before: each company is looked up. */
const EVENTS_BEHIND_MAX = 100;

/**
 * The door `changes`.
 * @param reader returns the feed of a generation, or the previous feed during loading
 */
export function changesDoor(
  { backend, facts, snapshot, onFault }: Omit<DoorParts, 'doorOf'>,
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
  const visibleOf = async ({ isBehind }: ServedFeed, events: readonly FeedEvent[]): Promise<readonly FeedEvent[]> =>
    isBehind ? await stillVisible(events, backend) : events;
  return {
    declaration: CHANGES,
    handlers: {
      listChanges: async ({ target }) => {
        const now = await served();
        const { from, limit } = readList(target, now);
        const { events, next } = now.feed.page(from, now.isBehind ? Math.min(limit, EVENTS_BEHIND_MAX) : limit);
        const { number, line } = now.feed.end;
        return json({
          ...listOf(now, await visibleOf(now, events)),
          has_more: next.number !== number || next.line !== line,
          next_cursor: cursorOf(next, now.generation),
          attribution,
        });
      },
      readChangesFeed: async ({ target }) => {
        const now = await served();
        const { feed } = now;
        const before = readBefore(target, now);
        const { events, next } = feed.pageBefore(before ?? feed.end, CHANGES_LIMITS.entries);
        const updated = feed.files.at(-1)?.header.time;
        const page = { events: await visibleOf(now, events), next, before, updated, keptSince: feed.keptSince };
        return { contentType: 'application/atom+xml', body: Buffer.from(atomFeed(page, facts)) };
      },
      listCompanyChanges: async ({ parameters }) => {
        const id = readCompanyId(parameters['company_id']);
        const now = await served();
        const events = await visibleOf(now, now.feed.of(id));
        if (events.length === 0 && (await backend.company(id)) === undefined)
          throw new ProblemError('not_found', `No company is visible under "${id}"`);
        return json({ ...listOf(now, events), has_more: false, attribution });
      },
    },
  };
}

function listOf({ generation, feed }: ServedFeed, events: readonly FeedEvent[]): Pick<ChangeList, 'object' | 'data'> {
  return {
    object: 'change_list',
    ...(generation === undefined ? {} : { generation }),
    ...(feed.keptSince === undefined ? {} : { kept_since: feed.keptSince }),
    data: events.map(changeOf),
  };
}

function changeOf({ id, event, generation, time, fields }: FeedEvent): Change {
  const change = { object: 'change', company_id: id, event, generation, time } as Change;
  return fields === undefined ? change : { ...change, fields: [...fields] as NonNullable<Change['fields']> };
}

function json(value: ChangeList): DoorAnswer {
  return { body: Buffer.from(JSON.stringify(value)) };
}
