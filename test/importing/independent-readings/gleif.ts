import { readFileSync } from 'node:fs';
import {
  clean,
  elementsAt,
  grouped,
  parseDate,
  parseLines,
  parsedXml,
  readRows,
  readText,
  textAt,
  type Element,
  type RawFile,
  type Reader,
} from './raw.ts';

/** A record by the paths of its fields, as the CSV edition names the columns: `Entity.LegalName`. */
interface Record_ {
  readonly field: (path: string) => string | undefined;
  readonly successors: string[];
  readonly lines: string[];
  readonly names: { name: string; type: string }[];
  readonly date: string | undefined;
}

/** The German courts, each with its name and codes. */
const { courts: COURTS } = JSON.parse(
  readFileSync(new URL('../../../src/model/numbers/germany/courts.json', import.meta.url), 'utf8'),
) as { readonly courts: readonly { readonly name: string; readonly codes: readonly string[] }[] };

/** Reads a table of the importer: files of records do not explain the codes of authorities and forms. */
function loadTable(name: string): string[][] {
  const text = readFileSync(new URL(`../../../src/registers/gleif/${name}`, import.meta.url), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .slice(1)
    .map((line) => line.split('\t'));
}

interface Listed {
  readonly attributes: {
    code?: string;
    jurisdictions?: { country: string; countryCode: string; jurisdiction: string | null }[];
    localOrganizationName?: string | null;
    names?: { localName?: string; languageCode?: string }[];
    countryCode?: string;
    jurisdiction?: string | null;
    subdivisionCode?: string | null;
  };
}

function readRecords(file: RawFile): Record_[] {
  const start = file.bytes.toString('utf8', 0, 200).replace('\uFEFF', '').trimStart();
  const dated = parseDate(file.name);
  if (start.startsWith('<')) {
    const root = parsedXml(readText(file));
    const date = dated ?? textAt(root, 'LEIHeader', 'ContentDate')?.slice(0, 10);
    return elementsAt(root, 'LEIRecords', 'LEIRecord').map((record) => ofXml(record, date));
  }
  if (start.startsWith('{')) {
    const { records } = JSON.parse(readText(file)) as { records: object[] };
    return records.map((record) => ofJson(record, dated));
  }
  return readRows(file).map((row) => {
    const successors = Object.keys(row)
      .filter((column) => /SuccessorEntity(\.\d+)?\.SuccessorLEI$/.test(column))
      .flatMap((column) => row[column] || []);
    const alias: Readonly<Record<string, string>> = { 'Entity.LegalName.lang': 'Entity.LegalName.xmllang' };
    const columns = Object.keys(row);
    const filled = (pattern: RegExp): string[] =>
      columns.filter((column) => pattern.test(column) && row[column] !== '');
    return {
      field: (path) => row[alias[path] ?? path]?.trim() || undefined,
      successors,
      lines: filled(/LegalAddress\.(FirstAddressLine|AdditionalAddressLine\.\d)$/).map((column) => row[column] ?? ''),
      names: filled(/OtherEntityName\.\d$/).map((column) => ({
        name: row[column] ?? '',
        type: row[`${column}.type`] ?? '',
      })),
      date: dated,
    };
  });
}

function ofXml(record: Element, date: string | undefined): Record_ {
  const lang = elementsAt(record, 'Entity', 'LegalName')[0]?.attributes['xml:lang'];
  const raw = (path: string): string | undefined => elementsAt(record, ...path.split('.'))[0]?.text.trim() || undefined;
  return {
    field: (path) => (path === 'Entity.LegalName.lang' ? lang : raw(path)),
    successors: elementsAt(record, 'Entity', 'SuccessorEntity', 'SuccessorLEI').flatMap(
      ({ text }) => text.trim() || [],
    ),
    lines: elementsAt(record, 'Entity', 'LegalAddress')
      .flatMap(({ children }) => children)
      .filter(({ name }) => /^(First|Additional)AddressLine$/.test(name))
      .map(({ text }) => text),
    names: elementsAt(record, 'Entity')
      .flatMap(({ children }) => children)
      .filter(({ name }) => name.endsWith('OtherEntityNames'))
      .flatMap(({ children }) => children)
      .map(({ text, attributes }) => ({ name: text, type: attributes['type'] ?? '' })),
    date,
  };
}

function ofJson(record: object, date: string | undefined): Record_ {
  const at = (path: string): unknown =>
    path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], record);
  const text = (value: unknown): string | undefined => (value as { $?: string } | undefined)?.$?.trim() || undefined;
  const successors = [at('Entity.SuccessorEntity') ?? []].flat() as { SuccessorLEI?: unknown }[];
  return {
    field: (path) =>
      path === 'Entity.LegalName.lang'
        ? (at('Entity.LegalName') as Record<string, string> | undefined)?.['@xml:lang']
        : text(at(path)),
    successors: successors.flatMap(({ SuccessorLEI: successor }) => text(successor) ?? []),
    lines: [at('Entity.LegalAddress.FirstAddressLine'), at('Entity.LegalAddress.AdditionalAddressLine')]
      .flat()
      .flatMap((line) => text(line) ?? []),
    names: [
      at('Entity.OtherEntityNames.OtherEntityName'),
      at('Entity.TransliteratedOtherEntityNames.TransliteratedOtherEntityName'),
    ]
      .flat()
      .flatMap((one) => (one === undefined ? [] : { name: text(one) ?? '', type: (one as Named)['@type'] })),
    date,
  };
}

