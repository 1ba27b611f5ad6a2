import { SEARCH_LIMITS, attributionText, type Company, type ServiceFacts } from '../../src/contract/index.ts';
import { RECONCILE, RECONCILE_LIMITS, SUGGESTED_KINDS } from './declaration.ts';
import type {
  DataExtension,
  Flyout,
  PropertyProposal,
  ReconcileManifest,
  ReconcileResults,
  Suggestions,
} from './schemas.ts';
import { codePointCount, foldName, isCompanyId } from '../../src/model/index.ts';
import { ProblemError, invalidParameter, readCompanyId, parseList } from '../../src/operations/index.ts';
import { ARRIVAL_COST, type Door, type DoorAnswer, type DoorRequest } from '../../src/server/index.ts';
import type { DoorParts } from '../../src/extra/index.ts';
import { Matcher, describe } from './matcher.ts';
import { readForm, readProposal, readSuggestion, readTarget, type Request } from './parameters.ts';
import { PREVIEW_SIZE, companyPiece, previewPage, termPiece } from './preview.ts';
import { COMPANY_TYPE, PROPERTIES, propertyOf } from './properties.ts';

/** Which company is meant. */
export function reconcileDoor({ backend, facts }: Omit<DoorParts, 'doorOf'>): Door {
  const matcher = new Matcher(backend);
  const attribution = attributionText(facts.dataProvider);
  const manifest = manifestOf(facts, attribution);

  const answer = async (request: Request, { charge, turn }: DoorRequest): Promise<DoorAnswer> => {
    if (request.kind === 'manifest') return json(manifest);
    await charge(costOf(request) * (backend.byNumber === undefined ? RECONCILE_LIMITS.searchedCost : 1) - ARRIVAL_COST);
    if (request.kind === 'extend') return json(await extension(matcher, request, attribution, turn));
    const results: [string, ReconcileResults[string]][] = [];
    for (const [key, query] of request.queries) {
      await turn();
      results.push([key, { result: await matcher.candidates(query) }]);
    }
    // Entries, because a key may be any text.
    return json(Object.fromEntries(results));
  };

  const entities = async (target: string): Promise<Suggestions> => {
    const { prefix, cursor } = readSuggestion(target);
    const result = (await companiesFor(matcher, backend, prefix)).map(suggestionOf);
    return { result: result.slice(cursor, cursor + RECONCILE_LIMITS.suggestionsMax), attribution };
  };

  const visible = async (id: string): Promise<Company> => {
    const company = await matcher.company(readCompanyId(id, 'id'));
    if (company === undefined) throw new ProblemError('not_found', `No company is visible under "${id}"`);
    return company;
  };
  const pageOf = (id: string): string => `${facts.siteUrl}/companies/${id}`;

  return {
    declaration: RECONCILE,
    handlers: {
      reconcile: (asked) => answer(readTarget(asked.target), asked),
      reconcileBatch: (asked) => answer(readForm(asked.body), asked),
      suggestEntities: async ({ target }) => json(await entities(target)),
      suggestProperties: ({ target }) => json({ ...suggested(PROPERTIES, target), attribution } satisfies Suggestions),
      suggestTypes: ({ target }) => json({ ...suggested([COMPANY_TYPE], target), attribution } satisfies Suggestions),
      proposeProperties: ({ target }) => {
        const asked = readProposal(target);
        const properties = asked.type === undefined || asked.type === COMPANY_TYPE.id ? PROPERTIES : [];
        const proposed = properties
          .slice(0, asked.limit)
          .map(({ id, name, description }) => ({ id, name, description }));
        return json({ ...asked, properties: proposed, attribution } satisfies PropertyProposal);
      },
      describeSuggestion: async ({ parameters }) => {
        const { kind = '', id = '' } = parameters;
        if (!SUGGESTED_KINDS.some((one) => one === kind))
          throw invalidParameter('kind', `must be one of ${SUGGESTED_KINDS.join(', ')}`, kind);
        if (kind === 'entity')
          return json({ id, html: companyPiece(await visible(id), pageOf(id), attribution) } satisfies Flyout);
        const term = kind === 'property' ? propertyOf(id) : [COMPANY_TYPE].find((one) => one.id === id);
        if (term === undefined) throw new ProblemError('not_found', `There is no ${kind} "${id}"`);
        return json({ id, html: termPiece(term) } satisfies Flyout);
      },
      previewCompany: async ({ parameters }) => {
        const { id = '' } = parameters;
        return {
          body: Buffer.from(previewPage(await visible(id), pageOf(id), attribution)),
          contentType: 'text/html; charset=utf-8',
          headers: { 'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'" },
        };
      },
    },
  };
}

/** The total cost of a request: one per query, one more per number; one per group of companies in a data extension. */
function costOf(request: Exclude<Request, { kind: 'manifest' }>): number {
  if (request.kind === 'extend') return Math.ceil(request.ids.length / RECONCILE_LIMITS.idsPerUnit);
  return [...request.queries.values()].reduce((sum, { numbers }) => sum + 1 + numbers.length, 0);
}

function json(
  value: ReconcileManifest | ReconcileResults | DataExtension | Suggestions | Flyout | PropertyProposal,
): DoorAnswer {
  return { body: Buffer.from(JSON.stringify(value)) };
}

function suggestionOf(company: Company): Suggestions['result'][number] {
  const { id, name = id } = company;
  return { id, name, ...describe(company) };
}

/** The companies that a text that is being typed leads to: an ID, the beginning of a name or number, or a messy name. */
async function companiesFor(matcher: Matcher, backend: DoorParts['backend'], prefix: string): Promise<Company[]> {
  if (isCompanyId(prefix)) {
    const company = await matcher.company(prefix);
    return company === undefined ? [] : [company];
  }
  const length = codePointCount(prefix);
  const limit = SEARCH_LIMITS.limitMax;
  if (length < SEARCH_LIMITS.queryCharsMin || length > SEARCH_LIMITS.queryCharsMax) return [];
  const { json: found } = await backend.search({ query: prefix, limit });
  const companies = parseList<Company>(found);
  if (companies.length > 0) return companies;
  const matched = await backend.match?.({ name: prefix, limit: RECONCILE_LIMITS.suggestionsMax });
  return (matched?.companies ?? []).map((one) => JSON.parse(one.json) as Company);
}

/** The entries of a list whose id, or a word of whose name, begins with what was typed. */
function suggested(
  list: readonly { readonly id: string; readonly name: string; readonly description?: string }[],
  target: string,
): Pick<Suggestions, 'result'> {
  const { prefix, cursor } = readSuggestion(target);
  const typed = foldName(prefix);
  const found = list.filter(({ id, name }) => id.startsWith(prefix) || ` ${foldName(name)}`.includes(` ${typed}`));
  const result = found.map(({ id, name, description }) =>
    description === undefined ? { id, name } : { id, name, description },
  );
  return { result: result.slice(cursor, cursor + RECONCILE_LIMITS.suggestionsMax) };
}

async function extension(
  matcher: Matcher,
  { ids, properties }: Extract<Request, { kind: 'extend' }>,
  attribution: string,
  turn: DoorRequest['turn'],
): Promise<DataExtension> {
  const rows: [string, DataExtension['rows'][string]][] = [];
  for (const id of ids) {
    await turn();
    const company = await matcher.company(id);
    const values = properties.map((property): [string, { str: string }[]] => [
      property.id,
      (company === undefined ? [] : property.valuesOf(company)).map((str) => ({ str })),
    ]);
    rows.push([id, Object.fromEntries(values)]);
  }
  const meta = properties.map(({ id, name }) => ({ id, name }));
  return { meta, rows: Object.fromEntries(rows), attribution };
}

function manifestOf({ baseUrl, siteUrl, dataProvider }: ServiceFacts, attribution: string): ReconcileManifest {
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
    batchSize: RECONCILE_LIMITS.batchMax,
    defaultTypes: [COMPANY_TYPE],
    view: { url: `${siteUrl}/companies/{{id}}` },
    feature_view: { url: `${siteUrl}/developers/reconcile#{{id}}` },
    preview: { url: `${service}/preview/{{id}}`, ...PREVIEW_SIZE },
    suggest: { entity: suggest('entity'), property: suggest('property'), type: suggest('type') },
    extend: { propose_properties: { service_url: service, service_path: '/properties' }, property_settings: [] },
    attribution,
  };
}
