import type { Eventually, SearchRequest, SearchResult } from '../../backend/index.ts';
import {
  SEARCH_LIMITS,
  type Company,
  type CompanyEnvelope,
  type DetailedCompany,
  type OfficerPage,
  type RefusedSearch,
  type SearchPage,
  type Site,
  type SiteDocument,
} from '../../contract/index.ts';
import {
  NO_DETAILS,
  codePointCount,
  collapseWhiteSpace,
  countryFilter,
  foldName,
  type CompanyIdentifier,
  type CompanyState,
  type DataFacts,
  type DetailsRecord,
} from '../../model/index.ts';
import {
  SEARCH_PARAMETERS,
  findCompany,
  findSimilar,
  invalidParameter,
  parseList,
  parseResult,
  readQuery,
  toProblem,
} from '../../operations/index.ts';
import type { Dependencies } from './dependencies.ts';
import { fieldLines } from '../header-template.ts';
import type { Context } from '../http.ts';
import { Representations } from './documents.ts';

/** Maximum length of a text to fold: longer than company names, and short enough to fold quickly. */
const FOLDED_CHARS_MAX = 200;

/** Maximum numbers of other companies that a page shows. */
const NAMESAKES_MAX = 10;
const NEIGHBOURS_MAX = 10;

/** A company of a search, with its number, state and town if the data service returns them with the search. */
type FoundCompany = Company & {
  readonly number?: CompanyIdentifier;
  readonly state?: CompanyState;
  readonly locality?: string;
};

/** The pages of the site that show data: a company, and search results. They show what the operations return, and are rate limited. */
export class Pages {
  readonly #parts: Dependencies;
  readonly #site: Site;

  constructor(parts: Dependencies, site: Site) {
    this.#parts = parts;
    this.#site = site;
  }

  /** Sends the page of a company: the company, its current officers, its successors, and other companies of the same name or address. */
  async company(context: Context, companyId: string | undefined): Promise<void> {
    const { data: company } = await parseResult<CompanyEnvelope>(this.#parts.operations.company(companyId));
    const officers = await parseResult<OfficerPage>(this.#parts.operations.officers(companyId));
    const successors = await this.#loadCompanies(company.lifecycle.successor_ids ?? []);
    const namesakes = await this.#findNamesakes(company);
    const neighbours = await this.#parts.backend.sameAddress?.({ id: company.id, limit: NEIGHBOURS_MAX });
    const [record] = await this.#findRecords([company.id]);
    const view = {
      company,
      details: record?.details ?? NO_DETAILS,
      officers: officers.data,
      hasMoreOfficers: officers.has_more,
      successors: successors.map((each) => each.company),
      namesakes: namesakes.slice(0, NAMESAKES_MAX),
      hasMoreNamesakes: namesakes.length > NAMESAKES_MAX,
      neighbours: await this.#loadCompanies(neighbours?.ids ?? []),
      neighbourCount: neighbours?.count ?? 0,
      nameBefore: record?.nameBefore,
    };
    await this.#send(context, (data) => this.#site.companyPage(view, data));
  }

  /** Sends the page of a search, which works without scripts; without a query, the empty form. */
  async search(context: Context): Promise<void> {
    const form = parseForm(context);
    if ((form.get('q') ?? '').trim() === '') {
      await this.#send(context, (data) => this.#site.searchPage({ country: readCountry(form) }, data));
      return;
    }
    try {
      await this.#results(context);
    } catch (error) {
      const problem = toProblem(error);
      if (problem?.code !== 'invalid_request') throw error;
      const page = await this.#site.searchPage(refusedSearch(form, problem.message), await this.#parts.backend.facts());
      this.#parts.writer.document(context, 400, page, fieldLines(['Cache-Control', 'no-store']));
    }
  }

  async #results(context: Context): Promise<void> {
    const given = readQuery(context.request.url ?? '', SEARCH_PARAMETERS);
    const page = await parseResult<SearchPage>(
      this.#parts.operations.search(given, undefined, (request) => this.#find(request)),
    );
    const [country] = page.countries;
    const isEmpty = page.data.length === 0 && given.cursor === undefined;
    const similar = (isEmpty ? await findSimilar(this.#parts.backend, page.query, country) : undefined) ?? [];
    const view = {
      query: page.query,
      country,
      companies: await this.#loadRows(page.data),
      similar: await this.#loadCompanies(
        similar.map((each) => each.company.id),
        similar.map((each) => each.record),
      ),
      nextCursor: page.next_cursor ?? undefined,
      isFirst: given.cursor === undefined,
      counts: await this.#parts.backend.counts?.(page.query),
    };
    await this.#send(context, (data) => this.#site.searchPage(view, data));
  }

  /** Searches with details if the data service returns them with the search. */
  async #find(request: SearchRequest): Promise<SearchResult> {
    const { backend } = this.#parts;
    return (await backend.searchWithDetails?.(request)) ?? (await backend.search(request));
  }

  /** Returns the companies of a search with numbers and details: from the search, or else by their ids. */
  async #loadRows(found: readonly FoundCompany[]): Promise<DetailedCompany[]> {
    if (found.some(({ number, state, locality }) => number ?? state ?? locality)) return found.map(toRow);
    return await this.#loadCompanies(found.map(({ id }) => id));
  }

