import { codePointCount, isLei, type LineOfficer, type OfficerKind } from '../../../src/model/index.ts';
import type { ExportedCompany } from '../exported-company.ts';
import { textLines, type Format } from './format.ts';
import { withKeys } from './officer-keys.ts';

/** The longest values that FollowTheMoney takes, in code points, by the type of a property. Longer ones are omitted. */
const CHARS_MAX = { name: 384, string: 1024, identifier: 64, text: 65_000, url: 4096 } as const;

/** What FollowTheMoney removes from every value: control characters but tabs and line breaks, and what is invisible. */
// oxlint-disable-next-line no-control-regex
const UNSAFE = /[\u{0}-\u{8}\u{b}\u{c}\u{e}-\u{1f}\u{7f}-\u{9f}\u{200b}-\u{200d}\u{2028}\u{2029}]/gu;

type Properties = Record<string, readonly string[]>;

/** The values of a property that can be stated; without any, the property is absent. */
function property(
  name: string,
  type: keyof typeof CHARS_MAX | 'country' | 'date' | 'entity',
  values: readonly (string | undefined)[],
): Properties {
  const charsMax = type in CHARS_MAX ? CHARS_MAX[type as keyof typeof CHARS_MAX] : Infinity;
  const stated = values
    .filter((value) => value !== undefined)
    .map((value) => cleaned(value, type))
    .filter((value) => value !== '' && codePointCount(value) <= charsMax);
  return stated.length === 0 ? {} : { [name]: [...new Set(stated)] };
}

/** A value as FollowTheMoney would clean it on reading, so that it reads what we wrote. */
function cleaned(value: string, type: string): string {
  const safe = value.normalize('NFC').replaceAll(UNSAFE, '').trim();
  return type === 'name' ? safe.replaceAll(/\s+/g, ' ') : safe;
}

/** The id of a company as FollowTheMoney takes it: in its ids are letters, digits, dots and hyphens. */
const entityId = (companyId: string): string => companyId.replace('_', '-');

const entity = (id: string, schema: string, properties: Properties): string =>
  JSON.stringify({ id, schema, properties });

/** A company, then its officers. FollowTheMoney has no company without a name. */
function* entitiesOf({ resource, country, otherNames, officers }: ExportedCompany): Generator<string, void, undefined> {
  const { id, identifiers = [], classifications = [] } = resource;
  const name = property('name', 'name', [resource.name]);
  if (name['name'] === undefined) return;
  const numbers = (...schemes: readonly string[]): string[] =>
    identifiers.filter(({ scheme }) => schemes.includes(scheme)).map(({ value }) => value);
  yield entity(entityId(id), 'Company', {
    ...name,
    ...property('alias', 'name', namesOf(otherNames, false)),
    ...property('previousName', 'name', namesOf(otherNames, true)),
    ...property('summary', 'text', [resource.summary]),
    ...property('jurisdiction', 'country', [
      identifiers.some(({ country_scope: scope }) => scope !== undefined) ? country?.toLowerCase() : undefined,
    ]),
    ...property('country', 'country', [resource.country_code?.toLowerCase()]),
    ...property('status', 'string', [resource.company_status]),
    ...property('legalForm', 'string', [resource.legal_form]),
    ...property('sector', 'string', [resource.industry]),
    ...property('registrationNumber', 'identifier', numbers('national_registry_number')),
    ...property('leiCode', 'identifier', numbers('lei').filter(isLei)),
    ...property('vatCode', 'identifier', numbers('eu_vat_number', 'vat_number')),
    ...property('taxNumber', 'identifier', numbers('tin')),
    ...property(
      'classification',
      'string',
      classifications.map(({ scheme, code, label }) => [scheme, code, label ?? []].flat().join(' ')),
    ),
    ...property('retrievedAt', 'date', [resource.as_of_date]),
  });
  for (const { officer, key } of withKeys(id, officers)) yield* officerEntities(id, officer, key);
}

function namesOf(names: ExportedCompany['otherNames'], isFormer: boolean): string[] {
  return names.flatMap((one) => (one.isFormer === isFormer ? [one.name] : []));
}

/** What holds an office; a `LegalEntity` is either. */
const HOLDERS: Readonly<Record<OfficerKind, string>> = { natural_person: 'Person', organisation: 'Organization' };

/** The holder, a person or an organisation where the register says which. And the office. */
function* officerEntities(companyId: string, officer: LineOfficer, key: string): Generator<string, void, undefined> {
  const { name, kind, roles = [], appointed_on: from, resigned_on: until, source } = officer;
  const holder = property('name', 'name', [name]);
  if (holder['name'] === undefined) return;
  yield entity(`officer-${key}`, kind === undefined ? 'LegalEntity' : HOLDERS[kind], holder);
  yield entity(`office-${key}`, 'Directorship', {
    ...property('director', 'entity', [`officer-${key}`]),
    ...property('organization', 'entity', [entityId(companyId)]),
    ...property('role', 'string', roles),
    ...property('startDate', 'date', [from]),
    ...property('endDate', 'date', [until]),
    ...property('publisher', 'string', [source.system]),
    ...property('sourceUrl', 'url', [source.url]),
    ...property('retrievedAt', 'date', [source.observed_at?.slice(0, 10)]),
  });
}

/** Entities of FollowTheMoney, a line each. */
export const FTM: Format = {
  name: 'ftm',
  title: 'FollowTheMoney entities',
  extension: 'ftm.json.gz',
  mediaType: 'application/x-ndjson',
  fileType: 'JSON',
  compression: 'gz',
  perCountry: [
    textLines<ExportedCompany>({ name: 'entities', title: 'Companies as FollowTheMoney entities' }, entitiesOf),
  ],
  forAll: [],
};
