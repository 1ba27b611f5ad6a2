/** The table of countries in README.md. `npm run docs` writes it; a test checks that it is current. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { COUNTRIES } from '../../src/model/index.ts';
import { COUNTRY_COVERAGE, REGISTERS, REGISTER_COVERAGE, officersAmong } from '../../src/registers/index.ts';

const README = join(import.meta.dirname, '..', '..', 'README.md');

/** The comments before and after the table. */
const TABLE_START = '<!-- The countries: made by `npm run docs` from src/registers. -->\n';
const TABLE_END = '<!-- End of the countries. -->\n';

/** Returns the text of README.md with the current table of countries. */
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

/** Returns the beginning of a text, up to the first colon or semicolon. */
function gist(text: string): string {
  return /^[^:;]+/.exec(text)?.[0] ?? text;
}

if (import.meta.main) writeFileSync(README, withCountries(readFileSync(README, 'utf8')));
