import type { CompanyAddress } from '../../../model/index.ts';
import { countryName } from '../formatting.ts';
import { markup, type Html } from '../../html.ts';

/** Countries whose addresses have the postal code after the town. */
const CODE_LAST: ReadonlySet<string | undefined> = new Set(['GB', 'IE', 'LV', 'MT', 'UA']);

/** Search addresses of map sites, without the query. The page only has links: nothing is requested until a visitor follows one. */
const MAPS: readonly (readonly [name: string, address: string])[] = [
  ['OpenStreetMap', 'https://www.openstreetmap.org/search?query='],
  ['Google', 'https://www.google.com/maps/search/?api=1&query='],
  ['Apple', 'https://maps.apple.com/?q='],
];

const BREAK = markup`<br>`;

/** Returns an address as the lines on an envelope. The last line is the English name of the country. */
export function addressLines(address: CompanyAddress): string[] {
  const { street, lines = [], postal_code: code, locality, region, country_code: country, text } = address;
  const town = CODE_LAST.has(country) ? [locality, code] : [code, locality];
  const parts = [
    street,
    ...lines,
    text,
    town.filter((part) => part !== undefined).join(' '),
    region === locality ? undefined : region,
  ];
  return [...parts, country && countryName(country)].filter((line) => line !== undefined && line !== '') as string[];
}

/** Returns the address with links to maps; without links if only the country is known. */
export function renderAddress(address: CompanyAddress): Html {
  const lines = addressLines(address);
  const query = encodeURIComponent(lines.join(', '));
  const links = MAPS.map(
    ([name, search], i) => markup`${i > 0 && ' · '}<a href="${search}${query}" rel="nofollow noreferrer">${name}</a>`,
  );
  const { country_code: _, ...place } = address;
  const hasPlace = Object.keys(place).length > 0;
  return markup`${lines.map((line, i) => markup`${i > 0 && BREAK}<bdi>${line}</bdi>`)}${hasPlace && markup`<br><span class="maps">Map: ${links}</span>`}`;
}
