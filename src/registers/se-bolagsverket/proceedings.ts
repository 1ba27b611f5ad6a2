import { gravestOf, type CsvRow, type ImportRun } from '../../importer/index.ts';
import type { CompanyState } from '../../model/index.ts';
import { partsOf, textOf } from './row.ts';

const COLUMN = 'pagandeAvvecklingsEllerOmstruktureringsforfarande';

/** The ends of the codes: a proceeding that was opened, and the conclusion of one. */
const OPENED = '-AVOMFO';
const CONCLUDED = '-AVSLAVOMFO';

/** An entry of the column. */
interface Proceeding {
  readonly code: string;
  readonly date?: string | undefined;
}

/** The proceedings of a row in the order of the file: `|KODE$date` or `|KODE$text$date`, repeated. */
export function proceedingsIn(row: CsvRow, run: ImportRun): Proceeding[] {
  return (textOf(row, COLUMN)?.split('|') ?? []).flatMap((entry) => {
    const [code, ...rest] = partsOf(entry);
    if (code === undefined) return [];
    run.code(COLUMN, code);
    return [{ code, date: rest.find((part) => /^\d{4}-\d{2}-\d{2}$/.test(part)) }];
  });
}

/** Their codes, each once, with `|` between; undefined where there are no proceedings. */
export function codesOf(proceedings: readonly Proceeding[]): string | undefined {
  return [...new Set(proceedings.map(({ code }) => code))].join('|') || undefined;
}

/** The state of a registered organisation: only proceedings that still run count. An unknown code gives no state. */
export function stateOf(proceedings: readonly Proceeding[], run: ImportRun): CompanyState | undefined {
  const running = proceedings.filter(({ code }, at) => !code.endsWith(CONCLUDED) && !isConcluded(proceedings, at));
  if (running.length === 0) return run.state('registrering', 'registrerad');
  return gravestOf(running.map(({ code }) => run.state(COLUMN, code)));
}

/**
 * Whether a conclusion of the same proceeding follows: `KKAVOV-AVSLAVOMFO` concludes `KK-AVOMFO`. The dates decide, or the order of the
 * file where a date is missing.
 */
function isConcluded(proceedings: readonly Proceeding[], at: number): boolean {
  const { code = '', date } = proceedings[at] ?? {};
  const kind = code.replace(OPENED, '');
  return proceedings.some((other, place) => {
    if (!other.code.startsWith(kind) || !other.code.endsWith(CONCLUDED)) return false;
    return date === undefined || other.date === undefined ? place > at : other.date >= date;
  });
}
