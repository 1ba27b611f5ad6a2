import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { CrawlRequest, NumberRange } from '../../importer/index.ts';

/** The progress of a crawl. It is stored in addition to the tables of requests. */
export interface Progress {
  /** The number of the present or last round. */
  round: number;
  isWhole: boolean;
  beganAt: string;
  /** The end of the last round; absent during a round. */
  endedAt?: string;
  /** The start of the last round that ended, and of the last ended round that requested everything. */
  since?: string;
  wholeSince?: string;
  /** The ranges of the round that have not ended. The range that is being requested is first. */
  ranges: RangeAt[];
  /** Requests that this round gave up. The next round requests them. */
  postponed: CrawlRequest[];
  /** The files with the responses, by number. */
  files: FileAt[];
  /** Number of requests in the round, and of their outcomes. */
  asked: number;
  answered: number;
  none: number;
  refused: number;
  failed: number;
  givenUp: number;
  /** The highest number with a response, by kind of range. */
  reached: Record<string, number>;
  /** The hosts of the first requests. Only these hosts get credentials. */
  hosts: string[];
  /** A day in UTC, and the number of requests on this day, for a quota. */
  day: string;
  askedToday: number;
  /** The time of the last request. Later requests never get an earlier time, whatever the clock shows. */
  lastAskedMs: number;
  /** Set during a run, and still set if the last run was killed. */
  isRunning: boolean;
}

/** A pending request. */
export interface Waiting {
  readonly id: string;
  readonly request: CrawlRequest;
  /** The hash of the response that led to the request, if the response to this request must differ from it. */
  readonly before: string | undefined;
  readonly tries: number;
  readonly runs: number;
}

export interface RangeAt {
  readonly range: NumberRange;
  next: number;
  /** How many of the last requested numbers in a row do not exist. */
  absent: number;
}

/** The place of the newest response to a request. `file` is 0 if the response is not kept. */
export interface ResponsePlace {
  readonly round: number;
  readonly isNone: boolean;
  readonly file: number;
  readonly line: number;
}

/** A file of responses with its size in bytes and its number of responses. */
export interface FileAt {
  readonly number: number;
  bytes: number;
  lines: number;
  /** Set before the file is removed. */
  isRemoved?: true;
}

/** Version of the tables. A state with another version is rebuilt from the responses. */
const VERSION = 2;

/** A time later than any real time. A request with this time is due in the next run. */
const NEXT_RUN = 2 ** 52;

const TABLES = `
  CREATE TABLE progress (value TEXT NOT NULL);
  CREATE TABLE frontier (
    seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, question TEXT NOT NULL, before TEXT,
    tries INTEGER NOT NULL, runs INTEGER NOT NULL, due INTEGER NOT NULL);
  CREATE INDEX frontier_due ON frontier (due, seq);
  CREATE TABLE answers (
    id TEXT PRIMARY KEY, round INTEGER NOT NULL, is_none INTEGER NOT NULL,
    file INTEGER NOT NULL, line INTEGER NOT NULL) WITHOUT ROWID;
`;

/**
 * The state of a crawl in a database: pending and answered requests, and the progress. A transaction is always open;
 * {@linkcode CrawlState.commit} ends it after its responses are on disk, so a killed run loses only uncommitted changes.
 */
export class CrawlState implements Disposable {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  #waiting: number;
  progress: Progress;

  private constructor(database: DatabaseSync, progress: Progress) {
    this.#database = database;
    this.progress = progress;
    this.#waiting = Number(this.#get('SELECT count(*) AS count FROM frontier')?.['count'] ?? 0);
    database.exec('BEGIN IMMEDIATE');
  }

