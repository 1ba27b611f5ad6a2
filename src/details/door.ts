import type { Backend, SearchRequest, SearchResult } from '../backend/index.ts';
import { attributionText, type SearchPage } from '../contract/index.ts';
import type { DoorParts } from '../extra/index.ts';
import type { DetailSource, DetailsRecord } from '../model/index.ts';
import {
  ProblemError,
  SEARCH_PARAMETERS,
  findSimilar,
  notFound,
  parseResult,
  readCompanyId,
  readCountry,
  readQuery,
  readSearchText,
} from '../operations/index.ts';
import type * as Registers from '../registers/index.ts';
import { ARRIVAL_COST, jsonAnswer, type Door } from '../server/index.ts';
import { DETAILS, NO_MATCH_INDEX, SIMILAR_LIMITS } from './declaration.ts';
import type {
  CompanyDetailsEnvelope,
  DetailsSearchPage,
  DetailsSearchResult,
  DetailsSource,
  SimilarCompanies,
} from './schemas.ts';

/** The handlers of the resource of details. */
export function detailsDoor({ backend, facts, operations }: Pick<DoorParts, 'backend' | 'facts' | 'operations'>): Door {
  const attribution = attributionText(facts.dataProvider);
  return {
    declaration: DETAILS,
    handlers: {
      getCompanyDetails: async ({ parameters }) => {
        const id = readCompanyId(parameters['company_id']);
        const [record] = await findRecords(backend, [id]);
        if (record === undefined) throw notFound(id);
        const { lifecycle, number, details } = record;
        const { sources, ...fields } = details;
        // Loaded by the first request: the importers are too many files for a fast start.
        const registers = await import('../registers/index.ts');
        const served = sources.map((source) => servedSource(source, registers));
        const known = { id, object: 'company_details', lifecycle, ...(number && { number }), ...fields } as const;
        return jsonAnswer({ data: { ...known, sources: served }, attribution } satisfies CompanyDetailsEnvelope);
      },
      searchCompaniesWithDetails: async ({ target }) => {
        const given = readQuery(target, SEARCH_PARAMETERS);
        if (backend.searchWithDetails !== undefined) {
          const find = async (request: SearchRequest): Promise<SearchResult> =>
            (await backend.searchWithDetails?.(request)) ?? refuse();
          return jsonAnswer(await parseResult<DetailsSearchPage>(operations.search(given, undefined, find)));
        }
        const page = await parseResult<SearchPage>(operations.search(given));
        const ids = page.data.map(({ id }) => id);
        const records = await findRecords(backend, ids);
        const data = page.data.map((company, i) => distinguished(company, records[i]));
        return jsonAnswer({ ...page, data } satisfies DetailsSearchPage);
      },
      findSimilarCompanies: async ({ target, charge }) => {
        const given = readQuery(target, ['q', 'country']);
        const query = readSearchText(given.q);
        const country = readCountry(given.country);
        await charge(SIMILAR_LIMITS.cost - ARRIVAL_COST);
        if (backend.details === undefined) refuse();
        const found = await findSimilar(backend, query, country);
        if (found === undefined) throw new ProblemError('not_found', NO_MATCH_INDEX);
        const data = found.map(({ company, record }) => distinguished(company, record));
        const countries = country === undefined ? [] : [country];
        return jsonAnswer({ object: 'similar_list', query, countries, data, attribution } satisfies SimilarCompanies);
      },
    },
  };
}

/** @throws {ProblemError} if the data service has no details */
async function findRecords(backend: Backend, ids: readonly string[]): Promise<readonly (DetailsRecord | undefined)[]> {
  return ((await backend.details?.(ids)) ?? refuse()).records;
}

function refuse(): never {
  throw new ProblemError('not_found', 'This service has no details of companies');
}

function distinguished(company: SearchPage['data'][number], record: DetailsRecord | undefined): DetailsSearchResult {
  const { number, details } = record ?? {};
  const country = number?.country_scope?.slice(0, 2) ?? company.country_code;
  const { state, address } = details ?? {};
  return {
    ...company,
    ...(number !== undefined && { number }),
    ...(country !== undefined && { country }),
    ...(state !== undefined && { state }),
    ...(address?.locality !== undefined && { locality: address.locality }),
  };
}

/** Returns a source with the facts about its register. */
function servedSource(
  { register: id, as_of_date, fields }: DetailSource,
  { REGISTERS, registerName }: typeof Registers,
): DetailsSource {
  const register = id === undefined ? undefined : REGISTERS.get(id);
  const name = id === undefined ? undefined : registerName(id);
  return {
    fields: [...fields],
    ...(id !== undefined && { register: id }),
    ...(name !== undefined && { name }),
    ...(register !== undefined && { licence: register.licence.name }),
    ...(as_of_date !== undefined && { as_of_date }),
    ...(register !== undefined && { url: register.files.page }),
  };
}
