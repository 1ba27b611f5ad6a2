import { Type, type Static, type TSchema } from 'typebox';
import { COUNTRY_CODE_PATTERN, COUNTRY_FILTER_PATTERN, IDENTIFIER_SCHEMES } from '../../src/model/index.ts';
import {
  CompanyId,
  CompanyIdentifier,
  CompanyLifecycle,
  closedObject,
  describedObject,
  optionalText,
} from '../../src/model/shapes.ts';
import { attribution } from '../../src/contract/document.ts';
import { LOOKUP_LIMITS } from './declaration.ts';

const scheme = Type.Enum([...IDENTIFIER_SCHEMES], { type: 'string', description: 'The requested scheme.' });
const country = Type.String({ pattern: COUNTRY_CODE_PATTERN, description: 'The requested country.' });
const value = Type.String({ description: 'The requested number.' });

export const IdentifierMatch = describedObject('A record that carries the number.', {
  object: Type.Literal('identifier_match', { description: 'Always `identifier_match`.' }),
  company_id: Type.String({
    ...CompanyId,
    description: 'The ID to keep; for a redirected record the ID of the current one.',
  }),
  requested_company_id: optionalText(
    'The ID of the record that had the number, if it is redirected, split or tombstoned.',
    CompanyId,
  ),
  lifecycle: CompanyLifecycle,
  name: optionalText('The current registered name.'),
  identifiers: Type.Optional(
    Type.Array(CompanyIdentifier, {
      description:
        'The identifiers of the company that are this number, as registers publish them. Absent if the register publishes the number in another form.',
    }),
  ),
  padded_value: optionalText(
    'The number with its leading zeros, or the letters of a Cypriot one, without punctuation, if the record is found only by that.',
  ),
});
export type IdentifierMatch = Static<typeof IdentifierMatch>;

export const CheckDigits = describedObject(
  'Whether a number that has the form of a scheme has the right check digits.',
  {
    scheme: Type.Enum([...IDENTIFIER_SCHEMES], { type: 'string', description: 'The scheme that has the rule.' }),
    country_scope: optionalText('The country that has the rule.', { pattern: COUNTRY_CODE_PATTERN }),
    name: Type.String({ description: 'The name of the number, such as `Y-tunnus`.' }),
    are_right: Type.Boolean({ description: 'Whether its check digits are right.' }),
  },
);
export type CheckDigits = Static<typeof CheckDigits>;

const result = {
  object: Type.Literal('identifier_lookup', { description: 'Always `identifier_lookup`.' }),
  value,
  scheme: Type.Optional(scheme),
  country: Type.Optional(country),
  data: Type.Array(IdentifierMatch, {
    description:
      'Companies that carry the number, then those that carry it with leading zeros, each in registry name order, then records that lead to others. Empty if no company carries the number.',
  }),
  has_more: Type.Boolean({
    description: `Whether more than ${LOOKUP_LIMITS.companiesMax} companies may carry the number.`,
  }),
  check_digits: Type.Array(CheckDigits, {
    description:
      'One entry for each scheme and country whose numbers have this form and check digits whose rule is known. Right digits do not prove that the number was issued.',
  }),
};

export const IdentifierLookup = describedObject('The companies that carry one number.', { ...result, attribution });
export type IdentifierLookup = Static<typeof IdentifierLookup>;

const IdentifierResult = describedObject('The result for one number of a batch.', result);
export type IdentifierResult = Static<typeof IdentifierResult>;

export const IdentifierBatch = describedObject('The numbers to look up.', {
  identifiers: Type.Array(
    closedObject({
      value: Type.String({
        minLength: 1,
        maxLength: LOOKUP_LIMITS.valueCharsMax,
        description: 'The number in any of its written forms.',
      }),
      scheme: Type.Optional(scheme),
      country: optionalText('Only numbers of this country, in either case, or `all`.', {
        pattern: COUNTRY_FILTER_PATTERN,
      }),
    }),
    { minItems: 1, maxItems: LOOKUP_LIMITS.batchMax, description: 'The numbers; the results have the same order.' },
  ),
});

export const IdentifierLookupList = describedObject('The results for a batch of numbers.', {
  object: Type.Literal('identifier_lookup_list', { description: 'Always `identifier_lookup_list`.' }),
  data: Type.Array(IdentifierResult, { description: 'One result for each number, in their order.' }),
  attribution,
});
export type IdentifierLookupList = Static<typeof IdentifierLookupList>;

/** The schemas that the door adds to those of the contract. */
export const LOOKUP_SCHEMAS = {
  IdentifierMatch,
  CheckDigits,
  IdentifierLookup,
  IdentifierResult,
  IdentifierBatch,
  IdentifierLookupList,
} as const satisfies Record<string, TSchema>;
