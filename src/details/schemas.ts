import { Type, type Static, type TSchema } from 'typebox';
import { DETAIL_FIELDS } from '../model/index.ts';
import {
  CompanyAddress,
  CompanyId,
  CompanyIdentifier,
  CompanyLifecycle,
  CompanyName,
  detailFields,
  describedObject,
  optionalText,
} from '../model/shapes.ts';
import { Company, SearchPage, attribution } from '../contract/document.ts';

const DetailsSource = describedObject('A register that gave some of the details.', {
  fields: Type.Array(Type.Enum([...DETAIL_FIELDS], { type: 'string' }), {
    description: 'The fields above that this register gave.',
  }),
  register: optionalText('The ID of the register; absent for a correction by the operator.'),
  name: optionalText('The name of the register.'),
  licence: optionalText('The licence of its data.'),
  as_of_date: optionalText('The day the register was last observed.', { format: 'date' }),
  url: optionalText('Where the register publishes its data.', { format: 'uri' }),
});
export type DetailsSource = Static<typeof DetailsSource>;

const CompanyDetails = describedObject(
  'What registers publish of a company beside the fields of the Company resource.',
  {
    id: Type.String({ ...CompanyId, description: 'The requested ID.' }),
    object: Type.Literal('company_details', { description: 'Always `company_details`.' }),
    lifecycle: CompanyLifecycle,
    number: Type.Optional(CompanyIdentifier),
    ...detailFields,
    sources: Type.Array(DetailsSource, {
      description: 'The registers that gave these fields; empty if the record has no details.',
    }),
  },
);

const CompanyDetailsEnvelope = describedObject('The details of one company.', { data: CompanyDetails, attribution });
export type CompanyDetailsEnvelope = Static<typeof CompanyDetailsEnvelope>;

/** Fields that distinguish companies of the same name. */
const distinction = {
  number: Type.Optional(CompanyIdentifier),
  country: optionalText('The country that scopes its number, else that of its head office.', { pattern: '^[A-Z]{2}$' }),
  state: detailFields.state,
  locality: optionalText('The town of its address.'),
};

const DetailsSearchResult = describedObject('A company of a search, with its number, country, state and locality.', {
  ...Company.properties,
  ...distinction,
});
export type DetailsSearchResult = Static<typeof DetailsSearchResult>;

const DetailsSearchPage = describedObject('One page of search results.', {
  ...SearchPage.properties,
  data: Type.Array(DetailsSearchResult, { description: 'Matches in registry name order.' }),
});
export type DetailsSearchPage = Static<typeof DetailsSearchPage>;

const { object: _, next_cursor: __, ...listFields } = SearchPage.properties;

const SimilarCompanies = describedObject('Companies of similar names.', {
  object: Type.Literal('similar_list', { description: 'Always `similar_list`.' }),
  ...listFields,
  data: Type.Array(DetailsSearchResult, { description: 'The companies, the most similar name first.' }),
});
export type SimilarCompanies = Static<typeof SimilarCompanies>;

/** The schemas of the resource that are not in the contract. */
export const DETAILS_SCHEMAS = {
  CompanyAddress,
  CompanyName,
  DetailsSource,
  CompanyDetails,
  CompanyDetailsEnvelope,
  DetailsSearchResult,
  DetailsSearchPage,
  SimilarCompanies,
} as const satisfies Record<string, TSchema>;
