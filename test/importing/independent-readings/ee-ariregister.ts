import {
  clean,
  dateOfDayFirst,
  grouped,
  parseDate,
  readRows,
  readText,
  registryNumber,
  type CsvRow,
  type RawFile,
  type Reader,
} from './raw.ts';

interface Post {
  readonly isiku_tyyp?: string;
  readonly isiku_roll?: string | null;
  readonly isiku_roll_tekstina?: string | null;
  readonly eesnimi?: string | null;
  readonly nimi_arinimi?: string | null;
  readonly isikukood_hash?: string | null;
  readonly isikukood_registrikood?: string | null;
  readonly valis_kood?: string | null;
  readonly synniaeg?: string | null;
  readonly algus_kpv?: string | null;
  readonly lopp_kpv?: string | null;
}

interface General {
  readonly staatus?: string;
  readonly staatus_tekstina?: string;
  readonly esmaregistreerimise_kpv?: string;
  readonly kustutamise_kpv?: string | null;
  readonly arinimed?: { sisu: string; algus_kpv: string; lopp_kpv?: string | null }[];
  readonly oiguslik_vorm?: string;
  readonly oiguslik_vorm_tekstina?: string;
  readonly aadressid?: {
    riik?: string;
    ehak_nimetus?: string;
    tanav_maja_korter?: string;
    postiindeks?: string;
    lopp_kpv?: string | null;
  }[];
  readonly teatatud_tegevusalad?: {
    emtak_kood: string;
    emtak_tekstina?: string;
    emtak_versioon?: number;
    emtak_versioon_tekstina?: string | null;
    on_pohitegevusala?: boolean;
    lopp_kpv?: string | null;
  }[];
}

interface Company {
  readonly ariregistri_kood: number;
  readonly nimi?: string;
  readonly yldandmed?: General;
  readonly kaardile_kantud_isikud?: Post[];
  readonly kaardivalised_isikud?: Post[];
}

const OFFICERS =
  'JUHL JUHA JUHE JUHJ N E NOUK HNKL PROK TOSAN EUSOS EUSOS2 VFILJ FV VALIT SJESI ASES ESIS ESIS2 ESOI LIKV LIKVJ PANKR AJUTPH AJPH JPNKR ERIH MORAH'.split(
    ' ',
  );

/** The register's codes of three letters: those that differ from ISO 3166-1, and the commonest of the others. */
const COUNTRIES: Readonly<Record<string, string>> = {
  EST: 'EE',
  FIN: 'FI',
  LAT: 'LV',
  LVA: 'LV',
  LIT: 'LT',
  LTU: 'LT',
  GER: 'DE',
  DEU: 'DE',
  SWE: 'SE',
  SUI: 'CH',
  CHE: 'CH',
  RUS: 'RU',
  GBR: 'GB',
  USA: 'US',
  NOR: 'NO',
  DEN: 'DK',
  DNK: 'DK',
  NED: 'NL',
  NLD: 'NL',
  CYP: 'CY',
  POL: 'PL',
  UKR: 'UA',
};

/** Returns a day that exists in the calendar; the file has 31 February. */
function parseDay(text?: string | null): string | undefined {
  const day = dateOfDayFirst(text ?? '');
  return day !== undefined && new Date(day).toISOString().startsWith(day) ? day : undefined;
}

