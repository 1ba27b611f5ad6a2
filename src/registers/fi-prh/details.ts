import {
  addressOf,
  countryCode,
  nonEmpty,
  present,
  publishedDay,
  type ImportRun,
  type RecordReader,
} from '../../importer/index.ts';
import type { CompanyAddress, CompanyName } from '../../model/index.ts';
import codes from './codes.json' with { type: 'json' };
import { FINNISH, isOpen } from './entries.ts';

/** The type of the name proper; the others are parallel and auxiliary names. */
export const COMPANY_NAME = '1';

/** The words of the register for types of names. */
const NAME_KINDS: ReadonlyMap<string, string> = new Map(Object.entries(codes['names.type']));

/** The types of addresses in the order in which they give the country: visiting, then postal. */
const [VISITING, POSTAL] = ['1', '2'];

/** The parts of a street address in the order in which they are written. */
const STREET = ['street', 'buildingNumber', 'entrance', 'apartmentNumber', 'apartmentIdSuffix'];

/** The names of a company besides the current one: those that ended, and the current parallel and auxiliary names. */
export function furtherNamesOf(
  record: RecordReader,
  run: ImportRun,
): { former_names: CompanyName[] | undefined; other_names: CompanyName[] | undefined } {
  const names = record.objects('names');
  const others = names.filter((name) => isOpen(name) && name.text('type') !== COMPANY_NAME);
  return {
    former_names: nonEmpty(names.filter((name) => !isOpen(name)).flatMap((name) => companyName(name, run))),
    other_names: nonEmpty(others.flatMap((name) => companyName(name, run))),
  };
}

function companyName(entry: RecordReader, run: ImportRun): CompanyName[] {
  const name = entry.text('name');
  const kind = NAME_KINDS.get(entry.text('type') ?? '');
  if (name === undefined || kind === undefined) return [];
  const from = publishedDay(run, 'names.registrationDate', entry.text('registrationDate'));
  return [present<CompanyName>({ name, kind, from, until: publishedDay(run, 'names.endDate', entry.text('endDate')) })];
}

/** The visiting address, the only one of the head office. @param country that of `countryOf` */
export function addressIn(record: RecordReader, country: string | undefined): CompanyAddress | undefined {
  const address = record.objects('addresses').find((one) => one.digits('type') === VISITING);
  if (address === undefined) return undefined;
  const offices = address.objects('postOffices');
  const office = offices.find((one) => one.text('languageCode') === FINNISH) ?? offices[0];
  return addressOf({
    street: STREET.flatMap((part) => address.text(part) ?? []).join(' '),
    postal_code: address.text('postCode'),
    locality: office?.text('city'),
    country_code: address.has('country') ? country : undefined,
  });
}

/** The country of the visiting address, else of the postal one. Most addresses in Finland have none. */
export function countryOf(record: RecordReader, run: ImportRun): string | undefined {
  const countries = new Map<string | undefined, string>();
  for (const address of record.objects('addresses')) {
    const type = address.digits('type');
    const country = address.text('country');
    run.code('addresses.type', type, 'left out');
    if (country !== undefined && !countries.has(type)) countries.set(type, country);
  }
  return countryCode(run, 'addresses.country', countries.get(VISITING) ?? countries.get(POSTAL));
}
