import type { OperationParameter } from '../../src/contract/index.ts';
import { DOOR_PROBLEMS, type DoorDeclaration } from '../../src/contract/index.ts';

/** The bounds of reconciliation. */
export const RECONCILE_LIMITS = {
  /** Queries of one batch: OpenRefine sends as many as the manifest allows. Each takes one to four milliseconds. */
  batchMax: 25,
  /** The longest registered names have 500 characters, nearly all fewer than 160. */
  queryCharsMax: 256,
  candidatesMax: 25,
  candidatesDefault: 10,
  propertiesMax: 20,
  /** Values of one property of a query. */
  valuesMax: 10,
  /** Numbers of one query, each of which is read in some fifty ways. */
  numbersMax: 5,
  /** Companies of one data extension, and how many cost as much as a query. */
  idsMax: 100,
  idsPerUnit: 4,
  /** The cost of a query or a number if the data service can only be searched. */
  searchedCost: 8,
  suggestionsMax: 10,
  /** Suggestions that may be skipped. */
  cursorMax: 100,
  bodyBytesMax: 64 * 1024,
} as const;

const {
  batchMax,
  queryCharsMax,
  numbersMax,
  candidatesMax,
  idsMax,
  idsPerUnit,
  propertiesMax,
  bodyBytesMax,
  suggestionsMax,
  cursorMax,
} = RECONCILE_LIMITS;

const queries: OperationParameter = {
  name: 'queries',
  in: 'query',
  required: false,
  description: `A batch of 1 to ${batchMax} reconciliation queries by their keys, as JSON.`,
  schema: { type: 'string' },
};
const extend: OperationParameter = {
  name: 'extend',
  in: 'query',
  required: false,
  description: `A data extension query, as JSON: 1 to ${idsMax} ids and 1 to ${propertiesMax} properties.`,
  schema: { type: 'string' },
};
const prefix: OperationParameter = {
  name: 'prefix',
  in: 'query',
  required: true,
  description: `What was typed so far. The first ${queryCharsMax} characters count.`,
  schema: { type: 'string' },
};
const cursor: OperationParameter = {
  name: 'cursor',
  in: 'query',
  required: false,
  description: 'How many suggestions to skip.',
  schema: { type: 'integer', minimum: 0, maximum: cursorMax },
};

const suggestion = (what: 'Entities' | 'Properties' | 'Types', step: string, example: string) =>
  ({
    id: `suggest${what}`,
    method: 'GET',
    path: `/reconcile/v1/suggest/${step}`,
    summary: `Suggest ${what.toLowerCase()}`,
    description: `At most ${suggestionsMax} suggestions for what was typed so far.`,
    parameters: [prefix, cursor],
    answer: 'Suggestions',
    problems: DOOR_PROBLEMS,
    example: `/reconcile/v1/suggest/${step}?prefix=${example}`,
    invalidExample: {
      target: `/reconcile/v1/suggest/${step}`,
      detail: 'Parameter "prefix" is required and missing',
    },
  }) as const;

/** What can be suggested. */
export const SUGGESTED_KINDS = ['entity', 'property', 'type'] as const;

