import { clean, grouped, parseDate, readText, registryNumber, type RawFile, type Reader } from './raw.ts';

type Row = Readonly<Record<string, string | number | null>>;

/** Returns the rows of a list by its name; reads JSON lines and arrays alike. */
function readList(files: readonly RawFile[], name: string): Row[] {
  const file = files.find((one) => new RegExp(`^(fixture_)?${name}(_\\d|\\.)`).test(one.name));
  if (file === undefined) return [];
  const text = readText(file).trim();
  return JSON.parse(text.startsWith('[') ? text : `[${text.split('\n').join(',')}]`) as Row[];
}

const OTHER_NAMES: readonly (readonly [list: string, field: string, kind: string])[] = [
  ['skracene_tvrtke', 'ime', 'skraćena tvrtka'],
  ['tvrtke', 'naznaka_imena', 'naznaka imena'],
  ['prijevodi_tvrtki', 'ime', 'prijevod tvrtke'],
  ['prijevodi_skracenih_tvrtki', 'ime', 'prijevod skraćene tvrtke'],
];

function parseDay(date: string | number | null | undefined): string | undefined {
  return typeof date === 'string' && date > '1000' ? date.slice(0, 10) : undefined;
}

function toStreet(seat: Row): string {
  const street = String(seat['ulica']).replace(/^c\/o [^,]*, /, '');
  return `${street} ${seat['kucni_broj'] ?? ''}${seat['kucni_podbroj'] ?? ''}`;
}

function toState(subject: Row, form: string | undefined, procedure: string | undefined): string | undefined {
  if (subject['status'] === 0) return 'closed';
  if (form === 'Stečajna masa' || procedure === 'stečaj') return 'insolvent';
  if (subject['likvidacijska_masa'] === 1 || procedure === 'likvidacija') return 'in_liquidation';
  return subject['status'] === 1 && subject['postupak'] === 0 ? 'active' : undefined;
}

export const read: Reader = (files) => {
  const byNumber = new Map(
    ['tvrtke', 'sjedista', 'pravni_oblici', 'pretezite_djelatnosti', ...OTHER_NAMES.map(([list]) => list)].map(
      (list) => [list, grouped(readList(files, list), ({ mbs }) => String(mbs))],
    ),
  );
  const codes = (list: string, key: string): Map<string, Row> =>
    new Map(readList(files, list).map((row) => [String(row[key]), row]));
  const forms = codes('vrste_pravnih_oblika', 'id');
  const activities = codes('nacionalna_klasifikacija_djelatnosti', 'id');
  const countries = codes('drzave', 'id');
  const proceedings = codes('vrste_postupaka', 'postupak');
  const subjects = files.find(({ name }) => /^(fixture_)?subjekti[_.]/.test(name));
  return [...grouped(readList(files, 'subjekti'), ({ mbs }) => String(mbs))].flatMap(([mbs, [subject]]) => {
    const of = (list: string): Row | undefined => byNumber.get(list)?.get(mbs)?.[0];
    const text = (value: string | number | null | undefined): string | undefined =>
      clean(value === null || value === undefined ? '' : String(value));
    const formId = text(of('pravni_oblici')?.['vrsta_pravnog_oblika_id']);
    const form = text(forms.get(formId ?? '')?.['naziv']) ?? formId;
    const name = text(of('tvrtke')?.['ime']);
    if (subject === undefined || form === 'trgovac pojedinac') return [];
    const oib = text(subject['oib'])?.padStart(11, '0');
    const number = mbs.padStart(9, '0');
    const seat = of('sjedista');
    const country =
      seat?.['drzava_id'] === null
        ? seat['naziv_opcine'] && 'HR'
        : countries.get(String(seat?.['drzava_id']))?.['oznaka_2'];
    const activity = activities.get(String(of('pretezite_djelatnosti')?.['nacionalna_klasifikacija_djelatnosti_id']));
    const proceeding = text(subject['postupak']);
    const status = text(subject['status']) ?? '';
    return {
      name,
      country_code: subject['ino_podruznica'] === 1 ? undefined : country || undefined,
      company_status:
        (proceeding === '0' ? undefined : text(proceedings.get(proceeding ?? '')?.['znacenje'])) ??
        ({ '1': 'Aktivan', '0': 'Neaktivan/Brisan' }[status] || status),
      legal_form: form,
      as_of_date: parseDate(subjects?.name ?? ''),
      identifiers: [
        registryNumber(number, 'HR'),
        ...(oib === undefined ? [] : [{ scheme: 'tin', value: oib, country_scope: 'HR' }]),
      ],
      number_forms: number === mbs ? [] : [mbs],
      state: toState(subject, form, text(proceedings.get(proceeding ?? '')?.['znacenje'])),
      registered_on: parseDay(subject['datum_osnivanja']),
      closed_on: parseDay(subject['datum_brisanja']),
      address:
        seat === undefined || subject['ino_podruznica'] === 1 || form === formId
          ? undefined
          : {
              street: text(seat['ulica']) && clean(toStreet(seat)),
              postal_code: text(seat['postanski_broj']),
              locality:
                text(seat['naziv_naselja']) ?? text(seat['naselje_van_sifrarnika']) ?? text(seat['naziv_opcine']),
              region: text(seat['naziv_zupanije']),
              country_code: country || undefined,
            },
      other_names: OTHER_NAMES.flatMap(([list, field, kind]) =>
        (byNumber.get(list)?.get(mbs) ?? []).flatMap((row) => {
          const other = text(row[field]);
          return other === undefined || other === name ? [] : { name: other, kind };
        }),
      ),
      classifications:
        activity === undefined
          ? []
          : [
              {
                scheme: `NKD ${String(activity['verzija']).replace(/^NKD /, '')}`,
                code: activity['sifra'],
                label: activity['puni_naziv'],
                is_primary: true,
              },
            ],
    };
  });
};
