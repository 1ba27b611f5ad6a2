import {
  present,
  type NumberRange,
  type Question,
  type Crawl,
  type CrawlState as Known,
} from '../../importer/index.ts';
import { quoteValue } from '../../model/index.ts';
import { NOTHING_ASKED, idOf, type CrawlState, type Progress, type RangeAt, type Waiting } from './crawl-state.ts';

const KEY_CHARS_MAX = 200;

export interface Next extends Waiting {
  readonly range?: RangeAt;
}

/** The questions of the present round. Each question is requested once, no matter how many answers lead to it. */
export class Questions {
  readonly #state: CrawlState;

  constructor(state: CrawlState) {
    this.#state = state;
  }

  get #progress(): Progress {
    return this.#state.progress;
  }

  /** Starts a round with the first questions of the declaration, and the questions that earlier rounds gave up. */
  begin(crawl: Crawl, now: Date): void {
    const before = this.#progress;
    const { since, wholeSince, reached } = before;
    const plan = crawl.first(present<Known>({ today: now.toISOString().slice(0, 10), reached, since, wholeSince }));
    const { endedAt: _, ...rest } = before;
    const isWhole = plan.isWhole === true || since === undefined;
    this.#state.progress = { ...rest, ...NOTHING_ASKED, round: before.round + 1, isWhole, beganAt: now.toISOString() };
    const hosts = new Set<string>();
    for (const question of plan.questions) {
      const first = 'from' in question ? questionAt(question, question.from) : question;
      hosts.add(new URL(crawl.request(first).url).origin);
      this.add(question);
    }
    this.#progress.hosts = [...hosts];
    for (const question of before.postponed.splice(0)) this.add(question);
  }

  /** Adds a range, or a question that has no answer yet. @param hash the hash of the answer that leads to it */
  add(question: Question | NumberRange, hash?: string): void {
    mustBeNamed(question);
    if ('from' in question) {
      this.#progress.ranges.push({ range: question, next: question.from, absent: 0 });
      return;
    }
    if (this.#isAnswered(idOf(question), question.once)) return;
    this.#state.add(question, question.differs === true ? hash : undefined);
  }

  /** Returns the next question; undefined if no question is due. */
  next(nowMs: number): Next | undefined {
    return this.#state.next(nowMs) ?? this.#fromRange(nowMs);
  }

  /** Advances a range after an answer. */
  answered({ range, question }: Next, isNone: boolean): void {
    if (range === undefined || range !== this.#progress.ranges[0]) return;
    range.absent = isNone ? range.absent + 1 : 0;
    if (!isNone) this.#reach(question.kind, Number(question.key));
  }

  #fromRange(nowMs: number): Next | undefined {
    const { ranges } = this.#progress;
    for (let [at] = ranges; at !== undefined; [at] = ranges) {
      const { range, next, absent } = at;
      if (next > (range.to ?? Infinity) || absent >= (range.absentMax ?? Infinity)) {
        ranges.shift();
        continue;
      }
      const question = questionAt(range, next);
      const id = idOf(question);
      const isAnswered = this.#isAnswered(id);
      const isNone = isAnswered && this.#state.answerTo(id)?.isNone === true;
      if (isAnswered && !isNone) this.#reach(range.kind, next);
      at.next = next + (range.step ?? 1);
      if (isAnswered) at.absent = isNone ? absent + 1 : 0;
      // A question that is already pending has its own due time.
      if (isAnswered || this.#state.isWaiting(id)) continue;
      this.#state.add(question);
      const waiting = this.#state.next(nowMs);
      return waiting && { ...waiting, range: at };
    }
    return undefined;
  }

  #reach(kind: string, number: number): void {
    const { reached } = this.#progress;
    if (!(number <= (reached[kind] ?? -1))) reached[kind] = number;
  }

  /** Whether a question has an answer that counts in this round. */
  #isAnswered(id: string, once?: true): boolean {
    const { round } = this.#progress;
    const known = this.#state.answerTo(id);
    if (known === undefined || known.round === round) return known !== undefined;
    if (once !== true || known.isNone) return false;
    this.#state.touch(id, round);
    return true;
  }
}

function questionAt({ kind, digits = 0 }: NumberRange, number: number): Question {
  return { kind, key: String(number).padStart(digits, '0'), leaf: true };
}

/** Throws if a question breaks the rules for kinds and keys: an import could not read its answer. */
function mustBeNamed(question: Question | NumberRange): void {
  const refuse = (why: string): never => {
    throw new Error(`the question ${quoteValue(question)} of a crawl ${why}`);
  };
  if (!/^[a-z][a-z0-9-]*$/.test(question.kind)) refuse('has no kind of small letters, digits and hyphens');
  if ('from' in question) {
    if (question.to === undefined && question.absentMax === undefined) refuse('has no end');
  } else if (question.key === '' || question.key.length > KEY_CHARS_MAX || question.key.includes('\0')) {
    refuse(`has no key of 1 to ${KEY_CHARS_MAX} characters`);
  }
}
