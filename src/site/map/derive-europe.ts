/**
 * Derives europe.json, the outlines of the coverage map, from Natural Earth at 1:50 million (public domain) as the npm package
 * world-atlas 2.0.2 packs it (ISC). Rerun it when borders or the 35 countries change:
 *
 *     npm pack world-atlas@2.0.2 && tar xzf world-atlas-2.0.2.tgz
 *     node src/site/map/derive-europe.ts package/countries-50m.json > src/site/map/europe.json
 */
import { readFileSync } from 'node:fs';
import { COUNTRIES } from '../../model/index.ts';
import { areaOf, centreOf, clip, isAround, project, simplify, type Point } from './plane.ts';

/** The fields of TopoJSON that are read here. A ring is a list of arc indexes; `~index` means the arc reversed. */
interface Topology {
  readonly transform: { readonly scale: Point; readonly translate: Point };
  readonly arcs: readonly (readonly Point[])[];
  readonly objects: { readonly countries: { readonly geometries: readonly Shape[] } };
}
type Shape = { readonly properties: { readonly name: string } } & (
  | { readonly type: 'Polygon'; readonly arcs: readonly (readonly number[])[] }
  | { readonly type: 'MultiPolygon'; readonly arcs: readonly (readonly (readonly number[])[])[] }
);

/** The size of the drawing in its own units. */
const WIDTH = 1000;
const HEIGHT = 950;
/** Corners and islands smaller than this are left out; in square units. */
const CORNER_AREA_MIN = 9;
const ISLAND_AREA_MIN = 20;
/** A country smaller than this is drawn as a dot. */
const DOT_AREA_MAX = 150;

/** Natural Earth draws de-facto borders; the map follows ISO 3166, which counts these areas to the country. */
const AREAS_OF: Readonly<Record<string, string>> = { 'N. Cyprus': 'CY', Åland: 'FI' };
const CRIMEA: Point = [34.2, 45.3];

/** Positions of country codes where the centre of the country does not fit. */
const LABELS: Readonly<Record<string, Point>> = { NO: [430, 305], CY: [884, 897] };

const path = process.argv[2];
if (path === undefined) {
  process.stderr.write('usage: derive-europe.ts countries-50m.json > europe.json\n');
  process.exit(1);
}
const topology = JSON.parse(readFileSync(path, 'utf8')) as Topology;
const codes = new Map([...COUNTRIES].map(([code, name]) => [name, code]));
const wholeArcs = topology.arcs.map((arc) => degreesOf(arc).map(project));
const drawnArcs = wholeArcs.map((arc) => simplify(arc, CORNER_AREA_MIN));

/** The rings of each of the 35 countries and of the others: exact, and simplified for drawing. */
const ringsByCode = new Map<string, { readonly whole: Point[]; readonly drawn: Point[] }[]>();
for (const shape of topology.objects.countries.geometries) {
  const { name } = shape.properties;
  const polygons = shape.type === 'Polygon' ? [shape.arcs] : shape.arcs;
  for (const [outline = []] of polygons) {
    const whole = ringOf(wholeArcs, outline);
    const isCrimea = areaOf(whole) < 1e4 && isAround(whole, project(CRIMEA));
    const code = isCrimea ? 'UA' : (codes.get(name) ?? AREAS_OF[name] ?? 'others');
    const drawn = clip(ringOf(drawnArcs, outline), WIDTH, HEIGHT);
    ringsByCode.set(code, [...(ringsByCode.get(code) ?? []), { whole, drawn }]);
  }
}

const outlines = [...COUNTRIES].map(([code, name]) => {
  const rings = ringsByCode.get(code) ?? [];
  const [mainland] = rings.map(({ whole }) => whole).toSorted((a, b) => areaOf(b) - areaOf(a));
  if (mainland === undefined) throw new Error(`no outline of "${name}" in "${path}"`);
  const label = LABELS[code] ?? centreOf(mainland);
  const outline = areaOf(mainland) < DOT_AREA_MAX ? { label, dot: centreOf(mainland) } : { label, path: pathOf(rings) };
  return `"${code}": ${JSON.stringify(outline)}`;
});
process.stdout.write(`{
"source": "Natural Earth 4.1, admin 0 countries at 1:50 million, public domain, as world-atlas 2.0.2 packs it",
"width": ${WIDTH},
"height": ${HEIGHT},
"countries": {
${outlines.join(',\n')}
},
"others": "${pathOf(ringsByCode.get('others') ?? [])}"
}
`);

/** Decodes an arc: a list of steps in units of the transform. */
function degreesOf(arc: readonly Point[]): Point[] {
  const { scale, translate } = topology.transform;
  let [x, y] = [0, 0];
  return arc.map(([dx, dy]) => {
    [x, y] = [x + dx, y + dy];
    return [x * scale[0] + translate[0], y * scale[1] + translate[1]];
  });
}

/** Joins arcs to a ring. The first point of each arc repeats the last point of the arc before it. */
function ringOf(arcs: readonly (readonly Point[])[], outline: readonly number[]): Point[] {
  return outline.flatMap((index) => {
    const arc = arcs[index < 0 ? ~index : index];
    if (arc === undefined) throw new Error(`no arc ${index} in "${path}"`);
    return (index < 0 ? arc.toReversed() : arc).slice(1);
  });
}

/** The rings as SVG path data in whole units, without islands too small to see. */
function pathOf(rings: readonly { readonly drawn: readonly Point[] }[]): string {
  return rings
    .filter(({ drawn }) => areaOf(drawn) >= ISLAND_AREA_MIN)
    .map(({ drawn }) => {
      const whole = drawn.map(([x, y]) => [Math.round(x), Math.round(y)] as const);
      const [[left, top] = [0, 0]] = whole;
      const steps = whole.slice(1).map(([x, y], i) => [x - (whole[i]?.[0] ?? 0), y - (whole[i]?.[1] ?? 0)] as const);
      const line = steps.filter(([dx, dy]) => dx !== 0 || dy !== 0).map(([dx, dy]) => `${dx} ${dy}`);
      return `M${left} ${top}l${line.join(' ').replaceAll(' -', '-')}z`;
    })
    .join('');
}
