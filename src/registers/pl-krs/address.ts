import { addressOf, type RecordReader } from '../../importer/index.ts';
import type { CompanyAddress } from '../../model/index.ts';

/**
 * The address of the seat, with the voivodeship of the seat as its region. A village may have house numbers without streets. Undefined
 * for a branch of a foreign company, whose extract has the address of the branch.
 */
export function addressIn(
  part: RecordReader | undefined,
  form: string | undefined,
  codeOf: (country: string | undefined) => string | undefined,
): CompanyAddress | undefined {
  const address = part?.object('adres');
  if (address === undefined || /\bODDZIAŁ(?= |$)/iu.test(form ?? '')) return undefined;
  const number = [address.content('nrDomu'), address.content('nrLokalu')].filter((one) => one !== undefined).join('/');
  return addressOf({
    street: `${address.content('ulica') ?? ''} ${number}`,
    postal_code: address.content('kodPocztowy'),
    locality: address.content('miejscowosc'),
    region: part?.object('siedziba')?.content('wojewodztwo'),
    country_code: codeOf(address.content('kraj')),
  });
}