interface Named {
  readonly '@type': string;
}

/** The legal form codes of sole traders in Germany and India. */
const SOLE_TRADER_FORMS = ['OL20', '4QIE'];

/** Returns the details of an organisation; for a sole trader only the state. */
function toDetails(record: Record_): object {
  const [status, category] = [record.field('Entity.EntityStatus'), record.field('Entity.EntityCategory')];
  const state = status === 'NULL' ? undefined : status === 'INACTIVE' ? 'closed' : 'active';
  if (SOLE_TRADER_FORMS.includes(record.field('Entity.LegalForm.EntityLegalFormCode') ?? '')) return { state };
  const parseDay = (path: string): string | undefined => {
    const day = record.field(path)?.slice(0, 10) ?? '';
    return day > '1000' && day <= (record.date ?? '') ? day : undefined;
  };
  // The text after c/o is a name, up to a house number after a comma.
  const lines = record.lines.flatMap((line) => {
    const [, before = '', after = ''] = /^(.*?)\bc\/o [^,]*(.*)$/i.exec(line) ?? [undefined, line];
    const parts = after.split(',').slice(1);
    const from = parts.findIndex((part) => /\d/.test(part));
    return (
      [before, ...(from === -1 ? [] : parts.slice(from))]
        .flatMap((part) => clean(part) ?? [])
        .join(', ')
        .replace(/,$/, '') || []
    );
  });
  const office = {
    lines,
    postal_code: record.field('Entity.LegalAddress.PostalCode'),
    locality: record.field('Entity.LegalAddress.City'),
    region: record.field('Entity.LegalAddress.Region'),
    country_code: record.field('Entity.LegalAddress.Country'),
  };
  const isOffice = !['BRANCH', 'ROBOT', undefined].includes(category) && (office.postal_code ?? office.locality);
  const names = record.names.filter(({ type }) => type !== 'NICKNAME');
  const isFormer = ({ type }: { type: string }): boolean => type.startsWith('PREVIOUS');
  return {
    state,
    registered_on: parseDay('Entity.EntityCreationDate'),
    closed_on: state === 'closed' ? parseDay('Entity.EntityExpirationDate') : undefined,
    address: isOffice ? office : undefined,
    former_names: names.filter(isFormer).map(({ name, type }) => ({ name, kind: type })),
    other_names: names.filter((one) => !isFormer(one)).map(({ name, type }) => ({ name, kind: type })),
  };
}

const REDIRECTING = ['MERGED', 'RETIRED', 'DUPLICATE', 'ANNULLED'];

