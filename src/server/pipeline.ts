import { eventually, inClientRequest, type Eventually } from '../backend/index.ts';
import { DOOR_COSTS, rateLimitOf } from '../contract/index.ts';
import { quoteValue } from '../model/index.ts';
import { ProblemError } from '../operations/index.ts';
import type { ServiceConfig, ServiceParts } from './config.ts';
import type { Context, Handler, PathParameters, ServiceRequest, ServiceResponse } from './http.ts';
import { ARRIVAL_COST } from './doors/door.ts';
import { Abandoned, Turns } from './doors/turns.ts';
import { ClientAddresses } from './limits/client-address.ts';
import { Bodies } from './doors/body.ts';
import { LOAD_BOUNDS } from './limits/load-bounds.ts';
import { LoadShedder } from './limits/load-shedder.ts';
import { createPolicies, createRefusal, type RateLimitPolicy } from './limits/policies.ts';
import { TokenBuckets, type RateLimiter, type Taken } from './limits/rate-limiter.ts';
import { prefersHtml } from './negotiation.ts';
import { requestIds } from './request-id.ts';
import type { ResponseWriter } from './response-writer.ts';
import type { Metrics } from './telemetry/metrics.ts';
import type { RouteName } from './telemetry/catalog.ts';

/** A handler with everything around it, ready for a request that was routed to it. */
export type Endpoint = (request: ServiceRequest, response: ServiceResponse, parameters?: PathParameters) => void;

const NO_PARAMETERS: PathParameters = {};

/**
 * The steps around every handler: the request id, the rate limit, load shedding, the deadline, and the one place where errors become
 * problems.
 */
export class Pipeline {
  readonly nextId = requestIds();
  readonly shedder: LoadShedder;
  readonly turns = new Turns();
  readonly #writer: ResponseWriter;
  readonly #limiter: RateLimiter;
  readonly #bodies: Bodies;
  readonly #clients: ClientAddresses;
  readonly #policies: ReturnType<typeof createPolicies>;
  readonly #nowMs: () => number;
  readonly #metrics: Metrics;

  constructor(writer: ResponseWriter, metrics: Metrics, config: ServiceConfig, { clock, limiter }: ServiceParts) {
    this.#writer = writer;
    this.#metrics = metrics;
    this.#nowMs = clock.monotonicMs;
    this.#limiter = limiter ?? new TokenBuckets(this.#nowMs);
    this.#clients = new ClientAddresses(config.trustedProxies, config.exemptClients);
    this.#policies = createPolicies(rateLimitOf(config));
    this.shedder = new LoadShedder(metrics, config.loadBounds);
    this.#bodies = new Bodies((config.loadBounds ?? LOAD_BOUNDS).inFlightMax);
  }

  /** Makes an endpoint of an operation, which costs one request of the client's limit, whatever the response. */
  operation(route: RouteName, handler: Handler): Endpoint {
    return this.unlimited(route, this.#limited(handler, this.#policies.operations));
  }

  /** Makes an endpoint of a page that shows data. Pages have a separate limit of the same size. */
  page(route: RouteName, handler: Handler): Endpoint {
    const limited = this.#limited(this.#asOneRequest(handler), this.#policies.pages);
    return this.unlimited(route, (context, parameters) => {
      context.isPage = true;
      return limited(context, parameters);
    });
  }

  /** Makes an endpoint of a door, which has its own limit. With `bodyBytesMax` the body is read first. */
  door(route: RouteName, handler: Handler, policy: RateLimitPolicy, bodyBytesMax?: number): Endpoint {
    return this.unlimited(route, this.#limited(this.#asOneRequest(handler), policy, bodyBytesMax));
  }

  /** Makes a handler whose backend calls share the budget of one client request. */
  #asOneRequest(handler: Handler): Handler {
    return (context, parameters) => inClientRequest(this.#clientKey(context), () => handler(context, parameters));
  }

  /**
   * Takes more tokens of the limit of a door for a request that took one on arrival. If too few are left, takes none, and throws a
   * {@linkcode ProblemError} that says when the whole request can be paid.
   */
  charge(context: Context, policy: RateLimitPolicy, tokens: number): Eventually<void> {
    if (tokens === 0) return;
    return eventually(this.#take(context, policy, tokens), (taken) => {
      const problem = this.#note(context, policy, taken, tokens, ARRIVAL_COST);
      if (problem !== undefined) throw problem;
    });
  }

  /** Notes the result of a limit for the header. Returns the problem if the request exceeds it; see {@linkcode createRefusal}. */
  #note(context: Context, policy: RateLimitPolicy, taken: Taken, cost: number, paid = 0): ProblemError | undefined {
    if (typeof taken === 'number' && taken >= 0) {
      context.rateLimit = policy.lines[taken];
      return undefined;
    }
    const { lines, problem } = createRefusal(policy, taken, cost, paid);
    context.rateLimit = lines;
    this.#metrics.addLabelled('rateLimited', policy.name);
    return problem;
  }

