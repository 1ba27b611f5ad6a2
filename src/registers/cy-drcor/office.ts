import { addressOf, cellOf, present, type CsvRow } from '../../importer/index.ts';
import { foldName, type CompanyAddress } from '../../model/index.ts';
import places from './places.json' with { type: 'json' };

/** An address of the file of offices. */
export interface Office {
  /** Set where it is in Cyprus. */
  readonly isInCyprus?: true;
  readonly address?: CompanyAddress;
}

/** The names of the country, folded as names are. */
const COUNTRY: ReadonlySet<string> = new Set(places.country);

/** The country or one of its six districts. */
const CYPRIOT_PLACES: ReadonlySet<string> = new Set([...places.country, ...places.districts]);

/** The address of a row: in Cyprus by its parts, elsewhere as one text, for TERRITORY has no fixed order there. */
export function officeOf(row: CsvRow): Office {
  const [street, building, territory] = ['STREET', 'BUILDING', 'TERRITORY'].map((column) => cellOf(row, column));
  const parts = partsOf(territory);
  if (!isInCyprus(territory)) return present({ address: addressOf({ text: [street, building, ...parts].join(', ') }) });
  const named = parts.filter((part) => !COUNTRY.has(foldName(part)));
  const postal_code = named.find((part) => /^\d{4}$/.test(part));
  const [district, ...towns] = named.filter((part) => part !== postal_code).toReversed();
  const isDistrict = towns.length > 0 && CYPRIOT_PLACES.has(foldName(district ?? ''));
  const locality = (isDistrict ? towns : [district ?? '', ...towns]).toReversed().join(', ');
  const address = addressOf({
    street: [street, building].filter(Boolean).join(', '),
    postal_code,
    locality,
    region: isDistrict ? district : undefined,
    country_code: 'CY',
  });
  return present<Office>({ isInCyprus: true, address });
}

/** Whether TERRITORY (locality, postcode, district, country, with commas and underscores as filler) ends in Cyprus. */
export function isInCyprus(territory: string | undefined): boolean {
  return CYPRIOT_PLACES.has(foldName(partsOf(territory).at(-1) ?? ''));
}

function partsOf(territory = ''): string[] {
  return territory.split(',').flatMap((part) => (foldName(part) === '' ? [] : part.replaceAll('_', ' ').trim()));
}
