import findMyWay from 'find-my-way';
import { OPERATIONS, type DoorDeclaration, type DoorOperation, type Operation, type Site } from '../contract/index.ts';
import { ProblemError } from '../operations/index.ts';
import { pathOf, type ServiceParts } from './config.ts';
import type { Dependencies } from './handlers/dependencies.ts';
import type { Door } from './doors/door.ts';
import { doorHandler, routedPath } from './handlers/door-handler.ts';
import { siteDocument } from './handlers/documents.ts';
import { OperationHandler } from './handlers/operation-handler.ts';
import { Pages } from './handlers/pages.ts';
import { HEAD_BYTES_MAX } from './http1/http-server.ts';
import type { Context, Handler, RequestListener } from './http.ts';
import { doorPolicy } from './limits/policies.ts';
import { prefersHtml } from './negotiation.ts';
import type { Endpoint, Pipeline } from './pipeline.ts';
import { methodNotAllowed } from './method-not-allowed.ts';
import { preflightTemplate } from './response-writer.ts';
import { PAGE_PATHS, type RouteName } from './telemetry/catalog.ts';
import { LIVE } from './telemetry/health.ts';

const NO_QUERY = {};

/** The handlers of find-my-way are typed for Node's own requests; ours go through unchanged. */
type FoundHandler = findMyWay.Handler<findMyWay.HTTPVersion.V1>;

interface Endpoints {
  readonly read: Endpoint;
  /** The endpoint of `POST`, if it is allowed. */
  readonly submit?: Endpoint;
  readonly preflight: Endpoint;
  readonly refuse: Endpoint;
}

export class Routes {
  /** All routed paths, in the notation of OpenAPI. Other paths are answered 404. */
  readonly paths: string[] = [];
  readonly handle: RequestListener;
  readonly #router: findMyWay.Instance<findMyWay.HTTPVersion.V1>;
  readonly #pipeline: Pipeline;
  readonly #dependencies: Dependencies;

