import { clean, registryNumber, textOf, type Reader } from './raw.ts';

interface File {
  readonly DatumPreseka: string;
  readonly Podaci: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export const read: Reader = (files) =>
  files.flatMap((file) => {
    const { DatumPreseka: day, Podaci: companies } = JSON.parse(textOf(file)) as File;
    return Object.entries(companies).map(([number, company]) => ({
      name: clean(company['PoslovnoIme']?.replaceAll('\uFEFF', '')),
      // A branch or representation of a foreign company (страног) has its head office elsewhere.
      country_code: company['NazivOpstine'] && !/страног/.test(company['NazivPravneForme'] ?? '') ? 'RS' : undefined,
      company_status: company['NazivStatus'],
      legal_form: company['NazivPravneForme'],
      as_of_date: day,
      identifiers: [registryNumber(number, 'RS')],
      classifications: [{ scheme: 'KD 2010', code: company['SifraDelatnosti'], is_primary: true }],
    }));
  });
