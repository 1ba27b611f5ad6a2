import type { NumberRange, Question } from '../../importer/index.ts';

/** The progress of a crawl, beside the tables. */
export interface Progress {
  /** The number of the present or last round. */
  round: number;
  isWhole: boolean;
  beganAt: string;
  /** Absent during the round. */
  endedAt?: string;
  /** The start of the last round that ended, and of the last one that requested everything. */
  since?: string;
  wholeSince?: string;
  /** The ranges of the round that have not ended, the present one first. */
  ranges: RangeAt[];
  /** Questions that this round gave up; the next one requests them. */
  postponed: Question[];
  /** The files with the answers, by number. */
  files: FileAt[];
  /** The requests of the round, and their outcomes. */
  asked: number;
  answered: number;
  none: number;
  refused: number;
  failed: number;
  givenUp: number;
  /** The highest number with an answer, by kind of range. */
  reached: Record<string, number>;
  /** The servers of the first questions, which get credentials. */
  hosts: string[];
  /** The requests of a day in UTC, for a quota. */
  day: string;
  askedToday: number;
  /** When the last request was sent. Later ones never have an earlier date, whatever the clock shows. */
  lastAskedMs: number;
  /** Set during a run; still set if the last one was killed. */
  isRunning: boolean;
}

/** A pending question. */
export interface Waiting {
  readonly id: string;
  readonly question: Question;
  /** The hash of the answer that led to it, if that must not be repeated. */
  readonly before: string | undefined;
  readonly tries: number;
  readonly runs: number;
}

export interface RangeAt {
  readonly range: NumberRange;
  next: number;
  /** The numbers in a row that do not exist. */
  absent: number;
}

/** The newest answer to a question. `file` is 0 if it is not kept. */
export interface AnswerAt {
  readonly round: number;
  readonly isNone: boolean;
  readonly file: number;
  readonly line: number;
}

/** A file of answers: its size, and the number of all and of current answers. */
export interface FileAt {
  readonly number: number;
  bytes: number;
  lines: number;
  current: number;
  /** Set before the file is removed. */
  isRemoved?: true;
}

/** The name of a question: its kind and its key. */
export function idOf({ kind, key }: Pick<Question, 'kind' | 'key'>): string {
  return `${kind}:${key}`;
}

/** The counts of a new round. */
export const NOTHING_ASKED = { asked: 0, answered: 0, none: 0, refused: 0, failed: 0, givenUp: 0 } as const;

/** The progress before the first round. */
export function start(): Progress {
  const lists = { ranges: [], postponed: [], files: [], reached: {}, hosts: [] };
  const today = { day: '', askedToday: 0, lastAskedMs: 0, isRunning: false };
  return { round: 0, isWhole: false, beganAt: '', endedAt: '', ...NOTHING_ASKED, ...lists, ...today };
}
