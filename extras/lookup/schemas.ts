import { Type, type Static, type TSchema } from 'typebox';
import { IDENTIFIER_SCHEMES } from '../../src/model/index.ts';
import { COUNTRY_CODE_PATTERN, COUNTRY_FILTER_PATTERN } from '../../src/model/index.ts';
import { CompanyId, CompanyIdentifier, CompanyLifecycle } from '../../src/model/shapes.ts';
import { attribution } from '../../src/contract/document.ts';
import { LOOKUP_LIMITS } from './declaration.ts';

const closed = { additionalProperties: false } as const;
const scheme = Type.Enum([...IDENTIFIER_SCHEMES], { type: 'string', description: 'The scheme that was asked for.' });
const country = Type.String({ pattern: COUNTRY_CODE_PATTERN, description: 'The country that was asked for.' });
const value = Type.String({ description: 'The number as it was asked for.' });

/** A record that carries the number, or had it. */
export const IdentifierMatch = Type.Object(
  {
    object: Type.Literal('identifier_match', { description: 'Always `identifier_match`.' }),
    company_id: Type.String({
      ...CompanyId,
      description: 'The ID to keep: of a redirected record that of the current one.',
    }),
    requested_company_id: Type.Optional(
      Type.String({
        ...CompanyId,
        description: 'The ID of the record that had the number, where it is redirected, split or tombstoned.',
      }),
    ),
    lifecycle: CompanyLifecycle,
    name: Type.Optional(Type.String({ description: 'The current registered name.' })),
    identifiers: Type.Optional(
      Type.Array(CompanyIdentifier, {
        description:
          'The identifiers of the company that are this number, as registers publish them. Absent where the register writes the number in this form too, and publishes it in another.',
      }),
    ),
    padded_value: Type.Optional(
      Type.String({
        description:
          'The number with the zeros in front that it may have lost, without punctuation, where the record is found by that alone.',
      }),
    ),
  },
  { ...closed, description: 'A record that carries the number.' },
);
export type IdentifierMatch = Static<typeof IdentifierMatch>;

/** The result of one rule for the check digits of a number. */
export const CheckDigits = Type.Object(
  {
    scheme: Type.Enum([...IDENTIFIER_SCHEMES], { type: 'string', description: 'The scheme that has the rule.' }),
    country_scope: Type.Optional(
      Type.String({ pattern: COUNTRY_CODE_PATTERN, description: 'The country that has the rule.' }),
    ),
    name: Type.String({ description: 'What the number is called, such as `Y-tunnus`.' }),
    are_right: Type.Boolean({ description: 'Whether its check digits are right.' }),
  },
  { ...closed, description: 'Whether a number that has the form of a scheme has the right check digits.' },
);
export type CheckDigits = Static<typeof CheckDigits>;

const result = {
  object: Type.Literal('identifier_lookup', { description: 'Always `identifier_lookup`.' }),
  value,
  scheme: Type.Optional(scheme),
  country: Type.Optional(country),
  data: Type.Array(IdentifierMatch, {
    description:
      'Active companies that carry the number, then those that carry it with zeros in front, each in registry name order, then records that lead elsewhere. Empty where nobody carries the number.',
  }),
  has_more: Type.Boolean({
    description: `Whether more than ${LOOKUP_LIMITS.companiesMax} companies may carry the number.`,
  }),
  check_digits: Type.Array(CheckDigits, {
    description:
      'One entry for each scheme and country whose numbers have this form and check digits whose rule is known. Right digits do not say that the number was issued.',
  }),
};

/** The answer for one number. */
export const IdentifierLookup = Type.Object(
  { ...result, attribution },
  { ...closed, description: 'The companies that carry one number.' },
);
export type IdentifierLookup = Static<typeof IdentifierLookup>;

const IdentifierResult = Type.Object(result, { ...closed, description: 'The answer for one number of a batch.' });
export type IdentifierResult = Static<typeof IdentifierResult>;

/** A batch of numbers. */
export const IdentifierBatch = Type.Object(
  {
    identifiers: Type.Array(
      Type.Object(
        {
          value: Type.String({
            minLength: 1,
            maxLength: LOOKUP_LIMITS.valueCharsMax,
            description: 'The number in any of its written forms.',
          }),
          scheme: Type.Optional(scheme),
          country: Type.Optional(
            Type.String({
              pattern: COUNTRY_FILTER_PATTERN,
              description: 'Only numbers of this country, in either case, or `all`.',
            }),
          ),
        },
        closed,
      ),
      { minItems: 1, maxItems: LOOKUP_LIMITS.batchMax, description: 'The numbers, answered in this order.' },
    ),
  },
  { ...closed, description: 'The numbers to look up.' },
);

/** The answer for a batch. */
export const IdentifierLookupList = Type.Object(
  {
    object: Type.Literal('identifier_lookup_list', { description: 'Always `identifier_lookup_list`.' }),
    data: Type.Array(IdentifierResult, { description: 'One answer for each number, in their order.' }),
    attribution,
  },
  { ...closed, description: 'The answers for a batch of numbers.' },
);
export type IdentifierLookupList = Static<typeof IdentifierLookupList>;

/** The schemas of the door that are not of the contract. */
export const LOOKUP_SCHEMAS = {
  IdentifierMatch,
  CheckDigits,
  IdentifierLookup,
  IdentifierResult,
  IdentifierBatch,
  IdentifierLookupList,
} as const satisfies Record<string, TSchema>;
