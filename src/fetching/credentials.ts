import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { CodeLists, Credentials } from '../importer/index.ts';
import { InputError, quoteValue } from '../model/index.ts';

/** A token is not used within this time of its expiry; a token without expiry is used for as many seconds. */
const TOKEN_RESERVE_MS = 60_000;
const TOKEN_SECONDS = 600;

const tokenAnswer = Compile(
  Type.Object({ access_token: Type.String({ minLength: 1 }), expires_in: Type.Optional(Type.Number()) }),
);

/** A token, and until when it is used. */
export interface AccessToken {
  readonly value: string;
  readonly goodUntilMs: number;
}

/** The credentials of a register: its declaration, and the value of each setting. */
export interface GivenCredentials {
  readonly declared: Credentials;
  /** By the end of the name of the setting, such as `API_KEY`. */
  readonly values: ReadonlyMap<string, string>;
  /** The full names of the settings, for messages. */
  readonly names: string;
}

/**
 * The credentials of a register from the environment; undefined if it needs none.
 * @throws {InputError} with the names of all missing settings
 */
export function credentialsOf(
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

/** Whether a text has a placeholder of a secret. */
export function needsSecret(text: string, values: ReadonlyMap<string, string>): boolean {
  return [...values.keys()].some((name) => text.includes(`{${name}}`));
}

/** Replaces the placeholders in an address by secrets. */
export function withSecrets(url: string, values: ReadonlyMap<string, string>): string {
  return url.replaceAll(/\{([A-Z][A-Z0-9_]*)\}/g, (whole, name: string) => {
    const value = values.get(name);
    return value === undefined ? whole : encodeURIComponent(value);
  });
}

/** Replaces the placeholders in a header field or a login by secrets, without encoding. */
export function filledIn(text: string, values: ReadonlyMap<string, string>): string {
  return text.replaceAll(/\{([A-Z][A-Z0-9_]*)\}/g, (whole, name: string) => values.get(name) ?? whole);
}

/** Removes secrets from a text that a server may have written. */
export function withoutSecrets(text: string, secrets: Iterable<string>): string {
  let clean = text;
  for (const secret of secrets)
    for (const form of [secret, encodeURIComponent(secret)]) clean = clean.replaceAll(form, '…');
  return clean;
}

/** The token in a response (RFC 6749, section 5.1); undefined if it has none. */
export function tokenIn(text: string, sentAtMs: number): AccessToken | undefined {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!tokenAnswer.Check(answer)) return undefined;
  const { access_token: value, expires_in: seconds = TOKEN_SECONDS } = answer;
  return { value, goodUntilMs: sentAtMs + seconds * 1000 - TOKEN_RESERVE_MS };
}

/** The token at a path of a response, such as `data.jwt`; undefined if it has none. */
export function tokenAt(text: string, path: string, sentAtMs: number): AccessToken | undefined {
  try {
    const value = path
      .split('.')
      .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], JSON.parse(text));
    if (typeof value !== 'string' || value === '') return undefined;
    return { value, goodUntilMs: sentAtMs + TOKEN_SECONDS * 1000 - TOKEN_RESERVE_MS };
  } catch {
    return undefined;
  }
}
