import countries from './countries.json' with { type: 'json' };
import type { Random } from './random.ts';

/** What a country's invented companies are made of. The roots and family names are made up; the rest is the language. */
export interface Country {
  readonly code: string;
  /** How many thousand companies the real register holds, roughly: the proportions of the bench data. */
  readonly thousands: number;
  /** Made-up words in the letters of the language. */
  readonly roots: readonly string[];
  /** Common nouns of trade, which many company names share. */
  readonly trades: readonly string[];
  /** Legal forms, commonest first: as they stand in a name, and as the register publishes them. */
  readonly forms: readonly (readonly [inName: string, published: string])[];
  /** Where a name carries its legal form: `quoted` is `UAB "Name"`. */
  readonly formPlace: 'after' | 'before' | 'quoted' | 'none';
  readonly capitals: boolean;
  readonly given: readonly string[];
  readonly family: readonly string[];
  /** How the register writes a person. */
  readonly person: 'Given Family' | 'Family Given' | 'FAMILY, Given' | 'FAMILY GIVEN';
  /** Roles in the register's words; empty where the register publishes no officers. */
  readonly roles: readonly string[];
  /** Status words, the usual one first; empty where the register publishes none. */
  readonly statuses: readonly string[];
  /** Activity classifications: scheme and version, then its codes with their labels where the register prints them. */
  readonly schemes: readonly (readonly [
    scheme: string,
    activities: readonly (readonly [code: string, label?: string])[],
  ])[];
}

/** A country as its table writes it: words between blanks, other items between bars; absent fields have a default. */
type CountryText = Pick<Country, 'thousands'> &
  Readonly<Record<'roots' | 'trades' | 'forms' | 'given' | 'family', string>> &
  Partial<Pick<Country, 'formPlace' | 'capitals' | 'person'>> & {
    readonly roles?: string;
    readonly statuses?: string;
    /** `scheme: code=label | code`, one text per scheme. */
    readonly schemes?: readonly string[];
  };

/** The 35 countries, by code. */
export const FICTION: readonly Country[] = Object.entries(countries as Readonly<Record<string, CountryText>>).map(
  ([code, text]) => countryOf(code, text),
);

function countryOf(code: string, text: CountryText): Country {
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

/** Joins a company's own name with its legal form in the manner of its register. */
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

/** An invented family name; the tables join its particle with a hyphen. */
export function familyName(country: Country, random: Random): string {
  return random.pick(country.family).replace(/^(de|van|Mac|Ní)-/, '$1 ');
}

/** An invented person, written as the country's register writes people. */
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
