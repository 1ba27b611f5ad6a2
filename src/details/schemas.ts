import { Type, type Static, type TSchema } from 'typebox';
import { DETAIL_FIELDS } from '../model/index.ts';
import {
  CompanyAddress,
  CompanyId,
  CompanyIdentifier,
  CompanyLifecycle,
  CompanyName,
  detailFields,
} from '../model/shapes.ts';
import { Company, SearchPage, attribution } from '../contract/document.ts';

const closed = { additionalProperties: false } as const;

const DetailsSource = Type.Object(
  {
    fields: Type.Array(Type.Enum([...DETAIL_FIELDS], { type: 'string' }), {
      description: 'The fields above that this register gave.',
    }),
    register: Type.Optional(
      Type.String({ description: 'The ID of the register; absent for a correction by the operator.' }),
    ),
    name: Type.Optional(Type.String({ description: 'The name of the register.' })),
    licence: Type.Optional(Type.String({ description: 'The licence of its data.' })),
    as_of_date: Type.Optional(Type.String({ format: 'date', description: 'The day the register was last observed.' })),
    url: Type.Optional(Type.String({ format: 'uri', description: 'Where the register publishes its data.' })),
  },
  { ...closed, description: 'A register that gave some of the details.' },
);
export type DetailsSource = Static<typeof DetailsSource>;

const CompanyDetails = Type.Object(
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
  { ...closed, description: 'What registers publish of a company beside the fields of the Company resource.' },
);

const CompanyDetailsEnvelope = Type.Object(
  { data: CompanyDetails, attribution },
  { ...closed, description: 'The details of one company.' },
);
export type CompanyDetailsEnvelope = Static<typeof CompanyDetailsEnvelope>;

/** What tells companies of one name apart. */
const distinction = {
  number: Type.Optional(CompanyIdentifier),
  country: Type.Optional(
    Type.String({
      pattern: '^[A-Z]{2}$',
      description: 'The country that scopes its number, else that of its head office.',
    }),
  ),
  state: detailFields.state,
  locality: Type.Optional(Type.String({ description: 'The town of its address.' })),
};

const DetailsSearchResult = Type.Object(
  { ...Company.properties, ...distinction },
  { ...closed, description: 'A company of a search, with its number, country, state and locality.' },
);
export type DetailsSearchResult = Static<typeof DetailsSearchResult>;

const DetailsSearchPage = Type.Object(
  {
    ...SearchPage.properties,
    data: Type.Array(DetailsSearchResult, { description: 'Matches in registry name order.' }),
  },
  { ...closed, description: 'One page of search results.' },
);
export type DetailsSearchPage = Static<typeof DetailsSearchPage>;

/** The schemas of the resource, without those of the contract. */
export const DETAILS_SCHEMAS = {
  CompanyAddress,
  CompanyName,
  DetailsSource,
  CompanyDetails,
  CompanyDetailsEnvelope,
  DetailsSearchResult,
  DetailsSearchPage,
} as const satisfies Record<string, TSchema>;
