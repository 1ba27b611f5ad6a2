import { QUERY_RULES, type OperationParameter } from '../../src/contract/index.ts';
import { COMPANY_ID_PATTERN } from '../../src/model/index.ts';
import { DOOR_PROBLEMS, type DoorDeclaration } from '../../src/contract/index.ts';

/** The bounds of a page of changes. */
export const CHANGES_LIMITS = {
  /** An event has some 200 bytes. */
  eventsMax: 1000,
  eventsDefault: 100,
  /** The entries of a page of the Atom feed. */
  entries: 100,
} as const;

const { eventsMax, eventsDefault, entries } = CHANGES_LIMITS;

/** A place in the chain of changes, in a cursor. */
export const CHANGES_CURSOR_PATTERN = '^(?:\\d{1,15}-\\d{1,10}|0-[0-9a-z]{26})$';

const listParameters: readonly OperationParameter[] = [
  {
    name: 'after',
    in: 'query',
    required: false,
    description:
      'Only what changed after this generation: the one that the client has. Where it is not in the chain, the answer is 400: begin with a whole snapshot.',
    schema: { type: 'string', pattern: '^[0-9a-z]{26}$' },
  },
  {
    name: 'since',
    in: 'query',
    required: false,
    description:
      'Only what changed after this time, RFC 3339 with a time zone. Where it is before `kept_since`, the answer is 400: begin with a whole snapshot.',
    schema: { type: 'string', format: 'date-time' },
  },
  {
    name: 'cursor',
    in: 'query',
    required: false,
    description: 'The `next_cursor` of an answer. Give only one of `after`, `since` and `cursor`.',
    schema: { type: 'string', pattern: CHANGES_CURSOR_PATTERN },
  },
  {
    name: 'limit',
    in: 'query',
    required: false,
    description: `At most so many events, 1 to ${eventsMax}.`,
    schema: { type: 'integer', minimum: 1, maximum: eventsMax, default: eventsDefault },
  },
];

/** What changed. */
export const CHANGES = {
  name: 'changes',
  letter: 'c',
  title: 'Changes',
  summary: 'Which companies changed from one generation of the data to the next.',
  description:
    'Tells one event a company and generation: what became of it, and which fields changed, but no value. The company itself has the values. Of a company that is restricted all earlier events are gone: `restricted` means to drop what was kept of it.',
  version: '1.0.0',
  requests: 60,
  limits: { events_max: eventsMax, entries },
  operations: [
    {
      id: 'listChanges',
      method: 'GET',
      path: '/changes',
      summary: 'List what changed',
      description: `Events in the order of generations, and of IDs within one; from the beginning of what is kept, or after a generation, a time or a cursor. ${QUERY_RULES} \`next_cursor\` is always there: behind the last event it is where the next generation begins.`,
      parameters: listParameters,
      answer: 'ChangeList',
      problems: DOOR_PROBLEMS,
      example: '/changes?limit=10',
      invalidExample: {
        target: '/changes?limit=0',
        detail: `Parameter "limit" must be a whole number from 1 to ${eventsMax}, got "0"`,
      },
    },
    {
      id: 'readChangesFeed',
      method: 'GET',
      path: '/changes/atom',
      summary: 'The changes as an Atom feed',
      description: `The ${entries} latest events as an Atom feed (RFC 4287), the last one first; \`rel="next"\` leads to those before (RFC 5005, section 3).`,
      parameters: [
        {
          name: 'before',
          in: 'query',
          required: false,
          description: 'Where the page before ended. Follow the link.',
          schema: { type: 'string', pattern: CHANGES_CURSOR_PATTERN },
        },
      ],
      contentType: 'application/atom+xml',
      answer: 'ChangesFeed',
      problems: DOOR_PROBLEMS,
      example: '/changes/atom',
      invalidExample: {
        target: '/changes/atom?before=yesterday',
        detail: 'Parameter "before" must be from a link of the feed, got "yesterday"',
      },
    },
    {
      id: 'listCompanyChanges',
      method: 'GET',
      path: '/changes/companies/{company_id}',
      summary: 'List what became of one company',
      description: 'The events of one company, the last one first.',
      parameters: [
        {
          name: 'company_id',
          in: 'path',
          required: true,
          description: 'The ID of the company.',
          schema: { type: 'string', pattern: COMPANY_ID_PATTERN },
        },
      ],
      answer: 'ChangeList',
      problems: ['not_found', ...DOOR_PROBLEMS],
      example: '/changes/companies/co_5qhn75zc3xgx7ar1qe4n4zfwsr',
      invalidExample: {
        target: '/changes/companies/42?cursor=1-2&cursor=1-3',
        detail: 'Parameter "company_id" must have the format of a company ID (co_ and 26 characters), got "42"',
      },
    },
  ],
} as const satisfies DoorDeclaration;
