import { DOOR_PROBLEMS, parameter, type DoorDeclaration } from '../../src/contract/index.ts';

export const RECONCILE_LIMITS = {
  /** Maximum number of queries in a batch: as many as OpenRefine sends. A query takes one to four milliseconds. */
  batchMax: 25,
  /** Maximum number of characters of a query. The longest registered names have 500, nearly all have fewer than 160. */
  queryCharsMax: 256,
  candidatesMax: 25,
  candidatesDefault: 10,
  propertiesMax: 20,
  valuesMax: 10,
  /** Maximum number of numbers in a query. Each has about twenty readings. */
  numbersMax: 5,
  /** Maximum number of companies in a data extension; `idsPerUnit` of them cost as much as a query. */
  idsMax: 100,
  idsPerUnit: 4,
  /** The cost of a query or a number if the data service can only be searched. */
  searchedCost: 8,
  suggestionsMax: 10,
  /** Maximum number of suggestions that a request may skip. */
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

const PATH = '/reconcile/v1';
const TEXT = { type: 'string' } as const;

const suggestion = (what: 'Entities' | 'Properties' | 'Types', step: string, example: string) =>
  ({
    id: `suggest${what}`,
    method: 'GET',
    path: `${PATH}/suggest/${step}`,
    summary: `Suggest ${what.toLowerCase()}`,
    description: `At most ${suggestionsMax} suggestions for a typed text.`,
    parameters: [
      parameter('query', 'prefix', TEXT, `The typed text. Its first ${queryCharsMax} characters count.`, true),
      parameter(
        'query',
        'cursor',
        { type: 'integer', minimum: 0, maximum: cursorMax },
        'The number of suggestions to skip.',
      ),
    ],
    answer: 'Suggestions',
    problems: DOOR_PROBLEMS,
    example: `${PATH}/suggest/${step}?prefix=${example}`,
    invalidExample: {
      target: `${PATH}/suggest/${step}`,
      detail: 'Parameter "prefix" is required and missing',
    },
  }) as const;

export const SUGGESTED_KINDS = ['entity', 'property', 'type'] as const;

/** A Reconciliation Service, specification 0.2 of the W3C Entity Reconciliation Community Group. */
export const RECONCILE = {
  name: 'reconcile',
  letter: 'r',
  title: 'Reconciliation',
  summary: 'The companies that messy names mean, with an explained score.',
  description:
    'A [Reconciliation Service](https://www.w3.org/community/reports/reconciliation/CG-FINAL-specs-0.2-20230410/), version 0.2, which OpenRefine and others speak: for a name as people write it the companies that it may mean, each with its probability and the parts of that.',
  version: '1.1.0',
  // As many queries as sixty batches have.
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
      path: PATH,
      summary: 'The manifest, or a batch in the address',
      description:
        'Without parameters the service manifest, with `queries` the results of a batch, with `extend` the values of properties. Only one of the two parameters is allowed.',
      parameters: [
        parameter(
          'query',
          'queries',
          TEXT,
          `A batch of 1 to ${batchMax} reconciliation queries by their keys, as JSON.`,
        ),
        parameter(
          'query',
          'extend',
          TEXT,
          `A data extension query, as JSON: 1 to ${idsMax} ids and 1 to ${propertiesMax} properties.`,
        ),
      ],
      answer: 'ReconcileAnswer',
      problems: DOOR_PROBLEMS,
      example: PATH,
      invalidExample: {
        target: `${PATH}?queries=1`,
        detail: 'Parameter "queries" must be an object of queries by their keys, got "1"',
      },
    },
    {
      id: 'reconcileBatch',
      method: 'POST',
      path: PATH,
      summary: `Reconcile up to ${batchMax} names`,
      description: `A batch in the form field \`queries\`, or a data extension query in the form field \`extend\`. The body has at most ${bodyBytesMax} bytes.`,
      parameters: [],
      body: { schema: 'ReconcileForm', bytesMax: bodyBytesMax, contentType: 'application/x-www-form-urlencoded' },
      answer: 'ReconcileAnswer',
      problems: DOOR_PROBLEMS,
      example: PATH,
      invalidExample: {
        target: PATH,
        detail: 'Parameter "queries" is required and missing',
      },
    },
    suggestion('Entities', 'entity', '{query}'),
    suggestion('Properties', 'property', 'stat'),
    suggestion('Types', 'type', 'comp'),
    {
      id: 'describeSuggestion',
      method: 'GET',
      path: `${PATH}/flyout/{kind}/{id}`,
      summary: 'Describe a suggestion',
      description: 'A company, a property or the type as a piece of a page, for people who choose among suggestions.',
      parameters: [
        parameter('path', 'kind', { ...TEXT, pattern: `^(${SUGGESTED_KINDS.join('|')})$` }, 'The kind of suggestion.'),
        parameter('path', 'id', TEXT, 'The id of the suggestion.'),
      ],
      answer: 'Flyout',
      problems: [...DOOR_PROBLEMS, 'not_found'],
      example: `${PATH}/flyout/property/country`,
      missingExample: { target: `${PATH}/flyout/property/colour`, detail: 'There is no property "colour"' },
      invalidExample: {
        target: `${PATH}/flyout/x/country`,
        detail: 'Parameter "kind" must be one of entity, property, type, got "x"',
      },
    },
    {
      id: 'proposeProperties',
      method: 'GET',
      path: `${PATH}/properties`,
      summary: 'The properties that can extend data',
      description: 'The fields of a company that `extend` takes.',
      parameters: [
        parameter('query', 'type', TEXT, 'The type of the entities: only `company` exists.'),
        parameter('query', 'limit', { type: 'integer', minimum: 1, maximum: 100 }, 'The most properties to return.'),
      ],
      answer: 'PropertyProposal',
      problems: DOOR_PROBLEMS,
      example: `${PATH}/properties?type=company`,
      invalidExample: {
        target: `${PATH}/properties?limit=0`,
        detail: 'Parameter "limit" must be a whole number from 1 to 100, got "0"',
      },
    },
    {
      id: 'previewCompany',
      method: 'GET',
      path: `${PATH}/preview/{id}`,
      summary: 'A company as a small page',
      description: 'A page of HTML for a frame of 400 by 220 pixels, without scripts.',
      parameters: [parameter('path', 'id', TEXT, 'The ID of a company.')],
      answer: 'CompanyPreview',
      contentType: 'text/html',
      problems: [...DOOR_PROBLEMS, 'not_found'],
      example: `${PATH}/preview/{company_id}`,
      invalidExample: {
        target: `${PATH}/preview/x`,
        detail: 'Parameter "id" must have the format of a company ID (co_ and 26 characters), got "x"',
      },
    },
  ],
} as const satisfies DoorDeclaration;
