import {
  clean,
  elementsAt,
  fileWith,
  parseDate,
  parsedXml,
  readRows,
  readText,
  registryNumber,
  textAt,
  type CsvRow,
  type Element,
  type Reader,
} from './raw.ts';

const SOLE = /^(10[0-8]|424|425|)$/;
const BRANCHES = ['501', '521'];

/** The fields of a subject in a response of ARES. */
interface Basics {
  readonly ico: string;
  readonly sidlo?: { kodStatu?: string };
  readonly dic?: string;
  readonly seznamRegistraci?: { stavZdrojeDph?: string };
}

interface Seat {
  readonly typAngazma?: string;
  readonly clenstvi?: { clenstvi?: { zanikClenstvi?: string } };
  readonly fyzickaOsoba?: { jmeno?: string; prijmeni?: string; datumNarozeni?: string };
  readonly pravnickaOsoba?: { obchodniJmeno?: string; ico?: string };
  readonly datumVymazu?: string;
  readonly nazevAngazma?: string;
}

interface Organ {
  readonly datumVymazu?: string;
  readonly typOrganu?: string;
  readonly clenoveOrganu?: Seat[];
  readonly spolecnik?: { osoba?: Seat; datumVymazu?: string }[];
  readonly spravce?: Seat[];
  readonly zruseniKonkursu?: unknown[];
}

interface Extract {
  readonly icoId?: string;
  readonly zaznamy?: (Readonly<Record<string, unknown>> & { primarniZaznam?: boolean; ico?: unknown })[];
}

/** Returns the days, the state and the seat of a subject. */
function toDetails(row: CsvRow, country: string | undefined, isInsolvent: boolean): object {
  const [part = '', street = '', town = ''] = [row['COBCE_TEXT'], row['ULICE_TEXT'], row['OBEC_TEXT']];
  const house = [row['CDOM'], row['COR']].filter(Boolean).join('/');
  const address =
    town === ''
      ? { text: row['TEXTADR']?.replace(/^c\/o [^,]*, /, '') }
      : {
          street: street === '' ? `${part} ${house}` : `${street} ${house}${part === town ? '' : `, ${part}`}`,
          locality: town,
        };
  const isLiquidated = / v likvidaci/.test(row['FIRMA'] ?? '');
  return {
    state: row['DDATZAN'] ? 'closed' : isInsolvent ? 'insolvent' : isLiquidated ? 'in_liquidation' : 'active',
    registered_on: row['DDATVZN'] === '0001-01-01' ? undefined : row['DDATVZN'],
    closed_on: row['DDATZAN'],
    address: { ...address, postal_code: row['PSC'], country_code: country },
  };
}

/** Returns the names that ARES marks as deleted. */
function listFormerNames(response: Extract): object[] {
  const names = (response.zaznamy ?? [])
    .filter(({ primarniZaznam }) => primarniZaznam !== false)
    .flatMap((record) => (record['obchodniJmeno'] ?? []) as Record<string, string>[]);
  return names
    .filter((entry) => entry['datumVymazu'] !== undefined)
    .map((entry) => ({
      name: entry['hodnota'],
      kind: 'obchodniJmeno',
      from: entry['datumZapisu'],
      until: entry['datumVymazu'],
    }));
}

const SEATS =
  /^(STATUTARNI_ORGAN_CLEN|SPRAVNI_RADA_CLEN|DOZORCI_RADA_CLEN|KONTROLNI_KOMISE_CLEN|PROKURA_OSOBA|LIKVIDACE_OSOBA|LIKVIDATOR|INSOLVENCNI_SPRAVCE|SPRAVCE)$/;

