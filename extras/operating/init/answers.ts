import { isAbsolute } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { CORE_SETTINGS, commaSeparated } from '../../../src/extra/index.ts';
import { InputError, countryFilter } from '../../../src/model/index.ts';
import { COUNTRY_COVERAGE } from '../../../src/registers/index.ts';

export const PROXIES = ['nginx', 'caddy', 'none'] as const;

/** The answers to the five questions. */
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

/** A question, its default answer, and the parser of an answer. */
interface Question<T> {
  readonly question: string;
  readonly byDefault: string;
  readonly allowed: string;
  /** Returns undefined for a text that is not allowed. */
  readonly parse: (text: string) => T | undefined;
}

export const QUESTIONS: { readonly [Name in keyof Answers]: Question<Answers[Name]> } = {
  countries: {
    question: 'Which countries (two letters each, separated by commas, or "all")',
    byDefault: '',
    allowed: `"all", or countries of ${[...COUNTRY_COVERAGE.keys()].join(', ')}, separated by commas`,
    parse: countriesIn,
  },
  address: {
    question: 'Public address of the service',
    byDefault: '',
    allowed: CORE_SETTINGS.BASE_URL.allowed,
    parse: (text) => CORE_SETTINGS.BASE_URL.parse(/^[a-z]+:/.test(text) ? text : `https://${text}`),
  },
  contact: {
    question: 'Contact for visitors, an e-mail address or the address of a page (empty: none)',
    byDefault: '',
    allowed: `${CORE_SETTINGS.CONTACT.allowed}, or empty`,
    parse: (text) => (text === '' || CORE_SETTINGS.CONTACT.parse(text) !== undefined ? text : undefined),
  },
  proxy: {
    question: `Proxy on this machine (${PROXIES.join(', ')})`,
    byDefault: 'nginx',
    allowed: `one of ${PROXIES.join(', ')}`,
    parse: (text) => PROXIES.find((name) => name === text.toLowerCase()),
  },
  data: {
    question: 'Folder of the data',
    byDefault: '/var/lib/openfirma',
    allowed: 'an absolute path of letters, digits, `-`, `.`, `_` and `/`, not in /home, /root, /tmp, /etc or /usr',
    parse: (text) =>
      isAbsolute(text) && /^(?:\/[\w.-]+)+$/.test(text) && !/^\/(?:home|root|tmp|etc|usr)\b/.test(text)
        ? text
        : undefined,
  },
};

function countriesIn(text: string): readonly string[] | undefined {
  const known = [...COUNTRY_COVERAGE.keys()];
  const named = commaSeparated(text);
  if (named.length === 1 && named[0]?.toLowerCase() === 'all') return known;
  const codes = named.map((name) => countryFilter(name) ?? '');
  return codes.length > 0 && codes.every((code) => known.includes(code))
    ? known.filter((code) => codes.includes(code))
    : undefined;
}

/** Answers as texts, from flags or from an earlier run. */
export type Texts = Partial<Readonly<Record<keyof Answers, string>>>;

/**
 * Returns the answers from flags, or else from an earlier run. Prompts for missing answers on a terminal; without a terminal the defaults
 * apply.
 * @throws {InputError} if an answer is not allowed, or is missing and has no default
 */
export async function answersFrom(flags: Texts, earlier: Texts): Promise<Answers> {
  const prompt = process.stdin.isTTY ? createInterface({ input: process.stdin, output: process.stderr }) : undefined;
  // When the input ends, an open question would wait forever.
  const ended = new AbortController();
  prompt?.once('close', () => ended.abort());
  try {
    const answers: Record<string, unknown> = {};
    for (const [name, { question, byDefault, allowed, parse }] of Object.entries(QUESTIONS)) {
      const key = name as keyof Answers;
      const before = earlier[key] ?? byDefault;
      const isAsked = prompt !== undefined && flags[key] === undefined && earlier[key] === undefined;
      const shown = before === '' ? '' : ` [${before}]`;
      const asked = isAsked ? await prompt.question(`${question}${shown}: `, { signal: ended.signal }) : '';
      const text = flags[key] ?? (asked.trim() || before);
      const value = parse(text);
      if (value === undefined) {
        const got = text === '' ? `is missing` : `"${text}"`;
        throw new InputError(`Cannot set up the service: --${name} ${got}; must be ${allowed.replaceAll('`', '')}`);
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

export function textsOf({ countries, ...texts }: Answers): Texts {
  return { ...texts, countries: countries.join(',') };
}
