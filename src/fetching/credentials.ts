import type { CodeLists, Credentials } from '../importer/index.ts';
import { InputError, quoteValue } from '../model/index.ts';
import { isBelow } from './addresses.ts';
import { RetryableError } from './retry.ts';

/** A token is no longer used this long before it expires. A token without a stated expiry is taken to expire after `TOKEN_SECONDS`. */
const TOKEN_RESERVE_MS = 60_000;
const TOKEN_SECONDS = 600;

/** The credentials of a register: its declaration, and the value of each setting. */
export interface GivenCredentials {
  readonly declared: Credentials;
  /** The values by the suffix of the setting name, such as `API_KEY`. */
  readonly values: ReadonlyMap<string, string>;
  /** The full names of the settings, for messages. */
  readonly names: string;
}

/**
 * Reads the credentials of a register from the environment; undefined if the register needs none.
 * @throws {InputError} with the names of all missing settings
 */
export function readCredentials(
  { id, files }: Pick<CodeLists, 'id' | 'files'>,
  environment: Readonly<Record<string, string | undefined>>,
): GivenCredentials | undefined {
  const declared = files.server?.credentials;
  if (declared === undefined) return undefined;
  const full = (name: string): string => `OPENFIRMA_${id.toUpperCase().replaceAll('-', '_')}_${name}`;
  const values = new Map(declared.settings.map((name) => [name, environment[full(name)]?.trim() ?? '']));
  const missing = declared.settings.filter((name) => values.get(name) === '').map(full);
  if (missing.length > 0) {
    const are = missing.length === 1 ? 'is' : 'are';
    throw new InputError(
      `Cannot fetch ${quoteValue(id)}: ${missing.join(' and ')} ${are} not set in the environment; ${declared.how}`,
    );
  }
  return { declared, values, names: declared.settings.map(full).join(' and ') };
}

/** Replaces the placeholders in a text with secrets. @param encode encodes a secret, if the text is part of an address */
export function fillSecrets(
  text: string,
  values: ReadonlyMap<string, string>,
  encode: (value: string) => string = String,
): string {
  return text.replaceAll(/\{([A-Z][A-Z0-9_]*)\}/g, (whole, name: string) => {
    const value = values.get(name);
    return value === undefined ? whole : encode(value);
  });
}

/** Removes secrets from a text, which a server may have written. */
export function withoutSecrets(text: string, secrets: Iterable<string>): string {
  let clean = text;
  for (const secret of secrets)
    for (const form of [secret, encodeURIComponent(secret)]) clean = clean.replaceAll(form, '…');
  return clean;
}

/** The POST that requests a token. */
interface TokenRequest {
  readonly url: string;
  /** The path of the token in the response. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: URLSearchParams | string;
}

/** A token, and the time until which it is used. */
interface AccessToken {
  readonly value: string;
  readonly goodUntilMs: number;
}

/** Sends the request and returns the text of the response. */
type Send = (request: TokenRequest, signal: AbortSignal) => Promise<string>;

/** Manages the token of a server: requests it when it is needed and renews it when it has expired. */
export class AccessTokens {
  readonly #credentials: GivenCredentials | undefined;
  readonly #send: Send;
  #token: AccessToken | undefined;

  constructor(credentials: GivenCredentials | undefined, send: Send) {
    this.#credentials = credentials;
    this.#send = send;
  }

  /** The present token, for comparison with the token of a request. */
  get current(): AccessToken | undefined {
    return this.#token;
  }

  forget(): void {
    this.#token = undefined;
  }

  /** Returns the header field for an address that needs a token; undefined for other addresses. */
  async fieldFor(url: string, signal: AbortSignal): Promise<{ readonly authorization: string } | undefined> {
    const request = this.#credentials && requestFor(url, this.#credentials);
    if (request === undefined) return undefined;
    if (this.#token === undefined || this.#token.goodUntilMs < Date.now()) {
      const sentAtMs = Date.now();
      this.#token = parseToken(await this.#send(request, signal), request.path, sentAtMs);
      if (this.#token === undefined)
        throw new RetryableError(`the response of ${quoteValue(request.url)} has no token`);
    }
    return { authorization: `Bearer ${this.#token.value}` };
  }
}

/** Returns the request for the token that an address needs; undefined if it needs no token. */
function requestFor(url: string, { declared, values }: GivenCredentials): TokenRequest | undefined {
  const { oauth, login } = declared;
  if (login !== undefined && isBelow(url, login.api)) {
    const members = Object.entries(login.json).map(([name, text]) => [name, fillSecrets(text, values)]);
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

/** Returns the token at a path of a response, such as `data.jwt`, with the expiry of RFC 6749; undefined if there is no token. */
function parseToken(text: string, path: string, sentAtMs: number): AccessToken | undefined {
  try {
    const response: unknown = JSON.parse(text);
    const value = path.split('.').reduce(memberOf, response);
    const seconds = memberOf(response, 'expires_in') ?? TOKEN_SECONDS;
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
