import {
  DAY_FIRST,
  addressOf,
  present,
  publishedDay,
  type ImportRun,
  type RecordReader,
} from '../../importer/index.ts';
import type { CompanyAddress, CompanyName } from '../../model/index.ts';

/** The kind of former names, in the word of the register: business name. */
const BUSINESS_NAME = 'Ärinimi';

/** The end of the name of a county. */
const COUNTY = / maakond$/;

/** A day, which files of 2022 write `2021-11-23`. */
export function dayOf(run: ImportRun, field: string, published: string | undefined): string | undefined {
  return publishedDay(run, field, published, DAY_FIRST);
}

/**
 * An address without its country.
 * @param place the divisions from the smallest to the county: `Pirita linnaosa, Tallinn, Harju maakond`
 */
export function addressIn(
  street: string | undefined,
  postal_code: string | undefined,
  place = '',
): CompanyAddress | undefined {
  const divisions = place.split(', ');
  const region = COUNTY.test(place) ? divisions.pop() : undefined;
  return addressOf({ street, postal_code, locality: divisions.join(', '), region });
}

/** The former names: entries of the list of names that have ended. */
export function formerNamesOf(data: RecordReader, run: ImportRun): CompanyName[] {
  return data.objects('arinimed').flatMap((entry) => {
    const [name, end] = [entry.text('sisu'), entry.text('lopp_kpv')];
    if (name === undefined || end === undefined) return [];
    const from = dayOf(run, 'arinimed.algus_kpv', entry.text('algus_kpv'));
    return [present<CompanyName>({ name, kind: BUSINESS_NAME, from, until: dayOf(run, 'arinimed.lopp_kpv', end) })];
  });
}

/** The entries of a history that have not ended. */
export function openOf(entries: readonly RecordReader[]): RecordReader[] {
  return entries.filter((entry) => entry.text('lopp_kpv') === undefined);
}
