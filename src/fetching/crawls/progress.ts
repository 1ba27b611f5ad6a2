import type { NumberRange, Question } from '../../importer/index.ts';

/** How far a crawl is, beside what the tables tell. */
export interface Progress {
  /** The number of the present round, or of the last one. */
  round: number;
  isWhole: boolean;
  beganAt: string;
  /** Absent while the round lasts. */
  endedAt?: string;
  /** When the last round that ended began, and the last of those that asked for everything. */
  since?: string;
  wholeSince?: string;
  /** The requests of the round and what became of them. */
  asked: number;
  answered: number;
  none: number;
  refused: number;
  failed: number;
  givenUp: number;
  /** How many questions an answer said that there are in all. */
  total?: number;
  /** The highest number of each kind of range that has an answer. */
  reached: Record<string, number>;
  /** The servers that the first questions of the round are for, which get credentials. */
  hosts: string[];
  /** The requests of a day in UTC, for a quota. */
  day: string;
  askedToday: number;
  /** When the last question was asked, in milliseconds: later ones are never dated before it, whatever the clock does. */
  lastAskedMs: number;
  /** Whether a run has it; set where the last one was killed. */
  isRunning: boolean;
}

/** A question that waits. */
export interface Waiting {
  readonly id: string;
  readonly question: Question;
  /** The hash of the answer that led to it, where that must not come again. */
  readonly before: string | undefined;
  readonly tries: number;
  readonly runs: number;
}

/** A range, and where it is. */
export interface RangeAt {
  readonly seq: number;
  readonly range: NumberRange;
  readonly next: number;
  readonly absent: number;
}

/** What is known of the newest answer to a question. `file` is 0 where it was not kept. */
export interface AnswerAt {
  readonly round: number;
  readonly isNone: boolean;
  readonly file: number;
  readonly line: number;
}

/** A file of answers: its length, how many it has, and how many of them nothing has superseded. */
export interface FileAt {
  readonly number: number;
  readonly bytes: number;
  readonly lines: number;
  readonly current: number;
  readonly isRemoved: boolean;
}

/** The name of a question: its kind and its key. */
export function idOf({ kind, key }: Pick<Question, 'kind' | 'key'>): string {
  return `${kind}:${key}`;
}

/** The requests of a round that has just begun. */
export const NOTHING_ASKED = { asked: 0, answered: 0, none: 0, refused: 0, failed: 0, givenUp: 0 } as const;

/** Before the first round. */
export function start(): Progress {
  const today = { day: '', askedToday: 0, lastAskedMs: 0, isRunning: false };
  return { round: 0, isWhole: false, beganAt: '', endedAt: '', ...NOTHING_ASKED, reached: {}, hosts: [], ...today };
}
