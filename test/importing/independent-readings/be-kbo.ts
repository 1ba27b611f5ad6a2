import {
  clean,
  dateOfDayFirst,
  fileWith,
  grouped,
  parseDate,
  readRows,
  registryNumber,
  type CsvRow,
  type Reader,
} from './raw.ts';

/** The languages of names, by the code of the register, in order of preference. */
const LANGUAGES: readonly (readonly [code: string, language: string])[] = [
  ['2', 'NL'],
  ['1', 'FR'],
  ['3', 'DE'],
  ['4', 'EN'],
  ['0', ''],
];

/** The groups of activities in the order in which the main activity of a line is chosen. */
const GROUPS = ['001', '006', '003', '005', '004', '007', '002'];

/** Countries by their French names; the register has its own names for some. */
const FRENCH = new Intl.DisplayNames('fr', { type: 'region', fallback: 'none' });
const LETTERS = Array.from({ length: 26 }, (_, i) => String.fromCharCode(65 + i));
const COUNTRIES = new Map([
  ...LETTERS.flatMap((a) =>
    LETTERS.map((b): [string, string] => [
      (FRENCH.of(a + b) ?? a + b).toLowerCase(),
      new Intl.Locale(`und-${a}${b}`).region ?? '',
    ]),
  ),
  ["etats-unis d'amérique", 'US'],
  ['grande-bretagne', 'GB'],
  ['monaco /principauté/', 'MC'],
  ['congo (rép. dém.)', 'CD'],
]);

/** The states of enterprises by their situation codes: normal or an event, dissolved, bankrupt or in reorganisation, ended. */
const STATES: readonly (readonly [situations: RegExp, state: string])[] = [
  [/^(000|001|002|020|043|090|100)$/, 'active'],
  [/^(010|012|013|112)$/, 'in_liquidation'],
  [/^(030|031|040|041|048|049|050|091)$/, 'insolvent'],
  [/^(006|014|015|016|02[1-6]|05[123]|111)$/, 'closed'],
];

/** Returns a day that exists in the calendar; otherwise undefined. */
function parseDay(text = ''): string | undefined {
  const day = dateOfDayFirst(text);
  return day !== undefined && new Date(day).toISOString().startsWith(day) ? day : undefined;
}

/** Returns the seat, in French if the name is French, otherwise in Dutch, without a name after c/o. */
function toAddress(seat: CsvRow | undefined, language: string, country: string | undefined): object | undefined {
  if (seat === undefined) return undefined;
  const [tag, box] = language === 'FR' ? ['FR', 'boîte'] : ['NL', 'bus'];
  const parts = [
    seat[`Street${tag}`]?.replace(/^c\/o [^,]*, /, ''),
    seat['HouseNumber'],
    seat['Box'] && `${box} ${seat['Box']}`,
  ];
  return {
    // Normalises white space and commas.
    street: clean(
      parts
        .filter(Boolean)
        .join(' ')
        .replaceAll(/\s*[,;](?:\s*[,;])*\s*/g, ', '),
    ),
    postal_code: seat['Zipcode'],
    locality: seat[`Municipality${tag}`],
    country_code: country,
  };
}

