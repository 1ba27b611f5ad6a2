import { Type, type Static, type TSchema } from 'typebox';
import { CHANGE_EVENTS } from '../../src/model/index.ts';
import {
  CompanyClassification,
  CompanyId,
  CompanyIdentifier,
  describedObject,
  detailFields,
  optionalText,
  profileFields,
} from '../../src/model/shapes.ts';
import { attribution } from '../../src/contract/document.ts';
import { CHANGES_CURSOR_PATTERN, CHANGES_LIMITS, PAGE_PARAMETERS } from './declaration.ts';
import { CHANGED_FIELDS } from './feed/format.ts';

const generation = Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$', description: 'Names one state of all the data.' });

const PresentValues = describedObject(
  'The values of these fields now, without `officers`; a later event may have changed them again. A field that is absent here has no value now. Earlier values are never returned.',
  {
    ...profileFields,
    classifications: Type.Optional(Type.Array(CompanyClassification)),
    identifiers: Type.Optional(Type.Array(CompanyIdentifier)),
    ...detailFields,
  },
);

export const Change = describedObject('The change of one company in one generation.', {
  object: Type.Literal('change', { description: 'Always `change`.' }),
  company_id: CompanyId,
  name: optionalText('The name of the company now. Absent if the record has none, or its values are withheld.'),
  event: Type.Enum([...CHANGE_EVENTS], {
    type: 'string',
    description:
      '`added`: never published before. `changed`: other values of the company, its details or its officers; a new day of observation is not a change. `redirected`, `split`, `tombstoned`, `restricted`: its new state. `returned`: current again. `withdrawn`: its generation was rolled back.',
  }),
  generation: Type.String({ ...generation, description: 'The generation in which it changed.' }),
  time: Type.String({ format: 'date-time', description: 'The time of this generation.' }),
  fields: Type.Optional(
    Type.Array(Type.Enum([...CHANGED_FIELDS], { type: 'string' }), {
      description:
        'The changed fields of the company and of its details, such as `address`, and `officers`; only of `changed`.',
    }),
  ),
  values: Type.Optional(PresentValues),
});
export type Change = Static<typeof Change>;

const FollowedCompany = describedObject('A watched company that continues as others.', {
  company_id: CompanyId,
  reason: Type.Enum(['redirected', 'split'], { type: 'string', description: 'Its lifecycle.' }),
  continues_as: Type.Array(CompanyId, {
    description: 'All companies that it leads to. Their events count from the generation in which it did.',
  }),
  generation: optionalText('The generation of that event. Absent if it is no longer kept.', generation),
  time: optionalText('The time of this generation.', { format: 'date-time' }),
});
export type FollowedCompany = Static<typeof FollowedCompany>;

export const ChangeList = describedObject('A page of changes.', {
  object: Type.Literal('change_list', { description: 'Always `change_list`.' }),
  generation: optionalText(
    'The current generation; the previous one while the changes of the current one are loading. Absent if the data has no generation.',
    generation,
  ),
  kept_since: optionalText('All changes after this time are kept. Absent if no changes are kept.', {
    format: 'date-time',
  }),
  data: Type.Array(Change, { description: 'The events.' }),
  followed: Type.Optional(
    Type.Array(FollowedCompany, {
      description: 'The watched companies that continue as others. Absent without a watch list.',
    }),
  ),
  unknown_ids: Type.Optional(
    Type.Array(CompanyId, { description: 'The watched IDs that were never published. Absent without a watch list.' }),
  ),
  has_more: Type.Boolean({ description: 'Whether there may be more events now.' }),
  next_cursor: optionalText(
    'The start of the next page, now or after the next generation, also if no changes are kept yet. Absent for one company.',
    { pattern: CHANGES_CURSOR_PATTERN },
  ),
  attribution,
});
export type ChangeList = Static<typeof ChangeList>;

/** The body of a query. */
const page = Object.fromEntries(
  PAGE_PARAMETERS.map(({ name, description, schema }) => [
    name,
    Type.Optional(Type.Unsafe({ ...schema, description })),
  ]),
);
export const WatchList = describedObject('A watch list, and the start of the page.', {
  companies: Type.Array(CompanyId, {
    minItems: 1,
    maxItems: CHANGES_LIMITS.watchedMax,
    description: 'The IDs of the companies.',
  }),
  ...page,
});

/** The schemas that only this door has. */
export const CHANGES_SCHEMAS = {
  Change,
  FollowedCompany,
  ChangeList,
  WatchList,
} as const satisfies Record<string, TSchema>;
