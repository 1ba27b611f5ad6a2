import { InputError } from '../model/index.ts';
import type { CompanyRecord, RegisterLine } from '../model/index.ts';
import { Joiner, type Joined, type JoiningReport } from './joining.ts';
import { LineStore } from './line-store.ts';
import { aliasesOf, derivedId, mergeLines, type MergedCompany, type RankedLine } from './merging.ts';
import { Succession } from './succession.ts';

/** What a build should say about the lines it was given. */
export interface AssemblyReport extends JoiningReport {
  lines: number;
  companies: number;
}

/** A company whose id is settled and whose redirect or split still waits for every other company to be known. */
interface Waiting {
  readonly id: string;
  readonly company: MergedCompany;
}

/**
 * Turns register lines into companies: which lines are one company, its id, its merged values, its lifecycle.
 * Lines go to disk as they come; see {@linkcode Joiner} for what stays in memory.
 */
export class Assembly {
  readonly #store: LineStore;
  readonly #joiner: Joiner;
  readonly #succession = new Succession();
  /** Lines that carry an id alone, such as a curated decision about a published id, by that id. */
  readonly #bareIds = new Map<string, number[]>();
  readonly #report: AssemblyReport = {
    lines: 0,
    companies: 0,
    leisShared: 0,
    numbersShared: 0,
    idsWithSeveralKeys: 0,
  };

  /** `directory` must exist; the files made in it are removed by `close`. */
  constructor(directory: string) {
    this.#store = new LineStore(directory);
    this.#joiner = new Joiner(directory);
  }

  /** Counts so far; complete once `companies` has ended. */
  get report(): Readonly<AssemblyReport> {
    return this.#report;
  }

  /** Takes a line of the input with this number (its place on the command line); `text` is the line as it was read. */
  add(line: RegisterLine, text: Uint8Array, input: number): void {
    this.#store.add(text, input);
    const number = this.#joiner.add(line);
    this.#succession.note(line.lifecycle);
    this.#report.lines++;
    if (isBare(line)) {
      const others = this.#bareIds.get(line.id);
      if (others === undefined) this.#bareIds.set(line.id, [number]);
      else others.push(number);
    }
  }

  /** Gives every company once, in no particular order. Throws an InputError where lines contradict each other. */
  *companies(): Generator<CompanyRecord, void, undefined> {
    const joined = this.#joiner.join();
    Object.assign(this.#report, joined.report);
    const waiting: Waiting[] = [];
    for (const settled of this.#settled(joined)) {
      this.#report.companies++;
      const { status } = settled.company.lifecycle;
      if (status === 'redirected' || status === 'split') waiting.push(settled);
      else yield recordOf(settled, settled.company.lifecycle);
    }
    for (const settled of waiting) {
      yield recordOf(settled, this.#succession.resolve(settled.id, settled.company.lifecycle));
    }
  }

  close(): void {
    this.#store.close();
  }

  *#settled(joined: Joined): Generator<Waiting, void, undefined> {
    for (let line = 0; line < this.#store.count; line++) {
      if (!joined.isFirst(line)) continue;
      const lines = this.#linesFrom(line, joined);
      if (lines.every((ranked) => isBare(ranked.line))) continue;
      const company = mergeLines(lines);
      const id = this.#idOf(company, joined.shared);
      const decisions = this.#bareIds.get(id);
      this.#bareIds.delete(id);
      // An id alone is a decision about the company that has this id, be it given or derived.
      const isDecided = decisions !== undefined && company.ids.length === 0;
      const whole = isDecided ? mergeLines([...lines, ...decisions.map((n) => this.#ranked(n))]) : company;
      yield this.#settle(id, whole, joined);
    }
    for (const [id, numbers] of this.#bareIds) {
      yield this.#settle(id, mergeLines(numbers.map((n) => this.#ranked(n))), joined);
    }
  }

  #settle(id: string, company: MergedCompany, joined: Joined): Waiting {
    const aliases = this.#succession.hasNames ? aliasesOf(company, joined.shared) : [];
    this.#succession.settle(id, aliases, company.lifecycle);
    return { id, company };
  }

  #idOf(company: MergedCompany, shared: ReadonlySet<string>): string {
    const [id, other] = company.ids;
    if (id !== undefined && other !== undefined) {
      throw new InputError(
        `Cannot give one company two ids: lines that share a key carry the ids "${id}" and "${other}"; ` +
          'name one of them on both, and redirect the other to it by a line of its own',
      );
    }
    return id ?? derivedId(company, shared);
  }

  #linesFrom(first: number, joined: Joined): RankedLine[] {
    const lines = [this.#parse(first, this.#store.text(first))];
    for (let line = joined.next[first] ?? -1; line >= 0; line = joined.next[line] ?? -1) lines.push(this.#ranked(line));
    return lines;
  }

  #ranked(line: number): RankedLine {
    return this.#parse(line, this.#store.textApart(line));
  }

  #parse(line: number, text: string): RankedLine {
    // The line was checked when it was added.
    return { line: JSON.parse(text) as RegisterLine, text, input: this.#store.input(line) };
  }
}

/** Whether a line carries an id and nothing else that tells which company it is about. */
function isBare(line: RegisterLine): line is RegisterLine & { id: string } {
  return line.id !== undefined && line.key === undefined && (line.identifiers?.length ?? 0) === 0;
}

function recordOf({ id, company }: Waiting, lifecycle: CompanyRecord['lifecycle']): CompanyRecord {
  const { profile, identifiers, classifications, officers, officersHasMore } = company;
  return { id, lifecycle, profile, identifiers, classifications, officers, officersHasMore };
}
