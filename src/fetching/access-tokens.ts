import { quoteValue } from '../model/index.ts';
import { isBelow } from './addresses.ts';
import { filledIn, tokenAt, tokenIn, type AccessToken, type GivenCredentials } from './credentials.ts';
import { RetryableError } from './retry.ts';

/** The POST for a token. */
export interface TokenRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: URLSearchParams | string;
}

/** Sends the request and returns the text of the response. */
type Send = (url: string, request: TokenRequest, signal: AbortSignal) => Promise<string>;

interface Authorization {
  readonly authorization: string;
}

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
  async fieldFor(url: string, signal: AbortSignal): Promise<Authorization | undefined> {
    const { oauth, login } = this.#credentials?.declared ?? {};
    const api = oauth?.api ?? login?.api;
    if (api === undefined || !isBelow(url, api)) return undefined;
    if (this.#token === undefined || this.#token.goodUntilMs < Date.now()) this.#token = await this.#request(signal);
    return { authorization: `Bearer ${this.#token.value}` };
  }

  async #request(signal: AbortSignal): Promise<AccessToken> {
    const { oauth, login } = this.#credentials?.declared ?? {};
    const values = this.#credentials?.values ?? new Map<string, string>();
    const sentAtMs = Date.now();
    let token: AccessToken | undefined;
    if (login !== undefined) {
      const members = Object.entries(login.json).map(([name, text]) => [name, filledIn(text, values)]);
      const headers = { 'content-type': 'application/json', accept: 'application/json' };
      const body = JSON.stringify(Object.fromEntries(members));
      token = tokenAt(await this.#send(login.url, { headers, body }, signal), login.token, sentAtMs);
    } else if (oauth !== undefined) {
      // RFC 6749, section 4.4.
      const pair = ['CLIENT_ID', 'CLIENT_SECRET'].map((name) => encodeURIComponent(values.get(name) ?? ''));
      const headers = { authorization: `Basic ${Buffer.from(pair.join(':')).toString('base64')}` };
      const body = new URLSearchParams({ grant_type: 'client_credentials' });
      token = tokenIn(await this.#send(oauth.token, { headers, body }, signal), sentAtMs);
    }
    if (token !== undefined) return token;
    throw new RetryableError(`the response of ${quoteValue(oauth?.token ?? login?.url)} has no token`);
  }
}
