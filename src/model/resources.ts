import { Type, type Static, type TProperties, type TSchema, type TString, type TStringOptions } from 'typebox';
import { COMPANY_ID_PATTERN } from './company-id.ts';
import { COUNTRY_CODE_PATTERN, COUNTRY_SCOPE_PATTERN } from './countries/countries.ts';
import {
  COMPANY_STATES,
  IDENTIFIER_SCHEMES,
  LIFECYCLE_STATUSES,
  type DETAIL_FIELDS,
  type PROFILE_FIELDS,
} from './vocabulary.ts';

/** Makes the schema of an object that has these fields and no others. */
export function closedObject<Fields extends TProperties>(fields: Fields) {
  return Type.Object(fields, { additionalProperties: false });
}

/** Makes a {@linkcode closedObject} with a description. */
export function describedObject<Fields extends TProperties>(description: string, fields: Fields) {
  return Type.Object(fields, { additionalProperties: false, description });
}

/** Makes the schema of a text that may be absent. */
export function optionalText(description: string, rules: TStringOptions | TString = {}) {
  return Type.Optional(Type.String({ ...rules, description }));
}

export const CompanyId = Type.String({
  pattern: COMPANY_ID_PATTERN,
  description: 'Permanent company ID. Names and registry numbers change and repeat; the ID does not.',
});

export const CompanyLifecycle = describedObject(
  'Whether the record is current, and where it continues when it is not.',
  {
    status: Type.Enum([...LIFECYCLE_STATUSES], { type: 'string', description: 'Says whether the record is current.' }),
    canonical_id: optionalText('The current record of a redirected one.', { pattern: COMPANY_ID_PATTERN }),
    successor_ids: Type.Optional(Type.Array(CompanyId, { description: 'The records a split one continues as.' })),
  },
);
export type CompanyLifecycle = Static<typeof CompanyLifecycle>;

const text = (description: string) => Type.String({ minLength: 1, description });

export const CompanyIdentifier = describedObject('An identifier of the company, as the register publishes it.', {
  scheme: Type.Enum([...IDENTIFIER_SCHEMES], {
    type: 'string',
    description: 'What kind of identifier this is. A Finnish business ID is `national_registry_number` scoped to FI.',
  }),
  value: text('The identifier as the register publishes it.'),
  country_scope: optionalText(
    'Registration jurisdiction that scopes the value, ISO 3166-1 alpha-2 or ISO 3166-2. Absent for globally unique schemes such as `lei`.',
    { pattern: COUNTRY_SCOPE_PATTERN },
  ),
});
export type CompanyIdentifier = Static<typeof CompanyIdentifier>;

export const CompanyClassification = describedObject('A current activity classification.', {
  scheme: text('Source scheme and version, for example `TOL 2008`. Schemes are not limited to a fixed list.'),
  code: text('Activity code with the punctuation and leading zeros of the source. No crosswalk is inferred.'),
  label: Type.Optional(text('The label of the code, where the source gives one.')),
  is_primary: Type.Boolean({ description: 'Whether the register calls this the main activity.' }),
});
export type CompanyClassification = Static<typeof CompanyClassification>;

export const WEB_ADDRESS_PATTERN = '^https?://';

export const OfficerSource = describedObject('The system that publishes the officer, and when it was observed.', {
  system: text('The publishing system.'),
  url: optionalText('Where the system shows it. Present when known.', { format: 'uri', pattern: WEB_ADDRESS_PATTERN }),
  title: Type.Optional(text('Title of the publication.')),
  published_at: optionalText('When the system published it.', { format: 'date-time' }),
  observed_at: optionalText('When it was observed there.', { format: 'date-time' }),
});
export type OfficerSource = Static<typeof OfficerSource>;

