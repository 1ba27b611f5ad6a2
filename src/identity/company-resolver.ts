import { hash } from 'node:crypto';
import { InputError, companyIdOf } from '../model/index.ts';
import type { CompanyLifecycle, CompanyRecord, PreviousSnapshot, RegisterLine } from '../model/index.ts';
import { NEVER_YIELD, type YieldIfDue } from '../sort/index.ts';
import {
  RESTRICTED,
  hasFingerprints,
  leftBehind,
  lifecycleOf,
  mergedInto,
  restrictedWith,
  settledAs,
} from './permanence/company-draft.ts';
import type { Settled } from './permanence/company-draft.ts';
import { Inheritance, fingerprintsOfRecord, type Held } from './permanence/predecessors.ts';
import { Joiner, type Joined, type JoiningReport } from './clustering/clusterer.ts';
import { LineStore } from './input/line-store.ts';
import { derivedIdOfFingerprint, isKeyed, type KeyedHash } from './permanence/fingerprints.ts';
import { aliasesOf, derivedId, mergeLines, type MergedCompany, type RankedLine } from './survivorship/merge-lines.ts';
import { Succession } from './permanence/redirects.ts';

/** What a build should say about the lines it was given. */
export interface ResolutionReport extends JoiningReport {
  lines: number;
  companies: number;
  /** Previous companies that turned out to be one with another. */
  merged: number;
  /** Previous companies that several of this build have fingerprints of: one of them goes on under the id. */
  divided: number;
  /** Previous active companies that no line speaks of any more. */
  vanished: number;
  /** Tombstoned companies that are published again. */
  returned: number;
}

export interface ResolverOptions {
  /** What the build before this one published; its ids are kept. */
  readonly previousSnapshot?: PreviousSnapshot;
  /** Hashes the fingerprints of restricted records. */
  readonly keyedHash: KeyedHash;
  /** Called for every record. */
  readonly yieldIfDue?: YieldIfDue;
}

/** A company, and the numbers of the lines that speak of it, the one that counts most first. */
export interface ResolvedCompany {
  readonly company: CompanyRecord;
  readonly lines: readonly number[];
}

/** Nothing was published before. */
const FIRST: PreviousSnapshot = {
  records: () => [],
  has: () => false,
  valuesOf: () => ({ profile: {}, classifications: [] }),
};

/**
 * Turns register lines into companies: which lines are one company, its id, its merged values, its lifecycle.
 * Lines go to disk as they come; see {@linkcode Joiner} for what stays in memory.
 */