/** Returns the names of current officers in a response of ARES. Equal names with the same birth date or number are one person. */
function listResponseNames(extract: Extract): string[] {
  const records = (extract.zaznamy ?? []).filter(({ primarniZaznam }) => primarniZaznam !== false);
  const people = new Map<string, string>();
  const add = ({ clenstvi, datumVymazu, fyzickaOsoba: person, pravnickaOsoba: company }: Seat): void => {
    const name = clean([person?.jmeno, person?.prijmeni].join(' ')) ?? clean(company?.obchodniJmeno);
    if (datumVymazu !== undefined || clenstvi?.clenstvi?.zanikClenstvi !== undefined || name === undefined) return;
    people.set(`${name} ${person?.datumNarozeni ?? company?.ico}`, name);
  };
  const organs = (field: string): Organ[] =>
    records
      .flatMap((record) => (record[field] ?? []) as Organ[])
      .filter(({ datumVymazu }) => datumVymazu === undefined);
  for (const { clenoveOrganu = [] } of [...organs('statutarniOrgany'), ...organs('ostatniOrgany')]) {
    for (const seat of clenoveOrganu) if (SEATS.test(seat.typAngazma ?? '')) add(seat);
  }
  for (const { spravce = [], zruseniKonkursu } of [...organs('insolvence'), ...organs('konkursy')]) {
    if (zruseniKonkursu === undefined) for (const seat of spravce) add(seat);
  }
  for (const { typOrganu, spolecnik = [] } of organs('spolecnici')) {
    if (typOrganu === 'KOMPLEMENTAR')
      for (const { osoba = {}, datumVymazu } of spolecnik) if (datumVymazu === undefined) add(osoba);
  }
  return [...people.values()];
}

const OTHER_ORGANS =
  /^(dozorčí rada|prokur|likvid|správní rada|kontrolní komise|insolvenční správce|společníci - komplementáři|komplementář)/i;

/** Returns the names of current officers in a document of the bulk. */
function namesOfDocument(root: Element, date: string): string[] {
  const people = new Map<string, string>();
  const isOpen = ({ attributes }: Element): boolean => attributes['dvy'] === undefined;
  const extracts = elementsAt(root, 'Odpoved', 'Vypis_VREO').filter(
    (extract) => isOpen(extract) && textAt(extract, 'Zakladni_udaje', 'DatumVymazu') === undefined,
  );
  const organs = extracts.flatMap((extract) => [
    ...elementsAt(extract, 'Statutarni_organ').filter(
      (organ) => !/zakladatel|zřizovatel/i.test(textAt(organ, 'Nazev') ?? ''),
    ),
    ...elementsAt(extract, 'Jiny_organ').filter((organ) => OTHER_ORGANS.test(textAt(organ, 'Nazev') ?? '')),
  ]);
  for (const seat of organs.filter(isOpen).flatMap((organ) => elementsAt(organ, 'Clen').filter(isOpen))) {
    const end = textAt(seat, 'clenstvi', 'zanikClenstvi');
    const name =
      clean([textAt(seat, 'fosoba', 'jmeno'), textAt(seat, 'fosoba', 'prijmeni')].join(' ')) ??
      textAt(seat, 'posoba', 'ObchodniFirma');
    if (name === undefined || (end !== undefined && end <= date)) continue;
    const home = elementsAt(seat, 'fosoba', 'adresa')[0]
      ?.children.map(({ text }) => text)
      .join(' ');
    const day = textAt(seat, 'funkce', 'vznikFunkce') ?? textAt(seat, 'clenstvi', 'vznikClenstvi') ?? '';
    const isDay = !Number.isNaN(Date.parse(day));
    people.set([name, home, textAt(seat, 'posoba', 'ICO'), isDay ? day : ''].join('|'), name);
  }
  return [...people.values()];
}

