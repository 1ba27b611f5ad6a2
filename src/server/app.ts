import type { RequestListener, Server } from 'node:http';
import type { ListenOptions } from 'node:net';
import findMyWay from 'find-my-way';
import Negotiator from 'negotiator';
import type { Backend } from '../backend/index.ts';
import { OPERATIONS, type Operation } from '../contract/index.ts';
import { Answers, type Exchange } from './response-writer.ts';
import { pathOf, type ServiceConfig, type ServiceParts, type Site } from './config.ts';
import { Cursors } from './operations/cursor.ts';
import { documentAnswer } from './documents/documents.ts';
import { HEAD_BYTES_MAX, httpServer, listenerOf } from './http1/http-server.ts';
import { Operations, type OperationParts } from './operations/operations.ts';
import { Pages } from './documents/pages.ts';
import type { Handle } from './http1/plain-connection.ts';
import { Refusal } from './problems/problem-error.ts';
import { Service, type Answer, type Handler } from './service.ts';
import { answerUnreadable } from './problems/unreadable-request.ts';

const ALLOWED = 'GET, HEAD, OPTIONS';
const NO_QUERY = {};

/** The service, ready to listen. */
export interface App {
  /** Answers one request, wherever it comes from. */
  readonly handle: RequestListener;
  readonly server: Server;
  /** Every path that is routed, its parameters as `:name`; all others are answered 404. */
  readonly paths: readonly string[];
  /** Resolves once connections are accepted; rejects with the system's error where they cannot be. */
  listen(options: ListenOptions): Promise<void>;
  /** Accepts nothing more and resolves when the last answer has gone out. */
  close(): Promise<void>;
}

/**
 * Builds the service: the three operations over `backend`, the site, and two health probes. It reads no environment and opens no port.
 */
export function createApp(backend: Backend, config: ServiceConfig, parts: ServiceParts): App {
  const { clock, log, site } = parts;
  const answers = new Answers(config, log, clock.monotonicMs, site && ((problem) => site.problemPage(problem)));
  const service = new Service(answers, config, parts);
  const cursors = new Cursors(config.cursorSecret, config.cursorTtlSeconds);
  const operationParts = { backend, config, clock, answers, cursors };
  const operations = new Operations(operationParts);
  const routes = new Routes(service, `${pathOf(config.baseUrl)}/v1/companies/`, operations);
  addOperations(routes, service, operations, config);
  if (site !== undefined) addSite(routes, service, site, operationParts);
  addProbes(routes, service, backend);

  let isClosing = false;
  const handle: Handle = (request, response) => {
    // The answer says that no other follows on its connection.
    if (isClosing) response.shouldKeepAlive = false;
    routes.handle(request, response);
  };
  const server = httpServer(handle);
  // A client that waits for leave to send a body is answered like any other.
  server.on('checkExpectation', listenerOf(handle));
  server.on('clientError', (error, socket) => answerUnreadable(answers, error, socket, service.nextId()));
  server.on('connect', (_, socket) => answerUnreadable(answers, methodRefusal('CONNECT'), socket, service.nextId()));
  return {
    server,
    handle: listenerOf(handle),
    paths: routes.paths,
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

/** Which handler answers a path. Paths are told apart once they are decoded; methods are told apart when the path is found. */
class Routes {
  readonly handle: Handle;
  readonly paths: string[] = [];
  readonly #router: findMyWay.Instance<findMyWay.HTTPVersion.V1>;

  /** `companies` is where the paths of companies begin. */
  constructor(service: Service, companies: string, operations: Operations) {
    const unknown = service.handler('none', unknownPath);
    const unreadable = service.handler('none', badEscape);
    const onBadUrl: Handler = (request, response) => {
      const { url = '' } = request;
      // Of the paths of operations only a company id can hold an escape, so this is still an operation, and counted.
      const id = url.startsWith(companies) ? url.slice(companies.length).split(/[/?]/, 1)[0] : undefined;
      if (id === undefined) unreadable(request, response);
      else service.counted('getCompany', (exchange) => operations.company(exchange, id))(request, response);
    };
    this.#router = findMyWay({
      // No path parameter can be longer than the head that it came in.
      maxParamLength: HEAD_BYTES_MAX,
      // The one operation with query parameters reads them itself, strictly.
      querystringParser: () => NO_QUERY,
      onBadUrl: (_, ...exchange) => (onBadUrl as unknown as Routed)(...exchange),
    });
    this.handle = (request, response) => {
      const found = this.#router.find('GET', request.url ?? '');
      if (found === null) unknown(request, response);
      else (found.handler as unknown as Handler)(request, response, found.params);
    };
  }

  /** Routes a path, with parameters as `:name`, to what reads it, what tells a browser that it may be read, and what refuses. */
  add(path: string, { read, preflight, refuse }: { read: Handler; preflight: Handler; refuse: Handler }): void {
    this.paths.push(path);
    const handler: Handler = (request, response, parameters) => {
      const { method } = request;
      const answer = method === 'GET' || method === 'HEAD' ? read : method === 'OPTIONS' ? preflight : refuse;
      answer(request, response, parameters);
    };
    this.#router.on('GET', path, handler as unknown as Routed);
  }
}

/** A handler as the router knows it, which hands on the request and the response as they came. */
type Routed = (...exchange: unknown[]) => void;

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

/** The documents of the site, and its pages that show data. */
function addSite(routes: Routes, service: Service, site: Site, parts: OperationParts): void {
  const at = pathOf(parts.config.siteUrl);
  for (const [path, make] of site.documents) {
    addReadable(routes, service, {
      path: at + path,
      route: 'document',
      answer: documentAnswer(make, parts),
    });
  }
  const pages = new Pages(parts, site);
  routes.add(`${at}/companies/:company_id`, {
    ...readableBy(service, 'page'),
    read: service.page('page', (exchange, parameters) => pages.company(exchange, parameters['company_id'])),
  });
  routes.add(`${at}/search`, {
    ...readableBy(service, 'page'),
    read: service.page('page', (exchange) => pages.search(exchange)),
  });
  routes.add(`${at}/developers/matching`, {
    ...readableBy(service, 'page'),
    read: service.page('page', (exchange) => pages.folding(exchange)),
  });
}

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
  routes.add(path, { read: service.handler(route, answer), ...readableBy(service, route) });
}

/** What answers other methods than reading, where nothing is counted. */
function readableBy(service: Service, route: string): { readonly preflight: Handler; readonly refuse: Handler } {
  return {
    preflight: service.handler(route, (exchange) => service.answers.preflight(exchange)),
    refuse: service.handler(route, refuseMethod),
  };
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

function badEscape(exchange: Exchange): never {
  exchange.isPage = asksForPage(exchange);
  throw new Refusal('invalid_request', 'The path of the request must be percent-encoded UTF-8');
}

function unknownPath(exchange: Exchange): never {
  exchange.isPage = asksForPage(exchange);
  throw new Refusal('not_found', 'Nothing is served at this path');
}

/** Whoever follows a broken link in a browser asks for a page before anything else; programs do not, and get JSON. */
function asksForPage({ request }: Exchange): boolean {
  return new Negotiator(request).mediaType(['application/json', 'text/html']) === 'text/html';
}
