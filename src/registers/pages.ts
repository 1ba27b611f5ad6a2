import { COUNTRIES } from '../model/index.ts';
import type { Register } from '../importer/index.ts';
import {
  COUNTRY_COVERAGE,
  REGISTER_COVERAGE,
  officersAmong,
  officersOf,
  proofOf,
  type CountryCoverage,
  type RegisterCoverage,
} from './coverage.ts';
import { REGISTERS } from './index.ts';

const GENERATED =
  '<!-- Made by `npm run docs` from the declarations of the registers and src/registers/coverage.json. -->\n';

/** Returns the pages of docs/registers: their texts in Markdown, by file name. */
export function registerPages(): ReadonlyMap<string, string> {
  const pages = new Map([['README.md', overview()]]);
  for (const [id, register] of REGISTERS) {
    const coverage = REGISTER_COVERAGE.get(id);
    if (coverage === undefined) throw new Error(`the coverage lacks ${id}`);
    pages.set(`${id}.md`, pageOf(register, coverage));
  }
  return pages;
}

function overview(): string {
  const imported = [...REGISTERS.values()].map((register) => {
    const { id, country = 'all', name, licence } = register;
    const coverage = REGISTER_COVERAGE.get(id);
    const proof = coverage === undefined ? '' : proofOf(coverage);
    return tableRow([
      `[${id}](${id}.md)`,
      country,
      name,
      officersOf(register),
      coverage?.rhythm ?? '',
      proof,
      licence.name,
    ]);
  });
  return `${GENERATED}
# The registers

\`openfirma registers\` lists what can be imported. \`openfirma coverage\` prints what follows for all 35 countries, with
the counts of a snapshot where one is named. \`docs/adding-a-register.md\` of the repository says how to add a register.

| Register | Country | Name | Officers | Renewed | Proven | Licence |
| --- | --- | --- | --- | --- | --- | --- |
${imported.join('\n')}

## The 35 countries

| Country | Registers | Companies | Officers | Missing, and why |
| --- | --- | --- | --- | --- |
${[...COUNTRY_COVERAGE].map(countryRow).join('\n')}

## National registers that are not imported

${[...COUNTRY_COVERAGE].flatMap(([code, { other }]) => (other === undefined ? [] : [otherSection(code, other)])).join('\n')}`;
}

function countryRow([code, { registers, other }]: [string, CountryCoverage]): string {
  const [first = ''] = registers;
  const coverage = REGISTER_COVERAGE.get(first);
  const companies = coverage?.companies ?? '';
  const missing = other?.missing ?? coverage?.missing ?? '';
  const links = registers.map((id) => `[${id}](${id}.md)`).join(', ');
  const onlyGleif = first === 'gleif' ? 'those with an LEI' : companies;
  return tableRow([`${code} ${COUNTRIES.get(code) ?? ''}`, links, onlyGleif, officersAmong(registers), missing]);
}

function otherSection(code: string, other: NonNullable<CountryCoverage['other']>): string {
  const items = Object.entries({
    Publisher: other.publisher,
    Address: `<${other.address}>`,
    Licence: other.licence,
    ...(other.attribution === undefined ? {} : { Attribution: other.attribution }),
    Companies: other.companies,
    Officers: other.officers,
    Renewed: other.rhythm,
    'Why it is not imported': other.missing,
  });
  return `### ${COUNTRIES.get(code)}: ${other.name}

${items.map(([name, text]) => wrapped(`- ${name}: ${text}`)).join('\n')}
`;
}

function pageOf(
  { id, country, name, publisher, licence, attribution, companyUrl, files, rhythm, states = {} }: Register,
  coverage: RegisterCoverage,
): string {
  const { current, page } = files;
  const fetched =
    'account' in current
      ? wrapped(`The files are for account holders. ${current.account}`)
      : `\`\`\`sh\nopenfirma fetch ${id} --into downloads\nopenfirma import ${id} --out ${id}.ndjson.zst downloads/${id}/*\n\`\`\``;
  return `${GENERATED}
# ${id}: ${name}

| | |
| --- | --- |
| Country | ${country === undefined ? 'all' : `${country}, ${COUNTRIES.get(country)}`} |
| Publisher | ${publisher} |
| Address | <${page}> |${companyUrl === undefined ? '' : `\n| A company's own record | \`${companyUrl}\` |`}
| Licence | [${licence.name}](${licence.url}) |
| Attribution | ${attribution} |
| Renewed | ${coverage.rhythm}; ${overdueAfter(rhythm)} |
| Companies | ${coverage.companies} |
| Officers | ${coverage.officers} |
| Details | ${coverage.details.length === 0 ? 'none' : coverage.details.map((field) => `\`${field}\``).join(', ')} |
| Missing | ${coverage.missing} |
| Proven | ${coverage.proven} |

${fetched}

${stateSection(states)}\`src/registers/${id}/README.md\` of the repository says where each field comes from
and what is odd about the files.
`;
}

function overdueAfter(rhythm: Register['rhythm']): string {
  if ('endedOn' in rhythm) return `the last edition is of ${rhythm.endedOn}`;
  const oldest = rhythm.oldestDays === undefined ? '' : `, its oldest line after ${rhythm.oldestDays}`;
  return `its newest data are overdue after ${rhythm.newestDays} days${oldest}`;
}

/** Returns the section on the meaning of each status code of a register. */
function stateSection(states: NonNullable<Register['states']>): string {
  const tables = Object.entries(states).map(([list, table]) => {
    const rows = Object.entries(table).map(([code, { word, state = '', because = '' }]) =>
      tableRow([`\`${code}\``, word, state === '' ? '' : `\`${state}\``, because]),
    );
    return `| \`${list}\` | Word of the register | \`state\` | Why |\n| --- | --- | --- | --- |\n${rows.join('\n')}\n`;
  });
  return tables.length === 0 ? '' : `## States\n\n${tables.join('\n')}\n`;
}

function tableRow(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

/** Breaks a paragraph or a list item into lines of at most 120 characters. */
function wrapped(text: string): string {
  const indent = text.startsWith('- ') ? '  ' : '';
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line.length + word.length < 120) line += line === '' ? word : ` ${word}`;
    else {
      lines.push(line);
      line = indent + word;
    }
  }
  return [...lines, line].join('\n');
}
