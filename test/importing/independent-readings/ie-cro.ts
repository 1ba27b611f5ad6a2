import { registryNumber, rowsOf, type CsvRow, type Reader } from './raw.ts';

/** The states other than dissolved, deleted, ceased or struck off. */
const EXISTING: Readonly<Record<string, string>> = {
  Normal: 'active',
  'Strike Off Listed': 'active',
  Receivership: 'active',
  Examinership: 'insolvent',
  Liquidation: 'in_liquidation',
  'Liquidation Stayed': 'in_liquidation',
};

function stateOf(status = ''): string | undefined {
  return /^(Dissolved|Deleted|Ceased|Struck)/.test(status) ? 'closed' : EXISTING[status];
}

function addressOf(row: CsvRow): object | undefined {
  if (row['company_type'] === 'External company') return undefined;
  const lines = [1, 2, 3, 4].flatMap((i) => row[`company_address_${i}`] || []);
  const to = lines.indexOf('C/O');
  const kept = (to === -1 ? lines : lines.toSpliced(to, 2)).map((line) => line.replace(/^c\/o [^,]*, /, ''));
  return { lines: kept.filter((line) => !line.includes('NO ADDRESS')), postal_code: row['eircode'] };
}

/** Returns a class of NACE from a code that the register stores as a number. */
function classOf(code: number): string {
  return code < 1000 ? String(code) : `${Math.floor(code / 100)}.${String(code % 100).padStart(2, '0')}`;
}

export const read: Reader = (files) =>
  files.flatMap((file) =>
    rowsOf(file).map((row) => ({
      name: row['company_name'],
      company_status: row['company_status'],
      company_type: row['company_type_code'],
      legal_form: row['company_type'],
      identifiers: [registryNumber(row['company_num'] ?? '', 'IE')],
      state: stateOf(row['company_status']),
      registered_on: row['company_reg_date']?.replace('0001-01-01', ''),
      closed_on: row['comp_dissolved_date'],
      address: addressOf(row),
      classifications: row['nace_v2_code']
        ? [{ scheme: 'NACE Rev. 2', code: classOf(Number(row['nace_v2_code'])), is_primary: true }]
        : [],
    })),
  );
