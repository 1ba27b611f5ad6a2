import type { Backend } from '../../src/backend/index.ts';
import { SEARCH_LIMITS, attributionText, type Company, type ServiceFacts } from '../../src/contract/index.ts';
import { foldName, isCompanyId } from '../../src/model/index.ts';
import { ProblemError, findCompany, invalidParameter, notFound, readCompanyId } from '../../src/operations/index.ts';
import { ARRIVAL_COST, jsonAnswer, type Door, type DoorAnswer, type DoorRequest } from '../../src/server/index.ts';
import type { DoorParts } from '../../src/extra/index.ts';
import { RECONCILE, RECONCILE_LIMITS, SUGGESTED_KINDS } from './declaration.ts';
import { describeAll } from './describe.ts';
import { candidatesFor, isSearchable, search } from './matcher.ts';
import { readForm, readProposal, readSuggestion, readTarget, type Request } from './parameters.ts';
import { PREVIEW_SIZE, companyPiece, previewPage, termPiece, type Shown } from './preview.ts';
import { COMPANY_TYPE, PROPERTIES, findDetails, findProperty, listValues } from './properties.ts';
import type {
  DataExtension,
  Flyout,
  PropertyProposal,
  ReconcileManifest,
  ReconcileResults,
  Suggestions,
} from './schemas.ts';

const { idsPerUnit, searchedCost, suggestionsMax, batchMax } = RECONCILE_LIMITS;

