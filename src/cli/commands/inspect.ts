import { Command, Option } from 'commander';
import { statSync } from 'node:fs';
import { COUNTRIES } from '../../model/index.ts';
import {
  NO_COUNTRY,
  countRecords,
  hasMatchIndex,
  type CountryCounts,
  type SnapshotMetadata,
} from '../../snapshot/index.ts';
import { JSON_OPTION, printJson } from '../../extra/index.ts';
import { readMetadata } from '../snapshot-file.ts';

/** The columns of countries, with the count in each. A record is current if its lifecycle status is `active`; its company may be closed. */
const COLUMNS = [
  ['current', 'active'],
  ['redirected', 'redirected'],
  ['split', 'split'],
  ['tombstoned', 'tombstoned'],
  ['restricted', 'restricted'],
  ['officers', 'officers'],
] as const;

/** The command `openfirma inspect`: shows what is in a snapshot. */
export function inspectCommand(): Command {
  return new Command('inspect')
    .description('show what is in a snapshot: records by country and lifecycle, dates, size')
    .argument('<file>', 'the snapshot')
    .addOption(
      new Option('--digest', 'print only the digest of the content: equal content has equal digests').conflicts('json'),
    )
    .option(...JSON_OPTION)
    .addHelpText('after', '\nExample:\n  openfirma inspect data/openfirma.snapshot\n')
    .action(async (file: string, flags: { digest?: boolean; json?: boolean }) => {
      const metadata = await readMetadata(file);
      const bytes = statSync(file).size;
      if (flags.digest === true) process.stdout.write(`${metadata.digest}\n`);
      else if (flags.json === true) printJson({ ...metadata, match_index: hasMatchIndex(metadata), bytes });
      else process.stdout.write(describe(file, metadata, bytes));
    });
}

function describe(file: string, metadata: SnapshotMetadata, bytes: number): string {
  const { active } = metadata.records;
  const records = countRecords(metadata.records);
  const perCompany = active === 0 ? '' : `, ${Math.round(bytes / active)} a current record`;
  const countries = Object.entries(metadata.countries);
  const totals = COLUMNS.map(([, count]) => countries.reduce((sum, [, counts]) => sum + counts[count], 0));
  return [
    `file        ${file}`,
    `format      ${metadata.format}`,
    `generation  ${metadata.generation}`,
    `digest      ${metadata.digest}`,
    `built       ${statSync(file).mtime.toISOString()}`,
    `size        ${bytes} bytes${perCompany}`,
    `records     ${records}`,
    `match index ${hasMatchIndex(metadata) ? 'yes' : 'no'}`,
    '',
    tableRow(
      '',
      COLUMNS.map(([name]) => name),
      'observed',
    ),
    ...countries.map(([code, counts]) => {
      const name = code === NO_COUNTRY ? 'no country' : `${code} ${COUNTRIES.get(code) ?? ''}`.trim();
      const cells = COLUMNS.map(([, count]) => counts[count]);
      return tableRow(name, cells, formatDates(counts));
    }),
    tableRow('all', totals, ''),
    '',
    ...registerTable(metadata.registers),
  ].join('\n');
}

function registerTable(registers: SnapshotMetadata['registers']): string[] {
  const rows = Object.entries(registers);
  if (rows.length === 0) return [];
  return [
    tableRow('', ['lines', 'companies', 'officers'], dateCells('observed', 'published', 'imported')),
    ...rows.map(([id, { lines, companies, officers, imported_at: imported, published, ...facts }]) =>
      tableRow(id, [lines, companies, officers], dateCells(formatDates(facts), published, imported)),
    ),
    '',
  ];
}

/** Returns the date cells, which end the row of a register. */
function dateCells(observed: string, published = '', imported = ''): string {
  return observed.padEnd(24) + published.padEnd(12) + imported.padEnd(12);
}

function formatDates({
  as_of_first: first,
  as_of_last: last,
}: Pick<CountryCounts, 'as_of_first' | 'as_of_last'>): string {
  return first === undefined ? '' : first === last ? first : `${first} to ${last}`;
}

function tableRow(name: string, cells: readonly (string | number)[], dates: string): string {
  return [name.padEnd(18), ...cells.map((cell) => String(cell).padStart(11)), ` ${dates}`].join('').trimEnd();
}
