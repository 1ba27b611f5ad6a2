import { COUNTRIES } from '../../model/index.ts';

/** What the register writes for the country of an address in the United Kingdom. */
const UNITED_KINGDOM = [
  'ENGLAND',
  'ENGLAND & WALES',
  'GREAT BRITAIN',
  'NORTHERN IRELAND',
  'SCOTLAND',
  'UNITED KINGDOM',
  'WALES',
];

/** Countries outside the 35 in which overseas companies often have their seat, as the register writes them. */
const OTHERS: [name: string, code: string][] = [
  ['AUSTRALIA', 'AU'],
  ['BAHAMAS', 'BS'],
  ['BERMUDA', 'BM'],
  ['BRAZIL', 'BR'],
  ['BRITISH VIRGIN ISLANDS', 'VG'],
  ['CANADA', 'CA'],
  ['CAYMAN ISLANDS', 'KY'],
  ['CHINA', 'CN'],
  ['CZECH REPUBLIC', 'CZ'],
  ['GIBRALTAR', 'GI'],
  ['GUERNSEY', 'GG'],
  ['HONG KONG', 'HK'],
  ['INDIA', 'IN'],
  ['ISLE OF MAN', 'IM'],
  ['ISRAEL', 'IL'],
  ['JAPAN', 'JP'],
  ['JERSEY', 'JE'],
  ['LIBERIA', 'LR'],
  ['MALAYSIA', 'MY'],
  ['MARSHALL ISLANDS', 'MH'],
  ['MAURITIUS', 'MU'],
  ['NEW ZEALAND', 'NZ'],
  ['NIGERIA', 'NG'],
  ['PAKISTAN', 'PK'],
  ['PANAMA', 'PA'],
  ['REPUBLIC OF IRELAND', 'IE'],
  ['SAUDI ARABIA', 'SA'],
  ['SEYCHELLES', 'SC'],
  ['SINGAPORE', 'SG'],
  ['SOUTH AFRICA', 'ZA'],
  ['TURKEY', 'TR'],
  ['UNITED ARAB EMIRATES', 'AE'],
  ['UNITED STATES', 'US'],
  ['UNITED STATES OF AMERICA', 'US'],
  ['USA', 'US'],
  ['VIRGIN ISLANDS, BRITISH', 'VG'],
];

const CODES: ReadonlyMap<string, string> = new Map([
  ...[...COUNTRIES].map(([code, name]): [string, string] => [name.toUpperCase(), code]),
  ...OTHERS,
  ...UNITED_KINGDOM.map((name): [string, string] => [name, 'GB']),
]);

/**
 * The ISO 3166-1 code of an address country, which the register publishes as free text in capitals. Undefined where the
 * text is not one country's name beyond doubt, such as `CHANNEL ISLANDS`.
 */
export function countryCodeOf(name: string): string | undefined {
  return CODES.get(name.toUpperCase());
}