export const read: Reader = (files) => {
  const subjects = fileWith(files, 'DDATZAN');
  const activities = fileWith(files, 'KODCIS');
  if (subjects === undefined) throw new Error('no file is res_data.csv');
  const byIco = new Map<string, CsvRow>();
  const ico = (text = ''): string => text.padStart(8, '0');
  for (const row of readRows(subjects)) if (!byIco.has(ico(row['ICO']))) byIco.set(ico(row['ICO']), row);
  const listed = new Map<string, CsvRow[]>();
  for (const row of activities === undefined ? [] : readRows(activities))
    listed.set(ico(row['ICO']), [...(listed.get(ico(row['ICO'])) ?? []), row]);
  const responses = files.filter(({ bytes }) => /^\s*\[/.test(bytes.toString('utf8', 0, 20)));
  const officers = new Map<string, string[]>();
  const insolvent = new Set<string>();
  const formerNames = new Map<string, object[]>();
  const basics = new Map<string, Basics>();
  // Responses of the interface are newer than the bulk; the newest response counts.
  for (const file of responses.toSorted((a, b) => ((parseDate(a.name) ?? '') < (parseDate(b.name) ?? '') ? 1 : -1))) {
    for (const one of JSON.parse(readText(file)) as (Basics & Extract)[]) {
      const [record] = one.zaznamy ?? [];
      const own = one.icoId ?? (typeof record?.ico === 'string' ? record.ico : one.ico);
      if (own === undefined) continue;
      if (one.zaznamy !== undefined && !officers.has(ico(own))) {
        officers.set(ico(own), listResponseNames(one));
        formerNames.set(ico(own), listFormerNames(one));
        if (JSON.stringify(one.zaznamy).includes('"INSOLVENCNI_SPRAVCE"')) insolvent.add(ico(own));
      }
      if (one.zaznamy === undefined && !basics.has(ico(own))) basics.set(ico(own), one);
    }
  }
  const date = parseDate(subjects.name);
  for (const file of files.filter(({ name }) => name.endsWith('.xml'))) {
    const root = parsedXml(readText(file));
    const number = elementsAt(root, 'Odpoved', 'Vypis_VREO', 'Zakladni_udaje').flatMap(
      (one) => textAt(one, 'ICO') ?? [],
    )[0];
    if (number !== undefined && !officers.has(ico(number)))
      officers.set(ico(number), namesOfDocument(root, date ?? ''));
  }
  return Array.from(byIco).flatMap(([number, row]) => {
    const form = row['FORMA'] ?? '';
    if (SOLE.test(form) || BRANCHES.includes(form)) return [];
    const known = basics.get(number);
    const vat = /^CZ(\d{8}|699\d{6})$/.test(known?.dic ?? '') ? known?.dic : undefined;
    const scheme = known?.seznamRegistraci?.stavZdrojeDph === 'AKTIVNI' ? 'eu_vat_number' : 'tin';
    const country = /^[A-Z]{2}$/.exec(known?.sidlo?.kodStatu ?? '')?.[0];
    const [prevailing, prevailing2025] = [row['NACE'] ?? '', row['NACE2025'] ?? ''];
    const others = (list: string, code: string): string[] =>
      [
        ...new Set((listed.get(number) ?? []).filter((one) => one['KODCIS'] === list).map((one) => one['HODN'] ?? '')),
      ].filter((one) => one !== code && one !== '');
    const coded = (name: string, code: string, list: string): object[] => [
      ...(code === '' ? [] : [{ scheme: name, code, is_primary: true }]),
      ...others(list, code).map((one) => ({ scheme: name, code: one, is_primary: false })),
    ];
    return {
      name: row['FIRMA'],
      country_code: country,
      company_status: row['DDATZAN'] ? 'ZANIKLY' : undefined,
      company_type: form,
      as_of_date: date ?? row['DATPLAT'],
      ...toDetails(row, country, insolvent.has(number)),
      former_names: formerNames.get(number),
      record_url: `https://ares.gov.cz/ekonomicke-subjekty/res/${number}`,
      identifiers: [
        registryNumber(number, 'CZ'),
        ...(vat === undefined ? [] : [{ scheme, value: vat, country_scope: 'CZ' }]),
      ],
      classifications: [
        ...coded('CZ-NACE Rev. 2', prevailing, '80004'),
        ...coded('CZ-NACE 2025', prevailing2025, '80143'),
      ],
      officers: officers.get(number) ?? [],
    };
  });
};