  /** Opens or creates the state; undefined if the state has another version. @throws if the file is damaged */
  static open(path: string): CrawlState | undefined {
    const database = new DatabaseSync(path);
    try {
      database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
      const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);
      const tables = Number(database.prepare('SELECT count(*) AS count FROM sqlite_schema').get()?.['count'] ?? 0);
      if (tables === 0) database.exec(`BEGIN; ${TABLES} PRAGMA user_version = ${VERSION}; COMMIT`);
      else if (version !== VERSION) {
        database.close();
        return undefined;
      }
      const check = database.prepare('PRAGMA quick_check(1)').get()?.['quick_check'];
      if (check !== 'ok') throw new Error(String(check));
      const saved = database.prepare('SELECT value FROM progress').get()?.['value'];
      return new CrawlState(database, typeof saved === 'string' ? (JSON.parse(saved) as Progress) : start());
    } catch (error) {
      if (database.isOpen) database.close();
      throw error;
    }
  }

  commit(): void {
    this.#run('DELETE FROM progress');
    this.#run('INSERT INTO progress VALUES (?)', JSON.stringify(this.progress));
    this.#database.exec('COMMIT; BEGIN IMMEDIATE');
  }

  /** Closes the file without a commit. */
  [Symbol.dispose](): void {
    if (!this.#database.isOpen) return;
    // A full disk may have ended the transaction.
    if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
    this.#statements.clear();
    this.#database.close();
  }

  /** Number of pending requests, including the requests of ranges that have an end. */
  get left(): number {
    let inRanges = 0;
    for (const { range, next } of this.progress.ranges)
      inRanges += range.to === undefined ? 0 : Math.max(0, Math.floor((range.to - next) / (range.step ?? 1)) + 1);
    return this.#waiting + inRanges;
  }

  /** Adds a pending request, unless it is pending already. */
  add(request: CrawlRequest, before?: string): void {
    const { changes } = this.#run(
      'INSERT OR IGNORE INTO frontier (id, question, before, tries, runs, due) VALUES (?, ?, ?, 0, 0, 0)',
      formatRequestId(request),
      JSON.stringify(request),
      before ?? null,
    );
    this.#waiting += Number(changes);
  }

  /** Whether a pending request is necessary for a complete crawl. */
  hasNeeded(): boolean {
    return this.#get(`SELECT 1 FROM frontier WHERE question ->> '$.leaf' IS NULL LIMIT 1`) !== undefined;
  }

  isWaiting(id: string): boolean {
    return this.#get('SELECT 1 FROM frontier WHERE id = ?', id) !== undefined;
  }

  /** Returns the first request that is due; undefined if no request is due. */
  next(nowMs: number): Waiting | undefined {
    const row = this.#get('SELECT * FROM frontier WHERE due <= ? ORDER BY due, seq LIMIT 1', nowMs);
    if (row === undefined) return undefined;
    const { id, tries, runs, before } = row as unknown as Waiting & { before: string | null };
    const request = JSON.parse(String(row['question'])) as CrawlRequest;
    return { id, request, tries, runs, before: before ?? undefined };
  }

  /** Returns when the next request of this run is due; undefined if no request is left. */
  nextDueMs(): number | undefined {
    const due = this.#get('SELECT min(due) AS due FROM frontier WHERE due < ?', NEXT_RUN)?.['due'];
    return typeof due === 'number' ? due : undefined;
  }

  remove(id: string): void {
    this.#waiting -= Number(this.#run('DELETE FROM frontier WHERE id = ?', id).changes);
  }

  /** Postpones a request that failed, to the next run if `untilMs` is undefined. */
  postpone(id: string, tries: number, runs: number, untilMs: number | undefined): void {
    this.#run('UPDATE frontier SET tries = ?, runs = ?, due = ? WHERE id = ?', tries, runs, untilMs ?? NEXT_RUN, id);
  }

  /** Starts a run: requests that failed in the last run are due again. */
  renew(): void {
    this.#run('UPDATE frontier SET tries = 0, due = 0 WHERE due > 0');
  }

  findResponse(id: string): ResponsePlace | undefined {
    const row = this.#get('SELECT * FROM answers WHERE id = ?', id);
    if (row === undefined) return undefined;
    const { round, file, line } = row as unknown as ResponsePlace;
    return { round, isNone: row['is_none'] === 1, file, line };
  }

  /** Stores the place of the newest response to a request. It supersedes the earlier response. */
  setResponse(id: string, { round, isNone, file, line }: ResponsePlace): void {
    this.#run('INSERT OR REPLACE INTO answers VALUES (?, ?, ?, ?, ?)', id, round, isNone ? 1 : 0, file, line);
  }

  /** Returns the number of current responses by file. */
  countCurrentResponses(): ReadonlyMap<number, number> {
    const counts = this.#statement('SELECT file, count(*) AS count FROM answers GROUP BY file').all();
    return new Map(counts.map(({ file, count }) => [Number(file), Number(count)]));
  }

  /** Marks a response as current in a round that did not request it again. */
  touch(id: string, round: number): void {
    this.#run('UPDATE answers SET round = ? WHERE id = ?', round, id);
  }

  /** Forgets the responses of earlier rounds. */
  forgetBefore(round: number): void {
    this.#run('DELETE FROM answers WHERE round < ?', round);
  }

  #statement(sql: string): StatementSync {
    const known = this.#statements.get(sql) ?? this.#database.prepare(sql);
    this.#statements.set(sql, known);
    return known;
  }

  #get(sql: string, ...values: (string | number)[]) {
    return this.#statement(sql).get(...values);
  }

  #run(sql: string, ...values: (string | number | null)[]) {
    return this.#statement(sql).run(...values);
  }
}

/** Returns the name of a request: its kind and its key. */
export function formatRequestId({ kind, key }: Pick<CrawlRequest, 'kind' | 'key'>): string {
  return `${kind}:${key}`;
}

/** The counts at the start of a round. */
export const NOTHING_ASKED = { asked: 0, answered: 0, none: 0, refused: 0, failed: 0, givenUp: 0 } as const;

/** Returns the progress before the first round. */
export function start(): Progress {
  const lists = { ranges: [], postponed: [], files: [], reached: {}, hosts: [] };
  const today = { day: '', askedToday: 0, lastAskedMs: 0, isRunning: false };
  return { round: 0, isWhole: false, beganAt: '', endedAt: '', ...NOTHING_ASKED, ...lists, ...today };
}
