import { isAbsolute } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { CORE_SETTINGS, commaSeparated, meantCountry } from '../../../src/extra/index.ts';
import { InputError, countryFilter } from '../../../src/model/index.ts';
import { COUNTRY_COVERAGE } from '../../../src/registers/index.ts';

export const PROXIES = ['nginx', 'caddy', 'none'] as const;

/** The values that are put into the files. */
export interface Answers {
  /** ISO 3166-1 alpha-2, in the order of the coverage. */
  readonly countries: readonly string[];
  /** The public address, an origin with an optional path. */
  readonly address: string;
  /** The value of the setting `CONTACT`; empty if it is not set. */
  readonly contact: string;
  readonly proxy: (typeof PROXIES)[number];
  /** The folder of the data, an absolute path. */
  readonly data: string;
}

/** A value, its safe default or the question for it, and its parser. */
interface Value<T> {
  readonly question?: string;
  readonly byDefault?: string;
  readonly allowed: string;
  /** Returns the question that offers what a wrong text may mean; empty if nothing is near. */
  readonly offer?: (text: string) => string;
  /** Returns undefined for a text that is not allowed. */
  readonly parse: (text: string) => T | undefined;
}

export const QUESTIONS: { readonly [Name in keyof Answers]: Value<Answers[Name]> } = {
  countries: {
    question: 'Which countries (two letters each, separated by commas, or "all")',
    allowed: `"all", or countries of ${[...COUNTRY_COVERAGE.keys()].join(', ')}, separated by commas`,
    parse: parseCountries,
    offer: (text) => commaSeparated(text).map(meantCountry).join(''),
  },
  address: {
    question: 'Public address of the service',
    allowed: CORE_SETTINGS.BASE_URL.allowed,
    parse: (text) => CORE_SETTINGS.BASE_URL.parse(/^[a-z]+:/.test(text) ? text : `https://${text}`),
  },
  contact: {
    byDefault: '',
    allowed: `${CORE_SETTINGS.CONTACT.allowed}, or empty`,
    parse: (text) => (text === '' || CORE_SETTINGS.CONTACT.parse(text) !== undefined ? text : undefined),
  },
  proxy: {
    byDefault: 'nginx',
    allowed: `one of ${PROXIES.join(', ')}`,
    parse: (text) => PROXIES.find((name) => name === text.toLowerCase()),
  },
  data: {
    byDefault: '/var/lib/openfirma',
    allowed: 'an absolute path of letters, digits, `-`, `.`, `_` and `/`, not in /home, /root, /tmp, /etc or /usr',
    parse: (text) =>
      isAbsolute(text) && /^(?:\/[\w.-]+)+$/.test(text) && !/^\/(?:home|root|tmp|etc|usr)\b/.test(text)
        ? text
        : undefined,
  },
};

function parseCountries(text: string): readonly string[] | undefined {
  const known = [...COUNTRY_COVERAGE.keys()];
  const named = commaSeparated(text);
  if (named.length === 1 && named[0]?.toLowerCase() === 'all') return known;
  const codes = named.map((name) => countryFilter(name) ?? '');
  return codes.length > 0 && codes.every((code) => known.includes(code))
    ? known.filter((code) => codes.includes(code))
    : undefined;
}

/** Answers as texts, from flags. */
export type Texts = Partial<Readonly<Record<keyof Answers, string>>>;

/**
 * Returns the answers from flags, or else the defaults. Asks for an answer without a default on a terminal.
 * @throws {InputError} if an answer is not allowed, or is missing and has no default
 */
export async function answersFrom(flags: Texts): Promise<Answers> {
  const prompt = process.stdin.isTTY ? createInterface({ input: process.stdin, output: process.stderr }) : undefined;
  // When the input ends, an open question would wait forever.
  const ended = new AbortController();
  prompt?.once('close', () => ended.abort());
  try {
    const answers: Record<string, unknown> = {};
    for (const [name, { question, byDefault, allowed, parse, offer }] of Object.entries(QUESTIONS)) {
      const given = flags[name as keyof Answers] ?? byDefault;
      const text = given ?? ((await prompt?.question(`${question}: `, { signal: ended.signal })) ?? '').trim();
      const value = parse(text);
      if (value === undefined) {
        const got = text === '' ? `is missing` : `"${text}"`;
        const hint = offer?.(text) || `; must be ${allowed.replaceAll('`', '')}`;
        throw new InputError(`Cannot set up the service: --${name} ${got}${hint}`);
      }
      answers[name] = value;
    }
    return answers as unknown as Answers;
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError')
      throw new InputError('Cannot set up the service: the input ended');
    throw error;
  } finally {
    prompt?.close();
  }
}
