import { isSample, type DataFacts } from '../../model/index.ts';
import { formatNumber } from './formatting.ts';
import { markup, type Html } from '../html.ts';
import { SHADES, countriesOnMap, linkedMap, type MapCountry, type ShadeName } from './europe-map.ts';

/** A map of the 35 countries by the age of their data, with a legend that lists them. */
export function coverageMap(data: DataFacts, today: string): Html {
  const countries = countriesOnMap(data, today);
  const isIn = (shade: ShadeName) => countries.filter((country) => country.shade === shade);
  const entries: readonly (readonly [swatch: string, text: string, countries: readonly MapCountry[]])[] = [
    ...SHADES.map(({ name, text }) => [name, text, isIn(name)] as const),
    ['undated', 'Without a date', isIn('undated')],
    ['none', 'No companies', isIn('none')],
    ['partial', 'Striped: without the national register', countries.filter(({ isPartial }) => isPartial)],
  ];
  return markup`<figure class="map">
<div class="sheet">${linkedMap(countries, 'Map of the 35 countries by the age of their data')}<p id="shown" role="tooltip" hidden></p></div>
<figcaption>
<h2>Age of the data</h2>
<ul class="legend">
${entries.filter(([, , found]) => found.length > 0).map(legendOf)}</ul>
<p class="quiet">${isSample(data) ? 'The age is that of invented data. ' : 'The age is that of the national register, where it is in the data. '}Outlines: Natural Earth, public domain, for orientation only; they make no statement about borders.</p>
</figcaption>
</figure>`;
}

/** Maximum countries that an entry of the legend names; the list below has all. */
const NAMED_MAX = 12;

function legendOf([swatch, text, countries]: readonly [string, string, readonly MapCountry[]]): Html {
  const names = countries.map(({ name }) => name).toSorted((a, b) => a.localeCompare(b, 'en'));
  const area = markup`<rect x="1" y="1" width="34" height="22"></rect>`;
  return markup`<li><svg class="swatch" viewBox="0 0 36 24" aria-hidden="true"><g class="${swatch === 'partial' ? 'week' : swatch}">${area}</g>${swatch === 'partial' && markup`<g class="partial">${area}</g>`}</svg>
<div><strong>${text}</strong> <span class="quiet">(${formatNumber(names.length)})</span>${names.length <= NAMED_MAX && markup`<br>${names.join(', ')}`}</div></li>
`;
}
