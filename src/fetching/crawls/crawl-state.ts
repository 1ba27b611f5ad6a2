import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { NumberRange, Question } from '../../importer/index.ts';
import { idOf, start, type AnswerAt, type FileAt, type Progress, type RangeAt, type Waiting } from './progress.ts';

/** The version of the tables. A state of another version is rebuilt from the answers. */
const VERSION = 1;

/** Later than any time: due in the next run. */
const NEXT_RUN = 2 ** 52;

const TABLES = `
  CREATE TABLE progress (value TEXT NOT NULL);
  CREATE TABLE frontier (
    seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, question TEXT NOT NULL, before TEXT,
    tries INTEGER NOT NULL, runs INTEGER NOT NULL, due INTEGER NOT NULL);
  CREATE INDEX frontier_due ON frontier (due, seq);
  CREATE TABLE ranges (seq INTEGER PRIMARY KEY, range TEXT NOT NULL, next INTEGER NOT NULL, absent INTEGER NOT NULL);
  CREATE TABLE answers (
    id TEXT PRIMARY KEY, round INTEGER NOT NULL, is_none INTEGER NOT NULL,
    file INTEGER NOT NULL, line INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE given_up (question TEXT NOT NULL);
  CREATE TABLE files (
    number INTEGER PRIMARY KEY, bytes INTEGER NOT NULL, lines INTEGER NOT NULL,
    current INTEGER NOT NULL, is_removed INTEGER NOT NULL);
`;

type Row = Readonly<Record<string, unknown>>;

