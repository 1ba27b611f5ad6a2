import {
  clean,
  dateOfDayFirst,
  grouped,
  parseDate,
  readRows,
  readText,
  registryNumber,
  type CsvRow,
  type Reader,
} from './raw.ts';

const ENGLISH = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
const LETTERS = Array.from({ length: 26 }, (_, i) => String.fromCharCode(65 + i));
const COUNTRIES = new Map([
  ...LETTERS.flatMap((a) => LETTERS.map((b): [string, string] => [(ENGLISH.of(a + b) ?? a + b).toUpperCase(), a + b])),
  ...['ENGLAND', 'WALES', 'SCOTLAND', 'NORTHERN IRELAND', 'UNITED KINGDOM', 'GREAT BRITAIN', 'ENGLAND & WALES'].map(
    (part): [string, string] => [part, 'GB'],
  ),
]);

const ROLES: Readonly<Record<string, string>> = {
  '00': 'Secretary',
  '01': 'Director',
  '04': 'LLP Member',
  '05': 'LLP Designated Member',
  '11': 'Judicial Factor',
  '12': 'Receiver and Manager',
  '13': 'CIC Manager',
  '17': 'Member of an Administrative Organ',
  '18': 'Member of a Supervisory Organ',
  '19': 'Member of a Management Organ',
};

function parseDay(text: string): string | undefined {
  const day = text.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');
  return day.length === 10 && !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day)
    ? day
    : undefined;
}

/** Reads product 195. Columns: number (8), kind (1), origin of the date (1), role (2), person (12), corporate (1), dates, then parts. */
function parseAppointments(text: string): { number: string; officer: object; key: string; role: string }[] {
  return text.split(/\n(?=[\dA-Z]{8})/).flatMap((line) => {
    const role = ROLES[line.slice(10, 12)];
    const resigned = line.slice(40, 48).trim();
    if (line[8] !== '2' || role === undefined || resigned !== '') return [];
    // The text before the name: the columns, and the length of the rest in four digits.
    const [title = '', forenames = '', surname = '', ...more] = line.slice(76).split('<');
    // An extra character moves the following columns.
    if (more.length !== 12) return [];
    const isCorporate = line[24] === 'Y';
    const printedTitle = /^(MR|MRS|MISS|MS|MASTER)?\.?$/i.test(title.trim()) || isCorporate ? '' : `, ${title.trim()}`;
    const name = clean(
      `${surname}${forenames.trim() === '' || isCorporate ? '' : `, ${clean(forenames)}`}${printedTitle}`,
    );
    if (clean(surname) === undefined) return [];
    const isDated = !/^1[1-3]$/.test(line.slice(10, 12)) && line[9] !== '2';
    const appointed = isDated ? parseDay(line.slice(32, 40)) : undefined;
    const number = line.slice(0, 8);
    return [
      {
        number,
        role,
        officer: { name, kind: { Y: 'organisation', ' ': 'natural_person' }[line[24] ?? ''], appointed_on: appointed },
        key: [number, name, line.slice(12, 20), appointed].join('|'),
      },
    ];
  });
}

/** Returns the state by section 247 of the Insolvency Act 1986 and its part III; other companies exist or are wound up. */
function toState(status: string): string | undefined {
  if (status === 'Liquidation') return 'in_liquidation';
  if (/^(active|live)\b/i.test(status)) return 'active';
  return /administrat|receiver|voluntary arrangement/i.test(status) ? 'insolvent' : undefined;
}

function dayOfRow(text = ''): string | undefined {
  const day = dateOfDayFirst(text);
  return day !== undefined && new Date(day).toISOString().startsWith(day) ? day : undefined;
}

function toOffice(row: CsvRow, country: string | undefined): object | undefined {
  const part = (name: string): string => row[`RegAddress.${name}`] ?? '';
  const address = {
    lines: [part('POBox').replace(/^(?=\d)/, 'PO BOX '), part('AddressLine1'), part('AddressLine2')].filter(
      (line) => line !== '' && !line.startsWith('C/O '),
    ),
    postal_code: part('PostCode'),
    locality: part('PostTown'),
    region: part('County'),
    country_code: country,
  };
  return part('AddressLine1') === '' ? undefined : address;
}

export const read: Reader = (files) => {
  const posts = files
    .filter(({ bytes }) => bytes.toString('latin1', 0, 8) === 'DDDDSNAP')
    .flatMap((file) => parseAppointments(readText(file)));
  const officers = grouped(
    [...grouped(posts, ({ key }) => key).values()].flatMap(([first, ...rest]) =>
      first === undefined
        ? []
        : { number: first.number, officer: { ...first.officer, roles: [first, ...rest].map(({ role }) => role) } },
    ),
    ({ number }) => number,
  );
  return files
    .filter(({ bytes }) => bytes.toString('latin1', 0, 8) !== 'DDDDSNAP')
    .flatMap((file) =>
      readRows(file).map((row) => {
        const published = row['CompanyNumber'] ?? '';
        const number = /^\d{1,7}$/.test(published) ? published.padStart(8, '0') : published;
        const sic = [1, 2, 3, 4].flatMap((i) => {
          const [, code, label] = /^(\d{4,5}) - (.*)$/.exec(row[`SICCode.SicText_${i}`] ?? '') ?? [];
          return code === undefined
            ? []
            : { scheme: `UK SIC ${code.length === 5 ? 2007 : 2003}`, code, label, is_primary: i === 1 };
        });
        const country = number.startsWith('BR') ? undefined : COUNTRIES.get(row['RegAddress.Country'] ?? '');
        return {
          name: row['CompanyName'],
          country_code: country,
          state: row['CompanyCategory'] === 'Converted/Closed' ? 'closed' : toState(row['CompanyStatus'] ?? ''),
          registered_on: dayOfRow(row['IncorporationDate']),
          address: number.startsWith('BR') ? undefined : toOffice(row, country),
          former_names: Array.from({ length: 10 }, (_, i) => `PreviousName_${i + 1}`)
            .filter((column) => row[`${column}.CompanyName`])
            .map((column) => ({
              name: row[`${column}.CompanyName`],
              kind: 'Previous name',
              until: dayOfRow(row[`${column}.CONDATE`]),
            })),
          record_url: `https://find-and-update.company-information.service.gov.uk/company/${encodeURIComponent(number)}`,
          company_status: row['CompanyStatus'],
          legal_form: row['CompanyCategory'],
          as_of_date: parseDate(file.name),
          identifiers: [registryNumber(number, 'GB')],
          classifications: sic,
          officers: (officers.get(number) ?? []).map(({ officer }) => officer),
        };
      }),
    );
};
