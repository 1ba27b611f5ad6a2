import { quoteValue } from '../model/index.ts';
import { isBelow } from './addresses.ts';
import { filledIn, type GivenCredentials } from './credentials.ts';
import { RetryableError } from './retry.ts';

/** A token is not used within this time of its expiry; a token without expiry is used for as many seconds. */
const TOKEN_RESERVE_MS = 60_000;
const TOKEN_SECONDS = 600;

/** The POST for a token. */
interface TokenRequest {
  readonly url: string;
  /** The path of the token in the response. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: URLSearchParams | string;
}

/** A token, and until when it is used. */
interface AccessToken {
  readonly value: string;
  readonly goodUntilMs: number;
}

/** Sends the request and returns the text of the response. */
type Send = (request: TokenRequest, signal: AbortSignal) => Promise<string>;

/** The token of a server, requested when it is needed and renewed when it has expired. */
export class AccessTokens {
  readonly #credentials: GivenCredentials | undefined;
  readonly #send: Send;
  #token: AccessToken | undefined;

  constructor(credentials: GivenCredentials | undefined, send: Send) {
    this.#credentials = credentials;
    this.#send = send;
  }

  /** The present token, for comparison with that of a request. */
  get current(): AccessToken | undefined {
    return this.#token;
  }

  forget(): void {
    this.#token = undefined;
  }

  /** The header field for an address that needs a token; undefined for other addresses. */
  async fieldFor(url: string, signal: AbortSignal): Promise<{ readonly authorization: string } | undefined> {
    const request = this.#credentials && requestFor(url, this.#credentials);
    if (request === undefined) return undefined;
    if (this.#token === undefined || this.#token.goodUntilMs < Date.now()) {
      const sentAtMs = Date.now();
      this.#token = tokenIn(await this.#send(request, signal), request.path, sentAtMs);
      if (this.#token === undefined)
        throw new RetryableError(`the response of ${quoteValue(request.url)} has no token`);
    }
    return { authorization: `Bearer ${this.#token.value}` };
  }
}

/** The request for the token of an address; undefined if it needs none. */
function requestFor(url: string, { declared, values }: GivenCredentials): TokenRequest | undefined {
  const { oauth, login } = declared;
  if (login !== undefined && isBelow(url, login.api)) {
    const members = Object.entries(login.json).map(([name, text]) => [name, filledIn(text, values)]);
    const headers = { 'content-type': 'application/json', accept: 'application/json' };
    return { url: login.url, path: login.token, headers, body: JSON.stringify(Object.fromEntries(members)) };
  }
  if (oauth === undefined || !isBelow(url, oauth.api)) return undefined;
  // RFC 6749, section 4.4.
  const pair = ['CLIENT_ID', 'CLIENT_SECRET'].map((name) => encodeURIComponent(values.get(name) ?? ''));
  const headers = { authorization: `Basic ${Buffer.from(pair.join(':')).toString('base64')}` };
  const body = new URLSearchParams({ grant_type: 'client_credentials' });
  return { url: oauth.token, path: 'access_token', headers, body };
}

/** The token at a path of a response, such as `data.jwt`, with the expiry of RFC 6749; undefined if it has none. */
function tokenIn(text: string, path: string, sentAtMs: number): AccessToken | undefined {
  try {
    const answer: unknown = JSON.parse(text);
    const value = path.split('.').reduce(memberOf, answer);
    const seconds = memberOf(answer, 'expires_in') ?? TOKEN_SECONDS;
    if (typeof value !== 'string' || value === '' || typeof seconds !== 'number') return undefined;
    return { value, goodUntilMs: sentAtMs + seconds * 1000 - TOKEN_RESERVE_MS };
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function memberOf(object: unknown, name: string): unknown {
  return typeof object === 'object' && object !== null ? Reflect.get(object, name) : undefined;
}
