import { clean, dateOfDayFirst, parseLines, registryNumber, type Reader } from './raw.ts';

interface Line {
  readonly question: string;
  readonly asked_at: string;
  readonly body?: string;
}

type Activity = Readonly<Record<string, string>>;

interface Extract {
  readonly odpis: {
    readonly naglowekA: Readonly<Record<string, string>>;
    readonly dane: {
      readonly dzial1: {
        readonly danePodmiotu: { nazwa: string; formaPrawna: string; identyfikatory: { nip?: string; regon?: string } };
        readonly siedzibaIAdres?: {
          siedziba?: { kraj?: string; wojewodztwo?: string };
          adres?: Readonly<Record<string, string>>;
        };
      };
      readonly dzial3?: { przedmiotDzialalnosci?: Readonly<Record<string, readonly Activity[]>> };
      readonly dzial6?: Readonly<Record<string, readonly object[]>>;
    };
  };
}

/** The countries that readings needed. */
const COUNTRIES: Readonly<Record<string, string>> = { POLSKA: 'PL', NIEMCY: 'DE' };

/** Returns whether a list of the sixth part has an entry without a text that ends it. */
function isOpen(entries: readonly object[] | undefined, over: RegExp): boolean {
  return (entries ?? []).some((entry) => !over.test(JSON.stringify(entry)));
}

function toState(name: string, sixth: Readonly<Record<string, readonly object[]>> = {}): string | undefined {
  const restructuring = Object.keys(sixth).find((key) => key.startsWith('postepowanieRestrukturyzacyjne')) ?? '';
  const running = (sixth[restructuring] ?? []).filter((entry) => isOpen([entry], /"zakonczenie\w+":\{"data"/));
  const kinds = /"rodzajPostepowania":"([^"]*)"/.exec(JSON.stringify(running))?.[1] ?? '';
  if (isOpen(sixth['wykreslenia'], /$^/)) return 'closed';
  if (isOpen(sixth['postepowanieUpadlosciowe'], /dataZakonczeniaPostepowania/)) return 'insolvent';
  if (/W (UPADŁOŚCI|RESTRUKTURYZACJI)$/.test(name) || kinds.startsWith('POSTĘPOWANIE')) return 'insolvent';
  if (isOpen(sixth['likwidacja'], /$^/) || name.endsWith('W LIKWIDACJI')) return 'in_liquidation';
  return kinds === '' || kinds === 'PRZYMUSOWA RESTRUKTURYZACJA' ? 'active' : undefined;
}

function toAddress(form: string, seat: Extract['odpis']['dane']['dzial1']['siedzibaIAdres']): object | undefined {
  const { ulica = '', nrDomu = '', nrLokalu, ...rest } = seat?.adres ?? {};
  if (nrDomu === '' || form.startsWith('ODDZIAŁ')) return undefined;
  const street = `${ulica} ${nrLokalu === undefined ? nrDomu : `${nrDomu}/${nrLokalu}`}`.replace(/, C\/O.*/, '');
  return {
    street: street.trim(),
    postal_code: rest['kodPocztowy'],
    locality: rest['miejscowosc'],
    region: seat?.siedziba?.wojewodztwo,
    country_code: COUNTRIES[rest['kraj'] ?? ''],
  };
}

const joinCode = (one: Activity): string =>
  [one['kodDzial'], one['kodKlasa'], one['kodPodklasa']].filter(Boolean).join('.');

export const read: Reader = (files) => {
  const newest = new Map<string, Line>();
  for (const line of files.flatMap((file) => parseLines<Line>(file))) {
    if ((newest.get(line.question)?.asked_at ?? '') < line.asked_at) newest.set(line.question, line);
  }
  const numbers = new Set([...newest.keys()].map((request) => request.slice(5)));
  return [...numbers].flatMap((number) => {
    const line = ['rejp', 'rejs'].map((kind) => newest.get(`${kind}:${number}`)).find((one) => one?.body !== undefined);
    if (line?.body === undefined) return [];
    const { naglowekA: header, dane } = (JSON.parse(line.body) as Extract).odpis;
    const { nazwa, formaPrawna, identyfikatory: ids } = dane.dzial1.danePodmiotu;
    const [, day, month, year] = /^(\d\d)\.(\d\d)\.(\d{4})/.exec(header['dataCzasOdpisu'] ?? '') ?? [];
    const lists = dane.dzial3?.przedmiotDzialalnosci ?? {};
    const main = (lists['przedmiotPrzewazajacejDzialalnosci'] ?? []).filter((one) => one['kodDzial'] !== undefined);
    const all = [...main, ...(lists['przedmiotPozostalejDzialalnosci'] ?? [])].filter(
      (one) => one['kodDzial'] !== undefined,
    );
    const once = all.filter((one, i) => all.findIndex((other) => joinCode(other) === joinCode(one)) === i);
    return {
      name: clean(nazwa),
      company_status: (dane.dzial6?.['wykreslenia'] ?? []).length > 0 ? 'wykreslenia' : undefined,
      state: toState(nazwa, dane.dzial6),
      registered_on: dateOfDayFirst(header['dataRejestracjiWKRS'] ?? ''),
      address: toAddress(formaPrawna, dane.dzial1.siedzibaIAdres),
      euid: /^(PROSTA )?SPÓŁKA (AKCYJNA|Z |KOMANDYTOWO)/.test(formaPrawna) ? `PLKRS.${header['numerKRS']}` : undefined,
      company_type: header['rejestr'],
      legal_form: clean(formaPrawna),
      country_code: COUNTRIES[dane.dzial1.siedzibaIAdres?.siedziba?.kraj ?? ''],
      as_of_date: year === undefined ? line.asked_at.slice(0, 10) : `${year}-${month}-${day}`,
      identifiers: [
        registryNumber(header['numerKRS'] ?? '', 'PL'),
        ...(ids.regon === undefined ? [] : [registryNumber(ids.regon, 'PL')]),
        ...(ids.nip === undefined ? [] : [{ scheme: 'tin', value: ids.nip, country_scope: 'PL' }]),
      ],
      number_forms: ids.regon !== undefined && /^\d{9}00000$/.test(ids.regon) ? [ids.regon.slice(0, 9)] : [],
      classifications: once.map((one) => ({
        scheme: 'PKD',
        code: joinCode(one),
        label: clean(one['opis']),
        is_primary: main.includes(one),
      })),
    };
  });
};
