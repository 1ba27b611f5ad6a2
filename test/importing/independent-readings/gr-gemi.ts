import { clean, grouped, parseLines, registryNumber, type Reader } from './raw.ts';

interface Coded {
  readonly id?: number | null;
  readonly descr?: string | null;
}

interface Company {
  readonly arGemi: string | number;
  readonly afm?: string | null;
  readonly coNameEl?: string | null;
  readonly coNamesEn?: string[];
  readonly coTitlesEl?: string[];
  readonly coTitlesEn?: string[];
  readonly isBranch?: boolean;
  readonly incorporationDate?: string;
  readonly lastStatusChange?: string;
  readonly street?: string | null;
  readonly streetNumber?: string | null;
  readonly zipCode?: string | null;
  readonly city?: string | null;
  readonly municipality?: Coded | null;
  readonly prefecture?: Coded | null;
  readonly legalType?: Coded | null;
  readonly status?: Coded | null;
  readonly activities?: {
    readonly activity: { readonly id: string; readonly descr?: string; readonly kadVersion?: string };
    readonly dtTo: string | null;
    readonly type: string;
  }[];
  readonly persons?: {
    readonly personName?: string | null;
    readonly businessName?: string | null;
    readonly role: string;
    readonly category: string;
    readonly dtFrom: string;
    readonly dtTo: string | null;
  }[];
}

interface Answered {
  readonly question: string;
  readonly asked_at: string;
  readonly body?: string;
}

const MANAGES = /Διαχειρ[ιί]στ|κπρόσωπος|Ομόρρυθμ|Εκκαθαρ[ιί]στ/u;

/** An invalid date is ignored. */
const isPast = (date: string | null, day: string): boolean => date !== null && date.slice(0, 10) < day;

/** Returns the state by the code list of statuses. */
function toState(code?: string): string | undefined {
  if (['3', '4', '19', '21'].includes(code ?? '')) return 'active';
  if (['5', '15'].includes(code ?? '')) return 'insolvent';
  return { 7: 'in_liquidation', 17: 'closed', 18: 'closed', 20: 'closed' }[code ?? ''];
}

function toSeat(company: Company): object | undefined {
  const street = clean([company.street, company.streetNumber].join(' '));
  const locality = company.city ?? company.municipality?.descr;
  if (street === undefined && !locality) return undefined;
  return {
    street: street?.startsWith('c/o') ? undefined : street,
    postal_code: company.zipCode,
    locality,
    region: company.prefecture?.descr,
  };
}

const isDay = (text = ''): boolean => !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text);

export const read: Reader = (files) => {
  const responses = files.flatMap((file) => parseLines<Answered>(file)).filter(({ body }) => body !== undefined);
  const findBody = (request: string): unknown => {
    const [newest] = responses
      .filter((one) => one.question === request)
      .toSorted((a, b) => (a.asked_at < b.asked_at ? 1 : -1));
    return JSON.parse(newest?.body ?? '[]');
  };
  const words = (list: string): Map<string, string> =>
    new Map((findBody(`list:${list}`) as { id: string; descr: string }[]).map(({ id, descr }) => [id, descr]));
  const [statuses, forms] = [words('companyStatuses'), words('legalTypes')];
  const found = responses
    .filter(({ question: request }) => request.startsWith('companies:'))
    .flatMap(({ asked_at: at, body = '' }) =>
      (JSON.parse(body) as { searchResults: Company[] }).searchResults.map((company) => ({ at, company })),
    );
  return [...grouped(found, ({ company }) => String(Number(company.arGemi))).values()].flatMap((versions) => {
    const [newest] = versions.toSorted((a, b) => (a.at < b.at ? 1 : -1));
    if (newest === undefined) return [];
    const { company, at } = newest;
    const day = at.slice(0, 10);
    const [form, status] = [company.legalType?.id, company.status?.id].map((id) => String(id ?? ''));
    if (company.isBranch === true || ['', '0', '16'].includes(form ?? '')) return [];
    const number = String(company.arGemi);
    const padded = number.padStart(12, '0');
    const names = [company.coNameEl, ...(company.coNamesEn ?? [])].flatMap((name) => clean(name) ?? []);
    const others = [
      ...(company.coNamesEn ?? []).map((name) => [name, 'Επωνυμία με λατινικούς χαρακτήρες'] as const),
      ...(company.coTitlesEl ?? []).map((name) => [name, 'Διακριτικός τίτλος'] as const),
      ...(company.coTitlesEn ?? []).map((name) => [name, 'Διακριτικός τίτλος με λατινικούς χαρακτήρες'] as const),
    ].map(([name, kind]) => ({ name: clean(name), kind }));
    const state = toState(status);
    const officers = (company.persons ?? []).filter(
      ({ category, role, dtTo, personName, businessName }) =>
        (category === 'Διοικητικό συμβούλιο' || MANAGES.test(role)) &&
        !isPast(dtTo, day) &&
        clean(personName ?? businessName) !== undefined,
    );
    const posts = grouped(officers, (one) => `${clean(one.personName ?? one.businessName)} ${one.dtFrom}`);
    return {
      name: names[0],
      company_status: company.status?.descr ?? statuses.get(status ?? '') ?? (status || undefined),
      legal_form: company.legalType?.descr ?? forms.get(form ?? '') ?? form,
      as_of_date: day,
      identifiers: [
        registryNumber(number, 'GR'),
        ...(/[1-9]/.test(company.afm ?? '') ? [{ scheme: 'tin', value: company.afm, country_scope: 'GR' }] : []),
      ],
      number_forms: [padded, number.replace(/^0+/, '')].filter((written) => written !== number).slice(0, 1),
      other_names: [...grouped(others, ({ name = '' }) => name)]
        .filter(([name]) => name !== '' && name !== names[0])
        .map(([, [first]]) => first),
      classifications: Array.from(
        grouped(
          (company.activities ?? []).filter(({ dtTo }) => dtTo === null || dtTo > day),
          ({ activity }) => `${activity.kadVersion} ${activity.id}`,
        ).values(),
        (same) => ({
          scheme: same[0]?.activity.kadVersion?.replace(/^kad_(2008|2026)$/, 'ΚΑΔ $1') ?? 'ΚΑΔ',
          code: same[0]?.activity.id,
          label: same[0]?.activity.descr,
          is_primary: same.some(({ type }) => type === 'Κύρια'),
        }),
      ),
      state,
      registered_on: isDay(company.incorporationDate) ? company.incorporationDate : undefined,
      closed_on: state === 'closed' ? company.lastStatusChange : undefined,
      address: form === '15' ? undefined : toSeat(company),
      euid: ['1', '8', '19', '68'].includes(form ?? '') ? `ELGEMI.${padded}` : undefined,
      record_url: `https://publicity.businessportal.gr/company/${number}`,
      officers: Array.from(posts.values(), (same) => ({
        name: clean(same[0]?.personName ?? same[0]?.businessName),
        kind: clean(same[0]?.personName) === undefined ? 'organisation' : 'natural_person',
        roles: [...new Set(same.map(({ role }) => role))],
        appointed_on: same[0]?.dtFrom,
      })),
    };
  });
};
