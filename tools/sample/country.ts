/** What a country's invented companies are made of. The roots and family names are made up; the rest is the language. */
export interface Country {
  /** ISO 3166-1 alpha-2. */
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
  /** The register prints names in capitals. */
  readonly capitals: boolean;
  readonly given: readonly string[];
  readonly family: readonly string[];
  /** How the register writes a person. */
  readonly person: 'Given Family' | 'Family Given' | 'FAMILY, Given' | 'FAMILY GIVEN';
  /** Roles in the register's words; empty where the register publishes no officers. */
  readonly roles: readonly string[];
  /** The register publishes when an officer was appointed. */
  readonly datesOfficers: boolean;
  /** Status words, the usual one first; empty where the register publishes none. */
  readonly statuses: readonly string[];
  /** Activity classifications: scheme and version, then its codes with their labels where the register prints them. */
  readonly schemes: readonly (readonly [
    scheme: string,
    activities: readonly (readonly [code: string, label?: string])[],
  ])[];
  /** The head-office country is published. */
  readonly publishesCountry: boolean;
}

/** A country as its table writes it: one line of text per field, its items between bars. */
export interface CountryText {
  readonly thousands: number;
  readonly roots: string;
  readonly trades: string;
  /** `in the name=as published`, or one text for both. */
  readonly forms: string;
  readonly formPlace?: Country['formPlace'];
  readonly capitals?: true;
  readonly given: string;
  readonly family: string;
  readonly person?: Country['person'];
  readonly roles?: string;
  readonly datesOfficers?: true;
  readonly statuses?: string;
  /** `scheme: code=label | code`, one text per scheme. */
  readonly schemes?: readonly string[];
  readonly publishesCountry?: true;
}

/** Reads a country's table entry. */
export function country(code: string, text: CountryText): Country {
  return {
    code,
    thousands: text.thousands,
    roots: text.roots.split(' '),
    trades: items(text.trades),
    forms: items(text.forms).map((form) => {
      const [inName = '', published = inName] = form.split('=');
      return [inName, published] as const;
    }),
    formPlace: text.formPlace ?? 'after',
    capitals: text.capitals ?? false,
    given: text.given.split(' '),
    family: text.family.split(' '),
    person: text.person ?? 'Given Family',
    roles: items(text.roles ?? ''),
    datesOfficers: text.datesOfficers ?? false,
    statuses: items(text.statuses ?? ''),
    schemes: (text.schemes ?? []).map(readScheme),
    publishesCountry: text.publishesCountry ?? false,
  };
}

function items(text: string): string[] {
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
