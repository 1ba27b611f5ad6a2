import { countryCode, toAddress, type ImportRun, type RecordReader } from '../../importer/index.ts';
import type { CompanyAddress } from '../../model/index.ts';
import { words } from '../../importer/declaration.ts';

/** Returns the country of an address. */
export function readCountry(address: RecordReader | undefined, run: ImportRun): string | undefined {
  return countryCode(run, 'country', toAlpha2(address?.object('country')?.text('code')));
}

/**
 * Returns the seat: the street with the numbers of the building in the land register and in the street, `3586/24`. A village may have only
 * numbers. A seat without parts is one text.
 */
export function readAddress(
  seat: RecordReader | undefined,
  country_code: string | undefined,
): CompanyAddress | undefined {
  if (seat === undefined) return undefined;
  const numbers = [seat.digits('regNumber'), seat.digits('buildingNumber')].flatMap((number) =>
    number === undefined || number === '0' ? [] : number,
  );
  const [street, locality] = [seat.content('street'), seat.object('municipality')?.content('value')];
  const hasParts = street !== undefined || locality !== undefined;
  return toAddress({
    street: `${street ?? ''} ${numbers.join('/')}`,
    postal_code: seat.texts('postalCodes')[0],
    locality,
    country_code,
    text: hasParts ? undefined : seat.content('formatedAddress'),
  });
}

/** Numeric codes of former countries. The tables of the engine replace each by one successor. */
const WITHDRAWN: ReadonlySet<string> = new Set(words('200 278 280 720 736 810 886 890 891'));

/**
 * The alpha-2 codes by numeric code (ISO 3166-1). The table is the JavaScript engine's, for which a numeric region is another spelling of
 * the alphabetic region.
 */
const ALPHA: ReadonlyMap<string, string> = new Map(
  Array.from({ length: 1000 }, (_, i) => String(i).padStart(3, '0')).flatMap((numeric) => {
    const region = new Intl.Locale(`und-${numeric}`).region ?? '';
    return /^[A-Z]{2}$/.test(region) && region !== 'ZZ' && !WITHDRAWN.has(numeric) ? [[numeric, region]] : [];
  }),
);

/** Returns the alpha-2 code of a numeric code: `703` is `SK`. An invalid code is returned unchanged, for the report. */
export function toAlpha2(numeric: string | undefined): string | undefined {
  return numeric === undefined ? undefined : (ALPHA.get(numeric) ?? numeric);
}
