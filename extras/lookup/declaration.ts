import { COUNTRY_FILTER_PATTERN, IDENTIFIER_SCHEMES } from '../../src/model/index.ts';
import { DOOR_PROBLEMS, QUERY_RULES, parameter, type DoorDeclaration } from '../../src/contract/index.ts';

export const LOOKUP_LIMITS = {
  /** Maximum number of characters of a number. Numbers in register lines have at most 256; numbers that people type have fewer. */
  valueCharsMax: 128,
  /** Maximum number of companies in a response. Companies that share a number are the members of a VAT group. */
  companiesMax: 25,
  /** Number of companies with the same number that cost as much as one more number. */
  companiesPerUnit: 8,
  /** The cost of a request for one number: handling the request costs more than finding the number. */
  singleCost: 5,
  /** The cost of a number if the data service can only be searched: it allows 60 numbers a minute. */
  searchedCost: 100,
  batchMax: 100,
  bodyBytesMax: 64 * 1024,
} as const;

const { valueCharsMax, companiesMax, companiesPerUnit, singleCost, batchMax, bodyBytesMax } = LOOKUP_LIMITS;
const PATH = '/lookup/v1/identifiers';

/** The companies that carry an identifier. */
export const LOOKUP = {
  name: 'lookup',
  letter: 'l',
  title: 'Identifier look-up',
  summary: 'The companies that carry a number, in any of its written forms.',
  description:
    'Finds the companies that carry a number exactly, in any of its written forms: with or without punctuation, blanks, the letters of a VAT number or of a European number (EUID), in Romania in its old and its new form, and without the leading zeros that spreadsheets drop where all numbers of a register have one length. It returns what registers publish, and whether check digits are right. It does not confirm that a VAT number is valid for trade: only the tax administration can.',
  version: '1.0.0',
  // As many numbers as sixty batches have.
  requests: 6000,
  unit: 'numbers',
  cost: `A number of a batch counts one, a request for one number ${singleCost}. Each number counts one more for every ${companiesPerUnit} companies that have it, and one more if there may be others.`,
  limits: { value: { characters_max: valueCharsMax }, companies_max: companiesMax, batch_max: batchMax },
  operations: [
    {
      id: 'lookUpIdentifier',
      method: 'GET',
      path: `${PATH}/{value}`,
      // Romanian numbers contain slashes, and proxies decode escaped slashes.
      isRest: true,
      summary: 'Look up one number',
      description: `The companies that carry the number, and the records that had it and now lead to others. ${QUERY_RULES} For a number that no company carries, the list is empty.`,
      parameters: [
        parameter(
          'path',
          'value',
          { type: 'string', minLength: 1, maxLength: valueCharsMax },
          `The number in any of its written forms: 1 to ${valueCharsMax} characters, among them a letter or a digit.`,
        ),
        parameter(
          'query',
          'scheme',
          { type: 'string', pattern: `^(${IDENTIFIER_SCHEMES.join('|')})$` },
          `Only numbers of this scheme: ${IDENTIFIER_SCHEMES.map((scheme) => `\`${scheme}\``).join(', ')}.`,
        ),
        parameter(
          'query',
          'country',
          { type: 'string', pattern: COUNTRY_FILTER_PATTERN },
          'Only numbers of this country, an ISO 3166-1 alpha-2 code in either case: the country that scopes the number. Omitted or `all` includes every country; `UK` means `GB`, `EL` means `GR`. A number without a scope, such as an LEI, matches every country.',
        ),
      ],
      answer: 'IdentifierLookup',
      problems: DOOR_PROBLEMS,
      example: `${PATH}/{number}`,
      invalidExample: {
        target: `${PATH}/911020068?country=FIN`,
        detail: 'Parameter "country" must be an ISO 3166-1 alpha-2 code or "all", got "FIN"',
      },
    },
    {
      id: 'lookUpIdentifiers',
      method: 'POST',
      path: PATH,
      summary: `Look up to ${batchMax} numbers`,
      description: `One result for each of up to ${batchMax} numbers, in their order. The body is JSON in UTF-8 of at most ${bodyBytesMax} bytes.`,
      parameters: [],
      body: { schema: 'IdentifierBatch', bytesMax: bodyBytesMax },
      answer: 'IdentifierLookupList',
      problems: DOOR_PROBLEMS,
      example: PATH,
      invalidExample: {
        target: PATH,
        detail: `Parameter "identifiers" must have 1 to ${batchMax} entries, and has 0`,
      },
    },
  ],
} as const satisfies DoorDeclaration;
