import { COUNTRIES, isSample, type DataFacts } from '../../model/index.ts';
import { ageInDays, countryName, formatAge, formatCount, formatNumber } from './formatting.ts';
import { markup, type Html } from '../html.ts';
import { nationalRegisters, observed } from './register-facts.ts';
import europe from '../map/europe.json' with { type: 'json' };

/** The shades of the map with their texts, by the maximum age of the newest data of a country. Data without a date is `undated`. */
const SHADES = [
  { name: 'week', daysMax: 7, text: 'Observed within a week' },
  { name: 'month', daysMax: 31, text: 'Within a month' },
  { name: 'quarter', daysMax: 92, text: 'Within three months' },
  { name: 'older', daysMax: Infinity, text: 'Longer ago' },
] as const;

/** A country as the map shows it. */
type MapCountry = ReturnType<typeof countryOnMap>;

/** Returns the 35 countries as the map shows the data. `today` is a date in UTC. */
export function countriesOnMap(data: DataFacts, today: string): MapCountry[] {
  return [...COUNTRIES.keys()].map((code) => countryOnMap(code, data, today));
}

function countryOnMap(code: string, data: DataFacts, today: string) {
  const name = countryName(code);
  const { active = 0, officers = 0 } = data.countries?.[code] ?? {};
  if (active === 0) return { code, name, shade: 'none' as const, isPartial: false, text: 'no companies' };
  const [register] = nationalRegisters(code, data);
  const { as_of_last: last } = observed(code, data);
  const age = last === undefined ? undefined : ageInDays(last, today);
  const isInvented = isSample(data);
  const facts = [
    formatCount(active, 'company'),
    officers > 0 && formatCount(officers, 'officer'),
    age === undefined ? 'without a date' : `observed ${last}, age ${formatAge(age)}`,
    isInvented ? 'invented' : register === undefined ? 'without the national register' : 'from the national register',
  ];
  return {
    code,
    name,
    shade: age === undefined ? ('undated' as const) : (SHADES.find(({ daysMax }) => age <= daysMax)?.name ?? 'older'),
    /** Whether the national register is missing in the data. Such countries are striped. */
    isPartial: register === undefined && !isInvented,
    text: facts.filter((fact) => fact !== false).join(', '),
  };
}

/** A country in europe.json: its outline, or the position of a dot if it is too small to see. */
interface Outline {
  readonly label: readonly number[];
  readonly path?: string;
  readonly dot?: readonly number[];
}

const OUTLINES: ReadonlyMap<string, Outline> = new Map(Object.entries(europe.countries));

/** Returns the map as one picture with a label. */
export function europeMap(countries: readonly MapCountry[], label: string): Html {
  return renderMap(markup` role="img" aria-label="${label}"`, countries.map(renderArea));
}

/**
 * Returns the map with the code of each country and a link to its entry in the list below. The Tab key skips the links; a script
 * (`browser/map.ts`) makes one link reachable by Tab, from which the arrow keys lead to the others.
 */
function linkedMap(countries: readonly MapCountry[], label: string): Html {
  const areas = countries.map((country) => {
    const { code, name, text } = country;
    const [x = 0, y = 0] = OUTLINES.get(code)?.label ?? [];
    return markup`<a href="#${code}" tabindex="-1" data-x="${x}" data-y="${y}" aria-label="${name}: ${text}"><title>${name}: ${text}</title>${renderArea(country)}</a>\n`;
  });
  const labels = countries.map(({ code }) => {
    const { label: [x = 0, y = 0] = [], dot } = OUTLINES.get(code) ?? {};
    return markup`<text x="${dot === undefined ? x : x + 24}" y="${y + 6}" aria-hidden="true">${code}</text>\n`;
  });
  return renderMap(markup` role="group" aria-label="${label}"`, [...areas, ...labels]);
}

function renderMap(attributes: Html, content: readonly Html[]): Html {
  return markup`<svg viewBox="0 0 ${europe.width} ${europe.height}"${attributes}>
<defs><pattern id="stripes" width="14" height="14" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect class="stripe" width="6" height="14"></rect></pattern></defs>
<path class="others" d="${europe.others}"></path>
${content}</svg>`;
}

/** Returns the shape of a country in its shade, striped if its national register is missing. */
function renderArea({ code, shade, isPartial }: MapCountry): Html {
  const { path, dot } = OUTLINES.get(code) ?? {};
  const shape =
    dot === undefined
      ? markup`<path id="map-${code}" d="${path}"></path>`
      : markup`<circle id="map-${code}" cx="${dot[0]}" cy="${dot[1]}" r="8"></circle>`;
  return markup`<g class="${shade}">${shape}</g>${isPartial && markup`<use class="partial" href="#map-${code}"></use>`}`;
}

/** Returns a map of the 35 countries by the age of their data, with a legend that lists the countries. */
export function coverageMap(data: DataFacts, today: string): Html {
  const countries = countriesOnMap(data, today);
  const filterByShade = (shade: MapCountry['shade']) => countries.filter((country) => country.shade === shade);
  const entries: readonly (readonly [swatch: string, text: string, countries: readonly MapCountry[]])[] = [
    ...SHADES.map(({ name, text }) => [name, text, filterByShade(name)] as const),
    ['undated', 'Without a date', filterByShade('undated')],
    ['none', 'No companies', filterByShade('none')],
    ['partial', 'Striped: without the national register', countries.filter(({ isPartial }) => isPartial)],
  ];
  return markup`<figure class="map">
<div class="sheet">${linkedMap(countries, 'Map of the 35 countries by the age of their data')}<p id="shown" role="tooltip" hidden></p></div>
<figcaption>
<h2>Age of the data</h2>
<ul class="legend">
${entries.filter(([, , found]) => found.length > 0).map(renderLegend)}</ul>
<p class="quiet">${isSample(data) ? 'The age is that of invented data. ' : 'The age is that of the national register, where it is in the data. '}Outlines: Natural Earth, public domain, for orientation only; they make no statement about borders.</p>
</figcaption>
</figure>`;
}

/** Maximum number of countries that an entry of the legend names. The list below the map has all. */
const NAMED_MAX = 12;

function renderLegend([swatch, text, countries]: readonly [string, string, readonly MapCountry[]]): Html {
  const names = countries.map(({ name }) => name).toSorted((a, b) => a.localeCompare(b, 'en'));
  const area = markup`<rect x="1" y="1" width="34" height="22"></rect>`;
  return markup`<li><svg class="swatch" viewBox="0 0 36 24" aria-hidden="true"><g class="${swatch === 'partial' ? 'week' : swatch}">${area}</g>${swatch === 'partial' && markup`<g class="partial">${area}</g>`}</svg>
<div><strong>${text}</strong> <span class="quiet">(${formatNumber(names.length)})</span>${names.length <= NAMED_MAX && markup`<br>${names.join(', ')}`}</div></li>
`;
}
