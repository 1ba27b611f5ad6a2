import { METHODS } from 'node:http';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Backend } from '../backend/index.ts';
import { OPERATIONS, type Operation } from '../contract/index.ts';
import { Answers, type Exchange } from './answers.ts';
import { pathOf, type ServiceConfig, type ServiceParts, type SiteDocument } from './config.ts';
import { digestOf, matchEntityTag, writeEntityTag } from './entity-tag.ts';
import { HEAD_BYTES_MAX, httpServer } from './http-server.ts';
import { Operations } from './operations.ts';
import { Refusal } from './refusal.ts';
import { requestIds } from './request-id.ts';
import { Service, type Answer } from './service.ts';
import { answerUnreadable } from './unreadable.ts';

const ALLOWED = 'GET, HEAD, OPTIONS';
/** Every other method that Node reads; CONNECT never arrives as a request. */
const REFUSED_METHODS = METHODS.filter((method) => !['GET', 'HEAD', 'OPTIONS', 'CONNECT'].includes(method));
const NO_QUERY = {};

/**
 * Builds the service: the three operations over `backend`, the OpenAPI document, the documents of the site, and two
 * health probes. It reads no environment and opens no port; call `listen` or `inject` on the result.
 */
export function createApp(backend: Backend, config: ServiceConfig, parts: ServiceParts): FastifyInstance {
  const answers = new Answers(config, parts.log, parts.clock.monotonicMs);
  const service = new Service(answers, config, parts);
  const operations = new Operations(backend, config, parts.clock, answers);
  const companies = `${pathOf(config.baseUrl)}/v1/companies/`;
  const nextId = requestIds();
  const app = Fastify({
    // Lines of the log are written where answers are written, one a request.
    logger: false,
    genReqId: nextId,
    exposeHeadRoutes: false,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    // Nothing is validated or serialised by the framework: the compilers it would load take a third of its time to start.
    schemaController: { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } },
    // One server, whatever the name of the host: beside "localhost" the framework would open a second one by itself,
    // without the listeners below, and would neither wait for its requests nor close its connections when it stops.
    serverFactory: (listener) => httpServer(listener),
    routerOptions: {
      // No path parameter can be longer than the head that it came in.
      maxParamLength: HEAD_BYTES_MAX,
      // The one operation with query parameters reads them itself, strictly.
      querystringParser: () => NO_QUERY,
    },
    frameworkErrors: (_, request, reply) => {
      const { url = '' } = request.raw;
      // Of the paths of operations only a company id can hold an escape, so this is still an operation, and counted.
      const id = url.startsWith(companies) ? url.slice(companies.length).split(/[/?]/, 1)[0] : undefined;
      if (id === undefined) service.handler('none', badEscape)(request, reply);
      else service.counted('getCompany', (exchange) => operations.company(exchange, id))(request, reply);
    },
    clientErrorHandler: (error, socket) => answerUnreadable(answers, error, socket, nextId()),
  });
  for (const method of METHODS) app.addHttpMethod(method, { hasBody: false, overrideExisting: true });
  app.setNotFoundHandler(service.handler('none', unknownPath));
  app.setErrorHandler((error, request, reply) => {
    service.handler('none', () => {
      throw error;
    })(request, reply);
  });
  // A client that waits for leave to send a body is answered like any other.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.server.on('connect', (_, socket) => answerUnreadable(answers, methodRefusal('CONNECT'), socket, nextId()));
  addOperations(app, service, operations, config);
  addDocuments(app, service, config, parts.documents);
  addProbes(app, service, backend);
  return app;
}

