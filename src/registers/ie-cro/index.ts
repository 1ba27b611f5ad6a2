/**
 * The register of companies of Ireland, including dissolved companies: Companies Registration Office, open data.
 * @module
 */
import {
  UPDATE_FREQUENCIES,
  declareRegister,
  statesOf,
  toColumns,
  type MappedRow,
} from '../../importer/declaration.ts';

const MOVED = 'the company merged into, became or moved to a company of another country';

export const ieCro = declareRegister({
  id: 'ie-cro',
  country: 'IE',
  name: 'Company Records',
  publisher: 'Companies Registration Office (CRO)',
  licence: { name: 'CC BY 4.0', url: 'https://creativecommons.org/licenses/by/4.0/' },
  attribution: 'Contains data from the Companies Registration Office of Ireland, CC BY 4.0 via opendata.cro.ie.',
  hasOfficers: false,
  coverage: {
    companies: 'all companies, dissolved ones included',
    officers: 'none in the open files: they are in a web service for a fee',
    details: ['state', 'registered_on', 'closed_on', 'address'],
    rhythm: 'daily',
    missing:
      'officers; former names; the town and the country of addresses, which the file does not separate; business names, which are a register of their own',
    proven: 'genuine records: one company; 9 fields compared, none different',
  },
  files: {
    page: 'https://opendata.cro.ie/dataset/companies',
    current: [
      {
        name: 'companies.csv.zip',
        url: 'https://opendata.cro.ie/dataset/companies/resource/3fef41bc-b8f4-4b10-8434-ce51c29b1bba/download/companies.csv.zip',
        bytesMax: 2e8,
      },
    ],
    csv: { delimiter: ',' },
    ...toColumns({
      required: ['company_num', 'company_name', 'company_status', 'company_type_code', 'company_type'],
      taken: ['company_address_{1,2,3,4}', 'nace_v2_code'],
      ignored: {
        'the status has a text beside it': ['company_status_code'],
        'not part of a line': [
          'last_ar_date',
          'nard',
          'last_accounts_date',
          'company_status_date',
          'company_name_eff_date',
          'company_type_eff_date',
        ],
        "of an unnamed scheme, empty in most rows, and not the company's activity where it could be compared": [
          'princ_object_code',
        ],
      },
    }),
  },
  // Texts from files of 2026, trimmed; the register does not publish a list. The capitals of rarer texts are uncertain: a text with other
  // capitals is counted.
  states: {
    company_status: statesOf({
      Normal: 'active',
      'Strike Off Listed': [
        'active',
        'the register has announced the strike-off; until then the company exists: Companies Act 2014, s. 733',
      ],
      Receivership: [
        'active',
        'a receiver realises what a creditor has a charge on; it is not an insolvency proceeding of Regulation (EU) 2015/848',
      ],
      Examinership: [
        'insolvent',
        'the court protects a company that cannot pay: Companies Act 2014, s. 509; Regulation (EU) 2015/848, annex A',
      ],
      Liquidation: 'in_liquidation',
      'Liquidation Stayed': [
        'in_liquidation',
        'the court has suspended the winding up and not annulled it: Companies Act 2014, s. 669',
      ],
      'Struck Off': ['closed', 'a company that is struck off is dissolved: Companies Act 2014, s. 734'],
      Dissolved: 'closed',
      'Dissolved by Divis': 'closed',
      'Dissolved PostMerger': 'closed',
      Ceased: 'closed',
      'Ceased IRL': ['closed', 'an external company no longer has a branch in Ireland; its registration ended'],
      'Deleted as per SE Tr': ['closed', MOVED],
      'Deleted CB Conversion': ['closed', MOVED],
      'Deleted CB Merger': ['closed', MOVED],
      'Deleted per SE Merge': ['closed', MOVED],
    }),
  },
  mapping: {
    name: 'company_name',
    company_status: 'company_status',
    company_type: 'company_type_code',
    legal_form: 'company_type',
    as_of_date: null,
    identifiers: { number: 'company_num', right: /^[1-9]\d{0,7}$/, note: 'company number of unknown form' },
    state: 'company_status',
    registered_on: 'company_reg_date',
    closed_on: 'comp_dissolved_date',
    address: {
      lines: ['1', '2', '3', '4'].map((line) => addressLine(`company_address_${line}`)),
      postal_code: 'eircode',
      // The address of a foreign company is that of its Irish branch.
      unless: { company_type: /external|branch/i },
    },
    classifications: { scheme: 'NACE Rev. 2', code: naceCode, isPrimary: true },
  },
  // 817,068 in 2026. Dissolved companies stay in the file.
  expect: { full: /^companies\.csv$/, records: 800_000 },
  updateFrequency: UPDATE_FREQUENCIES.daily,
});

/** Reads a line of an address, but not its placeholder: `********NO ADDRESS DETAILS*******`. */
function addressLine(column: string) {
  return (row: MappedRow): string | undefined => {
    const line = row.text(column);
    return line?.includes('***') === true ? undefined : line;
  };
}

/**
 * Returns the only activity of a company. The register publishes the class 62.02 as `6202.0`, because of a floating-point number. Three
 * digits may be a class of divisions 01 to 09 without its zero, or a group, so they get no dot.
 */
function naceCode(row: MappedRow): string | undefined {
  return row
    .text('nace_v2_code')
    ?.replace(/\.0$/, '')
    .replace(/^(\d\d)(\d\d)$/, '$1.$2');
}
