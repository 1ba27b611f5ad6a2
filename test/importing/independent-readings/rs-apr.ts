import { clean, registryNumber, textOf, type Reader } from './raw.ts';

interface File {
  readonly DatumPreseka: string;
  readonly Podaci: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** Returns the state by the register's word: active, in liquidation (voluntary or forced), bankrupt. */
function stateOf(word = ''): string | undefined {
  if (word === 'Активан') return 'active';
  if (word.endsWith('ликвидацији')) return 'in_liquidation';
  return word === 'У стечају' ? 'insolvent' : undefined;
}

export const read: Reader = (files) =>
  files.flatMap((file) => {
    const { DatumPreseka: day, Podaci: companies } = JSON.parse(textOf(file)) as File;
    return Object.entries(companies).map(([number, company]) => ({
      name: clean(company['PoslovnoIme']?.replaceAll('\uFEFF', '')),
      // A branch or representation of a foreign company (страног) has its head office elsewhere.
      ...(company['NazivOpstine'] && !/страног/.test(company['NazivPravneForme'] ?? '')
        ? { country_code: 'RS', address: { locality: clean(company['NazivOpstine']), country_code: 'RS' } }
        : {}),
      company_status: company['NazivStatus'],
      state: stateOf(company['NazivStatus']),
      registered_on: company['DatumOsnivanja']?.startsWith('0') ? undefined : company['DatumOsnivanja'],
      legal_form: company['NazivPravneForme'],
      as_of_date: day,
      identifiers: [registryNumber(number, 'RS')],
      classifications: [{ scheme: 'KD 2010', code: company['SifraDelatnosti'], is_primary: true }],
    }));
  });
