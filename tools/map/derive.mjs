/**
 * Derives src/site/map/europe.json, the outlines of the coverage map, from Natural Earth at 1:50 million (public domain), which the
 * package world-atlas contains. Run it when borders or the 35 countries change, under Node 24 or newer:
 *
 *     cd tools/map && npm install --no-package-lock && node derive.mjs
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { geoAzimuthalEqualArea, geoContains, geoPath } from 'd3-geo';
import { feature } from 'topojson-client';
import { presimplify, simplify, sphericalTriangleArea } from 'topojson-simplify';
import { COUNTRIES } from '../../src/model/index.ts';

const OUT = new URL('../../src/site/map/europe.json', import.meta.url);
const ATLAS = new URL('node_modules/world-atlas/countries-50m.json', import.meta.url);

/** Width and height of the drawing in its own units. */
const [WIDTH, HEIGHT] = [1000, 950];
/** Minimum area of a corner in steradians, and of an island in square units. Smaller ones are omitted. */
const CORNER_AREA_MIN = 4.5e-6;
const ISLAND_AREA_MIN = 20;
/** A country whose area in square units is smaller than this is drawn as a dot. */
const DOT_AREA_MAX = 150;

/** Natural Earth draws de-facto borders; the map follows ISO 3166, which counts these areas as parts of the country. */
const AREAS_OF = { 'N. Cyprus': 'CY', Åland: 'FI' };
const CRIMEA = [34.2, 45.3];
/** Positions of the country codes that do not fit at the centre of their country. */
const LABELS = { NO: [430, 305], CY: [884, 897] };

const projection = geoAzimuthalEqualArea()
  .rotate([-12, -53.2])
  .scale(1420)
  .translate([470, 475])
  .clipExtent([
    [0, 0],
    [WIDTH, HEIGHT],
  ]);
const path = geoPath(projection).digits(0);

/** Returns the polygons of a topology, each as a feature with the name of its country. */
function polygonsOf(topology) {
  return feature(topology, topology.objects.countries).features.flatMap(
    ({ properties, geometry: { type, coordinates } }) =>
      (type === 'Polygon' ? [coordinates] : coordinates).map(([outline]) => ({
        name: properties.name,
        polygon: { type: 'Polygon', coordinates: [outline] },
      })),
  );
}

const codes = new Map([...COUNTRIES].map(([code, name]) => [name, code]));
const codeOf = ({ name, polygon }) =>
  name === 'Russia' && path.area(polygon) < 1e4 && geoContains(polygon, CRIMEA)
    ? 'UA'
    : (codes.get(name) ?? AREAS_OF[name] ?? 'others');
const atlas = presimplify(JSON.parse(readFileSync(ATLAS, 'utf8')), sphericalTriangleArea);
const whole = Map.groupBy(polygonsOf(atlas), codeOf);
const drawn = Map.groupBy(polygonsOf(simplify(atlas, CORNER_AREA_MIN)), codeOf);

/** Returns the polygons of a country as SVG path data, without islands too small to see. Relative lines keep it short. */
function outlineOf(code) {
  const seen = (drawn.get(code) ?? []).filter(({ polygon }) => path.area(polygon) >= ISLAND_AREA_MIN);
  return seen.map(({ polygon }) => relative(path(polygon))).join('');
}

function relative(data) {
  return data
    .split('Z')
    .filter((ring) => ring !== '')
    .map((ring) => {
      const points = ring
        .slice(1)
        .split('L')
        .map((point) => point.split(',').map(Number));
      const [[left, top]] = points;
      const steps = points.slice(1).map(([x, y], i) => [x - points[i][0], y - points[i][1]]);
      const line = steps.filter(([dx, dy]) => dx !== 0 || dy !== 0).map((step) => step.join(' '));
      return `M${left} ${top}l${line.join(' ').replaceAll(' -', '-')}z`;
    })
    .join('');
}

const outlines = [...COUNTRIES.keys()].map((code) => {
  const [mainland] = (whole.get(code) ?? []).toSorted((a, b) => path.area(b.polygon) - path.area(a.polygon));
  if (mainland === undefined) throw new Error(`Cannot derive the map: "${ATLAS.pathname}" has no outline of ${code}`);
  const centre = path.centroid(mainland.polygon).map(Math.round);
  const label = LABELS[code] ?? centre;
  const outline =
    path.area(mainland.polygon) < DOT_AREA_MAX ? { label, dot: centre } : { label, path: outlineOf(code) };
  return `"${code}": ${JSON.stringify(outline)}`;
});
writeFileSync(
  OUT,
  `{
"source": "Natural Earth 4.1, admin 0 countries at 1:50 million, public domain, as world-atlas 2.0.2 contains it",
"width": ${WIDTH},
"height": ${HEIGHT},
"countries": {
${outlines.join(',\n')}
},
"others": "${outlineOf('others')}"
}
`,
);
