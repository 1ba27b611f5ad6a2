import { Type, type Static } from 'typebox';
import { CompanyId, closedObject, optionalText } from '../../src/model/shapes.ts';
import { attribution } from '../../src/contract/document.ts';

const url = Type.String({
  description: 'The page of the company at this service; without a service an address that only names it.',
});

/** A message of the Model Context Protocol. The schema of the protocol itself has more fields. */
export const McpMessage = Type.Object(
  {
    jsonrpc: Type.Literal('2.0'),
    id: Type.Optional(Type.Union([Type.String(), Type.Integer(), Type.Null()])),
    method: Type.Optional(Type.String()),
  },
  { description: 'A message of JSON-RPC 2.0: a request, a notification, or the answer to one.' },
);

/** The results of `search`, as assistants expect them of a data source. */
const SearchResults = closedObject({
  results: Type.Array(
    closedObject({
      id: CompanyId,
      title: Type.String({ description: 'Name, country, number, town, legal form and state.' }),
      url,
    }),
    { description: 'The likeliest first.' },
  ),
  hint: optionalText('What to send instead. Only if nothing was found.'),
});
export type SearchResults = Static<typeof SearchResults>;

/** The result of `fetch`, as assistants expect it of a data source. */
const CompanyDocument = closedObject({
  id: CompanyId,
  title: Type.String({ description: 'The registered name.' }),
  text: Type.String({ description: 'The published fields, a line each.' }),
  url,
  metadata: Type.Record(Type.String(), Type.String(), { description: 'The published fields by name.' }),
});
export type CompanyDocument = Static<typeof CompanyDocument>;

const CompanyMatch = closedObject({
  company_id: CompanyId,
  name: Type.String({ description: 'The registered name.' }),
  description: optionalText('Country, number, town, legal form and state, which distinguish companies of one name.'),
  score: Type.Number({ minimum: 0, maximum: 100, description: 'The probability that it is meant, in percent.' }),
  certain: Type.Boolean({ description: 'Whether it may be used without a check.' }),
  reason: Type.String({ description: 'The reason of the score in words.' }),
});

const CompanyMatchList = closedObject({
  object: Type.Literal('company_match_list', { description: 'Always `company_match_list`.' }),
  data: Type.Array(CompanyMatch, { description: 'The likeliest first.' }),
  attribution,
});
export type CompanyMatchList = Static<typeof CompanyMatchList>;

export const MCP_SCHEMAS = { McpMessage, SearchResults, CompanyDocument, CompanyMatchList };
