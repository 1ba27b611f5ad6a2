import { COUNTRY_FILTER_PATTERN, IDENTIFIER_SCHEMES } from '../../src/model/index.ts';
import { QUERY_RULES, type OperationParameter } from '../../src/contract/index.ts';
import { DOOR_PROBLEMS, type DoorDeclaration } from '../../src/contract/index.ts';

/** The bounds of a look-up. */
export const LOOKUP_LIMITS = {
  /** The longest number of a register line has 256 characters; one that anybody types has fewer. */
  valueCharsMax: 128,
  /** The most companies in one answer. Those who share a number are the members of a VAT group. */
  companiesMax: 25,
  /** How many companies that have a number cost as much as another number. */
  companiesPerUnit: 8,
  /** The cost of a single number in a request: the request takes more than the number. */
  alone: 5,
  /** The cost of a number if the data service can only be searched: this allows 60 a minute. */
  searchedCost: 100,
  /** The most numbers in one batch. */
  batchMax: 100,
  bodyBytesMax: 64 * 1024,
} as const;

const { valueCharsMax, companiesMax, companiesPerUnit, alone, batchMax, bodyBytesMax } = LOOKUP_LIMITS;

const filters: readonly OperationParameter[] = [
  {
    name: 'scheme',
    in: 'query',
    required: false,
    description: `Only numbers of this scheme: ${IDENTIFIER_SCHEMES.map((scheme) => `\`${scheme}\``).join(', ')}.`,
    schema: { type: 'string', pattern: `^(${IDENTIFIER_SCHEMES.join('|')})$` },
  },
  {
    name: 'country',
    in: 'query',
    required: false,
    description:
      'Only numbers of this country, an ISO 3166-1 alpha-2 code in either case: the country that scopes the number. Omitted or `all` takes those of every country; `UK` means `GB`, `EL` means `GR`. A number without scope, such as an LEI, is taken whatever the country.',
    schema: { type: 'string', pattern: COUNTRY_FILTER_PATTERN },
  },
];

/** Whose number is this: the companies that carry an identifier. */
export const LOOKUP = {
  name: 'lookup',
  letter: 'l',
  title: 'Identifier look-up',
  summary: 'The companies that carry a number, in any of its written forms.',
  description:
    'Finds the companies that carry a number exactly, in any of its written forms: with or without punctuation, blanks, the letters of a VAT number or of a European number (EUID), in Romania in its old and its new form, and without the zeros in front that spreadsheets drop where all numbers of a register have one length. It says what registers publish, and whether check digits are right. It does not say that a VAT number is valid for trade: only the tax administration can.',
  version: '1.0.0',
  // As many as sixty batches have.
  requests: 6000,
  unit: 'numbers',
  cost: `A number of a batch counts one, a number alone ${alone}, and each one more for every ${companiesPerUnit} companies that have it, and where there may be others.`,
  limits: { value: { characters_max: valueCharsMax }, companies_max: companiesMax, batch_max: batchMax },
  operations: [
    {
      id: 'lookUpIdentifier',
      method: 'GET',
      path: '/lookup/v1/identifiers/{value}',
      // Romanian numbers have slashes, and proxies decode those that were escaped.
      isRest: true,
      summary: 'Look up one number',
      description: `The active companies that carry the number, and the records that had it and lead elsewhere now. ${QUERY_RULES} A number that nobody carries is answered 200 with no company.`,
      parameters: [
        {
          name: 'value',
          in: 'path',
          required: true,
          description: `The number in any of its written forms: 1 to ${valueCharsMax} characters, among them a letter or a digit. A slash in it needs no escape.`,
          schema: { type: 'string', minLength: 1, maxLength: valueCharsMax },
        },
        ...filters,
      ],
      answer: 'IdentifierLookup',
      problems: DOOR_PROBLEMS,
      example: '/lookup/v1/identifiers/0112038-9',
      invalidExample: {
        target: '/lookup/v1/identifiers/0112038-9?country=FIN',
        detail: 'Parameter "country" must be an ISO 3166-1 alpha-2 code or "all", got "FIN"',
      },
    },
    {
      id: 'lookUpIdentifiers',
      method: 'POST',
      path: '/lookup/v1/identifiers',
      summary: `Look up to ${batchMax} numbers`,
      description: `One answer for each of up to ${batchMax} numbers, in their order. The body is JSON in UTF-8 of at most ${bodyBytesMax} bytes.`,
      parameters: [],
      body: { schema: 'IdentifierBatch', bytesMax: bodyBytesMax },
      answer: 'IdentifierLookupList',
      problems: DOOR_PROBLEMS,
      example: '/lookup/v1/identifiers',
      invalidExample: {
        target: '/lookup/v1/identifiers',
        detail: `Parameter "identifiers" must have 1 to ${batchMax} entries, and has 0`,
      },
    },
  ],
} as const satisfies DoorDeclaration;