export const read: Reader = (files) => {
  const table = (column: string): CsvRow[] => {
    const file = fileWith(files, column);
    return file === undefined ? [] : readRows(file);
  };
  const labels = new Map<string, string>();
  for (const row of table('Category')) {
    const key = `${row['Category']} ${row['Code']} ${row['Language']}`;
    if (!labels.has(key)) labels.set(key, row['Description'] ?? '');
  }
  const findLabel = (list: string, code: string, own: string): string | undefined =>
    [own, 'NL', 'FR', 'DE', 'EN']
      .map((language) => labels.get(`${list} ${code} ${language}`))
      .find((label) => label !== undefined);
  const byNumber = (rows: CsvRow[]): Map<string, CsvRow[]> => grouped(rows, (row) => row['EntityNumber'] ?? '');
  const names = byNumber(table('TypeOfDenomination'));
  const seats = byNumber(table('TypeOfAddress'));
  const activities = byNumber(table('ActivityGroup'));
  const day = table('Variable').find((row) => row['Variable'] === 'SnapshotDate')?.['Value'];
  const three = (code = ''): string => (code === '' ? '' : code.padStart(3, '0'));
  return Array.from(grouped(table('JuridicalSituation'), (row) => row['EnterpriseNumber'] ?? '')).flatMap(
    ([number, [row]]) => {
      const type = row?.['TypeOfEnterprise'] ?? '';
      if (row === undefined || type !== '2') return [];
      const registered = (names.get(number) ?? []).filter((one) => three(one['TypeOfDenomination']) === '001');
      const [name, language = 'NL'] = LANGUAGES.flatMap(([code, tag]) => {
        const found = registered.find((one) => one['Language'] === code)?.['Denomination'];
        return found === undefined ? [] : [found, tag];
      });
      const otherNames = (names.get(number) ?? []).filter(
        (one) => /^0?0?[123]$/.test(one['TypeOfDenomination'] ?? '') && one['Denomination'] !== name,
      );
      const seat = (seats.get(number) ?? []).find((one) => one['TypeOfAddress'] === 'REGO');
      const country = seat?.['CountryFR']?.toLowerCase();
      const countryCode =
        country === '' ? 'BE' : (COUNTRIES.get(country ?? '') ?? COUNTRIES.get(country?.replace(/ \(.*/, '') ?? ''));
      const said = (list: string, code: string): string => findLabel(list, code, language) ?? code;
      const form = three(row['JuridicalFormCAC']) || three(row['JuridicalForm']);
      return {
        name,
        country_code: countryCode,
        company_status: said('JuridicalSituation', three(row['JuridicalSituation'])),
        company_type: said('TypeOfEnterprise', type),
        legal_form: said('JuridicalForm', form),
        state: STATES.find(([situations]) => situations.test(three(row['JuridicalSituation'])))?.[1],
        registered_on: parseDay(row['StartDate']),
        address: toAddress(seat, language, countryCode),
        other_names: otherNames.map((one) => ({
          name: one['Denomination'],
          kind: said('TypeOfDenomination', three(one['TypeOfDenomination'])),
        })),
        record_url: `https://kbopub.economie.fgov.be/kbopub/toonondernemingps.html?ondernemingsnummer=${number.replaceAll('.', '')}`,
        as_of_date: day === undefined ? parseDate(files[0]?.name ?? '') : dateOfDayFirst(day),
        identifiers: [registryNumber(number, 'BE')],
        classifications: listActivities(activities.get(number) ?? [], three).map(({ version, code, isPrimary }) => ({
          scheme: `Nacebel ${version}`,
          code,
          label: findLabel(`Nace${version}`, code, language),
          is_primary: isPrimary,
        })),
      };
    },
  );
};

interface Activity {
  readonly version: string;
  readonly code: string;
  readonly isPrimary: boolean;
}

/** Returns each code of a version once. The primary code is the main one of the first group that has a main code. */
function listActivities(rows: readonly CsvRow[], three: (code?: string) => string): Activity[] {
  return [...grouped(rows, (row) => row['NaceVersion'] ?? '')].flatMap(([version, all]) => {
    const padded = all.map((row): CsvRow & { code: string } => ({
      ...row,
      code: (row['NaceCode'] ?? '').padStart(5, '0'),
    }));
    const main = GROUPS.map((group) =>
      padded.find((row) => three(row['ActivityGroup']) === group && row['Classification'] === 'MAIN'),
    ).find((row) => row !== undefined);
    return [...new Set(padded.map(({ code }) => code))].map((code) => ({
      version,
      code,
      isPrimary: code === main?.code,
    }));
  });
}
