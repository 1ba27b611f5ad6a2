import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Maximum number of requests to another service for one client request. A page of search results takes 27 if that service has no details.
 */
export const UPSTREAM_REQUESTS_MAX = 30;

/** The client request that is being handled, and the number of requests to another service that it may still cause. */
const requests = new AsyncLocalStorage<{ readonly client: string; left: number }>();

/** A client request needs more requests to another service than it may cause. The same request would fail again. */
export class RequestTooLarge extends Error {
  override readonly name = 'RequestTooLarge';
}

/** Runs the work of one client request: all backend calls in it share a budget. */
export function inClientRequest<T>(client: string, work: () => T): T {
  return requests.run({ client, left: UPSTREAM_REQUESTS_MAX }, work);
}

/**
 * Takes one request to another service from the budget of the client request, and returns the client; undefined outside of {@linkcode
 * inClientRequest}. Throws a {@linkcode RequestTooLarge} if the budget is spent.
 */
export function takeUpstreamRequest(): string | undefined {
  const request = requests.getStore();
  if (request === undefined) return undefined;
  if (request.left === 0)
    throw new RequestTooLarge(
      `The request takes more than ${UPSTREAM_REQUESTS_MAX} requests to the data service: ask for less at once`,
    );
  request.left--;
  return request.client;
}