function addOperations(app: FastifyInstance, service: Service, operations: Operations, config: ServiceConfig): void {
  const base = pathOf(config.baseUrl);
  const answerOf: Readonly<Record<Operation['id'], Answer>> = {
    searchCompanies: (exchange) => operations.search(exchange),
    getCompany: (exchange, request) => operations.company(exchange, companyIdOf(request.params)),
    listOfficers: (exchange, request) => operations.officers(exchange, companyIdOf(request.params)),
  };
  for (const { id, path } of OPERATIONS) {
    const url = base + path.replace(/\{(\w+)\}/g, ':$1');
    app.route({ method: ['GET', 'HEAD'], url, handler: service.counted(id, answerOf[id]) });
    app.route({
      method: 'OPTIONS',
      url,
      handler: service.handler(id, (exchange) => service.answers.preflight(exchange)),
    });
    app.route({ method: REFUSED_METHODS, url, handler: service.counted(id, refuseMethod) });
  }
}

function companyIdOf(params: unknown): string | undefined {
  const id: unknown = typeof params === 'object' && params !== null ? Reflect.get(params, 'company_id') : undefined;
  return typeof id === 'string' ? id : undefined;
}

function addDocuments(
  app: FastifyInstance,
  service: Service,
  config: ServiceConfig,
  documents: ReadonlyMap<string, SiteDocument>,
): void {
  for (const [url, document] of documents) {
    const send = senderOf(service, document);
    addReadable(app, service, url, 'document', (exchange) => send(exchange));
  }
  let openApi: Promise<(exchange: Exchange) => void> | undefined;
  addReadable(app, service, `${pathOf(config.siteUrl)}/api/openapi.json`, 'document', async (exchange) => {
    openApi ??= openApiOf(config).then((document) => senderOf(service, document));
    (await openApi)(exchange);
  });
}

/** The document is made when it is first asked for: what it is made with would double the time that the service takes to start. */
async function openApiOf(config: ServiceConfig): Promise<SiteDocument> {
  const { openApiDocument } = await import('../contract/document.ts');
  return { contentType: 'application/json', body: Buffer.from(JSON.stringify(openApiDocument(config))) };
}

function senderOf(service: Service, document: SiteDocument): (exchange: Exchange) => void {
  const tag = { digest: digestOf(Buffer.from(document.body).toString('latin1'), document.contentType) };
  return (exchange) => {
    const match = matchEntityTag(exchange.request.headers['if-none-match'], tag, 0);
    if (match === undefined) service.answers.document(exchange, document, writeEntityTag(tag));
    else service.answers.notModified(exchange, match, DOCUMENT_CACHE_CONTROL);
  };
}

/** How long a page or document of the site may be used without asking again. */
const DOCUMENT_CACHE_CONTROL = 'public, max-age=300';

/** Whether the process lives, and whether it can answer: which data it has. */
function addProbes(app: FastifyInstance, service: Service, backend: Backend): void {
  addReadable(app, service, '/health/live', 'health', (exchange) =>
    service.answers.health(exchange, { status: 'live' }),
  );
  addReadable(app, service, '/health/ready', 'health', (exchange) =>
    service.answers.health(exchange, { status: 'ready', generation: backend.generation }),
  );
}

function addReadable(app: FastifyInstance, service: Service, url: string, route: string, answer: Answer): void {
  app.route({ method: ['GET', 'HEAD'], url, handler: service.handler(route, answer) });
  app.route({
    method: 'OPTIONS',
    url,
    handler: service.handler(route, (exchange) => service.answers.preflight(exchange)),
  });
  app.route({ method: REFUSED_METHODS, url, handler: service.handler(route, refuseMethod) });
}

function noCompiler(): never {
  throw new Error('No route has a schema');
}

function refuseMethod({ request }: Exchange): never {
  throw methodRefusal(request.method ?? '');
}

function methodRefusal(method: string): Refusal {
  return new Refusal('invalid_request', `Method "${method}" is not allowed: use GET, HEAD or OPTIONS`, {
    status: 405,
    allow: ALLOWED,
  });
}

function badEscape(): never {
  throw new Refusal('invalid_request', 'The path of the request must be percent-encoded UTF-8');
}

function unknownPath(): never {
  throw new Refusal('not_found', 'Nothing is served at this path');
}
