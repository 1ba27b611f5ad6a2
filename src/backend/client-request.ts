import { AsyncLocalStorage } from 'node:async_hooks';

/** The most requests to another service for one request of a client. A page of a search takes 27 where that has no details. */
export const UPSTREAM_REQUESTS_MAX = 30;

/** The request of a client that is being answered, and how many requests to another service it may still take. */
const requests = new AsyncLocalStorage<{ readonly client: string; left: number }>();

/** One request of a client takes more requests to the data service than it may. The same request would fail again. */
export class RequestTooLarge extends Error {
  override readonly name = 'RequestTooLarge';
}

/** Runs the work for one request of a client: all calls of a backend in it share a budget. */
export function inClientRequest<T>(client: string, work: () => T): T {
  return requests.run({ client, left: UPSTREAM_REQUESTS_MAX }, work);
}

/**
 * Takes one request to another service from the budget of the client's request, and returns the client; undefined outside of
 * {@linkcode inClientRequest}. Throws a {@linkcode RequestTooLarge} where the budget is spent.
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
