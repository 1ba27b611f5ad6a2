import { addressOf, countryCode, type ImportRun, type RecordReader } from '../../importer/index.ts';
import type { CompanyAddress } from '../../model/index.ts';
import { alphaOf } from './countries.ts';

/** The register's number of a building where it has none. */
const NO_NUMBER = '0';

/** The country of an address. */
export function countryIn(address: RecordReader | undefined, run: ImportRun): string | undefined {
  return countryCode(run, 'country', alphaOf(address?.object('country')?.text('code')));
}

/**
 * The seat: the street with the numbers of the building (in the land register, and in the street, `3586/24`). A village may have numbers
 * only. A seat without parts is one text.
 */
export function addressIn(
  seat: RecordReader | undefined,
  country_code: string | undefined,
): CompanyAddress | undefined {
  if (seat === undefined) return undefined;
  const numbers = [seat.digits('regNumber'), seat.digits('buildingNumber')].flatMap((number) =>
    number === undefined || number === NO_NUMBER ? [] : number,
  );
  const [street, locality] = [seat.content('street'), seat.object('municipality')?.content('value')];
  const hasParts = street !== undefined || locality !== undefined;
  return addressOf({
    street: `${street ?? ''} ${numbers.join('/')}`,
    postal_code: seat.texts('postalCodes')[0],
    locality,
    country_code,
    text: hasParts ? undefined : seat.content('formatedAddress'),
  });
}
