import {
  dateOfDayFirst,
  fileWith,
  grouped,
  parseDate,
  readRows,
  readText,
  registryNumber,
  type CsvRow,
  type RawFile,
  type Reader,
} from './raw.ts';

const LETTERS: Readonly<Record<string, string>> = { C: 'HE', O: 'AE', P: 'S' };

/** The positions of officers. Owners (Ιδιοκτήτης) and limited partners (Ετερόρρυθμος) are not officers. */
const POSITIONS =
  /^(Διευθυντής|Γραμματέας|Αντικαταστάτης Διευθυντής|(Βοηθός|Αναπληρωτής) Γραμματέας|Εξουσιοδοτημένο Πρόσωπο|Ομόρρυθμος Συνέταιρος)$/;

const DISTRICTS =
  /(Κύπρος|Λευκωσία|Λεμεσός|Λάρνακα|Πάφος|Αμμόχωστος|Κερύνεια|Cyprus|Nicosia|Limassol|Larnaca|Paphos|Famagusta|Kyrenia|Kıbrıs)$/iu;

/** Returns the cells of each record. Lines of one record are joined, without the empty cells at their ends. */
function withBrokenRows(file: RawFile): CsvRow[] {
  const [header = ''] = readText(file).split(/\r?\n/, 1);
  const columns = header.replace('\uFEFF', '').split(',');
  const isRecord = ([, number = '', type = '']: readonly string[]): boolean =>
    /^\d+$/.test(number) && /^[A-Z]$/.test(type);
  const records: string[][] = [];
  let pieces: string[] = [];
  for (const row of readRows(file)) {
    const cells = columns.map((column) => row[column] ?? '');
    const filled = cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1);
    const [first = ''] = filled;
    if (filled.length === 0) continue;
    if (isRecord(cells)) {
      if (isRecord(pieces)) records.push(pieces);
      records.push(cells);
      pieces = [];
    } else if (filled.length === 1 && pieces.length === 1 && !/ (ΛΤΔ|LTD)$/.test(pieces[0] ?? '')) {
      pieces = [`${pieces[0]} ${first}`];
    } else if (filled.length === 1 && !/^(\d+|Διαλύθηκε .*)$/.test(first)) {
      if (isRecord(pieces)) records.push(pieces);
      pieces = [first];
    } else if (pieces.length > 0) pieces.push(...filled);
  }
  if (isRecord(pieces)) records.push(pieces);
  return records.map((cells) => Object.fromEntries(columns.map((column, i) => [column, cells[i] ?? ''])));
}

/** The state by patterns of the status. */
const STATES: readonly (readonly [status: RegExp, state: string])[] = [
  [/^(Εγγεγραμμένη|Ευρωπαϊκή Εταιρεία|Στάληκε|Δημοσιεύτηκε|Υπο Διαχείριση$)/, 'active'],
  [/^(Διαγραμμένη|Διάλυση|Διαλύθηκε|Αφαιρέθηκε)/, 'closed'],
  [/Εκκαθάριση|Εκκαθαριστή/, 'in_liquidation'],
];

/** Reads a day such as `02/03/2004`; undefined if it is not in the calendar. */
function parseDay(text = ''): string | undefined {
  const day = dateOfDayFirst(text);
  return day !== undefined && new Date(day).toISOString().startsWith(day) ? day : undefined;
}

/** Returns an address in Cyprus by its parts, another address as a text, without a name after c/o. */
function toAddress(office: CsvRow | undefined): object | undefined {
  if (office === undefined) return undefined;
  const { STREET = '', BUILDING = '', TERRITORY = '' } = office;
  const parts = TERRITORY.split(/[,_]/).flatMap((part) => part.trim() || []);
  const street = [STREET, BUILDING]
    .filter((part) => part !== '')
    .join(', ')
    .replace(/^c\/o [^,]*, /, '');
  if (!DISTRICTS.test(parts.at(-1) ?? '')) return { text: [street, ...parts].filter((part) => part !== '').join(', ') };
  const places = parts.filter((part) => !/^(\d{4}|Κύπρος|Cyprus|Kıbrıs)$/.test(part));
  const [locality, region] = places;
  return {
    street,
    postal_code: parts.find((part) => /^\d{4}$/.test(part)),
    locality,
    region,
    country_code: 'CY',
  };
}

export const read: Reader = (files) => {
  const organisations = fileWith(files, 'NAME_STATUS_CODE');
  const offices = fileWith(files, 'TERRITORY');
  const officials = fileWith(files, 'OFFICIAL_POSITION');
  if (organisations === undefined) throw new Error('no file has organisations');
  const inCyprus = new Map<string, boolean>();
  const addresses = new Map<string, object | undefined>();
  for (const row of offices === undefined ? [] : readRows(offices)) {
    const place = (row['TERRITORY'] ?? '').replace(/[\s,_]+$/, '');
    const sequence = row['ADDRESS_SEQ_NO'] ?? '';
    if (inCyprus.has(sequence)) continue;
    inCyprus.set(sequence, DISTRICTS.test(place));
    addresses.set(sequence, toAddress(row));
  }
  const toId = (row: CsvRow): string => `${row['ORGANISATION_TYPE_CODE']}${row['REGISTRATION_NO']}`;
  const posts = grouped(officials === undefined ? [] : readRows(officials), toId);
  return [...grouped(withBrokenRows(organisations), toId)].flatMap(([id, rows]) => {
    const letters = LETTERS[id.slice(0, 1)];
    if (letters === undefined) return [];
    const isCurrent = (one: CsvRow): boolean => (one['NAME_STATUS_CODE'] || 'ACR') === 'ACR';
    const [row = rows[0], ...others] = rows.filter(isCurrent);
    const state = STATES.find(([status]) => status.test(row?.['ORGANISATION_STATUS'] ?? ''))?.[1];
    const former = rows.filter((one) => one !== row && !isCurrent(one));
    const named = (one: CsvRow): object => ({ name: one['ORGANISATION_NAME'], kind: one['NAME_STATUS'] });
    const officers = grouped(posts.get(id) ?? [], (post) => post['PERSON_OR_ORGANISATION_NAME'] ?? '');
    return {
      key: `cy-drcor:${id}`,
      name: row?.['ORGANISATION_NAME'],
      country_code: letters !== 'AE' && inCyprus.get(row?.['ADDRESS_SEQ_NO'] ?? '') === true ? 'CY' : undefined,
      company_status: row?.['ORGANISATION_STATUS'],
      company_type: row?.['ORGANISATION_TYPE'],
      legal_form: row?.['ORGANISATION_SUB_TYPE'],
      as_of_date: parseDate(organisations.name),
      state,
      registered_on: parseDay(row?.['REGISTRATION_DATE']),
      closed_on: state === 'closed' ? parseDay(row?.['ORGANISATION_STATUS_DATE']) : undefined,
      address: letters === 'AE' ? undefined : addresses.get(row?.['ADDRESS_SEQ_NO'] ?? ''),
      identifiers: [registryNumber(`${letters} ${id.slice(1)}`, 'CY')],
      former_names: former.map(named),
      other_names: others.filter((one) => one['ORGANISATION_NAME'] !== row?.['ORGANISATION_NAME']).map(named),
      officers: [...officers].flatMap(([name, all]) => {
        const roles = all.map((post) => post['OFFICIAL_POSITION'] ?? '').filter((role) => POSITIONS.test(role));
        return roles.length === 0 || !/\p{L}/u.test(name) ? [] : { name, roles };
      }),
    };
  });
};