  /**
   * Returns companies with identifiers and details, except those that have been restricted since their ids were found.
   * @param known their details, in the order of the ids; by default the data service returns them
   */
  async #loadCompanies(
    ids: readonly string[],
    known?: readonly (DetailsRecord | undefined)[],
  ): Promise<DetailedCompany[]> {
    const companies = await Promise.all(ids.map((id) => findCompany(this.#parts.backend, id)));
    const records = known ?? (await this.#findRecords(ids));
    return companies.flatMap((company, i) =>
      company === undefined || company.lifecycle.status === 'restricted'
        ? []
        : [{ company, details: records[i]?.details ?? NO_DETAILS }],
    );
  }

  /** Returns the details of companies, in the order of their ids; an empty list if the data service has none. */
  async #findRecords(ids: readonly string[]): Promise<readonly (DetailsRecord | undefined)[]> {
    return (ids.length === 0 ? undefined : await this.#parts.backend.details?.(ids))?.records ?? [];
  }

  /** Returns other companies whose name folds to the same text, at most one more than a page shows. */
  async #findNamesakes({ id, name, lifecycle }: Company): Promise<DetailedCompany[]> {
    if (name === undefined) return [];
    // Results are in name order, so the companies of this name come before those with longer names.
    const query = Array.from(collapseWhiteSpace(name)).slice(0, SEARCH_LIMITS.queryCharsMax).join('');
    const { json } = await this.#find({ query, limit: SEARCH_LIMITS.limitMax });
    const folded = foldName(name);
    const others = parseList<FoundCompany>(json).filter(
      (other) => foldName(other.name ?? '') === folded && ![id, lifecycle.canonical_id].includes(other.id),
    );
    return await this.#loadRows(others.slice(0, NAMESAKES_MAX + 1));
  }

  /** Sends the page that shows how a text folds. */
  folding(context: Context): Eventually<void> {
    const text = readText(context, 'text', FOLDED_CHARS_MAX);
    return this.#send(context, (data) => this.#site.foldingPage(text, data));
  }

  async #send(context: Context, make: (data: DataFacts) => Promise<SiteDocument>): Promise<void> {
    const page = await make(await this.#parts.backend.facts());
    await new Representations(page, this.#parts.compression).send(this.#parts.writer, context);
  }
}

function parseForm({ request }: Context): URLSearchParams {
  return new URLSearchParams((request.url ?? '').split('?', 2)[1]);
}

function refusedSearch(form: URLSearchParams, detail: string): RefusedSearch {
  const query = form.get('q') ?? '';
  const count = codePointCount(collapseWhiteSpace(query));
  const { queryCharsMin, queryCharsMax } = SEARCH_LIMITS;
  const reason =
    count < queryCharsMin ? 'short' : count > queryCharsMax ? 'long' : form.has('cursor') ? 'cursor' : 'other';
  return { query, country: readCountry(form), reason, detail };
}

/** Returns the country in the form, valid or not; undefined for all countries. */
function readCountry(form: URLSearchParams): string | undefined {
  const country = form.get('country')?.toUpperCase();
  const known = country === undefined ? undefined : (countryFilter(country) ?? country);
  return known === 'all' ? undefined : known;
}

function readText(context: Context, name: string, charsMax: number): string | undefined {
  const text = parseForm(context).get(name) ?? undefined;
  if (text !== undefined && codePointCount(text) > charsMax)
    throw invalidParameter(name, `must hold at most ${charsMax} characters`, text);
  return text;
}

function toRow({ number, state, locality, ...company }: FoundCompany): DetailedCompany {
  return {
    company: { ...company, ...(number && { identifiers: [number] }) },
    details: { ...(state && { state }), ...(locality !== undefined && { address: { locality } }), sources: [] },
  };
}
