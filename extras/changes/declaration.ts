import {
  DOOR_PROBLEMS,
  QUERY_RULES,
  parameter,
  type DoorDeclaration,
  type OperationParameter,
} from '../../src/contract/index.ts';
import { COMPANY_ID_PATTERN } from '../../src/model/index.ts';

export const CHANGES_LIMITS = {
  eventsMax: 1000,
  eventsDefault: 100,
  /** Maximum companies of a watch list: in a URL, which has at most 16 KB (`companiesMax`), and in a body (`watchedMax`). */
  companiesMax: 100,
  watchedMax: 10_000,
  /** Maximum size of a body: `watchedMax` IDs, each with two quotes, a comma and a space, and the other fields. */
  bodyBytesMax: 336 * 1024,
  /** Number of companies, comparisons with events, and companies with their values that cost one more token: up to 10 ms of CPU. */
  companiesPerUnit: 500,
  comparisonsPerUnit: 1_000_000,
  valuesPerUnit: 250,
} as const;
const LIMITS = CHANGES_LIMITS;

export const CHANGES_CURSOR_PATTERN = '^(?:\\d{1,15}-\\d{1,10}|0-[0-9a-z]{26})$';

const companies: OperationParameter = {
  ...parameter(
    'query',
    'company',
    { type: 'array', maxItems: LIMITS.companiesMax, items: { type: 'string', pattern: COMPANY_ID_PATTERN } },
    `Only changes of this company, and of those that it continues as. May be repeated up to ${LIMITS.companiesMax} times.`,
  ),
  style: 'form',
  explode: true,
};

const CURSOR = { type: 'string', pattern: CHANGES_CURSOR_PATTERN };

/** The parameters for the start and the length of a page, in a query or in a body. */
export const PAGE_PARAMETERS: readonly OperationParameter[] = [
  parameter(
    'query',
    'after',
    { type: 'string', pattern: '^[0-9a-z]{26}$' },
    'Only changes after this generation, such as that of a copy. One that is not in the chain is refused: begin with a whole snapshot.',
  ),
  parameter(
    'query',
    'since',
    { type: 'string', pattern: String.raw`^\d{4}-\d{2}-\d{2}([Tt].+)?$` },
    'Only changes after this time: RFC 3339 with a time zone, or a day, which begins at midnight UTC. One before `kept_since` is refused: begin with a whole snapshot.',
  ),
  parameter(
    'query',
    'cursor',
    CURSOR,
    'The `next_cursor` of a response. Use only one of `after`, `since` and `cursor`.',
  ),
  parameter(
    'query',
    'limit',
    { type: 'integer', minimum: 1, maximum: LIMITS.eventsMax, default: LIMITS.eventsDefault },
    `Maximum number of events, 1 to ${LIMITS.eventsMax}.`,
  ),
];

export const CHANGES = {
  name: 'changes',
  letter: 'c',
  title: 'Changes',
  group: 'Data',
  summary: 'The companies that changed from one generation of the data to the next.',
  description:
    'Returns one event for each changed company and generation: its new state, the names of changed fields, and the name and values that the company has now; earlier values are never returned. With a watch list it returns what became of these companies: a redirected or split one is followed, so later events are those of the companies that it continues as. All earlier events of a restricted company are removed: `restricted` means to drop all kept values.',
  version: '1.0.0',
  requests: 600,
  cost: `A request counts one, and one more for every ${LIMITS.valuesPerUnit} companies that it returns. A watch list counts one more for every ${LIMITS.companiesPerUnit} companies, and for every ${LIMITS.comparisonsPerUnit / 1e6} million comparisons with events.`,
  limits: {
    events_max: LIMITS.eventsMax,
    companies_max: LIMITS.companiesMax,
    watched_max: LIMITS.watchedMax,
  },
  operations: [
    {
      id: 'listChanges',
      method: 'GET',
      path: '/changes',
      summary: 'List changes',
      description: `Events in the order of generations and IDs, from the first kept one, or after a generation, a time or a cursor; with \`company\` only those of some companies, and of the companies that a redirected or split one continues as, which \`followed\` names. ${QUERY_RULES} Every response has \`next_cursor\`: after the last event it continues with the next generation.`,
      parameters: [companies, ...PAGE_PARAMETERS],
      answer: 'ChangeList',
      problems: DOOR_PROBLEMS,
      example: '/changes?limit=10',
      invalidExample: {
        target: '/changes?limit=0',
        detail: `Parameter "limit" must be a whole number from 1 to ${LIMITS.eventsMax}, got "0"`,
      },
    },
    {
      id: 'queryChanges',
      method: 'POST',
      path: '/changes/query',
      summary: `The changes of up to ${LIMITS.watchedMax} companies`,
      description: `Like \`listChanges\`, for a watch list of 1 to ${LIMITS.watchedMax} company IDs in the body, which is JSON of at most ${LIMITS.bodyBytesMax} bytes. Nothing of it is stored: send it with every request.`,
      parameters: [],
      body: { schema: 'WatchList', bytesMax: LIMITS.bodyBytesMax },
      answer: 'ChangeList',
      problems: DOOR_PROBLEMS,
      example: '/changes/query',
      invalidExample: {
        target: '/changes/query',
        detail: `Parameter "companies" must be a list of 1 to ${LIMITS.watchedMax} company IDs, got "[…]"`,
      },
    },
    {
      id: 'listCompanyChanges',
      method: 'GET',
      path: '/changes/companies/{company_id}',
      summary: 'List the changes of one company',
      description: 'The events of one company, the last one first.',
      parameters: [
        parameter('path', 'company_id', { type: 'string', pattern: COMPANY_ID_PATTERN }, 'The ID of the company.'),
      ],
      answer: 'ChangeList',
      problems: ['not_found', ...DOOR_PROBLEMS],
      example: '/changes/companies/{company_id}',
      invalidExample: {
        target: '/changes/companies/42?cursor=1-2&cursor=1-3',
        detail: 'Parameter "company_id" must have the format of a company ID (co_ and 26 characters), got "42"',
      },
    },
  ],
} as const satisfies DoorDeclaration;
