import { FeedReader, Feed, type FeedEvent } from '../../changes/index.ts';
import { CHANGES_LIMITS, attributionText, type Change, type ChangeList } from '../../contract/index.ts';
import { isCompanyId } from '../../model/index.ts';
import { ProblemError, invalidParameter, type Door, type DoorAnswer } from '../../server/index.ts';
import type { DoorParts } from '../parts.ts';
import { atomFeed } from './atom.ts';
import { cursorOf, readBefore, readList } from './parameters.ts';

const NO_FEED = new Feed([]);

/** What changed, from generation to generation. */
export function changesDoor({ backend, facts, snapshot }: DoorParts): Door {
  const reader = snapshot === undefined ? undefined : new FeedReader(snapshot);
  const attribution = attributionText(facts.dataProvider);
  const served = async (): Promise<{ readonly generation: string | undefined; readonly feed: Feed }> => {
    const { generation } = await backend.facts();
    const feed = generation === undefined ? undefined : await reader?.feed(generation);
    return { generation, feed: feed ?? NO_FEED };
  };
  return {
    name: 'changes',
    handlers: {
      listChanges: async ({ target }) => {
        const { generation, feed } = await served();
        const { from, limit } = readList(target, feed, generation);
        const { events, next } = feed.page(from, limit);
        const { number, line } = feed.end;
        return json({
          object: 'change_list',
          ...(generation === undefined ? {} : { generation }),
          data: events.map(changeOf),
          has_more: next.number !== number || next.line !== line,
          next_cursor: cursorOf(next),
          attribution,
        });
      },
      readChangesFeed: async ({ target }) => {
        const { feed } = await served();
        const before = readBefore(target, feed);
        const page = feed.pageBefore(before ?? feed.end, CHANGES_LIMITS.entries);
        return {
          contentType: 'application/atom+xml',
          body: Buffer.from(atomFeed({ ...page, before, updated: feed.files.at(-1)?.header.time }, facts)),
        };
      },
      listCompanyChanges: async ({ parameters }) => {
        const { company_id: id = '' } = parameters;
        if (!isCompanyId(id)) throw invalidParameter('company_id', 'must be an ID of a company', id);
        const { generation, feed } = await served();
        const events = feed.of(id);
        if (events.length === 0 && (await backend.company(id)) === undefined)
          throw new ProblemError('not_found', `No company is visible under "${id}"`);
        const data = events.map(changeOf);
        return json({
          object: 'change_list',
          ...(generation === undefined ? {} : { generation }),
          data,
          has_more: false,
          attribution,
        });
      },
    },
  };
}

function changeOf({ id, event, generation, time, fields }: FeedEvent): Change {
  const change = { object: 'change', company_id: id, event, generation, time } as Change;
  return fields === undefined ? change : { ...change, fields: [...fields] as NonNullable<Change['fields']> };
}

function json(value: ChangeList): DoorAnswer {
  return { body: Buffer.from(JSON.stringify(value)) };
}
