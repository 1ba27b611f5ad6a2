import { Type, type Static, type TSchema } from 'typebox';
import { optionalText } from '../../src/model/shapes.ts';
import { attribution } from '../../src/contract/document.ts';

/** The schemas are those of the specification, limited to the fields that this service returns. */
const described = Type.Object({
  id: Type.String({ description: 'Its identifier.' }),
  name: Type.String({ description: 'Its name.' }),
  description: optionalText('Distinguishes namesakes.'),
});
const kind = Type.Object({ id: Type.String(), name: Type.String() });

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
        flyout_service_path: Type.String({ description: 'With `${id}` in the place of the id.' }),
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

export const ReconcileCandidate = Type.Object(
  {
    id: Type.String({ description: 'The ID of the company.' }),
    name: Type.String({ description: 'Its name; its ID if no register publishes one.' }),
    description: optionalText('Country, number, town, legal form and state; the former or further name that matches.'),
    score: Type.Number({ minimum: 0, maximum: 100, description: 'The probability that it is meant, in percent.' }),
    match: Type.Boolean({ description: 'Whether it is certain.' }),
    reason: Type.String({ description: 'The reason of the score in words.' }),
    type: Type.Array(kind),
    features: Type.Array(Type.Object({ id: Type.String(), value: Type.Number() }), {
      description:
        'The parts of the score: each feature, and its contribution in logits (`…_logit`). The sum of these is the logarithm of the odds.',
    }),
  },
  { description: 'A company that the query may mean.' },
);
export type ReconcileCandidate = Static<typeof ReconcileCandidate>;

export const ReconcileResults = Type.Record(
  Type.String(),
  Type.Object({ result: Type.Array(ReconcileCandidate, { description: 'The likeliest first.' }) }),
  { description: 'The results of a batch, by the keys of its queries.' },
);
export type ReconcileResults = Static<typeof ReconcileResults>;

export const DataExtension = Type.Object(
  {
    meta: Type.Array(kind, { description: 'The requested properties.' }),
    rows: Type.Record(Type.String(), Type.Record(Type.String(), Type.Array(Type.Object({ str: Type.String() }))), {
      description: 'The values by company and property; empty if no value is published.',
    }),
    attribution,
  },
  { description: 'The values of properties, by company.' },
);
export type DataExtension = Static<typeof DataExtension>;

export const ReconcileAnswer = Type.Union([ReconcileManifest, DataExtension, ReconcileResults], {
  description: 'The manifest, the results of a batch, or the values of properties.',
});

export const ReconcileForm = Type.Object(
  {
    queries: optionalText('A batch of queries by their keys, as JSON.'),
    extend: optionalText('A data extension query, as JSON.'),
  },
  { description: 'A batch of queries, or a data extension query.' },
);

export const Suggestions = Type.Object(
  { result: Type.Array(described), attribution },
  { description: 'Suggestions for a typed text.' },
);
export type Suggestions = Static<typeof Suggestions>;

export const Flyout = Type.Object(
  {
    id: Type.String({ description: 'The requested id.' }),
    html: Type.String({ description: 'Its description, as a piece of a page without scripts.' }),
  },
  { description: 'The description of a suggestion, for people who choose.' },
);
export type Flyout = Static<typeof Flyout>;

export const PropertyProposal = Type.Object(
  {
    type: optionalText('The requested type.'),
    limit: Type.Optional(Type.Integer({ description: 'The requested limit.' })),
    properties: Type.Array(described),
    attribution,
  },
  { description: 'The properties that can extend data.' },
);
export type PropertyProposal = Static<typeof PropertyProposal>;

const CompanyPreview = Type.String({ description: 'A page of HTML.' });

/** The schemas that the door adds to those of the contract. */
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
