import { Type, type Static, type TSchema } from 'typebox';
import { CHANGE_EVENTS, PROFILE_FIELDS } from '../../src/model/index.ts';
import { CompanyId } from '../../src/model/shapes.ts';
import { attribution } from '../../src/contract/document.ts';
import { CHANGES_CURSOR_PATTERN } from './declaration.ts';

const closed = { additionalProperties: false } as const;
const generation = Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$', description: 'Names one state of all the data.' });

/** What became of one company. */
export const Change = Type.Object(
  {
    object: Type.Literal('change', { description: 'Always `change`.' }),
    company_id: CompanyId,
    event: Type.Enum([...CHANGE_EVENTS], {
      type: 'string',
      description:
        '`added`: never published before. `changed`: other values, and not only another day of observation. `redirected`, `split`, `tombstoned`, `restricted`: its state now. `returned`: active again. `withdrawn`: its generation was taken back.',
    }),
    generation: Type.String({ ...generation, description: 'The generation in which it changed.' }),
    time: Type.String({ format: 'date-time', description: 'When this generation was made.' }),
    fields: Type.Optional(
      Type.Array(Type.Enum([...PROFILE_FIELDS, 'classifications', 'identifiers', 'officers'], { type: 'string' }), {
        description: 'Which fields changed, of `changed` alone.',
      }),
    ),
  },
  { ...closed, description: 'What became of one company in one generation.' },
);
export type Change = Static<typeof Change>;

/** A page of changes. */
export const ChangeList = Type.Object(
  {
    object: Type.Literal('change_list', { description: 'Always `change_list`.' }),
    generation: Type.Optional(
      Type.String({
        ...generation,
        description:
          'The generation that is served now; the one before for as long as its changes are still being read. Absent where it has no name.',
      }),
    ),
    kept_since: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'All changes after this time are kept, earlier ones may not be. Absent where none are.',
      }),
    ),
    data: Type.Array(Change, { description: 'The events.' }),
    has_more: Type.Boolean({ description: 'Whether there may be more events already.' }),
    next_cursor: Type.Optional(
      Type.String({
        pattern: CHANGES_CURSOR_PATTERN,
        description:
          'Where the next page begins, now or after the next generation, also where no changes are kept yet. Absent of one company.',
      }),
    ),
    attribution,
  },
  { ...closed, description: 'A page of changes.' },
);
export type ChangeList = Static<typeof ChangeList>;

/** The Atom feed. */
export const ChangesFeed = Type.String({ description: 'An Atom feed (RFC 4287).' });

/** The schemas of the door that are not of the contract. */
export const CHANGES_SCHEMAS = { Change, ChangeList, ChangesFeed } as const satisfies Record<string, TSchema>;
