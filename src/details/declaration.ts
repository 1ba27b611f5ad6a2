import { DOOR_PROBLEMS, QUERY_RULES, parameter, searchParameters, type DoorDeclaration } from '../contract/index.ts';
import { COMPANY_ID_PATTERN } from '../model/index.ts';
import { SIMILAR_MAX } from '../operations/index.ts';

const PATH = '/details/v1';
/** Limits of the search for similar names. */
export const SIMILAR_LIMITS = {
  companiesMax: SIMILAR_MAX,
  /** Tokens of a request: comparing names takes one to six milliseconds, a search a fraction of one. */
  cost: 4,
} as const;
const { companiesMax, cost } = SIMILAR_LIMITS;

export const NO_MATCH_INDEX =
  'Similar names cannot be found: the data of this service have no match index, which "openfirma build --match" makes';

/** The details of companies, which are not part of the contract, and a search whose results can be distinguished. */
export const DETAILS = {
  name: 'details',
  letter: 'e',
  title: 'Company details',
  summary: 'State, dates, address, names and register page of a company, each with its source.',
  description:
    'Returns what registers publish of a company beside the fields of the contract: whether it exists, since when, its registered office, its former and other names, its European number (EUID) and its page at the register. Each field names the register and the day it comes from. A field that no register publishes is absent. Addresses are those of organisations, never of natural persons.',
  version: '1.1.0',
  // Four requests per second, because people search while they type.
  requests: 240,
  cost: `A request for similar names counts ${cost}.`,
  limits: { similar: { companies_max: companiesMax } },
  operations: [
    {
      id: 'searchCompaniesWithDetails',
      method: 'GET',
      path: `${PATH}/search`,
      summary: 'Search companies, with what tells them apart',
      description: `The search of the contract, with the same parameters, order and cursors. Each company has its strongest number, its country, its state and its locality as well. ${QUERY_RULES}`,
      parameters: searchParameters,
      answer: 'DetailsSearchPage',
      problems: DOOR_PROBLEMS,
      example: `${PATH}/search?q={query}`,
      invalidExample: {
        target: `${PATH}/search?q=nordlys&limit=99`,
        detail: 'Parameter "limit" must be an integer from 1 to 25, got "99"',
      },
    },
    {
      id: 'findSimilarCompanies',
      method: 'GET',
      path: `${PATH}/similar`,
      summary: 'Find companies of similar names',
      description: `The companies whose name is similar to a text, at most ${companiesMax}, the most similar first: misspelt, with its words in another order, or with another legal form. Send it when a search finds nothing. The fields are those of the search. A service whose data have no match index returns 404. ${QUERY_RULES}`,
      parameters: searchParameters.filter(({ name }) => name === 'q' || name === 'country'),
      answer: 'SimilarCompanies',
      problems: [...DOOR_PROBLEMS, 'not_found'],
      example: `${PATH}/similar?q={query}`,
      missingExample: { target: `${PATH}/similar?q=nordlysmir`, detail: NO_MATCH_INDEX },
      invalidExample: {
        target: `${PATH}/similar?q=no`,
        detail: 'Parameter "q" must hold 3 to 64 characters once white space is collapsed (it holds 2), got "no"',
      },
    },
    {
      id: 'getCompanyDetails',
      method: 'GET',
      path: `${PATH}/companies/{company_id}`,
      summary: 'Get the details of a company',
      description: `A redirected ID returns the details of the current record under the requested ID. Split, tombstoned and restricted records have no details. ${QUERY_RULES}`,
      parameters: [
        parameter(
          'path',
          'company_id',
          { type: 'string', pattern: COMPANY_ID_PATTERN },
          'The permanent ID of a company.',
        ),
      ],
      answer: 'CompanyDetailsEnvelope',
      problems: [...DOOR_PROBLEMS, 'not_found'],
      example: `${PATH}/companies/{company_id}`,
      invalidExample: {
        target: `${PATH}/companies/42`,
        detail: 'Parameter "company_id" must have the format of a company ID (co_ and 26 characters), got "42"',
      },
    },
  ],
} as const satisfies DoorDeclaration;
