import { METHODS, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { ListenOptions } from 'node:net';
import findMyWay from 'find-my-way';
import type { Backend } from '../backend/index.ts';
import { OPERATIONS, type Operation } from '../contract/index.ts';
import { Answers, type Exchange } from './answers.ts';
import { pathOf, type ServiceConfig, type ServiceParts, type SiteDocument } from './config.ts';
import { digestOf, matchEntityTag, writeEntityTag } from './entity-tag.ts';
import { HEAD_BYTES_MAX, httpServer } from './http-server.ts';
import { Operations } from './operations.ts';
import { Refusal } from './refusal.ts';
import { Service, type Answer, type Handler } from './service.ts';
import { answerUnreadable } from './unreadable.ts';

const ALLOWED = 'GET, HEAD, OPTIONS';
const NO_QUERY = {};

/** The service, ready to listen. */
export interface App {
  /** Answers one request, wherever it comes from. */
  readonly handle: (request: IncomingMessage, response: ServerResponse) => void;
  readonly server: Server;
  /** Resolves once connections are accepted; rejects with the system's error where they cannot be. */
  listen(options: ListenOptions): Promise<void>;
  /** Accepts nothing more and resolves when the last answer has gone out. */
  close(): Promise<void>;
}

/**
 * Builds the service: the three operations over `backend`, the OpenAPI document, the documents of the site, and two
 * health probes. It reads no environment and opens no port.
 */
export function createApp(backend: Backend, config: ServiceConfig, parts: ServiceParts): App {
  const answers = new Answers(config, parts.log, parts.clock.monotonicMs);
  const service = new Service(answers, config, parts);
  const operations = new Operations(backend, config, parts.clock, answers);
  const routes = new Routes(service, `${pathOf(config.baseUrl)}/v1/companies/`, operations);
  addOperations(routes, service, operations, config);
  addDocuments(routes, service, config, parts.documents);
  addProbes(routes, service, backend);

  let isClosing = false;
  const handle: App['handle'] = (request, response) => {
    // The answer says that no other follows on its connection.
    if (isClosing) response.shouldKeepAlive = false;
    routes.handle(request, response);
  };
  const server = httpServer(handle);
  // A client that waits for leave to send a body is answered like any other.
  server.on('checkExpectation', handle);
  server.on('clientError', (error, socket) => answerUnreadable(answers, error, socket, service.nextId()));
  server.on('connect', (_, socket) => answerUnreadable(answers, methodRefusal('CONNECT'), socket, service.nextId()));
  return {
    server,
    handle,
    listen: (options) =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(options, () => {
          server.off('error', reject);
          resolve();
        });
      }),
    close: () =>
      new Promise((resolve) => {
        isClosing = true;
        // What was never opened is closed already, which is all that this could complain of.
        server.close(() => resolve());
        server.closeIdleConnections();
      }),
  };
}

/** Which handler answers a path. Paths are told apart once they are decoded. */
class Routes {
  readonly handle: (request: IncomingMessage, response: ServerResponse) => void;
  readonly #router: findMyWay.Instance<findMyWay.HTTPVersion.V1>;

  /** `companies` is where the paths of companies begin. */
  constructor(service: Service, companies: string, operations: Operations) {
    const unknown = service.handler('none', unknownPath);
    const unreadable = service.handler('none', badEscape);
    this.#router = findMyWay({
      // No path parameter can be longer than the head that it came in.
      maxParamLength: HEAD_BYTES_MAX,
      // The one operation with query parameters reads them itself, strictly.
      querystringParser: () => NO_QUERY,
      defaultRoute: (request, response) => unknown(request, response),
      onBadUrl: (_, request, response) => {
        const { url = '' } = request;
        // Of the paths of operations only a company id can hold an escape, so this is still an operation, and counted.
        const id = url.startsWith(companies) ? url.slice(companies.length).split(/[/?]/, 1)[0] : undefined;
        if (id === undefined) unreadable(request, response);
        else service.counted('getCompany', (exchange) => operations.company(exchange, id))(request, response);
      },
    });
    this.handle = (request, response) => this.#router.lookup(request, response);
  }

  /** Routes a path, with parameters as `:name`, to what reads it, what tells a browser that it may be read, and what refuses. */
  add(path: string, { read, preflight, refuse }: { read: Handler; preflight: Handler; refuse: Handler }): void {
    for (const method of METHODS as findMyWay.HTTPMethod[]) {
      const handler = method === 'GET' || method === 'HEAD' ? read : method === 'OPTIONS' ? preflight : refuse;
      this.#router.on(method, path, handler);
    }
  }
}

