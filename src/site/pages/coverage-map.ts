import { COUNTRIES, isSample, type DataFacts } from '../../model/index.ts';
import { countryName } from '../formatting.ts';
import { markup, type Html } from '../html.ts';
import { nationalRegisters } from './register-facts.ts';
import europe from '../map/europe.json' with { type: 'json' };

/** What the data holds of a country, the most first. */
const LEVELS = {
  officers: 'Companies and officers from the national register',
  companies: 'Companies from the national register, without officers',
  other: 'Companies without the national register, such as those with an LEI',
  none: 'No companies',
} as const;
type Level = keyof typeof LEVELS;

/** What the data holds of a country where it is the sample. */
const SAMPLE_LEVELS: Readonly<Record<Level, string>> = { ...LEVELS, other: 'Invented companies' };

/** A country in europe.json: its outline, or the position of a dot if it is too small to see. */
interface Outline {
  readonly label: readonly number[];
  readonly path?: string;
  readonly dot?: readonly number[];
}

/**
 * The 35 countries on a map, with links to the rows of the table. Keyboards and screen readers skip the map: the legend names
 * every country, and the table follows.
 */
export function coverageMap(data: DataFacts): Html {
  const texts = isSample(data) ? SAMPLE_LEVELS : LEVELS;
  const levels = Map.groupBy(COUNTRIES.keys(), (code) => levelOf(code, data));
  const outlines = new Map<string, Outline>(Object.entries(europe.countries));
  const areas = [...outlines].map(([code, { path, dot }]) => {
    const level = levelOf(code, data);
    const shape =
      dot === undefined
        ? markup`<path d="${path}"></path>`
        : markup`<circle cx="${dot[0]}" cy="${dot[1]}" r="8"></circle>`;
    return markup`<a href="#${code}" tabindex="-1" class="${level}"><title>${countryName(code)}: ${texts[level]}</title>${shape}</a>\n`;
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
${(Object.keys(LEVELS) as Level[]).map((level) => legendOf(level, texts[level], levels.get(level) ?? []))}</ul>
<p class="quiet">Outlines: Natural Earth, public domain. They are for orientation only and make no statement about borders.</p>
</figcaption>
</figure>`;
}

function legendOf(level: Level, text: string, codes: readonly string[]): Html {
  const names = codes.map(countryName).toSorted((a, b) => a.localeCompare(b, 'en'));
  return markup`<li><svg class="swatch ${level}" viewBox="0 0 36 24" aria-hidden="true"><rect x="1" y="1" width="34" height="22"></rect></svg>
<div><strong>${text}</strong> <span class="quiet">(${names.length})</span><br>${names.join(', ')}</div></li>
`;
}

function levelOf(code: string, data: DataFacts): Level {
  const national = nationalRegisters(code, data).map((id) => data.registers?.[id]);
  if (national.length > 0) return national.some((facts) => (facts?.officers ?? 0) > 0) ? 'officers' : 'companies';
  return (data.countries[code]?.active ?? 0) > 0 ? 'other' : 'none';
}
