import { clean, jsonLinesOf, registryNumber, type Reader } from './raw.ts';

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
        readonly siedzibaIAdres?: { siedziba?: { kraj?: string } };
      };
      readonly dzial3?: { przedmiotDzialalnosci?: Readonly<Record<string, readonly Activity[]>> };
      readonly dzial6?: { wykreslenia?: unknown[] };
    };
  };
}

/** The countries that are met. */
const COUNTRIES: Readonly<Record<string, string>> = { POLSKA: 'PL', NIEMCY: 'DE' };

const codeOf = (one: Activity): string =>
  [one['kodDzial'], one['kodKlasa'], one['kodPodklasa']].filter(Boolean).join('.');

export const read: Reader = (files) => {
  const newest = new Map<string, Line>();
  for (const line of files.flatMap((file) => jsonLinesOf<Line>(file))) {
    if ((newest.get(line.question)?.asked_at ?? '') < line.asked_at) newest.set(line.question, line);
  }
  const numbers = new Set([...newest.keys()].map((question) => question.slice(5)));
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
    const once = all.filter((one, i) => all.findIndex((other) => codeOf(other) === codeOf(one)) === i);
    return {
      name: clean(nazwa),
      company_status: (dane.dzial6?.wykreslenia ?? []).length > 0 ? 'wykreslenia' : undefined,
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
        code: codeOf(one),
        label: clean(one['opis']),
        is_primary: main.includes(one),
      })),
    };
  });
};
