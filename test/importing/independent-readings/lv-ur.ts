import { fileWith, grouped, parseDate, readRows, registryNumber, type CsvRow, type Reader } from './raw.ts';

const SOLE = ['IK', 'IND', 'GIM', 'ZEM', 'ZVJ', 'PRV'];
const NO_COMPANIES = ['FIL', 'MIL'];
const CLOSED: Readonly<Record<string, string>> = {
  L: 'Izslēgts no reģistra',
  R: 'Izslēgts reorganizācijas rezultātā',
  A: 'Anulēts',
};
/** Positions that are not officers: owners, auditors, and representatives of owners. */
const NO_OFFICERS = ['OWNER', 'CO_OWNER', 'AUDITOR', 'ARBITRATOR', 'GUARDIAN', 'ESTATE_TRUSTEE'];
/** Labels from the register's own list, for the positions that readings needed. */
const POSITIONS: Readonly<Record<string, string>> = {
  ADMINISTRATOR: 'Administrators',
  BOARD_MEMBER: 'Valdes loceklis',
  BRANCH_REPRESENTATIVE: 'Persona, kura pilnvarota pārstāvēt komersantu darbībās, kas saistītas ar filiāli',
  CHAIR_OF_BOARD: 'Valdes priekšsēdētājs',
  CHAIR_OF_SUPERVISORY_BOARD: 'Padomes priekšsēdētājs',
  DEPUTY_CHAIR_OF_SUPERVISORY_BOARD: 'Padomes priekšsēdētāja vietnieks',
  LIQUIDATOR: 'Likvidators',
  MEMBER: 'Biedrs',
  REPRESENTATIVE_OF_THE_ADMINISTRATOR: 'Administratora pārstāvis',
  SUPERVISORY_BOARD_MEMBER: 'Padomes loceklis',
};

const isDay = (text = ''): boolean => /^\d{4}-\d\d-\d\d$/.test(text);

const parseDay = (text = ''): string | undefined => (isDay(text) && text > '1000' ? text : undefined);

function listOfficers(rows: readonly CsvRow[], label: (position: string) => string | undefined): object[] {
  const shown = rows.filter((row) => {
    const [position = '', body = ''] = [row['position'], row['governing_body']];
    if (row['name'] === '-' || NO_OFFICERS.includes(position) || /AUDIT/.test(body)) return false;
    return position === ''
      ? /BOARD|PRESIDIUM|COMMITTEE|EXECUTIVE|COUNCIL_DIRECTORS/.test(body)
      : label(position) !== undefined;
  });
  const columns = ['name', 'latvian_identity_number_masked', 'birth_date', 'legal_entity_registration_number'];
  return Array.from(
    grouped(shown, (row) => [...columns, 'registered_on'].map((column) => row[column]).join('|')).values(),
    (same) => ({
      name: same[0]?.['name'],
      kind: same[0]?.['entity_type']?.replace(/^\w+_ENTITY$/, 'organisation').toLowerCase(),
      roles: [...new Set(same.map((row) => label(row['position'] ?? '')))],
      appointed_on: isDay(same[0]?.['registered_on']) ? same[0]?.['registered_on'] : undefined,
    }),
  );
}

/** Returns whether each entity was split or redirected, if a successor has a line. */
function findSuccessors(rows: readonly CsvRow[], hasLine: (number: string) => boolean): Map<string, string> {
  const ends = rows.filter(({ reorganization_type: type = '' }) =>
    /^(ACQUISITION|MERGER|TRANSFORMATION|DIVISION)$/.test(type),
  );
  const found = new Map<string, string>();
  for (const [source, all] of grouped(ends, (row) => row['source_entity_regcode'] ?? '')) {
    const finals = new Set(all.map((row) => row['final_entity_regcode'] ?? '').filter((number) => hasLine(number)));
    const isSplit = finals.size > 1 || all.some((row) => row['reorganization_type'] === 'DIVISION');
    const [final = ''] = finals;
    const back = ends.some((row) => row['source_entity_regcode'] === final && row['final_entity_regcode'] === source);
    if (finals.size > 0 && !back) found.set(source, isSplit ? 'split' : 'redirected');
  }
  return found;
}