export class CompanyResolver {
  readonly #store: LineStore;
  readonly #joiner: Joiner;
  readonly #inheritance: Inheritance;
  readonly #previous: PreviousSnapshot;
  readonly #keyedHash: KeyedHash;
  readonly #yieldIfDue: YieldIfDue;
  readonly #succession = new Succession();
  /** Lines that carry an id alone, such as a curated decision about a published id, by that id. */
  readonly #bareIds = new Map<string, number[]>();
  readonly #report: ResolutionReport = {
    lines: 0,
    companies: 0,
    leisShared: 0,
    numbersShared: 0,
    idsWithSeveralKeys: 0,
    merged: 0,
    divided: 0,
    vanished: 0,
    returned: 0,
  };

  private constructor(
    directory: string,
    { previousSnapshot = FIRST, keyedHash, yieldIfDue = NEVER_YIELD }: ResolverOptions,
  ) {
    this.#previous = previousSnapshot;
    this.#keyedHash = keyedHash;
    this.#yieldIfDue = yieldIfDue;
    this.#store = new LineStore(directory);
    this.#joiner = new Joiner(directory);
    this.#inheritance = new Inheritance(directory, previousSnapshot, keyedHash);
  }

  /** Learns what was published before. `directory` must exist; the files made in it are removed by `close`. */
  static async open(directory: string, options: ResolverOptions): Promise<CompanyResolver> {
    const resolver = new CompanyResolver(directory, options);
    try {
      for (const fingerprint of resolver.#inheritance.fingerprints()) {
        resolver.#joiner.addPublished(fingerprint);
        const pause = resolver.#yieldIfDue();
        if (pause !== undefined) await pause;
      }
      return resolver;
    } catch (error) {
      resolver.close();
      throw error;
    }
  }

  /** Counts so far; complete once `companies` has ended. */
  get report(): Readonly<ResolutionReport> {
    return this.#report;
  }

  /**
   * Takes a line of the input with this number (its place on the command line); `text` is the line as it was read.
   * @returns the number of the line among all: 0, 1, 2 …
   */
  add(line: RegisterLine, text: Uint8Array, input: number): number {
    this.#store.add(text, input);
    const number = this.#joiner.add(line);
    this.#succession.note(line.lifecycle);
    this.#report.lines++;
    if (!isBare(line)) {
      this.#inheritance.claimAt(line, text, number);
      return number;
    }
    const others = this.#bareIds.get(line.id);
    if (others === undefined) this.#bareIds.set(line.id, [number]);
    else others.push(number);
    return number;
  }

  /** Gives every company once, in no particular order. Throws an InputError where lines contradict each other. */
  async *companies(): AsyncGenerator<ResolvedCompany, void, undefined> {
    const joined = await this.#joiner.join(
      (id, fingerprint, line) => this.#inheritance.claim(id, fingerprint, line),
      this.#yieldIfDue,
    );
    Object.assign(this.#report, joined.report);
    await this.#inheritance.settle(
      (line) => joined.rootOf(line),
      ({ lifecycle }) => this.#succession.note(lifecycle),
      this.#yieldIfDue,
    );
    this.#report.divided = this.#inheritance.divided;
    const waiting: Settled[] = [];
    for (const settled of this.#settled(joined)) {
      const pause = this.#yieldIfDue();
      if (pause !== undefined) await pause;
      if (settled === undefined) continue;
      this.#report.companies++;
      const { status } = settled.lifecycle;
      if (status === 'redirected' || status === 'split') waiting.push(settled);
      else yield ofLines(settled, settled.lifecycle);
    }
    for (const settled of waiting) {
      const lifecycle = this.#succession.resolve(settled.id, settled.lifecycle);
      const isHidden = this.#succession.isRestricted(lifecycle.canonical_id) && hasFingerprints(settled);
      if (isHidden) yield ofLines(restrictedWith(settled, this.#keyedHash), RESTRICTED);
      else yield ofLines(settled, lifecycle);
    }
  }

  close(): void {
    this.#store.close();
  }

  /** Gives every company once; undefined stands for a published record that is one of them. */
  *#settled(joined: Joined): Generator<Settled | undefined, void, undefined> {
    for (let line = 0; line < this.#store.count; line++) {
      if (joined.rootOf(line) !== line) continue;
      const lines = this.#linesFrom(line, joined);
      if (!lines.every((ranked) => isBare(ranked.line)))
        yield* this.#companyOf(lines, joined, this.#inheritance.heldBy(line));
    }
    for (const record of this.#inheritance.left()) {
      if (record === undefined) {
        yield undefined;
        continue;
      }
      const settled = leftBehind(record, this.#decisionOn(record.id), this.#previous, this.#keyedHash);
      if (record.lifecycle.status === 'active' && settled.lifecycle.status === 'tombstoned') this.#report.vanished++;
      const aliases = fingerprintsOfRecord(record).filter((fingerprint) => !isKeyed(fingerprint)).map(derivedIdOfFingerprint); // prettier-ignore
      yield this.#noted(settled, aliases);
    }
    for (const [id, numbers] of this.#bareIds) {
      const company = mergeLines(numbers.map((n) => this.#ranked(n)));
      yield this.#noted(settledAs(id, company, company.lifecycle, [], this.#keyedHash), []);
    }
  }

  /** A company of this build, and the published records that turned out to be it. */
  *#companyOf(lines: RankedLine[], joined: Joined, held: Held[]): Generator<Settled, void, undefined> {
    const merged = mergeLines(lines);
    const id = this.#idOf(merged, joined.shared, held);
    const own = held.find((one) => one.id === id);
    // An id that is new here was given for a reason: who held the number before has ended, and is no one's predecessor.
    // A split record keeps leading to its successors.
    const others = own === undefined ? [] : held.filter((one) => one !== own && one.lifecycle.status !== 'split');
    for (const one of held) if (one !== own && !others.includes(one)) this.#inheritance.giveBack(one);
    // An id alone is a decision about the company that has this id, be it given or derived.
    const deciding = this.#takeDecisions(id);
    const decisions = merged.ids.length === 0 ? deciding : [];
    const company = decisions.length === 0 ? merged : mergeLines([...lines, ...decisions]);
    const decided = others.map((one) => {
      const { lifecycle = one.lifecycle, lines: deciders = [] } = this.#decisionOn(one.id) ?? {};
      return { held: { ...one, lifecycle }, deciders };
    });
    const isWithheld =
      this.#inheritance.isWithheld(lines[0]?.place ?? -1) || held.some((one) => one.lifecycle.status === 'restricted');
    const lifecycle = lifecycleOf(company, own, isWithheld);
    if (own?.lifecycle.status === 'tombstoned' && lifecycle.status === 'active') this.#report.returned++;
    this.#report.merged += others.length;
    const aliases = this.#succession.hasNames ? aliasesOf(company, joined.shared) : [];
    if (others.length > 0) this.#succession.note({ status: 'redirected', canonical_id: id });
    yield this.#noted(settledAs(id, company, lifecycle, held, this.#keyedHash), aliases);
    for (const one of decided) yield this.#noted(mergedInto(id, one.held, one.deciders), []);
  }

  #noted(settled: Settled, aliases: readonly string[]): Settled {
    this.#succession.settle(settled.id, aliases, settled.lifecycle);
    return settled;
  }

  /** What lines that carry this id alone decide about it. */
  #decisionOn(id: string): MergedCompany | undefined {
    const decisions = this.#takeDecisions(id);
    return decisions.length === 0 ? undefined : mergeLines(decisions);
  }

  #takeDecisions(id: string): RankedLine[] {
    const numbers = this.#bareIds.get(id) ?? [];
    this.#bareIds.delete(id);
    return numbers.map((n) => this.#ranked(n));
  }

  #idOf(company: MergedCompany, shared: ReadonlySet<string>, held: readonly Held[]): string {
    const [id, other] = company.ids;
    if (id !== undefined && other !== undefined) {
      throw new InputError(
        `Cannot give one company two ids: lines that share a key carry the ids "${id}" and "${other}"; ` +
          'name one of them on both, and redirect the other to it by a line of its own',
      );
    }
    return id ?? held[0]?.id ?? this.#freeId(derivedId(company, shared));
  }

  /** An id that was published names one company for ever, even where the number it was derived from is another's now. */
  #freeId(derived: string): string {
    let id = derived;
    while (this.#previous.has(id))
      id = companyIdOf(hash('sha256', `openfirma/company-id/again\0${id}`, 'buffer').subarray(0, 16));
    return id;
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
    return { line: JSON.parse(text) as RegisterLine, text, input: this.#store.input(line), place: line };
  }
}

function ofLines({ id, lines, record }: Settled, lifecycle: CompanyLifecycle): ResolvedCompany {
  return { company: { id, lifecycle, ...record }, lines };
}

/** Whether a line carries an id and nothing else that tells which company it is about. */
function isBare(line: RegisterLine): line is RegisterLine & { id: string } {
  return line.id !== undefined && line.key === undefined && (line.identifiers?.length ?? 0) === 0;
}