function listOfficers(posts: readonly Post[]): object[] {
  const part = (text?: string | null): string => (/^[-.#]?$/.test(text?.trim() ?? '') ? '' : (text ?? ''));
  const named = posts
    .filter(({ isiku_roll: role }) => OFFICERS.includes(role ?? ''))
    .map((post) => ({
      post,
      name: clean(
        post.isiku_tyyp === 'J' ? part(post.nimi_arinimi) : `${part(post.eesnimi)} ${part(post.nimi_arinimi)}`,
      ),
    }))
    .filter(({ name }) => name !== undefined);
  const person = ({ isikukood_hash, isikukood_registrikood, valis_kood, synniaeg }: Post): string =>
    isikukood_hash ?? isikukood_registrikood ?? valis_kood ?? synniaeg ?? '';
  return Array.from(
    grouped(named, ({ post, name }) => [name, person(post), post.algus_kpv, post.lopp_kpv].join('|')).values(),
    (same) => ({
      name: same[0]?.name,
      kind: ({ F: 'natural_person', J: 'organisation' } as Record<string, string>)[same[0]?.post.isiku_tyyp ?? ''],
      roles: [...new Set(same.map(({ post }) => post.isiku_roll_tekstina))],
      appointed_on: parseDay(same[0]?.post.algus_kpv),
      resigned_on: parseDay(same[0]?.post.lopp_kpv),
    }),
  );
}

const STATES: Readonly<Record<string, string>> = { R: 'active', L: 'in_liquidation', N: 'insolvent', K: 'closed' };

/** Returns an address; the county is the last division of a place. */
function toAddress(street = '', code = '', place = '', country?: string): object | undefined {
  const [, locality, region] = /^(.*), ([^,]* maakond)$/.exec(place) ?? [];
  const without = street.replace(/^c\/o [^,]*, /, '');
  return street === '' ? undefined : { street: without, postal_code: code, locality, region, country_code: country };
}

export const read: Reader = (files) => {
  // Newest first, in the importer's order: the newest file about a company counts.
  const ordered = files.toSorted((a, b) => ((parseDate(a.name) ?? '') < (parseDate(b.name) ?? '') ? 1 : -1));
  const basic = new Map<string, { row: CsvRow; date: string | undefined }>();
  const general = new Map<string, { company: Company; date: string | undefined }>();
  const cards = new Map<string, Post[]>();
  const others = new Map<string, Post[]>();
  const add = <T>(map: Map<string, T>, key: string, value: T): void => void (map.has(key) || map.set(key, value));
  for (const file of ordered) {
    const date = parseDate(file.name);
    if (!isJson(file)) {
      for (const row of readRows(file, { delimiter: ';' })) add(basic, row['ariregistri_kood'] ?? '', { row, date });
      continue;
    }
    for (const company of JSON.parse(readText(file)) as Company[]) {
      const number = String(company.ariregistri_kood).padStart(8, '0');
      if (company.yldandmed !== undefined) add(general, number, { company, date });
      if (company.kaardile_kantud_isikud !== undefined) add(cards, number, company.kaardile_kantud_isikud);
      if (company.kaardivalised_isikud !== undefined) add(others, number, company.kaardivalised_isikud);
    }
  }
  return [...new Set([...basic.keys(), ...general.keys()])].flatMap((number) => {
    const { row, date } = basic.get(number) ?? { row: undefined, date: general.get(number)?.date };
    const company = general.get(number)?.company;
    const data = company?.yldandmed;
    const form = row?.['ettevotja_oiguslik_vorm'] || data?.oiguslik_vorm_tekstina;
    if (/^Füüsilisest isikust ettevõtja$/i.test(form ?? '') || data?.oiguslik_vorm === 'FIE') return [];
    const office = data?.aadressid?.find((address) => !address.lopp_kpv);
    const country = office?.riik ?? '';
    const isBranch = /filiaal/i.test(form ?? '');
    const entered = row?.['ettevotja_esmakande_kpv'] || data?.esmaregistreerimise_kpv;
    const vat = row?.['kmkr_nr'];
    const activities = (data?.teatatud_tegevusalad ?? [])
      .filter((one) => !one.lopp_kpv)
      .map((one) => ({
        scheme: one.emtak_versioon_tekstina ?? { 2: 'EMTAK 2008', 3: 'EMTAK 2025' }[one.emtak_versioon ?? 0],
        code: one.emtak_kood,
        label: one.emtak_tekstina,
        is_primary: one.on_pohitegevusala === true,
      }));
    return {
      name: row?.['nimi'] || company?.nimi,
      country_code: isBranch ? undefined : COUNTRIES[country],
      state: STATES[row?.['ettevotja_staatus'] || data?.staatus || ''],
      registered_on: /^\d{4}-/.test(entered ?? '') ? entered : parseDay(entered),
      closed_on: parseDay(data?.kustutamise_kpv),
      address: isBranch
        ? undefined
        : (toAddress(
            row?.['asukoht_ettevotja_aadressis'],
            row?.['indeks_ettevotja_aadressis'],
            row?.['asukoha_ehak_tekstina'],
            COUNTRIES[country],
          ) ?? toAddress(office?.tanav_maja_korter, office?.postiindeks, office?.ehak_nimetus, COUNTRIES[country])),
      former_names: (data?.arinimed ?? [])
        .filter((one) => one.lopp_kpv)
        .map((one) => ({
          name: one.sisu,
          kind: 'Ärinimi',
          from: parseDay(one.algus_kpv),
          until: parseDay(one.lopp_kpv),
        })),
      record_url: `https://ariregister.rik.ee/est/company/${number}`,
      company_status: row?.['ettevotja_staatus_tekstina'] || data?.staatus_tekstina,
      company_type: data?.oiguslik_vorm ?? row?.['ettevotja_oigusliku_vormi_alaliik'],
      legal_form: form,
      as_of_date: date,
      identifiers: [registryNumber(number, 'EE'), ...(vat ? [{ scheme: 'eu_vat_number', value: vat }] : [])],
      classifications: [
        ...grouped(
          activities.filter(({ scheme }) => scheme !== undefined),
          (one) => JSON.stringify(one),
        ).values(),
      ].map(([one]) => one),
      officers: [...listOfficers(cards.get(number) ?? []), ...listOfficers(others.get(number) ?? [])],
    };
  });
};

function isJson({ bytes }: RawFile): boolean {
  return /^\s*[[{]/.test(bytes.toString('utf8', 0, 100));
}