export const read: Reader = (files) => {
  const entities = fileWith(files, 'regtype_text');
  const [officers, reorganisations, constants] = ['governing_body', 'final_entity_regcode', 'public_code'].map(
    (column) => fileWith(files, column),
  );
  if (entities === undefined) throw new Error('no file is register.csv');
  const published = new Map<string, string>();
  for (const row of constants === undefined ? [] : readRows(constants, { delimiter: '\t' })) {
    if (row['type'] === 'position' && row['description_lv'])
      published.set(row['public_code'] ?? '', row['description_lv']);
  }
  const label = (position: string): string | undefined =>
    POSITIONS[position] === undefined ? undefined : (published.get(position) ?? POSITIONS[position]);
  const posts = grouped(
    officers === undefined ? [] : readRows(officers, { delimiter: ';' }),
    (row) => row['at_legal_entity_registration_number'] ?? '',
  );
  const rows = [...grouped(readRows(entities, { delimiter: ';' }), (row) => row['regcode'] ?? '').values()].flatMap(
    ([row]) => (row === undefined || [...SOLE, ...NO_COMPANIES].includes(row['type'] ?? '') ? [] : [row]),
  );
  const numbers = new Set(rows.map((row) => row['regcode'] ?? ''));
  const successors = findSuccessors(
    reorganisations === undefined ? [] : readRows(reorganisations, { delimiter: ';' }),
    (number) => numbers.has(number),
  );
  const [liquidations, insolvencies, names] = ['liquidation_type', 'proceeding_form', 'date_to'].map((column) => {
    const file = fileWith(files, column);
    return file === undefined ? [] : readRows(file, { delimiter: ';' });
  });
  const inLiquidation = new Set(liquidations?.map((row) => row['legal_entity_registration_number']));
  const current = insolvencies?.filter((row) => row['proceeding_ended_on'] === '') ?? [];
  const toState = (number: string, closed: string): string | undefined => {
    if (closed !== '') return CLOSED[closed] && 'closed';
    const forms = current.filter((row) => row['debtor_registration_number'] === number);
    if (forms.some((row) => /INSOLVENCY|PROTECTION/.test(row['proceeding_form'] ?? ''))) return 'insolvent';
    if (inLiquidation.has(number)) return 'in_liquidation';
    const hasBoth = liquidations?.length !== 0 && insolvencies?.length !== 0;
    return hasBoth && forms.length === 0 ? 'active' : undefined;
  };
  return rows.map((row) => {
    const number = row['regcode'] ?? '';
    const closed = row['closed'] ?? '';
    const status = closed === 'R' ? successors.get(number) : undefined;
    return {
      name: row['name'] === '-' ? undefined : row['name'],
      company_status: CLOSED[closed] ?? closed,
      company_type: row['type'],
      legal_form: row['type_text'],
      as_of_date: parseDate(entities.name),
      identifiers: [registryNumber(number, 'LV')],
      state: toState(number, closed),
      registered_on: parseDay(row['registered']),
      closed_on: closed === '' ? undefined : parseDay(row['terminated']),
      address: ['AKF', 'XYZ'].includes(row['type'] ?? '')
        ? undefined
        : { text: row['address']?.replace(/^c\/o [^,]*, /, ''), postal_code: row['index'] },
      former_names: names?.flatMap((one) => {
        if (one['regcode'] !== number || one['name'] === '-') return [];
        return { name: one['name'], kind: 'iepriekšējais nosaukums', until: parseDay(one['date_to']) };
      }),
      officers: listOfficers(posts.get(number) ?? [], label),
      lifecycle: status === undefined ? undefined : { status },
    };
  });
};