/**
 * The state of a crawl in a database: pending questions, ranges, answered questions and files. A transaction is always open;
 * {@linkcode CrawlState.commit} ends it after its answers are on disk, so a killed run loses only uncommitted changes.
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

  /** Opens or creates the state; undefined for another version. @throws where the file is damaged */
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

  /** Commits all changes since the last commit. */
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

  /** The number of pending questions, with those of ranges that have an end. */
  get left(): number {
    let inRanges = 0;
    for (const { range, next } of this.#ranges())
      inRanges += range.to === undefined ? 0 : Math.max(0, Math.floor((range.to - next) / (range.step ?? 1)) + 1);
    return this.#waiting + inRanges;
  }

  /** Whether a range has no end, so that the number of questions is unknown. */
  get isOpenEnded(): boolean {
    return this.#ranges().some(({ range }) => range.to === undefined);
  }

  #ranges(): RangeAt[] {
    return this.#statement('SELECT * FROM ranges ORDER BY seq').all().map(rangeOf);
  }

  /** Adds a pending question, unless it is pending already. */
  add(question: Question, before?: string): void {
    const { changes } = this.#run(
      'INSERT OR IGNORE INTO frontier (id, question, before, tries, runs, due) VALUES (?, ?, ?, 0, 0, 0)',
      idOf(question),
      JSON.stringify(question),
      before ?? null,
    );
    this.#waiting += Number(changes);
  }

  addRange(range: NumberRange): void {
    this.#run('INSERT INTO ranges (range, next, absent) VALUES (?, ?, 0)', JSON.stringify(range), range.from);
  }

  /** Whether a pending question is necessary for a complete crawl. */
  hasNeeded(): boolean {
    return this.#get(`SELECT 1 FROM frontier WHERE question ->> '$.leaf' IS NULL LIMIT 1`) !== undefined;
  }

  isWaiting(id: string): boolean {
    return this.#get('SELECT 1 FROM frontier WHERE id = ?', id) !== undefined;
  }

  /** The first question that is due; undefined if there is none. */
  next(nowMs: number): Waiting | undefined {
    const row = this.#get('SELECT * FROM frontier WHERE due <= ? ORDER BY due, seq LIMIT 1', nowMs);
    return row === undefined ? undefined : waitingOf(row);
  }

  /** When the next question of this run is due; undefined if none is left. */
  nextDueMs(): number | undefined {
    const due = this.#get('SELECT min(due) AS due FROM frontier WHERE due < ?', NEXT_RUN)?.['due'];
    return typeof due === 'number' ? due : undefined;
  }

  nextRange(): RangeAt | undefined {
    const row = this.#get('SELECT * FROM ranges ORDER BY seq LIMIT 1');
    return row === undefined ? undefined : rangeOf(row);
  }

  moveRange(seq: number, next: number, absent: number): void {
    this.#run('UPDATE ranges SET next = ?, absent = ? WHERE seq = ?', next, absent, seq);
  }

  endRange(seq: number): void {
    this.#run('DELETE FROM ranges WHERE seq = ?', seq);
  }

  /** Removes a pending question. */
  remove(id: string): void {
    this.#waiting -= Number(this.#run('DELETE FROM frontier WHERE id = ?', id).changes);
  }

  /** Postpones a question that failed, to the next run if `untilMs` is undefined. */
  postpone(id: string, tries: number, runs: number, untilMs: number | undefined): void {
    this.#run('UPDATE frontier SET tries = ?, runs = ?, due = ? WHERE id = ?', tries, runs, untilMs ?? NEXT_RUN, id);
  }

  /** Starts a run: the failures of the last one are due again. */
  renew(): void {
    this.#run('UPDATE frontier SET tries = 0, due = 0 WHERE due > 0');
  }

  giveUp({ id, question }: Waiting): void {
    this.remove(id);
    this.#run('INSERT INTO given_up VALUES (?)', JSON.stringify(question));
  }

  /** Returns and forgets the questions that earlier rounds gave up. */
  takeGivenUp(): Question[] {
    const rows = this.#statement('SELECT question FROM given_up').all();
    this.#run('DELETE FROM given_up');
    return rows.map(({ question }) => JSON.parse(String(question)) as Question);
  }

  answerTo(id: string): AnswerAt | undefined {
    const row = this.#get('SELECT * FROM answers WHERE id = ?', id);
    if (row === undefined) return undefined;
    const { round, file, line } = row as unknown as AnswerAt;
    return { round, isNone: row['is_none'] === 1, file, line };
  }

  /** Stores the newest answer to a question, which supersedes the one before. */
  setAnswer(id: string, { round, isNone, file, line }: AnswerAt): void {
    const before = this.answerTo(id);
    if (before !== undefined) this.#countCurrent(before.file, -1);
    this.#run('INSERT OR REPLACE INTO answers VALUES (?, ?, ?, ?, ?)', id, round, isNone ? 1 : 0, file, line);
    this.#countCurrent(file, 1);
  }

  /** Marks an answer as current in a round that did not request it again. */
  touch(id: string, round: number): void {
    this.#run('UPDATE answers SET round = ? WHERE id = ?', round, id);
  }

  #countCurrent(file: number, by: number): void {
    if (file > 0) this.#run('UPDATE files SET current = current + ? WHERE number = ?', by, file);
  }

  /** Forgets the answers of earlier rounds. */
  forgetBefore(round: number): void {
    const inFiles = this.#statement('SELECT file, count(*) AS count FROM answers WHERE round < ? GROUP BY file').all(
      round,
    );
    for (const { file, count } of inFiles) this.#countCurrent(Number(file), -Number(count));
    this.#run('DELETE FROM answers WHERE round < ?', round);
  }

  get files(): FileAt[] {
    return this.#statement('SELECT * FROM files ORDER BY number').all().map(fileOf);
  }

  setFile(number: number, bytes: number, lines: number): void {
    this.#run(
      'INSERT INTO files VALUES (?, ?, ?, 0, 0) ON CONFLICT (number) DO UPDATE SET bytes = excluded.bytes, lines = excluded.lines',
      number,
      bytes,
      lines,
    );
  }

  /** Marks a file without current answers. Its row is removed after the file. */
  markRemoved(number: number): void {
    this.#run('UPDATE files SET is_removed = 1 WHERE number = ?', number);
  }

  forgetFile(number: number): void {
    this.#run('DELETE FROM files WHERE number = ?', number);
  }

  #statement(sql: string): StatementSync {
    const known = this.#statements.get(sql) ?? this.#database.prepare(sql);
    this.#statements.set(sql, known);
    return known;
  }

  #get(sql: string, ...values: (string | number)[]): Row | undefined {
    return this.#statement(sql).get(...values);
  }

  #run(sql: string, ...values: (string | number | null)[]) {
    return this.#statement(sql).run(...values);
  }
}

function waitingOf(row: Row): Waiting {
  const { id, tries, runs, before } = row as unknown as Waiting & { before: string | null };
  const question = JSON.parse(String(row['question'])) as Question;
  return { id, question, tries, runs, before: before ?? undefined };
}

function rangeOf(row: Row): RangeAt {
  const { seq, next, absent } = row as unknown as RangeAt;
  return { seq, next, absent, range: JSON.parse(String(row['range'])) as NumberRange };
}

function fileOf(row: Row): FileAt {
  const { number, bytes, lines, current } = row as unknown as FileAt;
  return { number, bytes, lines, current, isRemoved: row['is_removed'] === 1 };
}
