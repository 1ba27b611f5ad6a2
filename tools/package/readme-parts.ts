/** The generated parts of README.md: `npm run docs` writes them, a test compares them. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { COUNTRIES } from '../../src/model/index.ts';
import { COUNTRY_COVERAGE, REGISTERS, REGISTER_COVERAGE, officersAmong } from '../../src/registers/index.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const README = join(ROOT, 'README.md');
const BADGES = join(ROOT, 'docs', 'badges');

/** The comments before and after the table. */
const TABLE_START = '<!-- The countries: made by `npm run docs` from src/registers. -->\n';
const TABLE_END = '<!-- End of the countries. -->\n';

/** Average width of a letter in the font of the badges, in pixels. Browsers fit the text into the stated width. */
const LETTER_PX = 6.6;

/** The text of README.md with the current table of countries. */
export function withCountries(readme: string): string {
  const [before, rest] = readme.split(TABLE_START);
  const [, after] = rest?.split(TABLE_END) ?? [];
  if (before === undefined || after === undefined) throw new Error(`README.md has no "${TABLE_START.trim()}"`);
  return before + TABLE_START + countriesTable() + TABLE_END + after;
}

function countriesTable(): string {
  const national: string[] = [];
  const others: string[] = [];
  for (const [code, { registers }] of COUNTRY_COVERAGE) {
    const [first = ''] = registers;
    const [register, coverage, name] = [REGISTERS.get(first), REGISTER_COVERAGE.get(first), COUNTRIES.get(code) ?? ''];
    if (register?.country === undefined || coverage === undefined) others.push(name);
    else {
      const own = registers.filter((id) => id !== 'gleif').map((id) => `[${id}](docs/registers/${id}.md)`);
      national.push(`| ${name} | ${own.join(', ')} | ${coverage.companies} | ${gist(officersAmong(registers))} |`);
    }
  }
  return `
| Country | Register | Companies | Officers |
| --- | --- | --- | --- |
${national.toSorted().join('\n')}
| ${others.toSorted().join(', ')} | [gleif](docs/registers/gleif.md) | only those with an LEI: the national register is not open, or not imported yet | none |

`;
}

/** The text before the reasons and details. */
function gist(text: string): string {
  return /^[^:;]+/.exec(text)?.[0] ?? text;
}

/** The badges of README.md, SVG by file name. They are files of the project, so that no server sees its readers. */
export function badges(): ReadonlyMap<string, string> {
  const national = [...REGISTERS.values()].filter(({ country }) => country !== undefined).length;
  return new Map([
    ['licence.svg', badge('licence', manifest.license)],
    ['node.svg', badge('node', manifest.engines.node.replace('>=', '≥ '))],
    ['registers.svg', badge('national registers', String(national))],
    ['keys.svg', badge('API keys', 'none')],
  ]);
}

function badge(name: string, value: string): string {
  const [left, right] = [name, value].map((text) => Math.round(text.length * LETTER_PX) + 12) as [number, number];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${name}: ${value}">
<rect width="${left + right}" height="20" rx="3" fill="#2f3b4c"/>
<path d="M${left} 0h${right - 3}a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3h-${right - 3}z" fill="#1c6b4a"/>
<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11" text-anchor="middle">
${lettering(name, 0, left)}
${lettering(value, left, right)}
</g>
</svg>
`;
}

function lettering(words: string, startPx: number, widthPx: number): string {
  return `<text x="${startPx + widthPx / 2}" y="14" textLength="${widthPx - 12}">${words}</text>`;
}

if (import.meta.main) {
  writeFileSync(README, withCountries(readFileSync(README, 'utf8')));
  mkdirSync(BADGES, { recursive: true });
  for (const [name, text] of badges()) writeFileSync(join(BADGES, name), text);
}
