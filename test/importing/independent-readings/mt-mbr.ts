import { clean, dateIn, jsonLinesOf, registryNumber, type Reader } from './raw.ts';

const ENGLISH = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
const LETTERS = Array.from({ length: 26 }, (_, i) => String.fromCharCode(65 + i));
const COUNTRIES = new Map(
  LETTERS.flatMap((a) => LETTERS.map((b): [string, string] => [ENGLISH.of(a + b)?.toLowerCase() ?? a + b, a + b])),
);

function countryOf(country = ''): string | undefined {
  return /^[A-Z]{2}$/.test(country) ? country : COUNTRIES.get(country.toLowerCase());
}

export const read: Reader = (files) =>
  files.flatMap((file) =>
    jsonLinesOf<Readonly<Record<string, string | null>>>(file).flatMap((company) => {
      const [type, number, country] = ['type', 'registration_number', 'country'].map((name) => clean(company[name]));
      if (number === undefined || /sole/i.test(type ?? '')) return [];
      const activity = /^\d[\d.]*$/.test(company['area_of_activity'] ?? '')
        ? company['area_of_activity']?.replaceAll('.', '')
        : undefined;
      return {
        name: clean(company['name']),
        country_code: countryOf(country),
        company_status: clean(company['state']),
        legal_form: type,
        as_of_date: dateIn(file.name),
        identifiers: [registryNumber(number, 'MT')],
        state: company['state'] === 'Active' ? 'active' : undefined,
        registered_on: company['registration_date']?.replace('0001-01-01', ''),
        address: /^[CP] /.test(number)
          ? {
              lines: [company['address']?.replace(/^C\/O [^,]*, /, ''), company['street']],
              postal_code: company['postcode'],
              locality: company['locality'],
              country_code: countryOf(country),
            }
          : undefined,
        euid: number.startsWith('C ') ? `MTROC.${number.replace(' ', '')}` : undefined,
        classifications: activity === undefined ? [] : [{ scheme: 'NACE Rev. 2', code: activity, is_primary: true }],
      };
    }),
  );
