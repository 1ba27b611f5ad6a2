import { Type, type Static, type TSchema } from 'typebox';
import { attribution } from '../../src/contract/document.ts';

/** Its schemas are those of the specification; each lists what this service answers. */
const described = Type.Object({
  id: Type.String({ description: 'Its identifier.' }),
  name: Type.String({ description: 'Its name.' }),
  description: Type.Optional(Type.String({ description: 'Tells namesakes apart.' })),
});
const kind = Type.Object({ id: Type.String(), name: Type.String() });

/** The capabilities of the service, and their addresses. */
export const ReconcileManifest = Type.Object(
  {
    versions: Type.Array(Type.String(), { description: 'Versions of the specification: `0.2`.' }),
    name: Type.String(),
    identifierSpace: Type.String({ format: 'uri' }),
    schemaSpace: Type.String({ format: 'uri' }),
    documentation: Type.String({ format: 'uri' }),
    logo: Type.String({ format: 'uri' }),
    batchSize: Type.Integer({ description: 'The most queries of one batch.' }),
    defaultTypes: Type.Array(kind),
    view: Type.Object({ url: Type.String() }),
    feature_view: Type.Object({ url: Type.String() }),
    preview: Type.Object({ url: Type.String(), width: Type.Integer(), height: Type.Integer() }),
    suggest: Type.Record(
      Type.String(),
      Type.Object({
        service_url: Type.String(),
        service_path: Type.String(),
        flyout_service_url: Type.String(),
        flyout_service_path: Type.String({ description: 'With `${id}` where the id of a suggestion goes.' }),
      }),
    ),
    extend: Type.Object({
      propose_properties: Type.Object({ service_url: Type.String(), service_path: Type.String() }),
      property_settings: Type.Array(Type.Unknown()),
    }),
    attribution,
  },
  { description: 'The manifest of the service.' },
);
export type ReconcileManifest = Static<typeof ReconcileManifest>;

/** A company that may be meant. */
export const ReconcileCandidate = Type.Object(
  {
    id: Type.String({ description: 'The ID of the company.' }),
    name: Type.String({ description: 'Its name; its ID where no register publishes one.' }),
    description: Type.Optional(
      Type.String({ description: 'Country, legal form and status; a former or further name that was meant.' }),
    ),
    score: Type.Number({ minimum: 0, maximum: 100, description: 'The probability that it is meant, in percent.' }),
    match: Type.Boolean({ description: 'Whether it is certain.' }),
    type: Type.Array(kind),
    features: Type.Array(Type.Object({ id: Type.String(), value: Type.Number() }), {
      description:
        'What the score is made of: each feature, and what it adds in logits (`…_logit`). The sum of these is the logarithm of the odds.',
    }),
  },
  { description: 'A company that may be meant.' },
);
export type ReconcileCandidate = Static<typeof ReconcileCandidate>;

/** The answers of a batch, by the keys of its queries. */
export const ReconcileResults = Type.Record(
  Type.String(),
  Type.Object({ result: Type.Array(ReconcileCandidate, { description: 'The likeliest first.' }) }),
  { description: 'The answers of a batch, by the keys of its queries.' },
);
export type ReconcileResults = Static<typeof ReconcileResults>;

/** The values of properties, by company. */
export const DataExtension = Type.Object(
  {
    meta: Type.Array(kind, { description: 'The properties that were asked for.' }),
    rows: Type.Record(Type.String(), Type.Record(Type.String(), Type.Array(Type.Object({ str: Type.String() }))), {
      description: 'By company and property the values; none where nothing is published.',
    }),
    attribution,
  },
  { description: 'The values of properties, by company.' },
);
export type DataExtension = Static<typeof DataExtension>;

export const ReconcileAnswer = Type.Union([ReconcileManifest, DataExtension, ReconcileResults], {
  description: 'The manifest, the answers of a batch, or the values of properties.',
});

/** The body of a POST, form-encoded. */
export const ReconcileForm = Type.Object(
  {
    queries: Type.Optional(Type.String({ description: 'A batch of queries by their keys, as JSON.' })),
    extend: Type.Optional(Type.String({ description: 'A data extension query, as JSON.' })),
  },
  { description: 'A batch of queries, or a data extension query.' },
);

export const Suggestions = Type.Object(
  { result: Type.Array(described), attribution },
  { description: 'Suggestions for what was typed so far.' },
);
export type Suggestions = Static<typeof Suggestions>;

export const Flyout = Type.Object(
  {
    id: Type.String({ description: 'The id that was asked for.' }),
    html: Type.String({ description: 'What it is, as a piece of a page without scripts.' }),
  },
  { description: 'What a suggestion is, for people who choose.' },
);
export type Flyout = Static<typeof Flyout>;

export const PropertyProposal = Type.Object(
  {
    type: Type.Optional(Type.String({ description: 'The type that was asked for.' })),
    limit: Type.Optional(Type.Integer({ description: 'The limit that was asked for.' })),
    properties: Type.Array(described),
    attribution,
  },
  { description: 'The properties that data can be extended by.' },
);
export type PropertyProposal = Static<typeof PropertyProposal>;

const CompanyPreview = Type.String({ description: 'A page of HTML.' });

/** The schemas of the door that are not of the contract. */
export const RECONCILE_SCHEMAS = {
  ReconcileManifest,
  ReconcileCandidate,
  ReconcileResults,
  DataExtension,
  ReconcileAnswer,
  ReconcileForm,
  Suggestions,
  Flyout,
  PropertyProposal,
  CompanyPreview,
} as const satisfies Record<string, TSchema>;
