import { isSample, type DataFacts } from '../../model/index.ts';
import { formatNumber } from './formatting.ts';
import { markup, type Html } from '../html.ts';
import { SHADES, colourMap, type ColouredCountry, type ColouredMap, type Measure } from './map-colours.ts';
import europe from '../map/europe.json' with { type: 'json' };

/** A country in europe.json: its outline, or the position of a dot if it is too small to see. */
interface Outline {
  readonly label: readonly number[];
  readonly path?: string;
  readonly dot?: readonly number[];
}

const OUTLINES: ReadonlyMap<string, Outline> = new Map(Object.entries(europe.countries));

/** The heading of a map by each measure, and the end of its label. */
const MEASURES: Readonly<Record<Measure, { readonly heading: string; readonly by: string }>> = {
  companies: { heading: 'Companies', by: 'the number of their companies' },
  age: { heading: 'Age of the data', by: 'the age of their data' },
  officers: { heading: 'Officers', by: 'the number of their officers' },
};

/** Returns the map as one picture that is a link, with a legend. */
export function europeMap(data: DataFacts, today: string, link: string): Html {
  const map = colourMap(data, today, ['companies', 'age', 'officers']);
  const { heading, by } = MEASURES[map.measure];
  const label = `Map of the countries in the data, by ${by}`;
  return markup`<a class="picture map" href="${link}">${renderMap(markup` role="img" aria-label="${label}"`, map.countries.map(renderArea))}</a>
<h3>${heading}</h3>
<ul class="legend">
${legendOf(map).map(
  ([swatch, text]) => markup`<li>${renderSwatch(swatch)}<span>${text}</span></li>
`,
)}</ul>`;
}

/**
 * Returns the map with the code of each country and a link to its entry in the list below. The Tab key skips the links; a script
 * (`browser/map.ts`) makes one link reachable by Tab, from which the arrow keys lead to the others.
 */
function linkedMap(countries: readonly ColouredCountry[], label: string): Html {
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
function renderArea({ code, shade, isPartial }: ColouredCountry): Html {
  const { path, dot } = OUTLINES.get(code) ?? {};
  const shape =
    dot === undefined
      ? markup`<path id="map-${code}" d="${path}"></path>`
      : markup`<circle id="map-${code}" cx="${dot[0]}" cy="${dot[1]}" r="8"></circle>`;
  return markup`<g class="${shade}">${shape}</g>${isPartial && markup`<use class="partial" href="#map-${code}"></use>`}`;
}

/** Returns a map of the 35 countries by the age of their data, or by what else differs, with a legend that lists the countries. */
export function coverageMap(data: DataFacts, today: string): Html {
  const map = colourMap(data, today, ['age', 'companies', 'officers']);
  const { heading, by } = MEASURES[map.measure];
  const register = isSample(data) ? 'of invented data' : 'of the national register, where it is in the data';
  return markup`<figure class="map">
<div class="sheet">${linkedMap(map.countries, `Map of the 35 countries by ${by}`)}<p id="shown" role="tooltip" hidden></p></div>
<figcaption>
<h2>${heading}</h2>
<ul class="legend">
${legendOf(map).map(renderLegend)}</ul>
<p class="quiet">${map.measure === 'age' && `The age is that ${register}. `}Outlines: Natural Earth, public domain, for orientation only; they make no statement about borders.</p>
</figcaption>
</figure>`;
}

type LegendEntry = readonly [swatch: string, text: string, countries: readonly ColouredCountry[]];

/** Returns the entries of a legend that have countries. */
function legendOf({ countries, legend }: ColouredMap): readonly LegendEntry[] {
  const entries: readonly LegendEntry[] = [
    ...legend.map(([shade, text]) => [shade, text, countries.filter((each) => each.shade === shade)] as const),
    ['partial', 'Striped: without the national register', countries.filter(({ isPartial }) => isPartial)],
  ];
  return entries.filter(([, , found]) => found.length > 0);
}

/** Maximum number of countries that an entry of the legend names. The list below the map has all. */
const NAMED_MAX = 12;

function renderLegend([swatch, text, countries]: LegendEntry): Html {
  const names = countries.map(({ name }) => name).toSorted((a, b) => a.localeCompare(b, 'en'));
  return markup`<li>${renderSwatch(swatch)}
<div><strong>${text}</strong> <span class="quiet">(${formatNumber(names.length)})</span>${names.length <= NAMED_MAX && markup`<br>${names.join(', ')}`}</div></li>
`;
}

function renderSwatch(swatch: string): Html {
  const area = markup`<rect x="1" y="1" width="34" height="22"></rect>`;
  const isPartial = swatch === 'partial';
  return markup`<svg class="swatch" viewBox="0 0 36 24" aria-hidden="true"><g class="${isPartial ? SHADES[0] : swatch}">${area}</g>${isPartial && markup`<g class="partial">${area}</g>`}</svg>`;
}