/** The handlers of the door `reconcile`. */
export function reconcileDoor({ backend, facts }: Omit<DoorParts, 'openDoor'>): Door {
  const attribution = attributionText(facts.dataProvider);
  const manifest = createManifest(facts, attribution);

  const answer = async (request: Request, { charge, turn }: DoorRequest): Promise<DoorAnswer> => {
    if (request.kind === 'manifest') return jsonAnswer(manifest);
    await charge(computeCost(request) * (backend.byNumber === undefined ? searchedCost : 1) - ARRIVAL_COST);
    if (request.kind === 'extend')
      return jsonAnswer({ ...(await extension(backend, request, turn)), attribution } satisfies DataExtension);
    const results: [string, ReconcileResults[string]][] = [];
    for (const [key, query] of request.queries) {
      await turn();
      results.push([key, { result: await candidatesFor(backend, query) }]);
    }
    // Made from entries, because a key may be any text.
    return jsonAnswer(Object.fromEntries(results) satisfies ReconcileResults);
  };

  const suggestions = async (
    target: string,
    termsFor: (prefix: string) => Promise<readonly Term[]> | readonly Term[],
  ): Promise<DoorAnswer> => {
    const { prefix, cursor } = readSuggestion(target);
    const found = (await termsFor(prefix)).slice(cursor, cursor + suggestionsMax);
    return jsonAnswer({ result: found.map(toSuggestion), attribution } satisfies Suggestions);
  };

  return {
    declaration: RECONCILE,
    handlers: {
      reconcile: (request) => answer(readTarget(request.target), request),
      reconcileBatch: (request) => answer(readForm(request.body), request),
      suggestEntities: ({ target }) => suggestions(target, (prefix) => companiesFor(backend, prefix)),
      suggestProperties: ({ target }) => suggestions(target, (prefix) => termsLike(prefix, PROPERTIES)),
      suggestTypes: ({ target }) => suggestions(target, (prefix) => termsLike(prefix, [COMPANY_TYPE])),
      proposeProperties: ({ target }) => {
        const request = readProposal(target);
        const { type = COMPANY_TYPE.id, limit } = request;
        const properties = (type === COMPANY_TYPE.id ? PROPERTIES : []).slice(0, limit).map(toSuggestion);
        return jsonAnswer({ ...request, properties, attribution } satisfies PropertyProposal);
      },
      describeSuggestion: async ({ parameters }) => {
        const { kind = '', id = '' } = parameters;
        if (!SUGGESTED_KINDS.some((one) => one === kind))
          throw invalidParameter('kind', `must be one of ${SUGGESTED_KINDS.join(', ')}`, kind);
        if (kind === 'entity') {
          const { text: html } = companyPiece(await shownCompany(backend, facts, id), attribution);
          return jsonAnswer({ id, html } satisfies Flyout);
        }
        const term = kind === 'property' ? findProperty(id) : [COMPANY_TYPE].find((one) => one.id === id);
        if (term === undefined) throw new ProblemError('not_found', `There is no ${kind} "${id}"`);
        return jsonAnswer({ id, html: termPiece(term).text } satisfies Flyout);
      },
      previewCompany: async ({ parameters }) => {
        const { id = '' } = parameters;
        return {
          body: Buffer.from(previewPage(await shownCompany(backend, facts, id), attribution).text),
          contentType: 'text/html; charset=utf-8',
          headers: { 'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'" },
        };
      },
    },
  };
}

/** Returns the cost of a request: one per query and per number, or one per `idsPerUnit` companies of a data extension. */
function computeCost(request: Exclude<Request, { kind: 'manifest' }>): number {
  if (request.kind === 'extend') return Math.ceil(request.ids.length / idsPerUnit);
  return [...request.queries.values()].reduce((sum, { numbers }) => sum + 1 + numbers.length, 0);
}

/** A company, a property or a type to choose. */
interface Term {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
}

function toSuggestion({ id, name, description }: Term): Suggestions['result'][number] {
  return description === undefined ? { id, name } : { id, name, description };
}

async function describeCompanies(backend: Backend, companies: readonly Company[]): Promise<Term[]> {
  const descriptions = await describeAll(backend, companies);
  return companies.map(({ id, name = id }, i) => ({ id, name, ...descriptions[i] }));
}

/** Finds the companies for a typed text: an ID, the beginning of a name or number, or a messy name. */
async function companiesFor(backend: Backend, prefix: string): Promise<Term[]> {
  if (isCompanyId(prefix)) {
    const company = await findCompany(backend, prefix);
    return company === undefined ? [] : await describeCompanies(backend, [company]);
  }
  const companies = await search(backend, prefix, SEARCH_LIMITS.limitMax);
  if (companies.length > 0 || !isSearchable(prefix)) return await describeCompanies(backend, companies);
  const matched = await backend.match?.({ name: prefix, limit: suggestionsMax });
  const similar = (matched?.companies ?? []).map((one) => JSON.parse(one.json) as Company);
  return await describeCompanies(backend, similar);
}

/** Returns the terms whose id, or a word in whose name, begins with a typed text. */
function termsLike(prefix: string, terms: readonly Term[]): Term[] {
  const typed = foldName(prefix);
  return terms.filter(({ id, name }) => id.startsWith(prefix) || ` ${foldName(name)}`.includes(` ${typed}`));
}

async function extension(
  backend: Backend,
  { ids, properties }: Extract<Request, { kind: 'extend' }>,
  turn: DoorRequest['turn'],
): Promise<Pick<DataExtension, 'meta' | 'rows'>> {
  const rows: [string, DataExtension['rows'][string]][] = [];
  const needsDetails = properties.some(({ isDetail }) => isDetail);
  const needsCompanies = properties.some(({ isDetail }) => isDetail !== true);
  if (needsDetails) await turn();
  const details = needsDetails ? await findDetails(backend, ids) : [];
  for (const [i, id] of ids.entries()) {
    await turn();
    const company = needsCompanies ? await findCompany(backend, id) : undefined;
    const values = properties.map((property): [string, { str: string }[]] => [
      property.id,
      listValues(property, company, details[i]).map((str) => ({ str })),
    ]);
    rows.push([id, Object.fromEntries(values)]);
  }
  return { meta: properties.map(({ id, name }) => ({ id, name })), rows: Object.fromEntries(rows) };
}

/** @throws {ProblemError} if the id was never published */
async function shownCompany(backend: Backend, { siteUrl }: ServiceFacts, id: string): Promise<Shown> {
  const company = await findCompany(backend, readCompanyId(id, 'id'));
  if (company === undefined) throw notFound(id);
  const [details] = await findDetails(backend, [id]);
  return { company, details, page: `${siteUrl}/companies/${id}` };
}

function createManifest({ baseUrl, siteUrl, dataProvider }: ServiceFacts, attribution: string): ReconcileManifest {
  const service = `${baseUrl}/reconcile/v1`;
  const suggest = (kind: (typeof SUGGESTED_KINDS)[number]) => ({
    service_url: service,
    service_path: `/suggest/${kind}`,
    flyout_service_url: service,
    flyout_service_path: `/flyout/${kind}/\${id}`,
  });
  return {
    versions: ['0.2'],
    name: `Companies: ${dataProvider}`,
    identifierSpace: `${baseUrl}/v1/companies/`,
    schemaSpace: `${siteUrl}/developers/reference`,
    documentation: `${siteUrl}/developers/reconcile`,
    logo: `${siteUrl}/icon.svg`,
    batchSize: batchMax,
    defaultTypes: [COMPANY_TYPE],
    view: { url: `${siteUrl}/companies/{{id}}` },
    feature_view: { url: `${siteUrl}/developers/reconcile#{{id}}` },
    preview: { url: `${service}/preview/{{id}}`, ...PREVIEW_SIZE },
    suggest: { entity: suggest('entity'), property: suggest('property'), type: suggest('type') },
    extend: { propose_properties: { service_url: service, service_path: '/properties' }, property_settings: [] },
    attribution,
  };
}