  /** Makes an endpoint of all other public paths: documents, preflights, unknown paths. */
  document(route: RouteName, handler: Handler): Endpoint {
    return this.unlimited(route, this.#limited(handler, this.#policies.site));
  }

  /**
   * Makes an endpoint that is neither rate limited nor shed, for probes and metrics: they must be answered when all other requests are
   * refused.
   */
  unlimited(route: Context['route'], handler: Handler): Endpoint {
    return (request, response, parameters = NO_PARAMETERS) => {
      const context: Context = {
        request,
        response,
        requestId: this.nextId(),
        route,
        startedMs: this.#nowMs(),
        isPage: false,
        body: undefined,
        rateLimit: undefined,
      };
      try {
        requireHost(request);
        const done = handler(context, parameters);
        if (done instanceof Promise) this.#watch(context, done);
      } catch (error) {
        this.#writer.problem(context, error);
      }
    };
  }

  /** Makes a handler that is paid on arrival, with its body if its length is stated: a body that cannot be paid is not read. */
  #limited(handler: Handler, policy: RateLimitPolicy, bodyBytesMax?: number): Handler {
    const refuse = (context: Context, refusal: ProblemError): void => {
      if (policy.name === 'site') context.isPage = prefersHtml(context);
      // Not thrown, because a throw would cost as much as the response.
      this.#writer.problem(context, refusal);
    };
    const admit: Handler = (context, parameters) => {
      const refusal = this.shedder.admit(context.startedMs);
      return refusal === undefined ? handler(context, parameters) : refuse(context, refusal);
    };
    const decide = (context: Context, parameters: PathParameters, taken: Taken, cost: number): Eventually<void> => {
      const overLimit = this.#note(context, policy, taken, cost);
      if (overLimit !== undefined) return refuse(context, overLimit);
      if (bodyBytesMax === undefined) return admit(context, parameters);
      // Not watched: a body that arrives slowly must not take a place of the waiting requests.
      void this.#later(context, this.#bodies.read(context, bodyBytesMax), (body) =>
        eventually(this.charge(context, policy, ARRIVAL_COST + bodyTokens(body.length) - cost), () =>
          admit(Object.assign(context, { body }), parameters),
        ),
      );
      return undefined;
    };
    return (context, parameters) => {
      const cost = ARRIVAL_COST + (bodyBytesMax === undefined ? 0 : bodyTokens(statedLength(context, bodyBytesMax)));
      const taken = this.#take(context, policy, cost);
      if (!(taken instanceof Promise)) return decide(context, parameters, taken, cost);
      // A limiter has its own deadline and bound: a request that waits for the limiter does not wait for the backend.
      void this.#later(context, taken, (later) => decide(context, parameters, later, cost));
      return undefined;
    };
  }

  /** Takes tokens, like {@linkcode RateLimiter.take}. An exempt client has all of them left. */
  #take(context: Context, { prefix, requests }: RateLimitPolicy, tokens: number): Eventually<Taken> {
    const { socket, fields } = context.request;
    if (this.#clients.isExempt(socket.remoteAddress, fields.forwardedFor)) return requests;
    return this.#limiter.take(prefix + this.#clientKey(context), requests, tokens);
  }

  #clientKey({ request: { socket, fields } }: Context): string {
    return this.#clients.toLimitKey(socket.remoteAddress, fields.forwardedFor);
  }

  /**
   * Continues a request with a value that comes later, without taking a place among the requests that wait for the backend. Never rejects.
   */
  async #later<Value>(
    context: Context,
    value: Promise<Value>,
    proceed: (value: Value) => Eventually<void>,
  ): Promise<void> {
    try {
      const done = proceed(await value);
      if (done instanceof Promise) this.#watch(context, done);
    } catch (error) {
      this.#writer.problem(context, error);
    }
  }

  /** Watches a request that is answered later. */
  #watch(context: Context, done: Promise<void>): void {
    const answer = (error: unknown): void => {
      if (error instanceof Abandoned) context.response.destroy();
      else this.#writer.problem(context, error);
    };
    this.shedder.watch(done, (problem) => !context.response.isSent && answer(problem), answer);
  }
}

/** Returns the length of a body as the request states it; 0 if it does not, or if the body is too long and will be refused unread. */
function statedLength({ request }: Context, bytesMax: number): number {
  const length = Number(request.headers['content-length'] ?? 0);
  return length > bytesMax ? 0 : length;
}

function bodyTokens(bytes: number): number {
  return Math.floor(bytes / DOOR_COSTS.bodyBytesPerUnit);
}

/** The characters of a host and a port (RFC 3986), except the comma, which joins several `Host` fields to one. */
const HOST = /^[\w\-.~!$&'()*+;=%:[\]]*$/;

/** Refuses a request of HTTP/1.1 without `Host`, or with several, or with an invalid one (RFC 9112, section 3.2). */
function requireHost({ fields: { host }, httpVersion }: ServiceRequest): void {
  if (host === undefined && httpVersion === '1.1') {
    throw new ProblemError('invalid_request', 'Header "Host" is required and missing');
  }
  if (host !== undefined && !HOST.test(host)) {
    throw new ProblemError('invalid_request', `Header "Host" must be one host, got ${quoteValue(host)}`);
  }
}
