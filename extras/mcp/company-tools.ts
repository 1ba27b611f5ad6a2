import {
  SEARCH_LIMITS,
  attributionText,
  parameter,
  type Company,
  type CompanyEnvelope,
  type OfficerPage,
} from '../../src/contract/index.ts';
import type { DoorParts } from '../../src/extra/index.ts';
import { COUNTRIES, codePointCount, collapseWhiteSpace, type CompanyDetails } from '../../src/model/index.ts';
import { invalidParameter, parseResult, readCompanyId } from '../../src/operations/index.ts';
import { RECONCILE_LIMITS } from '../reconcile/declaration.ts';
import { describeAll } from '../reconcile/describe.ts';
import { candidatesFor, search } from '../reconcile/matcher.ts';
import { toQuery } from '../reconcile/parameters.ts';
import { PROPERTIES, findDetails, listValues } from '../reconcile/properties.ts';
import type { CompanyDocument, CompanyMatchList, SearchResults } from './schemas.ts';
import { createTool, type Schemas, type Texts, type Tool } from './tool.ts';

const { queryCharsMax } = RECONCILE_LIMITS;
const { queryCharsMin } = SEARCH_LIMITS;

/** Maximum number of results: agents read all of them. */
const RESULTS_MAX = 10;
/** Minimum score of a returned company, in percent: an agent may use a company without checking its score. */
const SCORE_MIN = 1;

/** Tells an agent that asked a question in words what to send instead. */
const NOTHING_FOUND =
  'No name or number of a company is like the query. Names and numbers are compared, nothing else: send the name of one company, without other words.';

const TEXT = { type: 'string', minLength: 1, maxLength: queryCharsMax } as const;

export interface CompanyToolParts extends Pick<DoorParts, 'backend' | 'operations' | 'facts'> {
  /** Returns the address of the page of a company, or its URN. */
  readonly toUrl: (id: string) => string;
}

/**
 * Returns the tools that are not operations of the API: `search` and `fetch`, which assistants expect of a data source, and
 * `match_company`.
 */
export function companyTools(parts: CompanyToolParts, schemas: Schemas): readonly Tool[] {
  const attribution = attributionText(parts.facts.dataProvider);
  const tool = (
    name: string,
    operation: Parameters<typeof createTool>[1],
    call: (given: Texts) => Promise<object>,
  ): Tool => createTool(name, operation, schemas, async (given) => JSON.stringify(await call(given)));
  return [
    tool(
      'search',
      {
        summary: 'Search companies',
        description: `Finds companies by a name as people write it, the beginning of a name or of a number, or a company ID. It compares names and numbers, and understands no questions: give it the name alone. Returns at most ${RESULTS_MAX} results, the likeliest first, each with id, title and url; give an id to \`fetch\`.`,
        parameters: [
          parameter(
            'query',
            'query',
            { ...TEXT, minLength: queryCharsMin },
            `A name, a number or a company ID, ${queryCharsMin} to ${queryCharsMax} characters.`,
            true,
          ),
        ],
        answer: 'SearchResults',
      },
      async ({ query = '' }): Promise<SearchResults> => {
        const results = await found(parts, query);
        return results.length === 0 ? { results, hint: NOTHING_FOUND } : { results };
      },
    ),
    tool(
      'fetch',
      {
        summary: 'Fetch a company',
        description:
          'Returns what registers publish of one company as a text: numbers, state, address, dates (YYYY-MM-DD), names, current officers, sources and attribution. `metadata` has the same fields as texts.',
        parameters: [
          parameter('query', 'id', { type: 'string' }, 'The id of a result of `search`, or any company ID.', true),
        ],
        answer: 'CompanyDocument',
      },
      async ({ id }) => await readDocument(parts, readCompanyId(id, 'id')),
    ),
    tool(
      'match_company',
      {
        summary: 'Match a company',
        description: `Finds the company that a messy name, a number, or both mean, as on an invoice or in a list. Returns at most ${RESULTS_MAX} candidates, the likeliest first: \`score\` is a probability in percent, \`certain\` says whether the company may be used without a check, \`reason\` why. If none is certain, ask before you choose. A name needs a service whose data has a match index.`,
        parameters: [
          parameter('query', 'query', TEXT, `The name as it is written; its first ${queryCharsMax} characters count.`),
          parameter(
            'query',
            'country',
            TEXT,
            'The country, which makes a match more certain: an ISO 3166-1 alpha-2 code.',
          ),
          parameter('query', 'number', TEXT, 'A registry, VAT or tax number or an LEI, in any of its written forms.'),
        ],
        answer: 'CompanyMatchList',
      },
      async (given): Promise<CompanyMatchList> => ({
        object: 'company_match_list',
        data: await matched(parts, given),
        attribution,
      }),
    ),
  ];
}