function addOperations(routes: Routes, service: Service, operations: Operations, config: ServiceConfig): void {
  const base = pathOf(config.baseUrl);
  const answerOf: Readonly<Record<Operation['id'], Answer>> = {
    searchCompanies: (exchange) => operations.search(exchange),
    getCompany: (exchange, parameters) => operations.company(exchange, parameters['company_id']),
    listOfficers: (exchange, parameters) => operations.officers(exchange, parameters['company_id']),
  };
  for (const { id, path } of OPERATIONS) {
    routes.add(base + path.replace(/\{(\w+)\}/g, ':$1'), {
      read: service.counted(id, answerOf[id]),
      preflight: service.handler(id, (exchange) => service.answers.preflight(exchange)),
      refuse: service.counted(id, refuseMethod),
    });
  }
}

function addDocuments(
  routes: Routes,
  service: Service,
  config: ServiceConfig,
  documents: ReadonlyMap<string, SiteDocument>,
): void {
  for (const [path, document] of documents) {
    const send = senderOf(service, document);
    addReadable(routes, service, { path, route: 'document', answer: (exchange) => send(exchange) });
  }
  let openApi: Promise<(exchange: Exchange) => void> | undefined;
  const answer: Answer = async (exchange) => {
    openApi ??= openApiOf(config).then((document) => senderOf(service, document));
    (await openApi)(exchange);
  };
  addReadable(routes, service, { path: `${pathOf(config.siteUrl)}/api/openapi.json`, route: 'document', answer });
}

/** The document is made when it is first asked for: what it is made with would double the time that the service takes to start. */
async function openApiOf(config: ServiceConfig): Promise<SiteDocument> {
  const { openApiDocument } = await import('../contract/document.ts');
  return { contentType: 'application/json', body: Buffer.from(JSON.stringify(openApiDocument(config))) };
}

function senderOf(service: Service, document: SiteDocument): (exchange: Exchange) => void {
  const tag = { digest: digestOf(Buffer.from(document.body).toString('latin1'), document.contentType) };
  return (exchange) => {
    const match = matchEntityTag(exchange.fields.ifNoneMatch, tag, 0);
    if (match === undefined) service.answers.document(exchange, document, writeEntityTag(tag));
    else service.answers.notModified(exchange, match, DOCUMENT_CACHE_CONTROL);
  };
}

/** How long a page or document of the site may be used without asking again. */
const DOCUMENT_CACHE_CONTROL = 'public, max-age=300';

/** Whether the process lives, and whether it can answer: which data it has. */
function addProbes(routes: Routes, service: Service, backend: Backend): void {
  const live: Answer = (exchange) => service.answers.health(exchange, { status: 'live' });
  const ready: Answer = (exchange) =>
    service.answers.health(exchange, { status: 'ready', generation: backend.generation });
  addReadable(routes, service, { path: '/health/live', route: 'health', answer: live });
  addReadable(routes, service, { path: '/health/ready', route: 'health', answer: ready });
}

function addReadable(
  routes: Routes,
  service: Service,
  { path, route, answer }: { path: string; route: string; answer: Answer },
): void {
  routes.add(path, {
    read: service.handler(route, answer),
    preflight: service.handler(route, (exchange) => service.answers.preflight(exchange)),
    refuse: service.handler(route, refuseMethod),
  });
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
