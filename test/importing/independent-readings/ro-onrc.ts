import {
  dateOfDayFirst,
  grouped,
  parseDate,
  readRows,
  registryNumber,
  type CsvRow,
  type RawFile,
  type Reader,
} from './raw.ts';

const FORMS_OF_PEOPLE = ['PFA', 'II', 'IF', 'PF', 'AF'];
/** The codes of states that readings needed, the gravest first. */
const STATES = ['1084', '1070', '1052', '1049', '1107', '1139', '1057', '1055', '1074', '1048'];
const STATE_OF: Readonly<Record<string, string>> = {
  1048: 'active',
  1074: 'active',
  2069: 'active',
  1049: 'in_liquidation',
  1052: 'in_liquidation',
  1057: 'insolvent',
  1070: 'insolvent',
  1107: 'insolvent',
  1139: 'insolvent',
  1084: 'closed',
};
const ROLES =
  /^(presedinte consiliu|administrator|reprezentant|lichidator|director general unic|membru in (directorat|consiliul de supraveghere))/;
const COUNTRIES: Readonly<Record<string, string>> = {
  romania: 'RO',
  germania: 'DE',
  italia: 'IT',
  ungaria: 'HU',
  moldova: 'MD',
  bulgaria: 'BG',
};

/** Returns a text in lower case, without marks above and below letters. */
const folded = (text = ''): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Returns the number in its new form, `J2017015812405`, and in its old form, `J40/15812/2017`; undefined if it has neither. */
function toForms(published: string): { modern: string; old?: string } | undefined {
  const number = published.trim().toUpperCase();
  const [, letter = '', county = '', serial = '', year] = /^([A-Z])(\d{1,2})\/(\d{1,6})\/(\d{4})$/.exec(number) ?? [];
  if (year !== undefined) {
    const body = `${letter}${year}${serial.padStart(6, '0')}${county.padStart(2, '0')}`;
    return { modern: body + checkDigit(body), old: `${letter}${county.padStart(2, '0')}/${serial}/${year}` };
  }
  if (!/^[A-Z]\d{13}$/.test(number)) return undefined;
  const isRight = checkDigit(number.slice(0, 13)) === number[13];
  // In county 00, the number never had an old form.
  if (!isRight || number.slice(11, 13) === '00') return { modern: number };
  return {
    modern: number,
    old: `${number[0]}${number.slice(11, 13)}/${Number(number.slice(5, 11))}/${number.slice(1, 5)}`,
  };
}

function checkDigit(body: string): string {
  const sum = Array.from(body.slice(1), Number).reduce((total, digit) => total + digit, body.charCodeAt(0));
  return String(sum % 10);
}

/** Returns the seat, unless the row is about a branch of a foreign firm. */
function toAddress(row: CsvRow, country_code: string | undefined): object | undefined {
  if (row['TARA_FIRMA_MAMA']) return undefined;
  const [street = '', ...rest] = [
    `${row['ADR_DEN_STRADA']} ${row['ADR_NR_STRADA']}`.replace(/, c\/o.*/, '').trim(),
    row['ADR_BLOC'] && `bl. ${row['ADR_BLOC']}`,
    row['ADR_SCARA'] && `sc. ${row['ADR_SCARA']}`,
    row['ADR_ETAJ'] && `et. ${row['ADR_ETAJ']}`,
    row['ADR_APARTAMENT'] && `ap. ${row['ADR_APARTAMENT']}`,
  ].filter((part) => part !== '');
  return {
    street: [street, ...rest].join(', '),
    postal_code: row['ADR_COD_POSTAL'],
    locality: row['ADR_LOCALITATE'],
    region: row['ADR_JUDET'],
    country_code,
  };
}

/** Reads a day such as `01/03/2019`; undefined if it is not in the calendar. */
function parseDay(text = ''): string | undefined {
  const day = dateOfDayFirst(text);
  return day === undefined || Number.isNaN(Date.parse(day)) || !new Date(day).toISOString().startsWith(day)
    ? undefined
    : day;
}

