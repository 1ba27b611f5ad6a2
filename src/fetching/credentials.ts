import type { CodeLists, Credentials } from '../importer/index.ts';
import { InputError, quoteValue } from '../model/index.ts';

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

/** Replaces the placeholders of secrets in a text. @param encode for a part of an address */
export function filledIn(
  text: string,
  values: ReadonlyMap<string, string>,
  encode: (value: string) => string = String,
): string {
  return text.replaceAll(/\{([A-Z][A-Z0-9_]*)\}/g, (whole, name: string) => {
    const value = values.get(name);
    return value === undefined ? whole : encode(value);
  });
}

/** Removes secrets from a text that a server may have written. */
export function withoutSecrets(text: string, secrets: Iterable<string>): string {
  let clean = text;
  for (const secret of secrets)
    for (const form of [secret, encodeURIComponent(secret)]) clean = clean.replaceAll(form, '…');
  return clean;
}
