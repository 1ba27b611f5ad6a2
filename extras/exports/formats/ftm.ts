import { hash } from 'node:crypto';
import { codePointCount, isLei, type LineOfficer, type OfficerKind } from '../../../src/model/index.ts';
import { listFurtherNames, type FurtherName } from '../../../src/snapshot/index.ts';
import { addressText } from './tables.ts';
import type { ExportedCompany, Format } from './format.ts';
import { textLines } from './text-lines.ts';

/** The maximum length of values in FollowTheMoney, in code points, by the type of a property. Longer values are omitted. */
const CHARS_MAX = { name: 384, string: 1024, identifier: 64, text: 65_000, url: 4096, address: 250 } as const;

/** The characters that FollowTheMoney removes from values: invisible and control characters, except tabs and line breaks. */
// oxlint-disable-next-line no-control-regex
const UNSAFE = /[\u{0}-\u{8}\u{b}\u{c}\u{e}-\u{1f}\u{7f}-\u{9f}\u{200b}-\u{200d}\u{2028}\u{2029}]/gu;

/** The separators that FollowTheMoney replaces with a comma in addresses. */
const ADDRESS_BREAKS = /\r\n|\n|<BR\/>|<BR>|\t|ESQ\.,|ESQ,|;/g;

type Properties = Record<string, readonly string[]>;

/** Returns a property with its valid values; an empty object without valid values. */
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

/** Cleans a value as FollowTheMoney does when it reads one. */
function cleaned(value: string, type: string): string {
  const safe = value.normalize('NFC').replaceAll(UNSAFE, '').trim();
  if (type === 'address')
    return safe
      .replaceAll(ADDRESS_BREAKS, ', ')
      .replaceAll(/,\s?[,.]/g, ', ')
      .replaceAll(/\s+/g, ' ')
      .trim();
  return type === 'name' ? safe.replaceAll(/\s+/g, ' ') : safe;
}

/** FollowTheMoney allows letters, digits, dots and hyphens in ids. */
const entityId = (companyId: string): string => companyId.replace('_', '-');

const entity = (id: string, schema: string, properties: Properties): string =>
  JSON.stringify({ id, schema, properties });

/** Yields a company, then its officers. A company without a name is skipped, because FollowTheMoney requires one. */
function* toEntities({ resource, country, details, officers }: ExportedCompany): Generator<string, void, undefined> {
  const { id, identifiers = [], classifications = [] } = resource;
  const name = property('name', 'name', [resource.name]);
  if (name['name'] === undefined) return;
  const names = listFurtherNames(details, resource.name);
  const numbers = (...schemes: readonly string[]): string[] =>
    identifiers.filter(({ scheme }) => schemes.includes(scheme)).map(({ value }) => value);
  yield entity(entityId(id), 'Company', {
    ...name,
    ...property('alias', 'name', filterNames(names, false)),
    ...property('previousName', 'name', filterNames(names, true)),
    ...property('summary', 'text', [resource.summary]),
    ...property('jurisdiction', 'country', [
      identifiers.some(({ country_scope: scope }) => scope !== undefined) ? country?.toLowerCase() : undefined,
    ]),
    ...property('country', 'country', [resource.country_code?.toLowerCase()]),
    ...property('address', 'address', [details.address && addressText(details.address)]),
    ...property('status', 'string', [resource.company_status, details.state]),
    ...property('incorporationDate', 'date', [details.registered_on]),
    ...property('dissolutionDate', 'date', [details.closed_on]),
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
    ...property('sourceUrl', 'url', [details.record_url]),
    ...property('retrievedAt', 'date', [resource.as_of_date]),
  });
  for (const { officer, key } of withKeys(id, officers)) yield* officerEntities(id, officer, key);
}

function filterNames(names: readonly FurtherName[], isFormer: boolean): string[] {
  return names.flatMap((one) => (one.isFormer === isFormer ? [one.name] : []));
}

const HOLDERS: Readonly<Record<OfficerKind, string>> = { natural_person: 'Person', organisation: 'Organization' };

/** Yields the holder and the office. The holder is a `LegalEntity` if the register does not publish its kind. */
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

/** Yields the officers of a company, each with a unique key, which is stable while the data of the register is unchanged. */
function* withKeys(companyId: string, officers: readonly LineOfficer[]) {
  const seen = new Map<string, number>();
  for (const officer of officers) {
    const key = hashOfficer(companyId, officer);
    const times = seen.get(key) ?? 0;
    seen.set(key, times + 1);
    yield { officer, key: times === 0 ? key : hashOfficer(`${key} ${times}`, officer) };
  }
}

function hashOfficer(companyId: string, { name, roles, appointed_on: from }: LineOfficer): string {
  return hash('sha256', JSON.stringify([companyId, name, roles, from])).slice(0, 40);
}

export const FTM: Format = {
  name: 'ftm',
  title: 'FollowTheMoney entities',
  extension: 'ftm.json.gz',
  mediaType: 'application/x-ndjson',
  fileType: 'JSON',
  compression: 'gz',
  perCountry: [
    textLines<ExportedCompany>({ name: 'entities', title: 'Companies as FollowTheMoney entities' }, toEntities),
  ],
  forAll: [],
};