export const read: Reader = (files) => {
  const newestFirst = files.toSorted((a, b) => ((parseDate(a.name) ?? '') < (parseDate(b.name) ?? '') ? 1 : -1));
  const table = (name: RegExp): { file: RawFile; rows: CsvRow[] }[] =>
    newestFirst
      .filter((file) => name.test(file.name))
      .map((file) => ({ file, rows: readRows(file, { delimiter: '^', quote: false }) }));
  const toKey = (row: CsvRow): string =>
    toForms(row['COD_INMATRICULARE'] ?? '')?.modern ?? row['COD_INMATRICULARE'] ?? '';
  const joined = (name: RegExp): Map<string, CsvRow[]> =>
    grouped(
      table(name).flatMap(({ rows }) => rows),
      toKey,
    );
  const first = (name: RegExp, key: (row: CsvRow) => string, value: string): Map<string, string> =>
    new Map(
      table(name)
        .flatMap(({ rows }) => rows)
        .toReversed()
        .flatMap((row): [string, string][] => (row[value] ? [[key(row), row[value]]] : [])),
    );
  const [states, activities, people] = [/^od_stare_firma/, /^od_caen_autorizat/, /^od_reprezentanti_legali/].map(
    joined,
  );
  const stateWords = first(/^n_stare_firma/, (row) => row['COD'] ?? '', 'DENUMIRE');
  const labels = first(/^n_caen/, (row) => `${row['VERSIUNE_CAEN']} ${row['CLASA']}`, 'DENUMIRE');
  const years = first(/^n_versiune_caen/, (row) => row['COD'] ?? '', 'DESCRIERE');
  const firms = table(/^od_firme/).flatMap(({ file, rows }) =>
    rows.map((row): CsvRow => ({ ...row, date: parseDate(file.name) ?? '' })),
  );
  return [
    ...grouped(
      firms.filter((row) => row['COD_INMATRICULARE']),
      toKey,
    ),
  ].flatMap(([key, rows]) => {
    const newest = rows.filter((row) => row['date'] === rows[0]?.['date']);
    const hasCui = (row: CsvRow): boolean => !['', '0'].includes(row['CUI'] ?? '');
    const row = newest.find(hasCui) ?? newest[0];
    if (row === undefined || FORMS_OF_PEOPLE.includes(row['FORMA_JURIDICA'] ?? '') || /^F/i.test(key)) return [];
    const published = row['COD_INMATRICULARE'] ?? '';
    const forms = toForms(published);
    const cui = hasCui(row) && !/^\d{13}$/.test(row['CUI'] ?? '') ? (row['CUI'] ?? '') : '';
    const bare = cui.replace(/^RO\s*/, '');
    const numbers = [...new Set([published, forms?.modern, forms?.old].flatMap((one) => one ?? []))];
    const codes = (states?.get(key) ?? []).map((one) => one['COD'] ?? '').filter((code) => code !== '');
    const gravest = STATES.find((code) => codes.includes(code)) ?? codes.toSorted()[0];
    const posts = grouped(
      (people?.get(key) ?? []).filter((one) => one['PERSOANA_IMPUTERNICITA'] && ROLES.test(folded(one['CALITATE']))),
      (one) => one['PERSOANA_IMPUTERNICITA'] ?? '',
    );
    return {
      key: `ro-onrc:${key}`,
      name: row['DENUMIRE'],
      country_code: COUNTRIES[folded(row['ADR_TARA'])],
      company_status: gravest === undefined ? undefined : (stateWords.get(gravest) ?? gravest),
      state: STATE_OF[gravest ?? ''],
      registered_on: parseDay(row['DATA_INMATRICULARE']),
      address: toAddress(row, COUNTRIES[folded(row['ADR_TARA'])]),
      euid: row['EUID']?.replace('. ', '.'),
      legal_form: row['FORMA_JURIDICA'],
      as_of_date: row['date'],
      identifiers: [registryNumber(published, 'RO'), ...(cui === '' ? [] : [registryNumber(cui, 'RO')])],
      number_forms: [
        ...numbers.filter((one) => one !== published),
        ...numbers.map((one) => `ROONRC.${one}`).filter((one) => one !== row['EUID']?.replace('. ', '.')),
        ...(cui === '' ? [] : [cui === bare ? `RO${bare}` : bare]),
      ],
      classifications: [
        ...grouped(
          (activities?.get(key) ?? []).filter(
            (one) => one['COD_CAEN_AUTORIZAT'] && /^[0-3]$|^Versiunea/.test(one['VER_CAEN_AUTORIZAT'] ?? ''),
          ),
          (one) => `${one['VER_CAEN_AUTORIZAT']} ${one['COD_CAEN_AUTORIZAT']}`,
        ).values(),
      ].map(([one]) => {
        const said = one?.['VER_CAEN_AUTORIZAT'] ?? '';
        const year = /\d{4}/.exec(years.get(said) ?? said)?.[0];
        const version = [...years].find(([, text]) => text.endsWith(year ?? '?'))?.[0];
        const code = one?.['COD_CAEN_AUTORIZAT'];
        return { scheme: `CAEN ${year}`, code, label: labels.get(`${version} ${code}`), is_primary: false };
      }),
      officers: Array.from(posts, ([name, all]) => ({ name, roles: [...new Set(all.map((one) => one['CALITATE']))] })),
    };
  });
};
