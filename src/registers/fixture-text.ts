import type { RegisterLine } from '../model/index.ts';
import type { ReportJson } from '../importer/index.ts';

/** The counts of a report that a fixture states. */
const COUNTS = ['dropped', 'noted', 'unknown_codes', 'leftover_fields'] as const;

type Counts = Pick<ReportJson, (typeof COUNTS)[number]>;

/** A `fixture.txt`: published files, the register lines of their rows, and what the report counts. */
interface Fixture {
  readonly files: ReadonlyMap<string, string>;
  readonly lines: readonly string[];
  readonly report: object;
}

/**
 * Reads a `fixture.txt`. `== NAME` begins a file, `=> {…}` is the register line of the row above, and `=> noted {…}` a count of the report;
 * all other lines are the rows of the file.
 */
export function readFixture(register: string, text: string): Fixture {
  const files = new Map<string, string>();
  const lines: string[] = [];
  const counts: Counts = { dropped: {}, noted: {}, unknown_codes: {}, leftover_fields: {} };
  let name: string | undefined;
  for (const row of text.split(/(?<=\n)/)) {
    const [, file] = /^== (\S+)\s*$/.exec(row) ?? [];
    const [, count, json = ''] = /^=> (\w* ?)(\{.*\})\s*$/.exec(row) ?? [];
    if (file !== undefined) files.set((name = file), '');
    else if (count === '') lines.push(json);
    else if (count !== undefined) Object.assign(counts, { [count.trim()]: JSON.parse(json) as object });
    else if (name !== undefined) files.set(name, (files.get(name) ?? '') + row);
    else throw new Error(`Cannot read the fixture of ${register}: its first line must be "== " and the name of a file`);
  }
  const dropped = Object.values(counts.dropped).reduce((sum, drop) => sum + drop.count, 0);
  const records_read = lines.length + dropped;
  const report = { register, records_read, lines_written: lines.length, ...counts, records_rejected: 0, rejects: [] };
  return { files, lines, report };
}

/** Returns a `fixture.txt` with the lines and the counts of an import. A line follows the first row that contains its number. */
export function withExpected(text: string, lines: readonly string[], report: ReportJson): string {
  const rest = [...lines];
  const rows = text.split(/(?<=\n)/).filter((row) => !row.startsWith('=> '));
  const written = rows.map((row) => {
    const found = row.startsWith('== ') ? -1 : rest.findIndex((line) => row.includes(numberIn(line)));
    return found < 0 ? row : `${row}=> ${rest.splice(found, 1).join('')}\n`;
  });
  const counts = COUNTS.filter((count) => Object.keys(report[count]).length > 0);
  return [
    ...written,
    ...rest.map((line) => `=> ${line}\n`),
    ...counts.map((count) => `=> ${count} ${JSON.stringify(report[count])}\n`),
  ].join('');
}

function numberIn(line: string): string {
  return (JSON.parse(line) as RegisterLine).identifiers?.[0]?.value ?? line;
}