export const read: Reader = (files) => {
  const isList = ({ bytes }: RawFile): boolean =>
    /^\s*\{"type": ?"(registration|entity)/.test(bytes.toString('utf8', 0, 100));
  const forms = new Map(
    Array.from(
      grouped(loadTable('elf.tsv'), ([code = '']) => code),
      ([code, rows]) => [code, rows.map(([, , language = '', name = '']) => ({ language, name }))],
    ),
  );
  const authorities = new Map(
    loadTable('ra.tsv').map(([code = '', jurisdictions = '']) => [code, jurisdictions.split(/[ ,]+/)]),
  );
  const listed = files.filter(isList).flatMap((file) => parseLines<Listed>(file).map(({ attributes }) => attributes));
  const parts = new Map(
    listed.map((one) => [`${one.countryCode} ${one.jurisdiction?.toLowerCase()}`, one.subdivisionCode]),
  );
  const courts = new Map(loadTable('ra.tsv').map(([code = '', , , name = '']) => [code, name]));
  for (const one of listed) {
    const { code = '', names = [], jurisdictions = [] } = one;
    if (names.length > 0)
      forms.set(
        code,
        names.map(({ localName = '', languageCode = '' }) => ({ language: languageCode, name: localName })),
      );
    if (code.startsWith('RA')) courts.set(code, one.localOrganizationName ?? '');
    if (jurisdictions.length === 0 || authorities.has(code)) continue;
    const served = jurisdictions.map(({ country, countryCode, jurisdiction }) =>
      jurisdiction === null || jurisdiction === country
        ? countryCode
        : (parts.get(`${countryCode} ${jurisdiction.toLowerCase()}`) ?? `${countryCode}?`),
    );
    authorities.set(code, served);
  }
  const records = files.filter((file) => !isList(file)).flatMap(readRecords);
  const newest = new Map<string, Record_>();
  for (const record of records.toSorted((a, b) => timeOf(b) - timeOf(a))) {
    const lei = record.field('LEI') ?? '';
    if (!newest.has(lei)) newest.set(lei, record);
  }
  const isDropped = (record: Record_): boolean => record.field('Registration.RegistrationStatus') === 'CANCELLED';
  const listTargets = (record: Record_): string[] => {
    const isLed = REDIRECTING.includes(record.field('Registration.RegistrationStatus') ?? '');
    return isLed ? record.successors.filter((lei) => isReached(lei, record.field('LEI') ?? '')) : [];
  };
  /** Returns whether a successor has a line, and its own successors lead to a line without leading back. */
  const isReached = (lei: string, from: string, steps = 0): boolean => {
    const target = newest.get(lei);
    if (target === undefined || lei === from || isDropped(target) || steps > 64) return false;
    const status = target.field('Registration.RegistrationStatus') ?? '';
    const leads = REDIRECTING.includes(status) && target.successors.length > 0;
    if (leads && target.successors.some((next) => next === from)) return false;
    return !leads || target.successors.some((next) => isReached(next, from, steps + 1)) || status !== 'ANNULLED';
  };
  return [...newest].flatMap(([lei, record]) => {
    if (record.field('Entity.EntityCategory') === 'SOLE_PROPRIETOR') return [];
    const status = record.field('Registration.RegistrationStatus');
    const targets = listTargets(record);
    if (isDropped(record) || (status === 'ANNULLED' && targets.length === 0)) return [];
    const named = (path: string): string | undefined => record.field(path);
    const authority = named('Entity.RegistrationAuthority.RegistrationAuthorityID');
    const number = named('Entity.RegistrationAuthority.RegistrationAuthorityEntityID');
    const jurisdiction = named('Entity.LegalJurisdiction') ?? '';
    const served = authorities.get(authority ?? '');
    const [first = jurisdiction] = served ?? [];
    // A part of a country that has no code gets the country of the company.
    const ofPart = first.endsWith('?')
      ? jurisdiction.startsWith(first.slice(0, 2))
        ? jurisdiction
        : first.slice(0, 2)
      : first;
    const scope = served?.includes(jurisdiction) === true ? jurisdiction : ofPart;
    const isAlias = targets.length > 0 && (status === 'DUPLICATE' || status === 'ANNULLED');
    const hasNumber = !isAlias && /[\p{L}\d]/u.test(number ?? '');
    const isGerman = scope.startsWith('DE') || jurisdiction.startsWith('DE');
    return {
      key: isGerman ? `gleif:${lei}` : undefined,
      authority,
      name: named('Entity.LegalName'),
      country_code: named('Entity.HeadquartersAddress.Country'),
      // A code issued by mistake has the status NULL, which is not a state.
      company_status: named('Entity.EntityStatus')?.replace(/^NULL$/, ''),
      company_type: named('Entity.EntityCategory'),
      legal_form: findForm(record, forms),
      as_of_date: record.date,
      identifiers: [
        ...(hasNumber ? [{ scheme: 'national_registry_number', value: number, country_scope: scope }] : []),
        { scheme: 'lei', value: lei },
      ],
      number_forms: hasNumber && isGerman ? withCourt(courts.get(authority ?? '') ?? '', number ?? '') : [],
      ...toDetails(record),
      lifecycle: targets.length === 0 ? undefined : { status: record.successors.length > 1 ? 'split' : 'redirected' },
    };
  });
};

/** Returns the number with each code of the court, such as `M1203_HRB3`. */
function withCourt(authority: string, number: string): string[] {
  const court = /^Amtsgericht (?:Berlin \()?(\p{L}+)/u.exec(authority.normalize())?.[1];
  const { codes = [] } = COURTS.find(({ name }) => court !== undefined && name.startsWith(court)) ?? {};
  return codes.map((code) => `${code}_${number.replaceAll(' ', '')}`);
}

function timeOf(record: Record_): number {
  return Date.parse(record.field('Registration.LastUpdateDate') ?? '') || 0;
}

/** Returns the name of a form in the language of the company's name, otherwise its first name; for code 8888 the free text. */
function findForm(
  record: Record_,
  forms: ReadonlyMap<string, readonly { language: string; name: string }[]>,
): string | undefined {
  const names = forms.get(record.field('Entity.LegalForm.EntityLegalFormCode') ?? '');
  const language = record.field('Entity.LegalName.lang')?.slice(0, 2).toLowerCase();
  return (
    names?.find((one) => one.language === language)?.name ??
    names?.[0]?.name ??
    clean(record.field('Entity.LegalForm.OtherLegalForm'))
  );
}