/** Returns the companies with similar names, then those whose names or numbers begin with the query. */
async function found({ backend, toUrl }: CompanyToolParts, query: string): Promise<SearchResults['results']> {
  const count = codePointCount(collapseWhiteSpace(query));
  if (count < queryCharsMin || count > queryCharsMax)
    throw invalidParameter('query', `must have ${queryCharsMin} to ${queryCharsMax} characters`, query);
  const { hasMatchIndex = false } = await backend.facts();
  const similar = hasMatchIndex ? await likelyOnes(backend, toQuery(query, [], [], RESULTS_MAX)) : [];
  const begun = await search(backend, query, RESULTS_MAX);
  const others = begun.filter((company) => similar.every(({ id }) => id !== company.id));
  const described = await describeAll(backend, others);
  const all = [...similar, ...Array.from(others, (company, i) => ({ ...company, ...described[i] }))];
  return Array.from(all, ({ id, name = id, description }) => ({
    id,
    title: description === undefined ? name : `${name} (${description})`,
    url: toUrl(id),
  })).slice(0, RESULTS_MAX);
}

async function likelyOnes(...query: Parameters<typeof candidatesFor>): ReturnType<typeof candidatesFor> {
  return (await candidatesFor(...query)).filter(({ score }) => score >= SCORE_MIN);
}

async function matched(
  { backend }: CompanyToolParts,
  { query: name = '', country, number }: Texts,
): Promise<CompanyMatchList['data']> {
  if (name.trim() === '' && number === undefined) throw invalidParameter('query', 'is required without a number');
  if (country !== undefined && !COUNTRIES.has(country))
    throw invalidParameter('country', 'must be an ISO 3166-1 alpha-2 code or the name of a country', country);
  const [countries, numbers] = [country, number].map((one) => (one === undefined ? [] : [one]));
  const likely = await likelyOnes(backend, toQuery(name, countries ?? [], numbers ?? [], RESULTS_MAX));
  return Array.from(likely, ({ id, name: registered, description, score, match, reason }) => ({
    company_id: id,
    name: registered,
    ...(description !== undefined && { description }),
    score,
    certain: match,
    reason,
  }));
}

/** Returns a company as a document of a data source. */
async function readDocument({ backend, operations, toUrl }: CompanyToolParts, id: string): Promise<CompanyDocument> {
  const { data: company, attribution } = await parseResult<CompanyEnvelope>(operations.company(id));
  const [details] = await findDetails(backend, [id]);
  const officers = await parseResult<OfficerPage>(operations.officers(id));
  const { name: title = id, lifecycle, identifiers = [] } = company;
  const registeredIn = identifiers.find((one) => one.country_scope !== undefined)?.country_scope;
  const fields = await listFields(company, details, registeredIn);
  const leadsTo = [lifecycle.canonical_id ?? [], lifecycle.successor_ids ?? []].flat();
  const lines = [
    title,
    `Company ID: ${id}`,
    ...(lifecycle.status === 'active' ? [] : [`Record: ${[lifecycle.status, ...leadsTo].join(' ')}`]),
    ...(registeredIn === undefined ? [] : [`Registered in: ${formatJurisdiction(registeredIn)}`]),
    ...fields.map(([, label, value]) => `${label}: ${value}`),
    ...officers.data.map(
      ({ name, roles = [], appointed_on: from }) => `Officer: ${[name, ...roles, from ?? []].flat().join(', ')}`,
    ),
    attribution,
  ];
  const metadata = Object.fromEntries(fields.map(([property, , value]) => [property, value]));
  return {
    id,
    title,
    text: lines.join('\n'),
    url: toUrl(id),
    metadata: {
      ...(registeredIn !== undefined && { registered_in: registeredIn }),
      ...metadata,
      lifecycle: lifecycle.status,
      attribution,
    },
  };
}

/** Returns a jurisdiction, ISO 3166-1 alpha-2 or ISO 3166-2, with the name of its country: `Norway (NO)`. */
function formatJurisdiction(scope: string): string {
  const country = COUNTRIES.get(scope.slice(0, 2));
  return country === undefined ? scope : `${country} (${scope})`;
}

/** Returns the id, the label and the values, as one text, of each field that has a value. */
async function listFields(
  company: Company,
  details: CompanyDetails | undefined,
  registeredIn: string | undefined,
): Promise<[name: string, label: string, value: string][]> {
  const forms = await describeLegalForm(company, registeredIn);
  // Not repeated: the fields of the schemes have the numbers, the title has the name, and a line and `metadata` have the lifecycle.
  return PROPERTIES.filter(({ id }) => !['number', 'name', 'lifecycle'].includes(id)).flatMap((property) => {
    const values = property.id === 'legal_form' ? forms : listValues(property, company, details);
    return values.length === 0 ? [] : [[property.id, property.name, values.join('; ')]];
  });
}

/** Returns the legal form as the register publishes it; before a code, what it means. */
async function describeLegalForm(
  { legal_form: form, country_code: country }: Company,
  registeredIn = country,
): Promise<string[]> {
  if (form === undefined) return [];
  // Loaded on demand: the labels are in the registers, which a service does not load at its start.
  const { legalFormLabel } = await import('../../src/registers/index.ts');
  const label = registeredIn && legalFormLabel(registeredIn.slice(0, 2), form);
  return [label === undefined || label === '' ? form : `${label} (${form})`];
}
