import { COUNTRIES } from '../model/index.ts';
import type { Register } from '../importer/index.ts';
import { COUNTRY_COVERAGE, describeOfficers, formatProof } from './coverage.ts';
import { REGISTERS } from './registers.ts';

/** Returns docs/registers/README.md: all registers in one table, and the countries without one. */
export function overviewPage(): string {
  const countries = [...COUNTRY_COVERAGE].flatMap(([code, { other }]) =>
    other === undefined ? [] : ([[code, other]] as const),
  );
  return `<!-- Made by \`npm run docs\` from the declarations of the registers. -->

# The registers

\`openfirma registers ID\` prints what a register has and lacks, its licence and attribution, and the meaning of its
states; \`openfirma coverage\` the same by country, with the counts of a snapshot. The site shows both. The page of a
register is the README in its folder: where its fields come from, and what is odd about its files. An import reads files
that are unpacked or not (zip, gzip, Zstandard, bzip2), and as many as there are:

\`\`\`sh
openfirma fetch fi-prh --into downloads
openfirma import fi-prh --out fi-prh.ndjson.zst downloads/fi-prh/*
\`\`\`

| Register | Country | Name | Officers | Renewed | Proven | Licence |
| --- | --- | --- | --- | --- | --- | --- |
${[...REGISTERS.values()].map(registerRow).join('\n')}

## Countries without a register of their own

Only companies with an LEI are known of them.

| Country | Register | Why it is not imported |
| --- | --- | --- |
${countries.map(([code, { name, address, missing }]) => tableRow([`${code} ${COUNTRIES.get(code)}`, `[${name}](${address})`, missing])).join('\n')}
`;
}

function registerRow(register: Register): string {
  const { id, country = 'all', name, licence, coverage } = register;
  return tableRow([
    `[${id}](../../src/registers/${id}/README.md)`,
    country,
    name,
    describeOfficers(register),
    coverage.rhythm,
    formatProof(coverage),
    licence.name,
  ]);
}

function tableRow(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

/** Returns a text (README.md, the badge) with the present numbers of registers and of countries. */
export function withCounts(text: string): string {
  const national = [...REGISTERS.values()].filter(({ country }) => country !== undefined);
  const withOfficers = national.filter(({ hasOfficers }) => hasOfficers).length;
  const lonely = [...COUNTRY_COVERAGE.values()].filter(({ other }) => other !== undefined).length;
  return text
    .replaceAll(/\d+(?=\s+(?:national\s+)?registers(?: of Europe|\]))/g, String(national.length))
    .replaceAll(/(?<=national registers: |textLength="13">)\d+/g, String(national.length))
    .replaceAll(/(?<=officers\s+in\s+)\d+(?=\s+countries)/g, String(withOfficers))
    .replaceAll(/\d+(?= countries\s+only\s+companies\s+with an LEI)/g, String(lonely));
}
