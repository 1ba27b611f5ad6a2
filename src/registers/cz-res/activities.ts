import { cellOf, type ImportRun, type Joined, type JoinedRecord, type CsvRow } from '../../importer/index.ts';
import { ACTIVITY_SCHEMES, FORM_LIST } from './codes.ts';
import { numberOf } from './companies.ts';

/** How many different activities of one subject are joined as one record. */
const BATCH_ACTIVITIES_MAX = 1000;

/**
 * Gathers the rows of activities, some seven a subject that stand together in the file, into one record of the join a
 * subject. A record is the number of rows in it, and the activities: code list, blank, code.
 */
export class Activities {
  readonly #run: ImportRun;
  readonly #joined: Joined;
  readonly #kind: number;
  #number: string | undefined;
  #first: CsvRow | undefined;
  #rows = 0;
  readonly #batch = new Set<string>();

  constructor(run: ImportRun, joined: Joined, kind: number) {
    this.#run = run;
    this.#joined = joined;
    this.#kind = kind;
  }

  add(row: CsvRow): void {
    const number = this.#run.attempt(row, () => numberOf(row));
    if (number === undefined) return;
    const list = cellOf(row, 'KODCIS');
    const code = cellOf(row, 'HODN');
    if (list === undefined || code === undefined) {
      this.#run.report.drop('activities: none, of a ceased subject', number);
      return;
    }
    this.#run.code('KODCIS', list, 'left out');
    if (!ACTIVITY_SCHEMES.has(list)) {
      this.#run.report.drop(
        list === FORM_LIST ? 'activities: a legal form, which is no activity' : 'activities: of an unknown code list',
        number,
      );
      return;
    }
    if (number !== this.#number || this.#batch.size === BATCH_ACTIVITIES_MAX) this.flush();
    this.#number = number;
    this.#first ??= row;
    this.#rows++;
    this.#batch.add(`${list} ${code}`);
  }

  /** Joins what is gathered; to be called at the end of a file. */
  flush(): void {
    if (this.#number !== undefined && this.#first !== undefined) {
      this.#joined.add(this.#number, this.#kind, this.#first, JSON.stringify([this.#rows, ...this.#batch]));
    }
    this.#number = undefined;
    this.#first = undefined;
    this.#rows = 0;
    this.#batch.clear();
  }
}

/** How many rows a joined record was made of. */
export function rowsOf(record: JoinedRecord): number {
  return (JSON.parse(record.text) as [number])[0];
}

/** The activities of a joined record: code list, blank, code. */
export function activitiesOf(record: JoinedRecord): string[] {
  return (JSON.parse(record.text) as [number, ...string[]]).slice(1) as string[];
}