/** The fields of an officer that a register line carries; the API adds `object` in front. */
export const officerFields = {
  name: text('Name of the officer, a person or a company.'),
  roles: Type.Optional(
    Type.Array(Type.String({ minLength: 1 }), {
      minItems: 1,
      description: 'Role titles as the register states them. Absent when it states none.',
    }),
  ),
  appointed_on: optionalText('The day the appointment began.', { format: 'date' }),
  resigned_on: optionalText('The day the appointment ends. In an answer it lies after today.', { format: 'date' }),
  source: OfficerSource,
};

/** The profile fields that registers publish, each optional: absence is absence. */
export const profileFields = {
  name: Type.Optional(text('Current registered name.')),
  summary: Type.Optional(text('What the company does, in a sentence or two.')),
  country_code: optionalText(
    'Country of the head-office address, ISO 3166-1 alpha-2. It can differ from the registration jurisdiction, which is the `country_scope` of the first scoped entry in `identifiers`.',
    { pattern: COUNTRY_CODE_PATTERN },
  ),
  company_status: Type.Optional(text("The register's status.")),
  company_type: Type.Optional(text("The register's own type code or label; values differ per register.")),
  legal_form: Type.Optional(
    text('The legal form exactly as the register publishes it, in its language. A few publish a code.'),
  ),
  industry: Type.Optional(text('Industry.')),
  business_model: Type.Optional(text('Business model.')),
  product_category: Type.Optional(text('Product category.')),
  operating_geography: Type.Optional(text('Where the company operates.')),
  as_of_date: optionalText('When the register was last observed.', { format: 'date' }),
} satisfies Record<(typeof PROFILE_FIELDS)[number], TSchema>;

/** A former or further name of a company, as the register publishes it. */
export const CompanyName = describedObject('A former or further name, as the register publishes it.', {
  name: text('The name as published.'),
  kind: text('The kind of name in the words of the register.'),
  from: optionalText('The first day of the name.', { format: 'date' }),
  until: optionalText('The last day of the name.', { format: 'date' }),
});
export type CompanyName = Static<typeof CompanyName>;

export const CompanyAddress = describedObject(
  'The registered or head office of an organisation, in the language and letters of the register. Never the address of a natural person.',
  {
    street: Type.Optional(text('Street and house number.')),
    lines: Type.Optional(
      Type.Array(Type.String({ minLength: 1 }), {
        minItems: 1,
        description:
          'The lines of the address before the postal code, where the register does not separate the street.',
      }),
    ),
    postal_code: Type.Optional(text('The postal code.')),
    locality: Type.Optional(text('The town or post town.')),
    region: Type.Optional(text('The county, district or other division above the town.')),
    country_code: optionalText('ISO 3166-1 alpha-2.', { pattern: COUNTRY_CODE_PATTERN }),
    text: Type.Optional(text('The whole address, where the register publishes it as one text.')),
  },
);
export type CompanyAddress = Static<typeof CompanyAddress>;

/** The details that registers publish beside the contract's profile, each optional. */
export const detailFields = {
  state: Type.Optional(
    Type.Enum([...COMPANY_STATES], {
      type: 'string',
      description:
        "Whether the company exists: a reading of the register's own status. Absent where the register states none.",
    }),
  ),
  registered_on: optionalText('The day of foundation or registration that the register publishes.', { format: 'date' }),
  closed_on: optionalText('The day the company ceased to exist.', { format: 'date' }),
  address: Type.Optional(CompanyAddress),
  former_names: Type.Optional(Type.Array(CompanyName, { description: 'Names it had before.' })),
  other_names: Type.Optional(Type.Array(CompanyName, { description: 'Trading names, short names, translations.' })),
  euid: Type.Optional(text('The European number (EUID, Regulation (EU) 2021/1042), such as `FIFPRO.0999999-2`.')),
  record_url: optionalText("The company's own page at its register.", { format: 'uri', pattern: WEB_ADDRESS_PATTERN }),
} satisfies Record<(typeof DETAIL_FIELDS)[number], TSchema>;
