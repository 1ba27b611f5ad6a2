import { COUNTRIES } from '../../model/index.ts';
import { COUNTRY_COVERAGE, REGISTERS, type CountryCoverage } from '../../registers/index.ts';
import { markup, type Html } from '../html.ts';
import europe from '../map/europe.json' with { type: 'json' };

/** How much of a country the service has, most first, with what that means. */
const LEVELS = {
  officers: 'Companies and officers from the national register',
  companies: 'Companies from the national register, whose open files name no officers',
  lei: 'Companies with an LEI only: the open data of the national register is not imported',
  closed: 'Companies with an LEI only: the national register opens nothing that could be shown',
} as const;
type Level = keyof typeof LEVELS;

/** What europe.json says of a country: its outline, or a place for a dot, where one would not see it. */
interface Outline {
  readonly label: readonly number[];
  readonly path?: string;
  readonly dot?: readonly number[];
}

const levels = Map.groupBy(COUNTRY_COVERAGE, ([, coverage]) => levelOf(coverage));

/**
 * The 35 countries on a map. Its links lead to the rows of the table, which keyboards and screen readers reach without it; for
 * them the legend names every country.
 */
export function coverageMap(): Html {
  const outlines = new Map<string, Outline>(Object.entries(europe.countries));
  const areas = [...outlines].map(([code, { path, dot }]) => {
    const level = levelOf(COUNTRY_COVERAGE.get(code) ?? { registers: [] });
    const shape =
      dot === undefined
        ? markup`<path d="${path}"></path>`
        : markup`<circle cx="${dot[0]}" cy="${dot[1]}" r="8"></circle>`;
    return markup`<a href="#${code}" tabindex="-1" class="${level}"><title>${COUNTRIES.get(code)}: ${LEVELS[level]}</title>${shape}</a>\n`;
  });
  const labels = [...outlines].map(([code, { label, dot }]) => {
    const [x = 0, y = 0] = label;
    return markup`<text x="${dot === undefined ? x : x + 24}" y="${y + 6}">${code}</text>\n`;
  });
  return markup`<figure class="map">
<svg viewBox="0 0 ${europe.width} ${europe.height}" aria-hidden="true">
<defs>
<pattern id="hatched" width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect class="ground" width="9" height="9"></rect><rect class="ink" width="4" height="9"></rect></pattern>
<pattern id="dotted" width="10" height="10" patternUnits="userSpaceOnUse"><rect class="ground" width="10" height="10"></rect><circle class="ink" cx="5" cy="5" r="1.7"></circle></pattern>
</defs>
<path class="others" d="${europe.others}"></path>
${areas}${labels}</svg>
<figcaption>
<ul class="legend">
${(Object.keys(LEVELS) as Level[]).map(legendOf)}</ul>
<p class="quiet">Outlines: Natural Earth, public domain. They are for orientation and say nothing about borders.</p>
</figcaption>
</figure>`;
}

function legendOf(level: Level): Html {
  const names = (levels.get(level) ?? [])
    .map(([code]) => COUNTRIES.get(code) ?? code)
    .toSorted((a, b) => a.localeCompare(b, 'en'));
  return markup`<li><svg class="swatch ${level}" viewBox="0 0 36 24" aria-hidden="true"><rect x="1" y="1" width="34" height="22"></rect></svg>
<div><strong>${LEVELS[level]}</strong> <span class="quiet">(${names.length})</span><br>${names.join(', ')}</div></li>
`;
}

function levelOf({ registers, other }: CountryCoverage): Level {
  const own = registers.map((id) => REGISTERS.get(id)).find((register) => register?.country !== undefined);
  if (own !== undefined) return own.hasOfficers ? 'officers' : 'companies';
  // The attribution is absent where nothing of the register could be shown.
  return other?.attribution === undefined ? 'closed' : 'lei';
}
