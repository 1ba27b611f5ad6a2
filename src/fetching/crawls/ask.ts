import { createHash } from 'node:crypto';
import { FieldFault, xmlRoot, type Answer, type Question, type Crawl } from '../../importer/index.ts';
import { InputError, counted } from '../../model/index.ts';
import { RefusedError, type HttpClient } from '../http.ts';
import { RetryableError } from '../retry.ts';

/** Default maximum size of an answer, in bytes: an answer is held in memory. */
const ANSWER_BYTES_MAX = 16 * 1024 ** 2;

/** The outcome of a request. */
export type Outcome =
  | { readonly is: 'answered'; readonly answer: Answer; readonly hash: string }
  | { readonly is: 'none'; readonly status: number }
  /** The server would refuse another attempt as well. */
  | { readonly is: 'refused'; readonly reason: string }
  /** A later attempt may succeed. `waitMs` is the wait that the server asks for. */
  | { readonly is: 'failed'; readonly reason: string; readonly isBusy: boolean; readonly waitMs: number };

/**
 * Sends the request of a question once and checks the response.
 * @param before the hash of an answer that must not be repeated
 * @throws only if the crawl is stopped
 */
export async function ask(
  crawl: Crawl,
  question: Question,
  before: string | undefined,
  client: HttpClient,
): Promise<Outcome> {
  const { statuses = [] } = crawl;
  const none = typeof crawl.none === 'function' ? crawl.none(question) : (crawl.none ?? []);
  // AbortSignal.timeout would hold memory for minutes after each request, and there may be a thousand requests a second.
  const deadline = new AbortController();
  const { signal } = deadline;
  const timer = setTimeout(() => deadline.abort(), client.limits.pageMs);
  const stop = (): void => deadline.abort(client.signal.reason);
  client.signal.addEventListener('abort', stop);
  const request = crawl.request(question);
  try {
    const response = await client.send({ ...request, statuses: [...none, ...statuses] }, signal);
    const { status } = response;
    if (none.includes(status)) {
      await response.body?.cancel();
      return { is: 'none', status };
    }
    if (!response.ok && !statuses.includes(status)) {
      await response.body?.cancel();
      return { is: 'refused', reason: `the server answered ${status}, which the declaration does not expect` };
    }
    const body = await client.textOf(response, request.url, crawl.bytesMax ?? ANSWER_BYTES_MAX, signal);
    const answer = answerOf(question, status, body, (name) => response.headers.get(name) ?? undefined);
    const fault = faultOf(crawl, answer);
    const hash = createHash('sha256').update(body).digest('base64url');
    if (fault === undefined && hash !== before) return { is: 'answered', answer, hash };
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

/** Makes an answer for the functions of a declaration. @param header absent if the answer comes from a file */
export function answerOf(question: Question, status: number, body: string, header?: Answer['header']): Answer {
  let parsed: { readonly value: unknown } | undefined;
  return {
    question,
    status,
    body,
    header,
    json() {
      parsed ??= { value: jsonOf(body) };
      return parsed.value;
    },
  };
}

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body.replace(/^\uFEFF/, ''));
  } catch {
    throw new FieldFault('the answer', /^\s*</.test(body) ? 'is an HTML page, not JSON' : 'is not JSON');
  }
}

/** Returns why an answer is incomplete; undefined if it is complete. */
export function faultOf(crawl: Crawl, answer: Answer): string | undefined {
  const { body } = answer;
  if (body.trim() === '') return 'the answer is empty';
  return fieldFaultOf(() => {
    if (crawl.format === 'json') answer.json();
    if (crawl.format === 'xml') xmlRoot('the answer', body);
    return crawl.fault?.(answer);
  });
}

/** Returns the result of `read`, a function of a declaration, or the reason why it cannot read the answer. */
export function fieldFaultOf(read: () => string | undefined): string | undefined {
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
