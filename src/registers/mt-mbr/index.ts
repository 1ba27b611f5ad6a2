/**
 * The companies of the Malta Business Registry, from its open data interface.
 * @module
 */
import {
  UPDATE_FREQUENCIES,
  collapsed,
  declareRegister,
  statesOf,
  toColumns,
  type MappedRow,
} from '../../importer/declaration.ts';

export const mtMbr = declareRegister({
  id: 'mt-mbr',
  country: 'MT',
  name: 'Malta Business Registry',
  publisher: 'Malta Business Registry (MBR)',
  licence: { name: 'CC BY 4.0', url: 'https://creativecommons.org/licenses/by/4.0/' },
  attribution: 'Contains data from the Malta Business Registry, available under CC BY 4.0 via the MBR Open Data API.',
  hasOfficers: false,
  coverage: {
    companies: 'all companies and partnerships',
    officers: 'none in the open data',
    details: ['state', 'registered_on', 'address', 'euid'],
    rhythm: 'continuous',
    missing:
      'officers; former names; the states of companies that are not active, whose words were never seen; the day of the end; the country of most addresses; the register is read page by page',
    proven: 'layout only: one record that its author calls representative; 9 fields compared, none different',
  },
  files: {
    page: 'https://openapi.baros.mbr.mt/swaggerui',
    current: [
      {
        name: 'companies.ndjson',
        url: 'https://openapi.baros.mbr.mt/api/v1/companies?limit={limit}&after={after}',
        records: 'data',
        limit: 100,
        next: { response: 'meta.next' },
        intervalMs: 1000,
      },
    ],
    // The firewall refuses clients that do not look like a browser. The last word names the client.
    server: {
      userAgent:
        'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 openfirma',
    },
    // The fetched file has no date in its name; an operator may add it: mbr-2026-11-20.ndjson.
    stamp: /(?<year>20\d{2})-?(?<month>[01]\d)-?(?<day>[0-3]\d)/,
    json: { recordsAt: 'data', lines: true },
    ...toColumns({
      required: ['registration_number', 'name'],
      taken: ['name', 'address', 'street', 'locality', 'postcode'],
      ignored: { 'not part of a line': ['status_effective_date'] },
    }),
  },
  // One status and one type are from genuine records; the other types are guesses based on the ISO 20275 list.
  codes: {
    type: [
      'Private Limited Liability Company',
      'Public Limited Liability Company',
      'Partnership en nom collectif',
      'Partnership en commandite',
      'European Company',
      'European Economic Interest Grouping',
    ],
  },
  states: { state: statesOf({ Active: 'active' }) },
  mapping: {
    name: collapsed('name'),
    // A name or a code. Most records have none.
    country_code: { named: 'country' },
    company_status: 'state',
    legal_form: 'type',
    as_of_date: null,
    identifiers: {
      number: 'registration_number',
      right: /^[A-Z]{1,3} ?\d{1,7}$/,
      note: 'registration number with wrong form',
    },
    state: 'state',
    registered_on: 'registration_date',
    // `address` is the house; `street` was empty in all records seen so far.
    address: {
      lines: [collapsed('address'), collapsed('street')],
      postal_code: collapsed('postcode'),
      locality: collapsed('locality'),
      withCountry: true,
      // Only companies and partnerships: the number of an overseas company (`OC`) belongs to its branch.
      unless: { registration_number: /^(?![CP] ?\d)/ },
    },
    euid: toEuid,
    classifications: { scheme: 'NACE Rev. 2', code: 'area_of_activity', form: /^\d{2,6}$/, isPrimary: true },
    // None are known in the register; a type with this word would be one.
    soleTraders: { type: /\bsole\b/i },
  },
  // The number of companies is unknown: registration numbers go up to about 114,000, including ended companies.
  expect: { full: /^companies\.ndjson$/, records: 40_000 },
  updateFrequency: UPDATE_FREQUENCIES.daily,
});

/** Returns the European number of a company. Whether partnerships have such a number is unknown. */
function toEuid(row: MappedRow): string | undefined {
  const [, digits] = /^C ?(\d+)$/.exec(row.text('registration_number') ?? '') ?? [];
  return digits === undefined ? undefined : `MTROC.C${digits}`;
}