  constructor(
    pipeline: Pipeline,
    dependencies: Dependencies,
    { site, doors = [], offDoors = [] }: Pick<ServiceParts, 'site' | 'doors' | 'offDoors'>,
  ) {
    this.#pipeline = pipeline;
    this.#dependencies = dependencies;
    const operations = new OperationHandler(dependencies);
    const document = site && `${dependencies.config.siteUrl}/api/openapi.json`;
    const template = preflightTemplate();
    const unknown = pipeline.document('none', (context) => {
      const offDoor = findOffDoor(context, offDoors, dependencies.config.baseUrl);
      // Browsers report a refused preflight as a network error, so pages would not learn that the resource is off.
      if (offDoor !== undefined && context.request.method === 'OPTIONS')
        return dependencies.writer.preflight(context, template);
      throw unknownPath(context, document, offDoor);
    });
    const undecodable = this.#undecodable(operations);
    this.#router = findMyWay({
      // A path parameter can be as long as the head of the request.
      maxParamLength: HEAD_BYTES_MAX,
      // Search, the only operation with query parameters, reads the query itself, strictly.
      querystringParser: () => NO_QUERY,
      onBadUrl: (_, ...exchange) => (undecodable as (...exchange: unknown[]) => void)(...exchange),
    });
    this.handle = (request, response) => {
      const found = this.#router.find('GET', request.url ?? '');
      if (found === null) unknown(request, response);
      else (found.handler as unknown as Endpoint)(request, response, found.params);
    };
    this.#addOperations(operations);
    for (const door of doors) this.#addDoor(door);
    if (site !== undefined) this.#addSite(site);
    this.#addHealth();
  }

  /**
   * Makes the endpoint of paths that are not percent-encoded UTF-8. A company id can contain such an escape: then the request counts for
   * the operation.
   */
  #undecodable(operations: OperationHandler): Endpoint {
    const companies = `${pathOf(this.#dependencies.config.baseUrl)}/v1/companies/`;
    const unreadable = this.#pipeline.document('none', badEscape);
    const company = byMethod(
      this.#operation('getCompany', (context) =>
        operations.company(context, context.request.url?.slice(companies.length).split(/[/?]/, 1)[0]),
      ),
    );
    return (request, response) =>
      (request.url?.startsWith(companies) === true ? company : unreadable)(request, response);
  }

  #addOperations(operations: OperationHandler): void {
    const base = pathOf(this.#dependencies.config.baseUrl);
    const handlers: Readonly<Record<Operation['id'], Handler>> = {
      searchCompanies: (context) => operations.search(context),
      getCompany: (context, parameters) => operations.company(context, parameters['company_id']),
      listOfficers: (context, parameters) => operations.officers(context, parameters['company_id']),
    };
    for (const { id, path } of OPERATIONS) {
      this.#add(base + path, this.#operation(id, handlers[id]));
    }
  }

  /** Makes the endpoints of an operation, of whose limit a refused method takes a request too. */
  #operation(id: Operation['id'], handler: Handler): Endpoints {
    return {
      ...this.#otherMethods(id),
      read: this.#pipeline.operation(id, handler),
      refuse: this.#pipeline.operation(id, (context) => refuseMethod(context)),
    };
  }

  #addDoor({ declaration, handlers }: Door): void {
    const { name } = declaration;
    const policy = doorPolicy(declaration);
    const base = pathOf(this.#dependencies.config.baseUrl);
    const tools = { policy, pipeline: this.#pipeline, writer: this.#dependencies.writer };
    for (const [path, operations] of Map.groupBy(declaration.operations, routedPath)) {
      const findEndpoint = (method: DoorOperation['method']): Endpoint | undefined => {
        const operation = operations.find((one) => one.method === method);
        const handle = operation && handlers[operation.id];
        if (operation === undefined) return undefined;
        if (handle === undefined) throw new Error(`The door "${name}" does not handle ${operation.id}`);
        const handler = doorHandler(operation, handle, tools);
        return this.#pipeline.door(operation.id, handler, policy, operation.body?.bytesMax);
      };
      const [read, submit] = [findEndpoint('GET'), findEndpoint('POST')];
      const allow = [...(read ? ['GET', 'HEAD'] : []), 'OPTIONS', ...(submit ? ['POST'] : [])].join(', ');
      const others = this.#otherMethods(operations[0]?.id ?? 'none', allow);
      this.#add(base + path, { ...others, read: read ?? others.refuse, ...(submit && { submit }) });
    }
  }

  #addSite(site: Site): void {
    const base = pathOf(this.#dependencies.config.siteUrl);
    for (const [path, make] of site.documents) {
      this.#add(base + path, {
        ...this.#otherMethods('document'),
        read: this.#pipeline.document('document', siteDocument(make, this.#dependencies)),
      });
    }
    const pages = new Pages(this.#dependencies, site);
    const handlers: Readonly<Record<keyof typeof PAGE_PATHS, Handler>> = {
      companyPage: (context, parameters) => pages.company(context, parameters['company_id']),
      searchPage: (context) => pages.search(context),
      foldingPage: (context) => pages.folding(context),
    };
    for (const [route, handler] of Object.entries(handlers)) {
      const read = this.#pipeline.page(route, handler);
      this.#add(base + PAGE_PATHS[route as keyof typeof PAGE_PATHS], { ...this.#otherMethods(route), read });
    }
  }

  /** Adds the probes: whether the process lives, and whether it can answer requests, with which data. */
  #addHealth(): void {
    const { health, writer } = this.#dependencies;
    this.#addUnlimited('/livez', (context) => writer.probe(context, LIVE));
    this.#addUnlimited('/readyz', async (context) => writer.probe(context, await health.readiness()));
  }

  /** Adds a path for the operator, which is neither rate limited nor shed nor logged, whatever the method. */
  #addUnlimited(path: string, handler: Handler): void {
    const template = preflightTemplate();
    this.#add(path, {
      read: this.#pipeline.unlimited('probe', handler),
      preflight: this.#pipeline.unlimited('probe', (context) => this.#dependencies.writer.preflight(context, template)),
      refuse: this.#pipeline.unlimited('probe', (context) => refuseMethod(context)),
    });
  }

  #otherMethods(route: RouteName, allow?: string): Pick<Endpoints, 'preflight' | 'refuse'> {
    const template = preflightTemplate(allow);
    return {
      preflight: this.#pipeline.document(route, (context) => this.#dependencies.writer.preflight(context, template)),
      refuse: this.#pipeline.document(route, (context) => refuseMethod(context, allow)),
    };
  }

  #add(path: string, endpoints: Endpoints): void {
    this.paths.push(path);
    this.#router.on('GET', path.replaceAll(/\{(\w+)\}/g, ':$1'), byMethod(endpoints) as unknown as FoundHandler);
  }
}

/** Makes the endpoint that chooses by the method of the request. */
function byMethod({ read, submit, preflight, refuse }: Endpoints): Endpoint {
  const others = new Map<string | undefined, Endpoint>([
    ['HEAD', read],
    ['OPTIONS', preflight],
    ['POST', submit ?? refuse],
  ]);
  return (request, response, parameters) => {
    const { method } = request;
    const endpoint = method === 'GET' ? read : (others.get(method) ?? refuse);
    endpoint(request, response, parameters);
  };
}

function refuseMethod({ request }: Context, allow?: string): never {
  throw methodNotAllowed(request.method ?? '', allow);
}

function badEscape(context: Context): never {
  context.isPage = prefersHtml(context);
  throw new ProblemError('invalid_request', 'The path of the request must be percent-encoded UTF-8');
}

/** @param document the address of the OpenAPI document; undefined if there is no site */
function unknownPath(context: Context, document: string | undefined, offDoor: string | undefined): ProblemError {
  context.isPage = prefersHtml(context);
  const pointer = document === undefined ? '' : `; ${document} describes the API`;
  const what =
    offDoor === undefined
      ? 'Nothing is served at this path'
      : `The resource "${offDoor}" is off: the setting DOORS of this service turns it on`;
  return new ProblemError('not_found', what + pointer);
}

/** Returns the name of the door that is off and would serve a path, or has its page there. */
function findOffDoor(
  { request: { url = '' } }: Context,
  offDoors: readonly DoorDeclaration[],
  baseUrl: string,
): string | undefined {
  const [first, second] = url.slice(pathOf(baseUrl).length + 1).split(/[/?#]/);
  return offDoors.find(
    ({ name, operations }) =>
      (first === 'developers' && second === name) || operations.some(({ path }) => path.split('/')[1] === first),
  )?.name;
}
