import { createHash } from 'node:crypto';
import { FieldFault, xmlRoot, type CrawlResponse, type CrawlRequest, type Crawl } from '../../importer/index.ts';
import { InputError, counted } from '../../model/index.ts';
import { RefusedError, type HttpClient } from '../http.ts';
import { RetryableError } from '../retry.ts';

/** Default maximum size of a response, in bytes: a response is held in memory. */
const RESPONSE_BYTES_MAX = 16 * 1024 ** 2;

/** The outcome of a request. */
export type Outcome =
  | { readonly is: 'answered'; readonly response: CrawlResponse; readonly hash: string }
  | { readonly is: 'none'; readonly status: number }
  /** The server would refuse another attempt as well. */
  | { readonly is: 'refused'; readonly reason: string }
  /** A later attempt may succeed. `waitMs` is the wait that the server asks for. */
  | { readonly is: 'failed'; readonly reason: string; readonly isBusy: boolean; readonly waitMs: number };

/**
 * Sends a request once and checks the response.
 * @param before the hash of a response that must not be repeated
 * @throws only if the crawl is stopped
 */
export async function sendRequest(
  crawl: Crawl,
  request: CrawlRequest,
  before: string | undefined,
  client: HttpClient,
): Promise<Outcome> {
  const { statuses = [] } = crawl;
  const none = typeof crawl.none === 'function' ? crawl.none(request) : (crawl.none ?? []);
  // AbortSignal.timeout would hold memory for minutes after each request, and there may be a thousand requests a second.
  const deadline = new AbortController();
  const { signal } = deadline;
  const timer = setTimeout(() => deadline.abort(), client.limits.pageMs);
  const stop = (): void => deadline.abort(client.signal.reason);
  client.signal.addEventListener('abort', stop);
  const httpRequest = crawl.toHttpRequest(request);
  try {
    const httpResponse = await client.send({ ...httpRequest, statuses: [...none, ...statuses] }, signal);
    const { status } = httpResponse;
    if (none.includes(status)) {
      await httpResponse.body?.cancel();
      return { is: 'none', status };
    }
    if (!httpResponse.ok && !statuses.includes(status)) {
      await httpResponse.body?.cancel();
      return { is: 'refused', reason: `the server answered ${status}, which the declaration does not expect` };
    }
    const body = await client.readText(httpResponse, httpRequest.url, crawl.bytesMax ?? RESPONSE_BYTES_MAX, signal);
    const response = createResponse(request, status, body, (name) => httpResponse.headers.get(name) ?? undefined);
    const fault = findFault(crawl, response);
    const hash = createHash('sha256').update(body).digest('base64url');
    if (fault === undefined && hash !== before) return { is: 'answered', response, hash };
    return failed(fault ?? 'the server repeats the page before');
  } catch (error) {
    client.signal.throwIfAborted();
    if (error instanceof RetryableError) {
      const isBusy = error.status === 429 || (error.status === 503 && error.waitMs > 0);
      return { ...failed(client.withoutSecrets(error.message)), isBusy, waitMs: error.waitMs };
    }
    if (error instanceof RefusedError) return { is: 'refused', reason: client.withoutSecrets(error.message) };
    if (error instanceof InputError) return failed(client.withoutSecrets(error.message));
    if (signal.aborted) return failed(`it was not complete after ${counted(client.limits.pageMs / 1000, 'second')}`);
    throw error;
  } finally {
    clearTimeout(timer);
    client.signal.removeEventListener('abort', stop);
  }
}

/** Makes a response for the functions of a declaration. @param header absent if the response comes from a file */
export function createResponse(
  request: CrawlRequest,
  status: number,
  body: string,
  header?: CrawlResponse['header'],
): CrawlResponse {
  let parsed: { readonly value: unknown } | undefined;
  return {
    request,
    status,
    body,
    header,
    json() {
      parsed ??= { value: parseJson(body) };
      return parsed.value;
    },
  };
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body.replace(/^\uFEFF/, ''));
  } catch {
    throw new FieldFault('the response', /^\s*</.test(body) ? 'is an HTML page, not JSON' : 'is not JSON');
  }
}

/** Returns why a response is incomplete; undefined if it is complete. */
export function findFault(crawl: Crawl, response: CrawlResponse): string | undefined {
  const { body } = response;
  if (body.trim() === '') return 'the response is empty';
  return catchFieldFault(() => {
    if (crawl.format === 'json') response.json();
    if (crawl.format === 'xml') xmlRoot('the response', body);
    return crawl.fault?.(response);
  });
}

/** Returns the result of `read`, a function of a declaration, or the reason why it cannot read the response. */
export function catchFieldFault(read: () => string | undefined): string | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof FieldFault)) throw error;
    return `${error.field} ${error.message}`;
  }
}

/** Makes the outcome of a failed request that may succeed later. */
export function failed(reason: string) {
  return { is: 'failed', reason, isBusy: false, waitMs: 0 } as const;
}