/** Which company is meant: a Reconciliation Service, specification 0.2 of the W3C Entity Reconciliation Community Group. */
export const RECONCILE = {
  name: 'reconcile',
  letter: 'r',
  title: 'Reconciliation',
  summary: 'The companies that are meant by messy names, with a score that is explained.',
  description:
    'A [Reconciliation Service](https://www.w3.org/community/reports/reconciliation/CG-FINAL-specs-0.2-20230410/), version 0.2, which OpenRefine and others speak: for a name as somebody wrote it the companies that may be meant, each with the probability that it is, and what it is made of.',
  version: '1.0.0',
  // As many as sixty batches have.
  requests: 1500,
  unit: 'queries',
  cost: `A query counts one, and each of its numbers one more; ${idsPerUnit} companies of a data extension count one, and so does every other request.`,
  limits: {
    batch_max: batchMax,
    query: { characters_max: queryCharsMax, numbers_max: numbersMax },
    candidates_max: candidatesMax,
    extension: { ids_max: idsMax, properties_max: propertiesMax },
  },
  operations: [
    {
      id: 'reconcile',
      method: 'GET',
      path: '/reconcile/v1',
      summary: 'The manifest, or a batch in the address',
      description:
        'Without parameters the service manifest, with `queries` the answers of a batch, with `extend` the values of properties. One of the two parameters may be given.',
      parameters: [queries, extend],
      answer: 'ReconcileAnswer',
      problems: DOOR_PROBLEMS,
      example: '/reconcile/v1',
      invalidExample: {
        target: '/reconcile/v1?queries=1',
        detail: 'Parameter "queries" must be an object of queries by their keys, got "1"',
      },
    },
    {
      id: 'reconcileBatch',
      method: 'POST',
      path: '/reconcile/v1',
      summary: `Reconcile up to ${batchMax} names`,
      description: `A batch in the form field \`queries\`, or a data extension query in the form field \`extend\`. The body has at most ${bodyBytesMax} bytes.`,
      parameters: [],
      body: { schema: 'ReconcileForm', bytesMax: bodyBytesMax, contentType: 'application/x-www-form-urlencoded' },
      answer: 'ReconcileAnswer',
      problems: DOOR_PROBLEMS,
      example: '/reconcile/v1',
      invalidExample: {
        target: '/reconcile/v1',
        detail: 'Parameter "queries" is required and missing',
      },
    },
    suggestion('Entities', 'entity', 'konera'),
    suggestion('Properties', 'property', 'stat'),
    suggestion('Types', 'type', 'comp'),
    {
      id: 'describeSuggestion',
      method: 'GET',
      path: '/reconcile/v1/flyout/{kind}/{id}',
      summary: 'What a suggestion is',
      description:
        'A company, a property or the type as a piece of a page, for somebody who chooses among suggestions.',
      parameters: [
        {
          name: 'kind',
          in: 'path',
          required: true,
          description: 'What was suggested.',
          schema: { type: 'string', pattern: `^(${SUGGESTED_KINDS.join('|')})$` },
        },
        {
          name: 'id',
          in: 'path',
          required: true,
          description: 'The id of the suggestion.',
          schema: { type: 'string' },
        },
      ],
      answer: 'Flyout',
      problems: [...DOOR_PROBLEMS, 'not_found'],
      example: '/reconcile/v1/flyout/property/country',
      invalidExample: {
        target: '/reconcile/v1/flyout/x/country',
        detail: 'Parameter "kind" must be one of entity, property, type, got "x"',
      },
    },
    {
      id: 'proposeProperties',
      method: 'GET',
      path: '/reconcile/v1/properties',
      summary: 'The properties that data can be extended by',
      description: 'The fields of a company that `extend` takes.',
      parameters: [
        {
          name: 'type',
          in: 'query',
          required: false,
          description: 'The type of the entities; there is one, `company`.',
          schema: { type: 'string' },
        },
        {
          name: 'limit',
          in: 'query',
          required: false,
          description: 'The most properties in the answer.',
          schema: { type: 'integer', minimum: 1, maximum: 100 },
        },
      ],
      answer: 'PropertyProposal',
      problems: DOOR_PROBLEMS,
      example: '/reconcile/v1/properties?type=company',
      invalidExample: {
        target: '/reconcile/v1/properties?limit=0',
        detail: 'Parameter "limit" must be a whole number from 1 to 100, got "0"',
      },
    },
    {
      id: 'previewCompany',
      method: 'GET',
      path: '/reconcile/v1/preview/{id}',
      summary: 'A company as a small page',
      description: 'A page of HTML for a frame of 400 by 220 pixels, without scripts.',
      parameters: [
        {
          name: 'id',
          in: 'path',
          required: true,
          description: 'The ID of a company.',
          schema: { type: 'string' },
        },
      ],
      answer: 'CompanyPreview',
      contentType: 'text/html',
      problems: [...DOOR_PROBLEMS, 'not_found'],
      example: '/reconcile/v1/preview/co_0123456789abcdefghjkmnpqrs',
      invalidExample: {
        target: '/reconcile/v1/preview/x',
        detail: 'Parameter "id" must have the format of a company ID (co_ and 26 characters), got "x"',
      },
    },
  ],
} as const satisfies DoorDeclaration;
