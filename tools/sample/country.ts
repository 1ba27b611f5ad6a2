import countries from './countries.json' with { type: 'json' };
import type { Random } from './random.ts';

/** The parts of which a country's invented companies are made. Roots and family names are made up; other words are real. */
export interface Country {
  readonly code: string;
  /** Approximate number of companies in the real register, in thousands. Sets the proportions of the bench data. */
  readonly thousands: number;
  /** Made-up words in the letters of the language. */
  readonly roots: readonly string[];
  /** Common nouns of trade, which many company names share. */
  readonly trades: readonly string[];
  /** Legal forms, most common first: as written in a name, and as published by the register. */
  readonly forms: readonly (readonly [inName: string, published: string])[];
  /** The place of the legal form in a name; `quoted` means `UAB "Name"`. */
  readonly formPlace: 'after' | 'before' | 'quoted' | 'none';
  readonly capitals: boolean;
  readonly given: readonly string[];
  readonly family: readonly string[];
  /** How the register writes a person. */
  readonly person: 'Given Family' | 'Family Given' | 'FAMILY, Given' | 'FAMILY GIVEN';
  /** Roles in the words of the register; empty if it publishes no officers. */
  readonly roles: readonly string[];
  /** Statuses in the words of the register, the usual one first; empty if it publishes none. */
  readonly statuses: readonly string[];
  /** Activity classifications: scheme and version, then the codes, with labels if the register publishes labels. */
  readonly schemes: readonly (readonly [
    scheme: string,
    activities: readonly (readonly [code: string, label?: string])[],
  ])[];
}

/** A country in countries.json. Blanks separate words, bars separate other items; absent fields have a default. */
type CountryText = Pick<Country, 'thousands'> &
  Readonly<Record<'roots' | 'trades' | 'forms' | 'given' | 'family', string>> &
  Partial<Pick<Country, 'formPlace' | 'capitals' | 'person'>> & {
    readonly roles?: string;
    readonly statuses?: string;
    /** `scheme: code=label | code`, one text per scheme. */
    readonly schemes?: readonly string[];
  };

/** The 35 countries of the sample. */
export const FICTION: readonly Country[] = Object.entries(countries as Readonly<Record<string, CountryText>>).map(
  ([code, text]) => parseCountry(code, text),
);

function parseCountry(code: string, text: CountryText): Country {
  return {
    formPlace: 'after',
    capitals: false,
    person: 'Given Family',
    ...text,
    code,
    roots: text.roots.split(' '),
    trades: items(text.trades),
    // `in the name=as published`, or one text for both.
    forms: items(text.forms).map((form) => {
      const [inName = '', published = inName] = form.split('=');
      return [inName, published] as const;
    }),
    given: text.given.split(' '),
    family: text.family.split(' '),
    roles: items(text.roles),
    statuses: items(text.statuses),
    schemes: (text.schemes ?? []).map(readScheme),
  };
}

function items(text = ''): string[] {
  return text === '' ? [] : text.split('|').map((item) => item.trim());
}

function readScheme(text: string): Country['schemes'][number] {
  const [scheme = '', activities = ''] = text.split(': ');
  const rows = items(activities).map((activity) => {
    const [code = '', label] = activity.split('=');
    return label === undefined ? ([code] as const) : ([code, label] as const);
  });
  return [scheme, rows];
}

/** Joins a name and a legal form as the register of the country does. */
export function companyName(country: Country, own: string, form: string): string {
  const name = country.capitals ? own.toUpperCase() : own;
  switch (country.formPlace) {
    case 'none':
      return name;
    case 'before':
      return `${form} ${name}`;
    case 'quoted':
      return `${form} "${name}"`;
    case 'after':
    default:
      return form.startsWith(',') ? `${name}${form}` : `${name} ${form}`;
  }
}

/** Returns an invented family name. In the tables, a hyphen joins a name and its particle. */
export function familyName(country: Country, random: Random): string {
  return random.pick(country.family).replace(/^(de|van|Mac|Ní)-/, '$1 ');
}

/** Returns the name of an invented person, written as the country's register does. */
export function personName(country: Country, random: Random): string {
  const given = random.pick(country.given);
  const family = familyName(country, random);
  switch (country.person) {
    case 'Given Family':
      return `${given} ${family}`;
    case 'Family Given':
      return `${family} ${given}`;
    case 'FAMILY, Given':
      return `${family.toUpperCase()}, ${given}`;
    case 'FAMILY GIVEN':
    default:
      return `${family.toUpperCase()} ${given.toUpperCase()}`;
  }
}
