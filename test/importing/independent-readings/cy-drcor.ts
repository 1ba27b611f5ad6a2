import {
  dateIn,
  fileWith,
  grouped,
  registryNumber,
  rowsOf,
  textOf,
  type CsvRow,
  type RawFile,
  type Reader,
} from './raw.ts';

const LETTERS: Readonly<Record<string, string>> = { C: 'HE', O: 'AE', P: 'S' };

/** Of the positions of the register: owners (Ιδιοκτήτης) and limited partners (Ετερόρρυθμος) are none of an officer. */
const POSITIONS =
  /^(Διευθυντής|Γραμματέας|Αντικαταστάτης Διευθυντής|(Βοηθός|Αναπληρωτής) Γραμματέας|Εξουσιοδοτημένο Πρόσωπο|Ομόρρυθμος Συνέταιρος)$/;

const DISTRICTS =
  /(Κύπρος|Λευκωσία|Λεμεσός|Λάρνακα|Πάφος|Αμμόχωστος|Κερύνεια|Cyprus|Nicosia|Limassol|Larnaca|Paphos|Famagusta|Kyrenia|Kıbrıs)$/iu;

/** A name alone in a line, and on a later one the rest, moved to the left: one record. */
function withBrokenRows(file: RawFile): CsvRow[] {
  const rows = rowsOf(file);
  const columns =
    textOf(file)
      .split(/\r?\n/, 1)[0]
      ?.split(',')
      .map((name) => name.replace('\uFEFF', '')) ?? [];
  const whole: CsvRow[] = [];
  let alone: string | undefined;
  for (const row of rows) {
    const cells = columns.map((column) => row[column] ?? '');
    const [name = '', second = ''] = cells;
    if (/^\d+$/.test(name) && /^[A-Z]$/.test(second)) {
      if (alone !== undefined) {
        whole.push(Object.fromEntries(columns.map((column, i) => [column, [alone, ...cells][i] ?? ''])));
      }
      alone = undefined;
    } else if (cells.every((cell) => cell === '')) continue;
    else if (cells.slice(1).every((cell) => cell === '')) alone = name;
    else {
      whole.push(row);
      alone = undefined;
    }
  }
  return whole;
}

export const read: Reader = (files) => {
  const organisations = fileWith(files, 'NAME_STATUS_CODE');
  const offices = fileWith(files, 'TERRITORY');
  const officials = fileWith(files, 'OFFICIAL_POSITION');
  if (organisations === undefined) throw new Error('no file has organisations');
  const inCyprus = new Map<string, boolean>();
  for (const row of offices === undefined ? [] : rowsOf(offices)) {
    const place = (row['TERRITORY'] ?? '').replace(/[\s,_]+$/, '');
    const sequence = row['ADDRESS_SEQ_NO'] ?? '';
    if (!inCyprus.has(sequence)) inCyprus.set(sequence, DISTRICTS.test(place));
  }
  const idOf = (row: CsvRow): string => `${row['ORGANISATION_TYPE_CODE']}${row['REGISTRATION_NO']}`;
  const posts = grouped(officials === undefined ? [] : rowsOf(officials), idOf);
  return [...grouped(withBrokenRows(organisations), idOf)].flatMap(([id, rows]) => {
    const letters = LETTERS[id.slice(0, 1)];
    if (letters === undefined) return [];
    const isCurrent = (one: CsvRow): boolean => (one['NAME_STATUS_CODE'] || 'ACR') === 'ACR';
    const [row = rows[0], ...others] = rows.filter(isCurrent);
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
      as_of_date: dateIn(organisations.name),
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
